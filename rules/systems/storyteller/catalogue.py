"""The data of the pirate campaign: traits, action systems, manoeuvres, levels, weapons, prompts."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from rules.engine.text import Text

PACKAGE = "rules.systems.storyteller"
CATEGORIES = ("talent", "skill", "knowledge")
DAMAGE_TYPES = ("bashing", "lethal", "aggravated")
WEAPON_CLASSES = ("unarmed", "close", "ranged", "thrown")


def _rows(name: str, key: str) -> list[dict[str, Any]]:
    text = files(PACKAGE).joinpath(f"data/{name}.toml").read_text(encoding="utf-8")
    rows: list[dict[str, Any]] = tomllib.loads(text)[key]
    return [
        {k: Text(**v) if k in ("name", "success", "botch") else _fixed(v) for k, v in row.items()}
        for row in rows
    ]


def _fixed(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


@dataclass(frozen=True, slots=True)
class Attribute:
    id: str
    rule: str
    name: Text
    group: str


@dataclass(frozen=True, slots=True)
class Ability:
    """An Ability; `attribute` is the one that goes with it when nothing else is said."""

    id: str
    rule: str
    name: Text
    category: str
    attribute: str


@dataclass(frozen=True, slots=True)
class Action:
    """
    One listed system. An empty Attribute or Ability is "none", "any" is chosen at the table.

    `proposed` is the Ability where the document leaves it to the description (STO-GAP-082).
    `difficulty` is lowest, usual and highest, or nothing; `target` makes it a trait of the target
    plus a number.
    """

    id: str
    rule: str
    name: Text
    group: str
    attributes: tuple[str, ...]
    abilities: tuple[str, ...]
    difficulty: tuple[int, ...]
    modes: tuple[str, ...]
    proposed: str = ""
    target: Mapping[str, Any] = field(default_factory=dict)
    against: str = ""
    against_difficulty: str = ""
    tie: str = ""
    success: Text | None = None
    botch: Text | None = None

    @property
    def usual(self) -> int:
        return self.difficulty[1] if self.difficulty else 6

    def pools(self) -> tuple[tuple[str, str], ...]:
        """Return the pairs of Attribute and Ability that may be rolled, none chosen freely."""
        return tuple(
            (attribute, ability)
            for attribute in self.attributes
            for ability in ((self.proposed,) if self.proposed else self.abilities or ("",))
            if "any" not in (attribute, ability)
        )


@dataclass(frozen=True, slots=True)
class Manoeuvre:
    """A manoeuvre: what it changes of an attack. `kind` is the data's class."""

    id: str
    rule: str
    name: Text
    kind: str
    plus: int = 0
    dice: int = 0
    difficulty: int = 0
    ability: str = ""
    strength: bool = False
    damage: int = 0
    type: str = ""
    weapon: bool = False
    follows: str = ""


@dataclass(frozen=True, slots=True)
class Level:
    """A health level: steps down the track, dice lost, what is left of movement."""

    id: str
    rule: str
    name: Text
    steps: int
    penalty: int
    movement: str
    acts: bool


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon's record. `kind` is unarmed, close, ranged or thrown; distances are metres."""

    id: str
    name: Text
    kind: str
    ability: str
    damage: int
    type: str
    strength: bool = False
    range: int = 0
    rate: int = 1
    shots: int = 0
    sight: bool = False
    complex: bool = False
    short: bool = False
    dice: int = 0
    difficulty: int = 0


@dataclass(frozen=True, slots=True)
class Prompt:
    """Something that a rule leaves to the Storyteller."""

    id: str
    rule: str
    name: Text
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Switch:
    """A ruling that a table may turn the other way."""

    id: str
    rule: str
    name: Text


def _kinded(row: dict[str, Any]) -> dict[str, Any]:
    return {("kind" if key == "class" else key): value for key, value in row.items()}


ATTRIBUTES = {row["id"]: Attribute(**row) for row in _rows("attributes", "attribute")}
ABILITIES = {row["id"]: Ability(**row) for row in _rows("abilities", "ability")}
ACTIONS = {row["id"]: Action(**row) for row in _rows("actions", "action")}
MANOEUVRES = {row["id"]: Manoeuvre(**_kinded(row)) for row in _rows("manoeuvres", "manoeuvre")}
LEVELS = tuple(Level(**row) for row in _rows("levels", "level"))
WEAPONS = {row["id"]: Weapon(**_kinded(row)) for row in _rows("weapons", "weapon")}
PROMPTS = {row["id"]: Prompt(**row) for row in _rows("prompts", "prompt")}
SWITCHES = {row["id"]: Switch(**row) for row in _rows("options", "option")}
PHYSICAL = frozenset(one.id for one in ATTRIBUTES.values() if one.group == "physical")

# STO-GAP-054: what cover adds for those who shoot at it. STO-GAP-039: spots, and damage dice.
COVER = {"none": 0, "prone": 1, "wall": 2, "head": 3}
SPOTS = {"none": (0, 0), "limb": (1, 0), "hand": (2, 1), "head": (2, 1), "eye": (3, 2)}
# STO-GAP-093: a bashing blow to a vital spot has a difficulty of its own instead of 6.
VITALS = {"none": 6, "vital_8": 8, "vital_9": 9}
# STO-GAP-013: kilograms that can be lifted, by Strength.
LIFTS = (0, 20, 45, 115, 180, 295)
HAKI = ("armour", "observation", "conqueror")
MERCHANTMAN = 6  # STO-GAP-094: a ship's manoeuvre rating when nothing else is said

# STO-GAP-089: other names of the same things in the document.
ALIASES = {
    "armas c. c.": "melee",
    "armas cuerpo a cuerpo": "melee",
    "armas a distancia": "firearms",
}


def ability_of(written: str) -> str:
    """Return the id of an Attribute or Ability written in either language, or nothing."""
    word = written.strip().casefold()
    if word in ALIASES:
        return ALIASES[word]
    known: list[Ability | Attribute] = [*ABILITIES.values(), *ATTRIBUTES.values()]
    for one in known:
        if word in (one.id, one.name.es.casefold(), one.name.en.casefold()):
            return one.id
    return ""


def level_at(steps: int) -> Level:
    """Return the health level so many steps down the track."""
    return LEVELS[min(steps, len(LEVELS) - 1)]
