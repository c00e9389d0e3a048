"""Sheets: their fields, what is wrong with one, what its points have bought, advances."""

from collections.abc import Mapping
from typing import Any

from rules.engine.sheet import Problem, SheetField
from rules.engine.text import Text
from rules.systems.savage.catalogue import ATTRIBUTES, Catalogue, is_weapon
from rules.systems.savage.edition import Edition
from rules.systems.savage.traits import DICE, TraitDie, read_die

ATTRIBUTE_GROUP = Text(es="Atributos", en="Attributes")
SKILL_GROUP = Text(es="Habilidades", en="Skills")
UNSKILLED_GROUP = Text(es="Sin entrenamiento", en="Unskilled")
KIND_GROUP = Text(es="Tipo", en="Kind")
_MAX_DICE = (*DICE, "d12+1", "d12+2")


def empty(catalogue: Catalogue) -> dict[str, Any]:
    return {
        "wild_card": True,
        "attributes": dict.fromkeys(ATTRIBUTES, "d4"),
        # SWADE-SKILL-004: core skills are everybody's at d4.
        "skills": {skill.id: "d4" for skill in catalogue.skills.values() if skill.core},
    }


def extra(catalogue: Catalogue) -> dict[str, Any]:
    """Return the sheet of an unremarkable adult, an extra (SWADE-TRAIT-003)."""
    average = dict.fromkeys(ATTRIBUTES, "d6")
    return {**empty(catalogue), "wild_card": False, "attributes": average}


def fields(catalogue: Catalogue) -> tuple[SheetField, ...]:
    kind = SheetField(
        "wild_card", Text(es="Comodín", en="Wild card"), KIND_GROUP, "boolean", (), True
    )
    attributes = [
        SheetField(f"attributes.{key}", name, ATTRIBUTE_GROUP, "die", _MAX_DICE, "d4")
        for key, name in ATTRIBUTES.items()
    ]
    skills = [
        SheetField(
            f"skills.{skill.id}",
            skill.name,
            SKILL_GROUP,
            "die",
            _MAX_DICE if skill.core else ("", *_MAX_DICE),
            "d4" if skill.core else "",
        )
        for skill in catalogue.skills.values()
    ]
    return (kind, *attributes, *skills)


def problems(catalogue: Catalogue, edition: Edition, sheet: Mapping[str, Any]) -> list[Problem]:
    """Return everything that is wrong with a sheet."""
    return [
        *_attribute_problems(sheet),
        *_skill_problems(catalogue, sheet),
        *_edge_problems(catalogue, sheet),
        *_weapon_problems(catalogue, sheet),
        *_other_problems(sheet),
    ]


def _part(sheet: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = sheet.get(name)
    return found if isinstance(found, Mapping) else {}


def _attribute_problems(sheet: Mapping[str, Any]) -> list[Problem]:
    given = _part(sheet, "attributes")
    found = [
        Problem("SWADE-ATTR-001", f"attributes.{key}", _NO_ATTRIBUTE.fill(name=str(key)))
        for key in given
        if key not in ATTRIBUTES
    ]
    for key, name in ATTRIBUTES.items():
        if key not in given:
            message = _MISSING.fill(name=name)
            found.append(Problem("SWADE-ATTR-002", f"attributes.{key}", message))
        elif read_die(given[key]) is None:
            message = _NO_DIE.fill(name=name, value=str(given[key]))
            found.append(Problem("SWADE-TRAIT-002", f"attributes.{key}", message))
    return found


def _skill_problems(catalogue: Catalogue, sheet: Mapping[str, Any]) -> list[Problem]:
    given = _part(sheet, "skills")
    found = []
    arcane = bool(list(catalogue.effects(sheet, "arcane_background")))
    for key, value in given.items():
        skill = catalogue.skills.get(key)
        if skill is None:
            message = _NO_SKILL.fill(name=str(key))
            found.append(Problem("SWADE-SKILL-001", f"skills.{key}", message))
        elif read_die(value) is None:
            message = _NO_DIE.fill(name=skill.name, value=str(value))
            found.append(Problem("SWADE-TRAIT-002", f"skills.{key}", message))
        elif skill.needs_arcane_background and not arcane:
            found.append(Problem(skill.rule, f"skills.{key}", _ARCANE.fill(name=skill.name)))
    for skill in catalogue.skills.values():
        if skill.core and skill.id not in given:
            message = _CORE.fill(name=skill.name)
            found.append(Problem("SWADE-SKILL-004", f"skills.{skill.id}", message))
    return found


def _edge_problems(catalogue: Catalogue, sheet: Mapping[str, Any]) -> list[Problem]:
    found = []
    for key in sheet.get("edges", ()):
        edge = catalogue.edges.get(key)
        if edge is None:
            found.append(Problem("SWADE-DIFF-072", "edges", _NO_EDGE.fill(name=str(key))))
            continue
        for attribute, least in edge.requires.items():
            needed = read_die(least)
            has = read_die(_part(sheet, "attributes").get(attribute))
            if needed and (has is None or has.step < needed.step):
                message = _REQUIRES.fill(name=edge.name, what=ATTRIBUTES[attribute], value=least)
                found.append(Problem("SWADE-ATTR-005", "edges", message))
    for key in sheet.get("hindrances", ()):
        if key not in catalogue.hindrances:
            found.append(Problem("SWADE-DIFF-072", "hindrances", _NO_EDGE.fill(name=str(key))))
    return found


def _weapon_problems(catalogue: Catalogue, sheet: Mapping[str, Any]) -> list[Problem]:
    """A weapon is one of the catalogue's, or written out with its damage and range."""
    return [
        Problem("SWADE-INDEX-083", f"weapons.{key}", _NO_WEAPON.fill(name=str(key)))
        for key, own in _part(sheet, "weapons").items()
        if not (is_weapon(own) if own else key in catalogue.weapons)
    ]


def _other_problems(sheet: Mapping[str, Any]) -> list[Problem]:
    wild = sheet.get("wild_die", 6)
    if wild not in (4, 6, 8, 10, 12):
        return [Problem("SWADE-WILD-006", "wild_die", _NO_WILD_DIE)]
    return []


# ---- points and advances ----


def skill_step_cost(edition: Edition, attribute: TraitDie, step: int) -> int:
    """Return what a skill's next step costs: less below the linked attribute (SWADE-SKILL-003)."""
    cheap, dear = edition.skill_step_cost
    return cheap if step <= attribute.step else dear


def skill_cost(edition: Edition, attribute: TraitDie, skill: TraitDie, *, core: bool) -> int:
    """Return what a skill has cost from nothing; the first die of a core skill is free."""
    first = 1 if core else 0
    return sum(skill_step_cost(edition, attribute, step) for step in range(first, skill.step + 1))


def points(catalogue: Catalogue, edition: Edition, sheet: Mapping[str, Any]) -> dict[str, int]:
    """Return the points that a new character has spent, and those there are (SWADE-GAP-002)."""
    dice = {key: read_die(value) or TraitDie(4) for key, value in sheet["attributes"].items()}
    spent = 0
    for key, value in sheet["skills"].items():
        die = read_die(value)
        skill = catalogue.skills.get(key)
        if die is not None and skill is not None:
            spent += skill_cost(edition, dice[skill.attribute], die, core=skill.core)
    return {
        "attributes": sum(die.step for die in dice.values()),
        "attributes_of": edition.attribute_points,
        "skills": spent,
        "skills_of": edition.skill_points,
    }


def advances(catalogue: Catalogue, sheet: Mapping[str, Any], raised: tuple[str, ...]) -> bool:
    """
    Tell whether one advance may raise these skills.

    One skill at or above its attribute, or two below (SWADE-GAP-002).
    """
    below = []
    for key in raised:
        skill = catalogue.skills[key]
        attribute = read_die(sheet["attributes"][skill.attribute]) or TraitDie(4)
        has = read_die(sheet["skills"].get(key))
        below.append(has is None or has.step < attribute.step)
    if len(raised) == 1:
        return True
    return len(raised) == 2 and raised[0] != raised[1] and all(below)


_NO_ATTRIBUTE = Text(es="«{name}» no es un atributo.", en="“{name}” is no attribute.")
_NO_SKILL = Text(es="«{name}» no es una habilidad.", en="“{name}” is no skill.")
_MISSING = Text(es="Falta {name}: todos tienen al menos d4.", en="{name} is missing: at least d4.")
_NO_DIE = Text(
    es="{name}: «{value}» no es un dado de d4 a d12.", en="{name}: “{value}” is no die d4 to d12."
)
_CORE = Text(
    es="{name} es una habilidad básica: al menos d4.", en="{name} is a core skill: at least d4."
)
_ARCANE = Text(es="{name} pide un Trasfondo Arcano.", en="{name} asks for an Arcane Background.")
_NO_EDGE = Text(es="«{name}» no está en el catálogo.", en="“{name}” is not in the catalogue.")
_NO_WEAPON = Text(
    es="«{name}» no está en el catálogo, o le falta o sobra algo.",
    en="“{name}” is not in the catalogue, or something is missing or wrong.",
)
_REQUIRES = Text(es="{name} pide {what} {value}.", en="{name} asks for {what} {value}.")
_NO_WILD_DIE = Text(es="El dado salvaje va de d4 a d12.", en="A wild die is d4 to d12.")
