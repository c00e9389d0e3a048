"""The data of the system: attributes, the skill tree, tables, prompts."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from rules.engine.text import Text, same
from rules.systems.cortex import ladder

Sheet = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Attribute:
    id: str
    rule: str
    name: Text
    group: str


@dataclass(frozen=True, slots=True)
class Skill:
    """A general skill, or a speciality with its `parent`; `fallback` stands in for one lacking."""

    id: str
    rule: str
    name: Text
    parent: str = ""
    fallback: str = ""

    @property
    def kind(self) -> str:
        return "speciality" if self.parent else "general"


@dataclass(frozen=True, slots=True)
class Named:
    """A roll of two attributes that has a name of its own."""

    id: str
    rule: str
    name: Text
    attributes: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon as a sheet describes it (COR-GAP-042); `kind` is stun, wound or basic."""

    id: str
    step: int
    kind: str
    skill: str
    is_ranged: bool = False
    is_thrown: bool = False
    throw_attribute: str = "agility"
    increment: int = 30
    is_burst: bool = False
    improvised: int = 0


@dataclass(frozen=True, slots=True)
class Prompt:
    """Something that a rule leaves to the GM."""

    id: str
    rule: str
    name: Text


@dataclass(frozen=True, slots=True)
class Catalogue:
    attributes: Mapping[str, Attribute]
    skills: Mapping[str, Skill]
    named: Mapping[str, Named]
    tables: Mapping[str, Any]
    prompts: Mapping[str, Prompt]

    def skill(self, sheet: Sheet, skill_id: str) -> Skill | None:
        """Return a skill of the list, or one that the sheet itself describes."""
        known = self.skills.get(skill_id)
        if known is not None:
            return known
        row = sheet.get("custom_skills", {}).get(skill_id)
        if not isinstance(row, Mapping):
            return None
        name = same(str(row.get("name") or skill_id))
        return Skill(skill_id, "COR-SKILL-002", name, str(row.get("parent") or ""))

    def level(self, sheet: Sheet, skill_id: str) -> int:
        """
        Return the rung that counts for a skill: its own, or its parent's (COR-SKR-003), or that of
        what may stand in for it (COR-GAP-005); nought for who has none of them (COR-GAP-007).
        """
        skill = self.skill(sheet, skill_id)
        if skill is None:
            return 0
        own = ladder.read(sheet.get("skills", {}).get(skill_id)) or 0
        if own or not (skill.parent or skill.fallback):
            return own
        return self.level(sheet, skill.parent or skill.fallback)


def read_catalogue() -> Catalogue:
    lists = _read("skills.toml")
    return Catalogue(
        attributes={
            row["id"]: Attribute(row["id"], row["rule"], Text(**row["name"]), row["group"])
            for row in lists["attribute"]
        },
        skills={
            row["id"]: Skill(
                row["id"], row["rule"], Text(**row["name"]), row.get("parent", ""),
                row.get("fallback", ""),
            )
            for row in lists["skill"]
        },
        named={
            row["id"]: Named(row["id"], row["rule"], Text(**row["name"]), tuple(row["attributes"]))
            for row in lists["named"]
        },
        tables=_read("tables.toml"),
        prompts={
            row["id"]: Prompt(row["id"], row["rule"], Text(es=row["es"], en=row["en"]))
            for row in _read("prompts.toml")["prompt"]
        },
    )  # fmt: skip


def _read(name: str) -> dict[str, Any]:
    folder = files("rules.systems.cortex").joinpath("data")
    return tomllib.loads(folder.joinpath(name).read_text(encoding="utf-8"))


UNARMED = Weapon("unarmed", 0, "stun", "unarmed_combat")


def weapon(sheet: Sheet, weapon_id: str) -> Weapon | None:
    """Return a weapon of a sheet; bare hands are always there (COR-MAN-027)."""
    if weapon_id == "unarmed":
        kind, steps = "stun", 0
        for trait in sheet.get("traits", ()):
            kind = trait.get("unarmed_kind", kind)
            steps += int(trait.get("unarmed_steps", 0))
        return Weapon("unarmed", steps, kind, "unarmed_combat")
    row = sheet.get("weapons", {}).get(weapon_id)
    if not isinstance(row, Mapping):
        return None
    improvised = int(row.get("improvised", 0))
    # COR-MAN-019, COR-MAN-020: what lies about has a d2 of basic damage.
    usual = ("d2", "basic") if improvised else ("d0", "wound")
    ranged, thrown = bool(row.get("ranged")), bool(row.get("thrown"))
    return Weapon(
        weapon_id,
        ladder.read(row.get("die", usual[0])) or 0,
        str(row.get("kind", usual[1])),
        str(row.get("skill", "weapons" if ranged else "melee_weapon_combat")),
        ranged,
        thrown,
        str(row.get("throw_attribute", "agility")),
        int(row.get("increment", 30)),
        bool(row.get("burst")),
        improvised,
    )
