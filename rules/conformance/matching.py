"""Comparing what is expected with what there is: a subset of a table, a list as it is."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any


def differences(expected: Any, got: Any, where: str) -> Iterator[str]:
    """Yield one line for each place where `got` is not what is expected."""
    if isinstance(expected, Mapping):
        if not isinstance(got, Mapping):
            yield f"{where}: expected {dict(expected)!r}, got {got!r}"
            return
        for key, value in expected.items():
            yield from differences(value, got.get(key), f"{where}.{key}")
    elif isinstance(expected, list) and any(isinstance(item, Mapping) for item in expected):
        if not isinstance(got, Sequence) or len(got) != len(expected):
            yield f"{where}: expected {expected!r}, got {got!r}"
            return
        for place, (one, other) in enumerate(zip(expected, got, strict=True), 1):
            yield from differences(one, other, f"{where}[{place}]")
    elif isinstance(expected, list):
        if not isinstance(got, Sequence) or isinstance(got, str) or list(got) != expected:
            yield f"{where}: expected {expected!r}, got {got!r}"
    elif expected != got or isinstance(expected, bool) != isinstance(got, bool):
        yield f"{where}: expected {expected!r}, got {got!r}"


def fits(expected: Any, got: Any) -> bool:
    return next(differences(expected, got, ""), None) is None


def in_order(expected: Sequence[Any], got: Sequence[Any]) -> Any:
    """Return the first expected item that does not come in its turn, or None."""
    at = 0
    for item in expected:
        while at < len(got) and not fits(item, got[at]):
            at += 1
        if at == len(got):
            return item
        at += 1
    return None
