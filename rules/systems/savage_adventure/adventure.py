"""The Adventure Edition as a system: sheet, state, trait rolls, session start."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.engine.dice import Dice
from rules.engine.modifiers import Modifier
from rules.engine.rolls import Roll
from rules.engine.sheet import Derived, Problem, Rollable, SheetField, StateField
from rules.engine.system import UnknownTrait
from rules.engine.text import Text
from rules.systems.savage.catalogue import ATTRIBUTES, read_skills
from rules.systems.savage.traits import DICE, TARGET, WILD_DIE, TraitDie, read_die, roll_trait

UNSKILLED = TraitDie(4)
BENNIES = 3
MOST_BENNIES = 20  # no rule says so: beyond it somebody has mistyped
MOST_WOUNDS = 3
MOST_FATIGUE = 2

_ATTRIBUTE_GROUP = Text(es="Atributos", en="Attributes")
_SKILL_GROUP = Text(es="Habilidades", en="Skills")
_UNSKILLED_GROUP = Text(es="Sin entrenamiento", en="Unskilled")
_KIND_GROUP = Text(es="Tipo", en="Kind")
_MAX_DICE = (*DICE, "d12+1", "d12+2")


class SavageAdventure:
    """See `rules.engine.system.System`."""

    id = "savage_adventure"
    name = Text(
        es="Savage Worlds, edición Aventura", en="Savage Worlds, Adventure Edition"
    )

    def __init__(self) -> None:
        self.skills = read_skills("rules.systems.savage_adventure")

    # ---- sheet ----

    def empty_sheet(self) -> dict[str, Any]:
        return {
            "wild_card": True,
            "attributes": dict.fromkeys(ATTRIBUTES, "d4"),
            # SWADE-SKILL-004: core skills are everybody's at d4.
            "skills": {skill.id: "d4" for skill in self.skills.values() if skill.core},
        }

    def sheet_fields(self) -> tuple[SheetField, ...]:
        kind = SheetField(
            "wild_card", Text(es="Comodín", en="Wild card"), _KIND_GROUP, "boolean", (), True
        )
        attributes = [
            SheetField(f"attributes.{key}", name, _ATTRIBUTE_GROUP, "die", _MAX_DICE, "d4")
            for key, name in ATTRIBUTES.items()
        ]
        skills = [
            SheetField(
                f"skills.{skill.id}",
                skill.name,
                _SKILL_GROUP,
                "die",
                _MAX_DICE if skill.core else ("", *_MAX_DICE),
                "d4" if skill.core else "",
            )
            for skill in self.skills.values()
        ]
        return (kind, *attributes, *skills)

    def validate(self, sheet: Mapping[str, Any]) -> list[Problem]:
        return [*self._attribute_problems(sheet), *self._skill_problems(sheet)]

    def _attribute_problems(self, sheet: Mapping[str, Any]) -> list[Problem]:
        given = _part(sheet, "attributes")
        problems = [
            Problem("SWADE-ATTR-001", f"attributes.{key}", _NO_ATTRIBUTE.fill(name=str(key)))
            for key in given
            if key not in ATTRIBUTES
        ]
        for key, name in ATTRIBUTES.items():
            if key not in given:
                message = _MISSING.fill(name=name)
                problems.append(Problem("SWADE-ATTR-002", f"attributes.{key}", message))
            elif read_die(given[key]) is None:
                message = _NO_DIE.fill(name=name, value=str(given[key]))
                problems.append(Problem("SWADE-TRAIT-002", f"attributes.{key}", message))
        return problems

    def _skill_problems(self, sheet: Mapping[str, Any]) -> list[Problem]:
        given = _part(sheet, "skills")
        problems = []
        for key, value in given.items():
            skill = self.skills.get(key)
            if skill is None:
                message = _NO_SKILL.fill(name=str(key))
                problems.append(Problem("SWADE-SKILL-001", f"skills.{key}", message))
            elif read_die(value) is None:
                message = _NO_DIE.fill(name=skill.name, value=str(value))
                problems.append(Problem("SWADE-TRAIT-002", f"skills.{key}", message))
        for skill in self.skills.values():
            if skill.core and skill.id not in given:
                message = _CORE.fill(name=skill.name)
                problems.append(Problem("SWADE-SKILL-004", f"skills.{skill.id}", message))
        return problems

    def derive(self, sheet: Mapping[str, Any], state: Mapping[str, Any]) -> tuple[Derived, ...]:
        vigor = read_die(sheet["attributes"]["vigor"]) or UNSKILLED
        fighting = read_die(sheet["skills"].get("fighting"))
        # SWADE-INDEX-086, SWADE-INDEX-062: half the die, a bonus past d12 halved downwards.
        toughness = 2 + vigor.sides // 2 + vigor.bonus // 2
        parry = 2 + (fighting.sides // 2 + fighting.bonus // 2 if fighting else 0)
        return (
            Derived("pace", Text(es="Paso", en="Pace"), 6, "SWADE-INDEX-041"),
            Derived("parry", Text(es="Parada", en="Parry"), parry, "SWADE-INDEX-062"),
            Derived("toughness", Text(es="Dureza", en="Toughness"), toughness, "SWADE-INDEX-086"),
        )

    # ---- state ----

    def empty_state(self, sheet: Mapping[str, Any]) -> dict[str, Any]:
        bennies = BENNIES if sheet.get("wild_card") else 0
        return {"wounds": 0, "fatigue": 0, "bennies": bennies, "conditions": []}

    def state_fields(self, sheet: Mapping[str, Any]) -> tuple[StateField, ...]:
        fatigue = StateField(
            "fatigue", _FATIGUE, "SWADE-INDEX-581", MOST_FATIGUE, MOST_FATIGUE, is_harm=True
        )
        if not sheet.get("wild_card"):
            # SWADE-WILD-004: an extra carries no wound; the first takes it out.
            return (fatigue,)
        return (
            StateField(
                "wounds", _WOUNDS, "SWADE-WILD-003", MOST_WOUNDS, MOST_WOUNDS, is_harm=True
            ),
            fatigue,
            StateField(
                "bennies", _BENNIES, "SWADE-BENNY-001", BENNIES, MOST_BENNIES, is_harm=False
            ),
        )

    def session_start(self, sheet: Mapping[str, Any], state: Mapping[str, Any]) -> dict[str, Any]:
        # SWADE-BENNY: players begin each session with three; what was left over is lost.
        return {**state, "bennies": BENNIES}

    def gm_pool(self, player_characters: int) -> int:
        return player_characters

    # ---- rolls ----

    def rollable(self, sheet: Mapping[str, Any], state: Mapping[str, Any]) -> tuple[Rollable, ...]:
        attributes = [
            Rollable(f"attribute.{key}", name, str(sheet["attributes"][key]), _ATTRIBUTE_GROUP)
            for key, name in ATTRIBUTES.items()
        ]
        known = [
            Rollable(f"skill.{skill.id}", skill.name, str(sheet["skills"][skill.id]), _SKILL_GROUP)
            for skill in self.skills.values()
            if skill.id in sheet["skills"]
        ]
        unknown = [
            Rollable(f"skill.{skill.id}", skill.name, str(UNSKILLED), _UNSKILLED_GROUP)
            for skill in self.skills.values()
            if skill.id not in sheet["skills"] and not skill.needs_arcane_background
        ]
        return (*known, *attributes, *unknown)

    def modifiers_for(
        self, sheet: Mapping[str, Any], state: Mapping[str, Any], trait: str
    ) -> tuple[Modifier, ...]:
        found = []
        die, _name = self._trait(sheet, trait)
        if die.bonus:
            found.append(Modifier("SWADE-GAP-004", _BONUS, die.bonus))
        if self._is_unskilled(sheet, trait):
            found.append(Modifier("SWADE-UNSK-001", _UNSKILLED_GROUP, -2))
        if wounds := min(int(state.get("wounds", 0)), MOST_WOUNDS):
            found.append(Modifier("SWADE-INDEX-104", _WOUNDS, -wounds))
        if fatigue := min(int(state.get("fatigue", 0)), MOST_FATIGUE):
            found.append(Modifier("SWADE-INDEX-581", _FATIGUE, -fatigue))
        if "distracted" in state.get("conditions", ()):
            found.append(Modifier("SWADE-INDEX-461", _DISTRACTED, -2))
        return tuple(found)

    def trait_roll(
        self,
        sheet: Mapping[str, Any],
        state: Mapping[str, Any],
        *,
        trait: str,
        modifiers: Sequence[Modifier],
        target: int | None,
        dice: Dice,
    ) -> Roll:
        die, name = self._trait(sheet, trait)
        return roll_trait(
            label=name,
            die=die,
            wild_die=WILD_DIE if sheet.get("wild_card") else None,
            modifiers=[*self.modifiers_for(sheet, state, trait), *modifiers],
            target=TARGET if target is None else target,
            dice=dice,
            rules=("SWADE-ROLL-001",),
        )

    def _trait(self, sheet: Mapping[str, Any], trait: str) -> tuple[TraitDie, Text]:
        group, _dot, key = trait.partition(".")
        if group == "attribute" and key in ATTRIBUTES:
            return read_die(sheet["attributes"].get(key)) or UNSKILLED, ATTRIBUTES[key]
        if group == "skill" and key in self.skills:
            return read_die(sheet["skills"].get(key)) or UNSKILLED, self.skills[key].name
        raise UnknownTrait(trait)

    def _is_unskilled(self, sheet: Mapping[str, Any], trait: str) -> bool:
        group, _dot, key = trait.partition(".")
        return group == "skill" and read_die(sheet["skills"].get(key)) is None


def _part(sheet: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = sheet.get(name)
    return found if isinstance(found, Mapping) else {}


_BONUS = Text(es="Por encima de d12", en="Beyond d12")
_WOUNDS = Text(es="Heridas", en="Wounds")
_BENNIES = Text(es="Benis", en="Bennies")
_FATIGUE = Text(es="Fatiga", en="Fatigue")
_DISTRACTED = Text(es="Distraído", en="Distracted")
_NO_ATTRIBUTE = Text(es="«{name}» no es un atributo.", en="“{name}” is no attribute.")
_NO_SKILL = Text(es="«{name}» no es una habilidad.", en="“{name}” is no skill.")
_MISSING = Text(es="Falta {name}: todos tienen al menos d4.", en="{name} is missing: at least d4.")
_NO_DIE = Text(
    es="{name}: «{value}» no es un dado de d4 a d12.", en="{name}: “{value}” is no die d4 to d12."
)
_CORE = Text(
    es="{name} es una habilidad básica: al menos d4.", en="{name} is a core skill: at least d4."
)

SYSTEM = SavageAdventure()
