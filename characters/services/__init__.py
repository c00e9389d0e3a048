"""What happens to characters: each function one transaction, one thing."""
