"""Sheets: their fields, what is wrong with one, what follows from one, what experience buys."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.engine.sheet import Problem, SheetField
from rules.engine.text import Text
from rules.systems.cortex import ladder
from rules.systems.cortex.catalogue import Catalogue, Skill

Sheet = Mapping[str, Any]
FIRST_POINTS = 6  # COR-PPG-001
MOST_POINTS = 12  # COR-PPG-002
MOVEMENT = 15  # feet a turn, COR-MOVE-001
MOST_MOVEMENT = 100  # no rule says so: beyond it somebody has mistyped
ATTRIBUTE_DICE = tuple(ladder.written(step) for step in range(2, 9))  # COR-CHAR-005
GENERAL_DICE = tuple(ladder.written(step) for step in range(1, 4))  # COR-SKILL-003
SPECIALITY_DICE = tuple(ladder.written(step) for step in range(4, 13))
KINDS = ("asset", "complication")
# What a trait may alter, in numbers (COR-TRAIT-006).
EFFECTS = ("movement", "life_points", "unarmed_steps", "innate")
DERIVED = ("life_points", "initiative", "endurance", "resistance", "movement")


def empty(catalogue: Catalogue) -> dict[str, Any]:
    """Return an ordinary person's sheet: d6 in everything innate (COR-CHAR-006)."""
    return {
        "colony": "",
        "concept": "",
        "description": "",
        "attributes": dict.fromkeys(catalogue.attributes, "d6"),
        "skills": {},
    }


def fields(catalogue: Catalogue) -> tuple[SheetField, ...]:
    about = [
        SheetField("colony", Text(es="Colonia de origen", en="Home colony"), _ABOUT, "text"),
        SheetField("concept", Text(es="Concepto", en="Concept"), _ABOUT, "text"),
        SheetField("description", Text(es="Descripción", en="Description"), _ABOUT, "text"),
    ]
    attributes = [
        SheetField(f"attributes.{a.id}", a.name, GROUPS[a.group], "die", ATTRIBUTE_DICE, "d6")
        for a in catalogue.attributes.values()
    ]
    skills = [
        SheetField(
            f"skills.{skill.id}", skill_name(catalogue, {}, skill), _SKILL_GROUPS[skill.kind],
            "die", ("", *(SPECIALITY_DICE if skill.parent else GENERAL_DICE)),
        )
        for kind in ("general", "speciality")
        for skill in catalogue.skills.values()
        if skill.kind == kind
    ]  # fmt: skip
    body = [
        SheetField("movement", Text(es="Movimiento base (pies)", en="Base movement (ft)"), _GEAR,
                   "integer", (), MOVEMENT),
        SheetField("armour.rating", Text(es="Armadura", en="Armour"), _GEAR, "integer", (), 0),
    ]  # fmt: skip
    return (*about, *attributes, *skills, *body)


def skill_name(catalogue: Catalogue, sheet: Sheet, skill: Skill) -> Text:
    """Return a skill's name, a speciality's after its parent's."""
    parent = catalogue.skill(sheet, skill.parent) if skill.parent else None
    if parent is None:
        return skill.name
    return Text(es="{parent}/{name}", en="{parent}/{name}").fill(
        parent=parent.name, name=skill.name
    )


def label(rating: str) -> Text:
    """Return a word for an attribute's rating; it moves no die (COR-CHAR-007)."""
    step = ladder.read(rating) or 0
    return next(text for least, text in _LABELS if step >= least)


def life_points(sheet: Sheet) -> int:
    """Return Life Points: the highest of Vitality and of Willpower, added (COR-DER-006)."""
    attributes = sheet["attributes"]
    extra = sum(int(trait.get("life_points", 0)) for trait in sheet.get("traits", ()))
    return extra + sum(
        ladder.highest(ladder.read(attributes.get(key)) or 0) for key in ("vitality", "willpower")
    )


def movement(sheet: Sheet) -> int:
    """Return base movement in feet a turn, with what traits add (COR-TRAIT-006)."""
    added = sum(int(trait.get("movement", 0)) for trait in sheet.get("traits", ()))
    return int(sheet.get("movement", MOVEMENT)) + added


def problems(catalogue: Catalogue, sheet: Sheet) -> list[Problem]:
    """Return everything that is wrong with a sheet."""
    return [
        *_about_problems(sheet),
        *_attribute_problems(catalogue, sheet),
        *_skill_problems(catalogue, sheet),
        *_trait_problems(sheet),
        *_gear_problems(catalogue, sheet),
    ]


def _about_problems(sheet: Sheet) -> Iterator[Problem]:
    if not str(sheet.get("colony") or "").strip():
        yield Problem("COR-CHAR-001", "colony", _NO_COLONY)
    if sheet.get("traits") and not str(sheet.get("concept") or "").strip():
        yield Problem("COR-TRAIT-004", "concept", _NO_CONCEPT)


def _attribute_problems(catalogue: Catalogue, sheet: Sheet) -> Iterator[Problem]:
    given = _part(sheet, "attributes")
    for key in given:
        if key not in catalogue.attributes:
            message = _NO_ATTRIBUTE.fill(name=str(key))
            yield Problem("COR-CHAR-004", f"attributes.{key}", message)
    for key, attribute in catalogue.attributes.items():
        if key not in given:
            yield Problem("COR-CHAR-004", f"attributes.{key}", _MISSING.fill(name=attribute.name))
        elif given[key] not in ATTRIBUTE_DICE:
            message = _BAD_ATTRIBUTE.fill(name=attribute.name, value=str(given[key]))
            yield Problem("COR-CHAR-005", f"attributes.{key}", message)


def _skill_problems(catalogue: Catalogue, sheet: Sheet) -> Iterator[Problem]:
    for key, row in _part(sheet, "custom_skills").items():
        kind = row.get("kind") if isinstance(row, Mapping) else None
        where = f"custom_skills.{key}"
        if kind not in ("general", "speciality"):
            yield Problem("COR-SKILL-002", where, _NO_KIND.fill(name=str(key)))
        elif (kind == "speciality") != bool(row.get("parent")):
            yield Problem("COR-SKILL-006", where, _NO_PARENT.fill(name=str(key)))
    given = _part(sheet, "skills")
    for key, value in given.items():
        if value in ("", None):
            continue
        skill = catalogue.skill(sheet, key)
        where = f"skills.{key}"
        step = ladder.read(value)
        if skill is None:
            yield Problem("COR-SKILL-002", where, _NO_SKILL.fill(name=str(key)))
        elif not step:
            rule = "COR-SKILL-009" if skill.parent else "COR-SKILL-003"
            yield Problem(rule, where, _BAD_SKILL.fill(name=skill.name, value=str(value)))
        elif not skill.parent:
            if step > 3:
                yield Problem("COR-SKILL-004", where, _TOO_HIGH.fill(name=skill.name))
        else:
            if step < 4:
                yield Problem("COR-SKILL-005", where, _TOO_LOW.fill(name=skill.name))
            if (ladder.read(given.get(skill.parent)) or 0) < 3:
                parent = catalogue.skill(sheet, skill.parent)
                text = _WEAK_PARENT.fill(
                    name=skill.name, parent=parent.name if parent else skill.parent
                )
                yield Problem("COR-SKILL-007", where, text)


def _trait_problems(sheet: Sheet) -> Iterator[Problem]:
    traits = sheet.get("traits", ())
    for place, trait in enumerate(traits if isinstance(traits, list) else ()):
        where = f"traits.{place}"
        if not isinstance(trait, Mapping) or trait.get("kind") not in KINDS:
            yield Problem("COR-TRAIT-001", where, _TRAIT_KIND)
        elif not ladder.read(trait.get("die", "d2")):
            yield Problem("COR-TRAIT-005", where, _TRAIT_DIE)
        elif not str(trait.get("name") or "").strip() or not all(
            _is_count(trait.get(key, 0), -1000) for key in EFFECTS
        ):
            yield Problem("COR-TRAIT-006", where, _TRAIT_EFFECT)


def _gear_problems(catalogue: Catalogue, sheet: Sheet) -> Iterator[Problem]:
    for key, row in _part(sheet, "weapons").items():
        if not isinstance(row, Mapping) or not _is_weapon(catalogue, sheet, row):
            yield Problem("COR-GAP-042", f"weapons.{key}", _BAD_WEAPON.fill(name=str(key)))
        elif row.get("thrown") and row.get("throw_attribute") not in ("strength", "agility"):
            yield Problem("COR-MAN-029", f"weapons.{key}", _NO_THROW.fill(name=str(key)))
    feet = sheet.get("movement", MOVEMENT)
    if isinstance(feet, bool) or not isinstance(feet, int) or not 0 <= feet <= MOST_MOVEMENT:
        yield Problem("COR-MOVE-002", "movement", _BAD_MOVEMENT)
    armour = sheet.get("armour", {})
    if not isinstance(armour, Mapping) or any(
        isinstance(value, bool) or not isinstance(value, int) or (key == "rating") != (value >= 0)
        for key, value in armour.items()
        if value
    ):
        yield Problem("COR-DEF-033", "armour.rating", _BAD_ARMOUR)


def _is_weapon(catalogue: Catalogue, sheet: Sheet, row: Sheet) -> bool:
    skill = row.get("skill", "weapons")
    return (
        ladder.read(row.get("die", "d0")) is not None
        and row.get("kind", "wound") in ("stun", "wound", "basic")
        and isinstance(skill, str)
        and catalogue.skill(sheet, skill) is not None
        and _is_count(row.get("increment", 1), 1)
        and _is_count(row.get("improvised", 0), 0)
    )


def _is_count(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= 1000


def next_price(catalogue: Catalogue, sheet: Sheet, target: str) -> tuple[int, int] | Problem:
    """
    Return the next rung of an attribute, skill or trait and what it costs in experience.

    The price is the rung's highest total, twice that for attributes (COR-GAP-009).
    """
    group, _dot, key = target.partition(".")
    if group == "attribute" and key in catalogue.attributes:
        step = (ladder.read(sheet["attributes"].get(key)) or 0) + 1
        if step > 8:
            return Problem("COR-CHAR-005", target, _TOP)
        return step, 2 * ladder.highest(step)
    if group == "skill" and (skill := catalogue.skill(sheet, key)) is not None:
        own = ladder.read(sheet.get("skills", {}).get(key)) or 0
        if not skill.parent:
            if own >= 3:
                return Problem("COR-SKILL-004", target, _TOO_HIGH.fill(name=skill.name))
            return own + 1, ladder.highest(own + 1)
        if (ladder.read(sheet.get("skills", {}).get(skill.parent)) or 0) < 3:
            return Problem("COR-SKILL-007", target, _WEAK.fill(name=skill.name))
        step = max(own + 1, 4)
        return step, ladder.highest(step)
    if group == "trait":
        for trait in sheet.get("traits", ()):
            if trait.get("name") == key:
                step = (ladder.read(trait.get("die", "d2")) or 1) + 1
                return step, ladder.highest(step)
    rule = "COR-DER-001" if target in DERIVED else "COR-XP-007"
    return Problem(rule, target, _NOT_BOUGHT)


def creation_cost(catalogue: Catalogue, sheet: Sheet) -> dict[str, int]:
    """Return what a sheet costs to make: the highest total of each rating (COR-GAP-008)."""
    levels = [ladder.read(value) or 0 for value in sheet["attributes"].values()]
    skills = [ladder.read(value) or 0 for value in sheet.get("skills", {}).values()]
    return {
        "attributes": sum(ladder.highest(step) for step in levels),
        "skills": sum(ladder.highest(step) for step in skills),
    }


def imported(sheet: Sheet) -> dict[str, Any]:
    """Return a sheet in which Alertness has the one name that it has here (COR-GAP-001)."""
    attributes = {_ALIASES.get(key, key): value for key, value in sheet["attributes"].items()}
    return {**sheet, "attributes": attributes}


_ALIASES = {"perception": "alertness", "percepción": "alertness", "alerta": "alertness"}


def _part(sheet: Sheet, name: str) -> Mapping[str, Any]:
    found = sheet.get(name)
    return found if isinstance(found, Mapping) else {}


_LABELS = (
    (6, Text(es="excepcional", en="exceptional")),
    (5, Text(es="experto", en="expert")),
    (4, Text(es="bueno", en="good")),
    (3, Text(es="medio", en="average")),
    (0, Text(es="pobre", en="poor")),
)
_ABOUT = Text(es="Personaje", en="Character")
_GEAR = Text(es="Movimiento y protección", en="Movement and protection")
GROUPS = {
    "physical": Text(es="Atributos físicos", en="Physical attributes"),
    "mental": Text(es="Atributos mentales", en="Mental attributes"),
}
_SKILL_GROUPS = {
    "general": Text(es="Habilidades generales", en="General skills"),
    "speciality": Text(es="Especialidades", en="Specialities"),
}
_NO_COLONY = Text(es="Falta la colonia de origen.", en="The home colony is missing.")
_NO_CONCEPT = Text(
    es="Los rasgos no sustituyen al concepto: falta.",
    en="Traits do not replace the concept: it is missing.",
)
_NO_ATTRIBUTE = Text(es="«{name}» no es un atributo.", en="“{name}” is no attribute.")
_MISSING = Text(es="Falta el atributo {name}.", en="The attribute {name} is missing.")
_BAD_ATTRIBUTE = Text(
    es="{name}: «{value}» no vale; va de d4 a d12+d4.",
    en="{name}: “{value}” is not valid; it goes from d4 to d12+d4.",
)
_NO_KIND = Text(
    es="«{name}»: di si es habilidad general o especialidad.",
    en="“{name}”: say whether it is a general skill or a speciality.",
)
_NO_PARENT = Text(
    es="«{name}»: una especialidad cuelga de una habilidad general, y solo ella.",
    en="“{name}”: a speciality belongs to one general skill, and nothing else does.",
)
_NO_SKILL = Text(es="«{name}» no es una habilidad.", en="“{name}” is no skill.")
_BAD_SKILL = Text(es="{name}: «{value}» no es un dado.", en="{name}: “{value}” is no die.")
_TOO_HIGH = Text(
    es="{name}: una habilidad general no pasa de d6.",
    en="{name}: a general skill does not go beyond d6.",
)
_TOO_LOW = Text(
    es="{name}: una especialidad empieza en d8.", en="{name}: a speciality begins at d8."
)
_WEAK_PARENT = Text(
    es="{name}: antes hace falta {parent} a d6.", en="{name}: {parent} at d6 comes first."
)
_WEAK = Text(
    es="{name}: antes hace falta su habilidad general a d6.",
    en="{name}: its general skill at d6 comes first.",
)
_TRAIT_KIND = Text(
    es="Un rasgo es ventaja o defecto.", en="A trait is either an asset or a complication."
)
_TRAIT_DIE = Text(es="El valor de un rasgo es un dado desde d2.", en="A trait is rated from d2 up.")
_TRAIT_EFFECT = Text(
    es="Un rasgo lleva nombre, y lo que cambia es un número entero.",
    en="A trait has a name, and what it alters is a whole number.",
)
_BAD_WEAPON = Text(
    es="El arma «{name}» necesita un dado y un tipo de daño.",
    en="The weapon “{name}” needs a die and a kind of damage.",
)
_NO_THROW = Text(
    es="El arma «{name}» se lanza con Fuerza o con Agilidad: di con cuál.",
    en="The weapon “{name}” is thrown with Strength or Agility: say which.",
)
_BAD_ARMOUR = Text(
    es="La armadura tiene un valor y, si acaso, penalizadores negativos.",
    en="Armour has a rating and perhaps negative penalties.",
)
_BAD_MOVEMENT = Text(
    es="El movimiento base va de 0 a 100 pies.", en="Base movement goes from 0 to 100 feet."
)
_TOP = Text(es="Un atributo no pasa de d12+d4.", en="An attribute does not go beyond d12+d4.")
_NOT_BOUGHT = Text(
    es="La experiencia no compra eso: solo atributos, habilidades y rasgos.",
    en="Experience does not buy that: only attributes, skills and traits.",
)
