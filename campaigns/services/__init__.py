"""What happens in a campaign: each function one transaction, one thing."""
