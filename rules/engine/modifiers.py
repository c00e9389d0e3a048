"""The reasons why a total is what it is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.text import Text


@dataclass(frozen=True, slots=True)
class Modifier:
    """One named number: its value, its name, and the rule that says so."""

    rule: str
    name: Text
    value: int

    def to_json(self) -> dict[str, Any]:
        return {"rule": self.rule, "name": self.name.to_json(), "value": self.value}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Modifier":
        return cls(
            rule=value["rule"], name=Text.from_json(value["name"]), value=int(value["value"])
        )


def total(modifiers: Iterable[Modifier]) -> int:
    """Return the sum of the modifiers' values."""
    return sum([modifier.value for modifier in modifiers])
