"""What fell and what it means: plain values, the same for every system and for typed dice."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.dice import Dice
from rules.engine.modifiers import Modifier
from rules.engine.text import Text

MOST_ACES = 100

# How an outcome feels, for the eye: the words stand in `outcome_text`.
TONES = ("success", "raise", "failure", "critical", "neutral")


@dataclass(frozen=True, slots=True)
class Die:
    """
    One die of a roll with every face it showed, aces chained.

    `role` says what it is for (trait, wild, damage, pool, bonus or nothing), `value` what it adds,
    `mark` what became of it: success, double, cancel, botch, dropped, or nothing.
    """

    role: str
    sides: int
    faces: tuple[int, ...]
    value: int
    kept: bool = True
    mark: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "role": self.role,
            "sides": self.sides,
            "faces": list(self.faces),
            "value": self.value,
            "kept": self.kept,
            "mark": self.mark,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Die":
        return cls(**{**value, "faces": tuple(value["faces"])})


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll with its arithmetic: `total` is always what dice and modifiers explain."""

    kind: str
    label: Text
    dice: tuple[Die, ...]
    modifiers: tuple[Modifier, ...]
    total: int
    target: int | None
    outcome: str
    outcome_text: Text
    tone: str
    raises: int = 0
    critical_failure: bool = False
    rules: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "v": 1,
            "kind": self.kind,
            "label": self.label.to_json(),
            "dice": [die.to_json() for die in self.dice],
            "modifiers": [modifier.to_json() for modifier in self.modifiers],
            "total": self.total,
            "target": self.target,
            "outcome": self.outcome,
            "outcome_text": self.outcome_text.to_json(),
            "tone": self.tone,
            "raises": self.raises,
            "critical_failure": self.critical_failure,
            "rules": list(self.rules),
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Roll":
        return cls(
            kind=value["kind"],
            label=Text.from_json(value["label"]),
            dice=tuple(Die.from_json(die) for die in value["dice"]),
            modifiers=tuple(Modifier.from_json(item) for item in value["modifiers"]),
            total=value["total"],
            target=value["target"],
            outcome=value["outcome"],
            outcome_text=Text.from_json(value["outcome_text"]),
            tone=value["tone"],
            raises=value["raises"],
            critical_failure=value["critical_failure"],
            rules=tuple(value["rules"]),
        )


def ace(sides: int, dice: Dice) -> tuple[int, ...]:
    """Roll a die that is rolled again and added each time it shows its highest face."""
    first = dice.draw(sides)
    if first != sides or sides == 1:
        return (first,)
    faces = [first]
    while sides > 1 and faces[-1] == sides and len(faces) <= MOST_ACES:
        faces.append(dice.draw(sides))
    return tuple(faces)
