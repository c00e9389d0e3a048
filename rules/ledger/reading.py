"""From lines of text to entries, strictly: what two readers could take differently is refused."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from rules.ledger.canonical import LARGEST_INTEGER
from rules.ledger.faults import WrongEntry

# Only what JSON itself calls white space: other programs must count the same lines.
_WHITE = " \t\r\n"


class _Refused(ValueError):
    """A line that is not strict JSON; the text is a code of rules.ledger.faults."""


def read_lines(lines: Iterable[str]) -> Iterator[Any]:
    """
    Yield the value on each line; empty lines count for nothing.

    :raises WrongEntry: naming the first line that is not JSON, or holds a number that is not an
        integer, a key twice in one object, or an integer beyond 2**53-1.
    """
    number = 0
    for line in lines:
        text = line.strip(_WHITE)
        if not text:
            continue
        number += 1
        try:
            yield _DECODER.decode(text)
        except _Refused as refused:
            raise WrongEntry(number, str(refused)) from None
        except RecursionError:
            raise WrongEntry(number, "too_deep") from None
        except ValueError:
            raise WrongEntry(number, "not_json") from None


def _integer(text: str) -> int:
    # Asked by length first: Python refuses to read very long numbers, with another error.
    if len(text) > 17 or abs(int(text)) > LARGEST_INTEGER:
        raise _Refused("integer_size")
    return int(text)


def _no_fraction(_text: str) -> None:
    raise _Refused("not_integer")


def _no_constant(_text: str) -> None:
    raise _Refused("not_json")


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Refused("key_twice")
    return found


_DECODER = json.JSONDecoder(
    parse_int=_integer,
    parse_float=_no_fraction,
    parse_constant=_no_constant,
    object_pairs_hook=_without_doubles,
)
