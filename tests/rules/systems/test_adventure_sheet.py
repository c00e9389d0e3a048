"""The Adventure Edition's sheets: who is a wild card, the catalogue of skills, points, advances."""

import pytest

from rules.engine import system as systems
from rules.engine.dice import ScriptedDice
from rules.engine.intents import Intent
from rules.engine.modifiers import Modifier
from rules.engine.refusals import Refusal
from rules.engine.text import same
from rules.systems.savage import sheet as sheets
from rules.systems.savage.traits import TraitDie, read_die
from rules.systems.savage_adventure import SYSTEM

# SWADE-SK-001 to SWADE-SK-032, as the checklist's table has them.
SKILLS = [
    ("SWADE-SK-001", "academics", "Humanidades", "smarts", False, False),
    ("SWADE-SK-002", "athletics", "Atletismo", "agility", True, False),
    ("SWADE-SK-003", "battle", "Estrategia", "smarts", False, False),
    ("SWADE-SK-004", "boating", "Navegar", "agility", False, False),
    ("SWADE-SK-005", "common_knowledge", "Conocimientos Generales", "smarts", True, False),
    ("SWADE-SK-006", "driving", "Conducir", "agility", False, False),
    ("SWADE-SK-007", "electronics", "Electrónica", "smarts", False, False),
    ("SWADE-SK-008", "faith", "Fe", "spirit", False, True),
    ("SWADE-SK-009", "fighting", "Pelear", "agility", False, False),
    ("SWADE-SK-010", "focus", "Concentración", "spirit", False, True),
    ("SWADE-SK-011", "gambling", "Apostar", "smarts", False, False),
    ("SWADE-SK-012", "hacking", "Piratear", "smarts", False, False),
    ("SWADE-SK-013", "healing", "Medicina", "smarts", False, False),
    ("SWADE-SK-014", "intimidation", "Intimidar", "spirit", False, False),
    ("SWADE-SK-015", "language", "Idioma", "smarts", False, False),
    ("SWADE-SK-016", "notice", "Notar", "smarts", True, False),
    ("SWADE-SK-017", "occult", "Ocultismo", "smarts", False, False),
    ("SWADE-SK-018", "performance", "Interpretar", "spirit", False, False),
    ("SWADE-SK-019", "persuasion", "Persuadir", "spirit", True, False),
    ("SWADE-SK-020", "piloting", "Pilotar", "agility", False, False),
    ("SWADE-SK-021", "psionics", "Psiónica", "smarts", False, True),
    ("SWADE-SK-022", "repair", "Reparar", "smarts", False, False),
    ("SWADE-SK-023", "research", "Investigar", "smarts", False, False),
    ("SWADE-SK-024", "riding", "Cabalgar", "agility", False, False),
    ("SWADE-SK-025", "science", "Ciencias", "smarts", False, False),
    ("SWADE-SK-026", "shooting", "Disparar", "agility", False, False),
    ("SWADE-SK-027", "spellcasting", "Hechicería", "smarts", False, True),
    ("SWADE-SK-028", "stealth", "Sigilo", "agility", True, False),
    ("SWADE-SK-029", "survival", "Supervivencia", "smarts", False, False),
    ("SWADE-SK-030", "taunt", "Provocar", "smarts", False, False),
    ("SWADE-SK-031", "thievery", "Latrocinio", "agility", False, False),
    ("SWADE-SK-032", "weird_science", "Ciencia Extraña", "smarts", False, True),
]


@pytest.mark.parametrize(("rule", "key", "spanish", "attribute", "core", "arcane"), SKILLS)
def test_a_skill_is_in_the_catalogue_as_the_checklist_has_it(
    rule, key, spanish, attribute, core, arcane
):
    skill = SYSTEM.skills[key]

    assert skill.rule == rule
    assert skill.name.es == spanish
    assert skill.core is core
    # SWADE-SKILL-002: one linked attribute, which also resists a Test with the skill.
    assert skill.attribute == attribute
    assert SYSTEM.linked(f"skill.{key}") == f"attribute.{attribute}"
    # An arcane skill asks for an Arcane Background; every other may simply be written down.
    sheet = SYSTEM.empty_sheet()
    sheet["skills"][key] = "d6"
    assert [problem.rule for problem in SYSTEM.validate(sheet)] == ([rule] if arcane else [])
    assert SYSTEM.validate({**sheet, "edges": ["arcane_background"]}) == []


def test_the_catalogue_has_these_skills_and_no_others():
    """SWADE-DIFF-001: 32 broad skills, five of them core."""
    assert set(SYSTEM.skills) == {key for _rule, key, *_rest in SKILLS}
    core = {"athletics", "common_knowledge", "notice", "persuasion", "stealth"}
    assert {key for key, skill in SYSTEM.skills.items() if skill.core} == core


def test_a_figure_is_a_wild_card_or_an_extra():
    """SWADE-WILD-001: a flag of the sheet; it decides about the wild die and about wounds."""
    hero, guard = SYSTEM.empty_sheet(), SYSTEM.extra_sheet()

    assert hero["wild_card"] is True
    assert guard["wild_card"] is False
    assert "wounds" in {field.id for field in SYSTEM.state_fields(hero)}
    assert "wounds" not in {field.id for field in SYSTEM.state_fields(guard)}


def cost(attribute: str, skill: str, core: bool = False) -> int:
    die = read_die(skill)
    assert die is not None
    return sheets.skill_cost(SYSTEM.edition, read_die(attribute) or TraitDie(4), die, core=core)


def test_a_skill_is_cheap_up_to_its_attribute_and_dear_beyond():
    """SWADE-SKILL-003, SWADE-DIFF-004: d8 of Agility, Fighting from nothing to d12 costs 7."""
    assert [cost("d8", die) for die in ("d4", "d6", "d8", "d10", "d12")] == [1, 2, 3, 5, 7]


def test_a_higher_attribute_makes_the_same_step_cheaper():
    """SWADE-ATTR-004: raising Fighting from d6 to d8 is dear at Agility d6, cheap at d8."""
    assert cost("d6", "d8") - cost("d6", "d6") == 2
    assert cost("d8", "d8") - cost("d8", "d6") == 1


def test_a_new_character_has_five_points_for_attributes_and_twelve_for_skills():
    """SWADE-GAP-002, SWADE-DIFF-002, SWADE-DIFF-003."""
    sheet = SYSTEM.empty_sheet()
    sheet["attributes"] |= {"agility": "d6", "vigor": "d8"}
    sheet["skills"] |= {"fighting": "d8", "notice": "d6"}

    # Fighting d8 at Agility d6 is 1+1+2; Notice d6 at Smarts d4, with d4 for nothing, is 2.
    assert SYSTEM.points(sheet) == {
        "attributes": 3,
        "attributes_of": 5,
        "skills": 6,
        "skills_of": 12,
    }


def test_an_advance_raises_one_skill_or_two_below_their_attribute():
    """SWADE-GAP-002, SWADE-DIFF-067: an advance is no matter of experience points."""
    sheet = SYSTEM.empty_sheet()
    sheet["attributes"] |= {"agility": "d8"}
    sheet["skills"] |= {"fighting": "d8", "riding": "d6", "stealth": "d4"}

    assert sheets.advances(SYSTEM.catalogue, sheet, ("fighting",))
    assert sheets.advances(SYSTEM.catalogue, sheet, ("riding", "stealth"))
    assert not sheets.advances(SYSTEM.catalogue, sheet, ("fighting", "stealth"))
    assert not sheets.advances(SYSTEM.catalogue, sheet, ("riding", "riding"))
    assert SYSTEM.edition.advance_model == "milestone"


def test_validation_names_every_problem_at_once():
    sheet = {"attributes": {"agility": "d5", "wits": "d6"}, "skills": {"flying": "d6"}}

    problems = SYSTEM.validate(sheet)

    assert {"SWADE-ATTR-001", "SWADE-ATTR-002", "SWADE-TRAIT-002", "SWADE-SKILL-001"} <= {
        problem.rule for problem in problems
    }
    assert len([p for p in problems if p.rule == "SWADE-SKILL-004"]) == 5
    assert all(problem.message.es and problem.message.en for problem in problems)


def test_the_system_is_found_by_looking_into_the_folder():
    assert systems.get("savage_adventure") is SYSTEM


def test_a_correction_reads_the_same_dice_again():
    """The dice stay, the modifier and the target change, and so may the outcome."""
    sheet = SYSTEM.empty_sheet()
    roll = SYSTEM.trait_roll(
        sheet, {}, trait="skill.notice", modifiers=(), target=None, dice=ScriptedDice([3, 2])
    )
    light = Modifier("SWADE-ROLL-003", same("Light"), 2)

    corrected = SYSTEM.reread(roll, modifiers=[light], target=None)
    harder = SYSTEM.reread(roll, modifiers=[light], target=6)

    assert roll.outcome == "failure"
    assert (corrected.total, corrected.target, corrected.outcome) == (5, 4, "success")
    assert (harder.total, harder.target, harder.outcome) == (5, 6, "failure")
    assert [die.faces for die in corrected.dice] == [die.faces for die in roll.dice]


@pytest.mark.parametrize(
    ("weapon", "is_one"),
    [
        ({}, False),
        ({"kind": "melee", "damage": "str+d6"}, True),
        ({"kind": "ranged", "damage": "2d6+1", "range": "12/24/48", "rof": 3}, True),
        ({"kind": "ranged", "damage": "2d6"}, False),
        ({"kind": "melee", "damage": "a lot"}, False),
        ({"kind": "melee", "damage": "str", "range": "far"}, False),
        ({"kind": "melee", "damage": "str", "glows": True}, False),
        ({"kind": "whip", "damage": "str"}, False),
        ({"kind": "melee", "damage": "str", "ap": "two"}, False),
        ({"kind": "ranged", "damage": "2d6", "range": "1/2/4", "rof": 9}, False),
        ("a sword", False),
    ],
)
def test_an_own_weapon_has_to_be_written_as_one(weapon, is_one):
    sheet = {**SYSTEM.extra_sheet(), "weapons": {"mine": weapon}}

    assert (SYSTEM.validate(sheet) == []) is is_one
    # Whatever stands on a sheet, fighting with it is possible or refused by name.
    state = SYSTEM.stage({"actors": {"ana": {"weapons": {"mine": weapon}}, "orc": {}}})
    intent = Intent("attack", "ana", {"target": "orc", "weapon": "mine", "distance": 1})
    if is_one:
        assert SYSTEM.resolve(state, intent, ScriptedDice([1, 2])).events
    else:
        with pytest.raises(Refusal):
            SYSTEM.resolve(state, intent, ScriptedDice([]))
