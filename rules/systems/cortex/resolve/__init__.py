"""What each intent does, one module a family."""
