"""What is different between two sheets or two states, as plain data that reads well."""

from collections.abc import Mapping
from typing import Any

from rules.engine.system import System
from rules.engine.text import Text

NAME = Text(es="Nombre", en="Name")
PORTRAIT = Text(es="Retrato", en="Portrait")
PORTRAIT_ALT = Text(es="Qué muestra el retrato", en="What the portrait shows")
EXPERIENCE = Text(es="Experiencia", en="Experience")

Differences = list[dict[str, Any]]


def difference(name: Text, before: Any, after: Any) -> Differences:
    """Return one line about a value, or none when it is the same."""
    if before == after:
        return []
    return [{"name": name.to_json(), "before": before, "after": after}]


def replaced(name: Text) -> Differences:
    """Return a line about something whose values are not for reading."""
    return [{"name": name.to_json(), "before": None, "after": None}]


def of_sheets(system: System, before: Mapping[str, Any], after: Mapping[str, Any]) -> Differences:
    """Return a line for each field of the sheet that changed, in the system's order."""
    return [
        line
        for field in system.sheet_fields()
        for line in difference(field.name, at(before, field.id), at(after, field.id))
    ]


def of_states(
    system: System, sheet: Mapping[str, Any], before: Mapping[str, Any], after: Mapping[str, Any]
) -> Differences:
    """Return a line for each counter of the state that changed."""
    return [
        line
        for field in system.state_fields(sheet)
        for line in difference(field.name, before.get(field.id, 0), after.get(field.id, 0))
    ]


def at(sheet: Mapping[str, Any], path: str) -> Any:
    """Return what stands in a sheet under a dotted path, or None."""
    found: Any = sheet
    for part in path.split("."):
        if not isinstance(found, Mapping):
            return None
        found = found.get(part)
    return found
