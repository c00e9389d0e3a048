"""Canonical JSON (RFC 8785) for the kinds of value that a ledger holds."""

import json
from collections.abc import Mapping

Json = str | int | bool | None | list["Json"] | dict[str, "Json"]

# Beyond this a JavaScript number is no longer exact, and two verifiers could disagree.
LARGEST_INTEGER = 2**53 - 1
# Lists and objects inside each other: every verifier must be able to follow.
DEEPEST = 64

# Why a value may not stand in a ledger: code and sentence.
REFUSALS = {
    "value_kind": "it holds a value that is not text, integer, true, false, null, list or object",
    "integer_size": "it holds an integer beyond 2**53-1",
    "half_character": "it holds a text with half a character (a lone surrogate)",
    "too_deep": f"it nests lists and objects more than {DEEPEST} deep",
}


class NotCanonical(ValueError):
    """A value that may not stand in a ledger; `code` is a key of REFUSALS."""

    def __init__(self, code: str) -> None:
        super().__init__(REFUSALS[code])
        self.code = code


def canonical(value: object) -> bytes:
    """
    Return the one way to write a value: sorted keys, no white space, UTF-8.

    :raises NotCanonical: for floats, integers beyond 2**53-1, lone surrogates, keys that are not
        text, more than 64 levels, and anything that is not JSON.
    """
    text = json.dumps(_sorted(value, 1), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode()


def _sorted(value: object, depth: int) -> object:
    if isinstance(value, str):
        return _whole(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        if abs(value) > LARGEST_INTEGER:
            raise NotCanonical("integer_size")
        return int(value)
    if isinstance(value, list | tuple | Mapping) and depth > DEEPEST:
        raise NotCanonical("too_deep")
    if isinstance(value, list | tuple):
        return [_sorted(item, depth + 1) for item in value]
    if isinstance(value, Mapping):
        # RFC 8785 sorts keys by their UTF-16 code units, which differs from Python's order of
        # code points where characters beyond the first plane meet those just below it.
        keys = sorted(value, key=_utf16)
        return {str(key): _sorted(value[key], depth + 1) for key in keys}
    raise NotCanonical("value_kind")


def _utf16(key: object) -> bytes:
    if not isinstance(key, str):
        raise NotCanonical("value_kind")
    return _whole(key).encode("utf-16-be")


def _whole(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise NotCanonical("half_character") from None
    return text
