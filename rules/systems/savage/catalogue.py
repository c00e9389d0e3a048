"""Skills, edges, hindrances and gear as data, read once when a system is loaded."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from importlib.resources import files
from typing import Any

from rules.engine.effects import Trait, read_traits
from rules.engine.text import Text

ATTRIBUTES = {
    "agility": Text(es="Agilidad", en="Agility"),
    "smarts": Text(es="Astucia", en="Smarts"),
    "spirit": Text(es="Espíritu", en="Spirit"),
    "strength": Text(es="Fuerza", en="Strength"),
    "vigor": Text(es="Vigor", en="Vigor"),
}


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill of an edition: its linked attribute, and whether everybody has it at d4."""

    id: str
    rule: str
    name: Text
    attribute: str
    core: bool = False
    needs_arcane_background: bool = False


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon; `range` is "short/medium/long" in inches, `item` its size as a called shot."""

    id: str
    name: Text
    kind: str  # melee, ranged, thrown, natural, unarmed
    damage: str
    ap: int = 0
    reach: int = 0
    parry: int = 0
    range: str = ""
    thrown_range: str = ""
    rof: int = 1
    shots: int = 0
    hands: int = 1
    min_strength: str = ""
    edged: bool = False
    improvised: bool = False
    shotgun: bool = False
    in_melee: bool = False
    item: str = "large_item"
    semi_auto: bool = False
    revolver: bool = False
    single_action: bool = False
    burst: bool = False
    to_hit: int = 0
    area: str = ""  # its template
    kinds: tuple[str, ...] = ()  # cutting, piercing, blunt
    charge_ap: int = 0
    mounted: bool = False
    worn: str = ""  # "shield" for what is bashed with
    bash: int = 0
    shelter: int = 0  # armor against shots from the shielded side

    @property
    def is_blunt(self) -> bool:
        return self.kind == "unarmed" or self.kinds == ("blunt",)

    @property
    def is_melee(self) -> bool:
        return self.kind in ("melee", "natural", "unarmed")


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Everything that a sheet may name by id."""

    skills: Mapping[str, Skill]
    edges: Mapping[str, Trait]
    hindrances: Mapping[str, Trait]
    weapons: Mapping[str, Weapon]

    def effects(
        self, sheet: Mapping[str, Any], word: str
    ) -> Iterator[tuple[Trait, Mapping[str, Any]]]:
        """Yield every effect of one word that a sheet's edges and hindrances have."""
        if not (sheet.get("edges") or sheet.get("hindrances")):
            return
        for known, names in (
            (self.edges, sheet.get("edges", ())),
            (self.hindrances, sheet.get("hindrances", ())),
        ):
            for name in names:
                trait = known.get(name)
                if trait is None:
                    continue
                for effect in trait.effects:
                    if effect["word"] == word:
                        yield trait, effect

    def weapon(self, sheet: Mapping[str, Any], weapon_id: str) -> Weapon | None:
        """Return a weapon that the sheet carries or that needs no carrying; None if neither."""
        carried = sheet.get("weapons", {})
        own = carried.get(weapon_id) if isinstance(carried, Mapping) else None
        if own:
            return read_weapon({**own, "id": weapon_id}) if is_weapon(own) else None
        known = self.weapons.get(weapon_id)
        if known is None:
            return None
        free = known.kind == "unarmed" or known.improvised
        return known if free or weapon_id in carried else None


DAMAGE_KINDS = frozenset({"cutting", "piercing", "blunt"})
_KINDS = ("melee", "ranged", "thrown", "natural", "unarmed")
_RANGE = re.compile(r"\d{1,4}/\d{1,4}/\d{1,4}")
_DAMAGE = re.compile(r"(str|\d{0,2}d\d{1,3}|\d{1,2})(\+(str|\d{0,2}d\d{1,3}|\d{1,2})){0,4}")
_DIE = re.compile(r"(d(4|6|8|10|12))?")
_PATTERNS = {
    "damage": _DAMAGE,
    "range": _RANGE,
    "thrown_range": _RANGE,
    "min_strength": _DIE,
}


def is_weapon(row: object) -> bool:
    """Tell whether a sheet's own weapon is written as one."""
    if not isinstance(row, Mapping):
        return False
    kinds = {field.name: field.type for field in fields(Weapon)}
    for key, value in row.items():
        if key in ("id", "name"):
            continue
        if key == "kinds":
            if not isinstance(value, list | tuple) or not set(value) <= DAMAGE_KINDS:
                return False
            continue
        if key not in kinds or type(value) is not kinds[key]:
            return False
        pattern = _PATTERNS.get(key)
        if pattern is not None and value and not pattern.fullmatch(value):
            return False
    kind = row.get("kind", "melee")
    needs_range = kind in ("ranged", "thrown")
    return kind in _KINDS and bool(row.get("range")) >= needs_range and 1 <= row.get("rof", 1) <= 6


def read_weapon(row: Mapping[str, Any]) -> Weapon:
    """Return a weapon from its fields; a name may be left out and is then the id."""
    name = row.get("name")
    text = Text(**name) if isinstance(name, Mapping) else Text(str(row["id"]), str(row["id"]))
    return Weapon(
        **{
            "kind": "melee",
            "damage": "str",
            **row,
            "name": text,
            "kinds": tuple(row.get("kinds", ())),
        }
    )


def _rows(package: str, file: str, key: str) -> list[dict[str, Any]]:
    text = files(package).joinpath(f"data/{file}.toml").read_text(encoding="utf-8")
    rows: list[dict[str, Any]] = tomllib.loads(text).get(key, [])
    return rows


def read_skills(package: str) -> dict[str, Skill]:
    """Return the skills in a package's `data/skills.toml`, by id, in the file's order."""
    rows = _rows(package, "skills", "skill")
    return {row["id"]: Skill(**{**row, "name": Text(**row["name"])}) for row in rows}


def read_catalogue(package: str) -> Catalogue:
    """
    Return everything in a package's `data`.

    :raises rules.engine.effects.UnknownEffect: for an effect outside the vocabulary.
    """
    weapons = [read_weapon(row) for row in _rows(package, "gear", "weapon")]
    return Catalogue(
        skills=read_skills(package),
        edges=read_traits(_rows(package, "edges", "edge")),
        hindrances=read_traits(_rows(package, "hindrances", "hindrance")),
        weapons={weapon.id: weapon for weapon in weapons},
    )
