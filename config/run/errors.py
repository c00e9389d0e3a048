"""One clear line for what can go wrong while starting."""


class CannotStart(Exception):
    """Something outside the project stands in the way; the text says what to do."""
