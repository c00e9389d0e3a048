"""
The rules engine and the ledger of random draws, with a wall between them.

Nothing is imported here: the ledger's verifier must load without Django.
"""
