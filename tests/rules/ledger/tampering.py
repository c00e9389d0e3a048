"""The vectors, and every way in which this project's tests falsify them."""

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.ledger.entries import entry_hash

VECTORS = Path(__file__).with_name("vectors.jsonl")
Path_ = tuple[str | int, ...]


@dataclass(frozen=True)
class Forgery:
    """A falsified ledger: which entry was touched (its number), where, and what stands there."""

    number: int
    path: Path_
    entries: list[dict[str, Any]]

    @property
    def name(self) -> str:
        return f"{self.number}:{'.'.join(map(str, self.path))}"


def vectors() -> list[dict[str, Any]]:
    return [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]


def as_lines(entries: list[Any]) -> list[str]:
    return [json.dumps(entry, ensure_ascii=False) for entry in entries]


def rehashed(entries: list[dict[str, Any]], start: int = 0) -> list[dict[str, Any]]:
    """Write the hashes and links anew from the entry at index `start`, as a forger would."""
    found = copy.deepcopy(entries)
    for index in range(start, len(found)):
        if index and "prev" in found[index]:
            found[index]["prev"] = found[index - 1]["hash"]
        found[index]["hash"] = entry_hash(found[index])
    return found


def renumbered(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Number the entries 1, 2, 3 ... and write hashes and links anew."""
    return rehashed([{**entry, "seq": number} for number, entry in enumerate(entries, start=1)])


def forgeries() -> Iterator[Forgery]:
    """Yield the vectors with one key or value changed, added or taken away, each in turn."""
    original = vectors()
    for index, entry in enumerate(original):
        for path, changed in _changes(entry):
            entries = [*original[:index], changed, *original[index + 1 :]]
            yield Forgery(index + 1, path, entries)


def _changes(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Yield each changed copy of a value together with the place of the change."""
    if isinstance(value, dict):
        for key, item in value.items():
            rest = {other: value[other] for other in value if other != key}
            yield (*path, key, "removed"), rest
            yield (*path, key, "renamed"), {**rest, key + "x": item}
            for place, changed in _changes(item, (*path, key)):
                yield place, {**value, key: changed}
        yield (*path, "added"), {**value, "extra": 1}
    elif isinstance(value, list):
        for index, item in enumerate(value):
            for place, changed in _changes(item, (*path, index)):
                yield place, [*value[:index], changed, *value[index + 1 :]]
        yield (*path, "shorter"), value[:-1]
        if value[0] != value[-1]:
            yield (*path, "turned"), value[::-1]
    else:
        for number, changed in enumerate(_others(value)):
            yield (*path, number), changed


def _others(value: Any) -> list[Any]:
    if isinstance(value, bool) or value is None:
        return [not value, 0]
    if isinstance(value, int):
        return [value + 1, value - 1 or value + 2]
    last = "1" if value.endswith("0") else "0"
    return [value[:-1] + last, value + "0", value.swapcase() + "ñ", "", None, 7]
