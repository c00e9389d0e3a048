"""Reading case files: TOML to plain values, with a clear word about what is wrong in one."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

STEP_KEYS = frozenset({"do", "by", "dice", "expect", "refused"})


class BadCase(ValueError):
    """A case file that cannot be read as one; the text says where and why."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is done, the faces that fall, and what is to come of it."""

    do: str
    by: str
    parameters: Mapping[str, Any]
    dice: tuple[int, ...]
    expect: Mapping[str, Any]
    refused: str


@dataclass(frozen=True, slots=True)
class Case:
    """A case: its set-up is read by the system, its steps by the runner."""

    name: str
    system: str
    rules: tuple[str, ...]
    setup: Mapping[str, Any]
    steps: tuple[Step, ...]
    source: str


def find(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the case files among some paths: files as they are, folders searched."""
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.toml"))
        else:
            yield path


def read(path: Path) -> list[Case]:
    """
    Return the cases of a file.

    :raises BadCase: when it is no TOML, or a case lacks what every case needs.
    """
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadCase(f"{path}: {error}") from error
    system = document.get("system", "")
    return [_case(path, system, row) for row in document.get("case", [])]


def _case(path: Path, system: str, row: Mapping[str, Any]) -> Case:
    name = row.get("name")
    if not isinstance(name, str):
        raise BadCase(f"{path}: a case has no name")
    where = f"{path}: {name}"
    chosen = row.get("system", system)
    if not chosen:
        raise BadCase(f"{where}: no system is named")
    rules = row.get("rules", [])
    if not rules or not all(isinstance(rule, str) for rule in rules):
        raise BadCase(f"{where}: `rules` lists the ids that the case asserts")
    steps = tuple(_step(where, number, step) for number, step in enumerate(row.get("steps", []), 1))
    if not any(step.expect or step.refused for step in steps):
        raise BadCase(f"{where}: nothing is expected")
    setup = {key: row[key] for key in row if key not in ("name", "system", "rules", "steps")}
    return Case(name, chosen, tuple(rules), setup, steps, str(path))


def _step(where: str, number: int, row: Mapping[str, Any]) -> Step:
    if not isinstance(row, Mapping):
        raise BadCase(f"{where}: step {number} is no table")
    return Step(
        do=str(row.get("do", "")),
        by=str(row.get("by", "gm")),
        parameters={key: value for key, value in row.items() if key not in STEP_KEYS},
        dice=tuple(_faces(f"{where}: step {number}", row.get("dice", []))),
        expect=row.get("expect", {}),
        refused=str(row.get("refused", "")),
    )


def _faces(where: str, written: Any) -> Iterator[int]:
    """Yield faces; a die with its aces may be a list; "shuffle:5" leaves five cards as they are."""
    for item in written:
        if isinstance(item, bool):
            raise BadCase(f"{where}: {item!r} is no face")
        if isinstance(item, int):
            yield item
        elif isinstance(item, list):
            yield from _faces(where, item)
        elif isinstance(item, str) and item.removeprefix("shuffle:").isdigit():
            yield from range(int(item.removeprefix("shuffle:")), 1, -1)
        else:
            raise BadCase(f"{where}: {item!r} is no face")
