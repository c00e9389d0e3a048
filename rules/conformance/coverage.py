"""Which rules of the checklists are asserted by a case or a test, and which are not."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rules.conformance.cases import find, read

ROOT = Path(__file__).resolve().parents[2]
CHECKED = frozenset({"engine", "sheet", "state"})
_ROW = re.compile(r"^\| (?P<id>[A-Z]+-[A-Z]+-\d{3}) \|.*\| (?P<kind>\w+) \|\s*$", re.MULTILINE)
_ID = re.compile(r"\b[A-Z]{3,5}-[A-Z]+-\d{3}\b")


@dataclass(frozen=True, slots=True)
class Rule:
    """A row of a checklist."""

    id: str
    kind: str
    source: str


def rules(root: Path = ROOT) -> list[Rule]:
    """Return the rows of all checklists in `docs/rules`, each once."""
    found: dict[str, Rule] = {}
    for path in sorted((root / "docs" / "rules").glob("*.md")):
        for row in _ROW.finditer(path.read_text(encoding="utf-8")):
            found.setdefault(row["id"], Rule(row["id"], row["kind"], path.name))
    return list(found.values())


def asserted(root: Path = ROOT) -> set[str]:
    """Return the ids that cases and tests name."""
    named: set[str] = set()
    for path in find([root / "rules" / "conformance"]):
        for case in read(path):
            named.update(case.rules)
    for path in (root / "tests").rglob("*.py"):
        named.update(_ID.findall(path.read_text(encoding="utf-8")))
    return named


def _selected(wanted: Iterable[str], known: Iterable[Rule]) -> Iterator[Rule]:
    choices = [Path(item).name if item.endswith(".md") else item for item in wanted]
    for rule in known:
        if not choices or any(c == rule.source or rule.id.startswith(c) for c in choices):
            yield rule


def missing(wanted: Iterable[str] = (), root: Path = ROOT) -> tuple[list[Rule], int]:
    """
    Return the rules that nothing asserts, and how many there are to assert.

    `wanted` holds prefixes of ids and names of checklist files; nothing means all.

    :raises LookupError: when it selects no rule at all.
    """
    selected = [rule for rule in _selected(wanted, rules(root)) if rule.kind in CHECKED]
    if not selected:
        raise LookupError(f"no checklist has a rule like {', '.join(wanted) or 'that'}")
    named = asserted(root)
    return [rule for rule in selected if rule.id not in named], len(selected)


def unknown(root: Path = ROOT) -> set[str]:
    """Return the ids that cases name and no checklist has."""
    known = {rule.id for rule in rules(root)}
    named: set[str] = set()
    for path in find([root / "rules" / "conformance"]):
        for case in read(path):
            named.update(case.rules)
    return named - known
