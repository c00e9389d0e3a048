"""Canonical JSON (RFC 8785) for the kinds of value that a ledger holds."""

import json
from collections.abc import Mapping

Json = str | int | bool | None | list["Json"] | dict[str, "Json"]

# Beyond this a JavaScript number is no longer exact, and two verifiers could disagree.
LARGEST_INTEGER = 2**53 - 1


class NotCanonical(ValueError):
    """A value that may not stand in a ledger."""


def canonical(value: object) -> bytes:
    """
    Return the one way to write a value: sorted keys, no white space, UTF-8.

    :raises NotCanonical: for floats, integers beyond 2**53-1, lone surrogates, keys that are not
        text, and anything that is not JSON.
    """
    _check(value)
    text = json.dumps(
        _sorted(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )
    return text.encode()


def _check(value: object) -> None:
    if value is None or isinstance(value, bool):
        return
    if isinstance(value, int):
        if abs(value) > LARGEST_INTEGER:
            raise NotCanonical("an integer beyond 2**53-1")
    elif isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise NotCanonical("a text with half a character (lone surrogate)") from None
    elif isinstance(value, list | tuple):
        for item in value:
            _check(item)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            if not isinstance(key, str):
                raise NotCanonical("a key that is not text")
            _check(key)
            _check(item)
    else:
        raise NotCanonical(f"a {type(value).__name__}")


def _sorted(value: object) -> object:
    # RFC 8785 sorts keys by their UTF-16 code units, which differs from Python's order of code
    # points where characters beyond the first plane meet those just below it.
    if isinstance(value, Mapping):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return {key: _sorted(value[key]) for key in keys}
    if isinstance(value, list | tuple):
        return [_sorted(item) for item in value]
    return value
