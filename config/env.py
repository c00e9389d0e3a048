"""Readers of environment variables that refuse nonsense loudly."""

import os

from django.core.exceptions import ImproperlyConfigured

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off", ""}


def text(name: str, default: str = "") -> str:
    """Return the variable's text, without surrounding white space."""
    return os.environ.get(name, default).strip()


def switch(name: str, default: bool) -> bool:
    """
    Return whether the variable is on.

    :raises ImproperlyConfigured: for anything but 1/0, true/false, yes/no, on/off.
    """
    if name not in os.environ:
        return default
    value = os.environ[name].strip().lower()
    if value in _TRUE:
        return True
    if value in _FALSE:
        return False
    raise ImproperlyConfigured(f"{name} must be on or off, not {value!r}.")


def number(name: str, default: int) -> int:
    """
    Return the variable as a whole number.

    :raises ImproperlyConfigured: when it is not one.
    """
    value = text(name)
    if not value:
        return default
    try:
        return int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.") from None


def words(name: str, default: list[str]) -> list[str]:
    """Return a comma-separated variable as a list without empty items."""
    if name not in os.environ:
        return default
    return [item.strip() for item in os.environ[name].split(",") if item.strip()]
