"""What intents do: generators that emit events, and ask where somebody has to choose."""
