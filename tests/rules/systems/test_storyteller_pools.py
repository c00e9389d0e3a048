"""Pools of ten-sided dice: every worked example of the checklist, and the boundaries."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.dice import ScriptedDice
from rules.engine.modifiers import Modifier
from rules.engine.rolls import Roll
from rules.engine.system import UnknownTrait
from rules.engine.text import same
from rules.systems.storyteller import SYSTEM
from rules.systems.storyteller.pool import DEGREES, Ask, clamp, judge, throw

CHECKLIST = Path(__file__).resolve().parents[3] / "docs" / "rules" / "storyteller-pirates.md"
VECTOR = re.compile(r"\[([\d,]+)\]@(\d+)([SWN]*) = (\d+|fail|botch)")


def vectors():
    for line in CHECKLIST.read_text(encoding="utf-8").splitlines():
        for faces, difficulty, flags, result in VECTOR.findall(line):
            rule = line[2:].partition(" ")[0]
            yield rule, [int(face) for face in faces.split(",")], int(difficulty), flags, result


@pytest.mark.parametrize("vector", list(vectors()), ids=lambda v: f"{v[0]} {v[1]}@{v[2]}{v[3]}")
def test_a_worked_example_comes_out_as_written(vector):
    _rule, faces, difficulty, flags, result = vector

    count = judge(
        faces,
        difficulty,
        speciality="S" in flags,
        bought=int("W" in flags),
        may_botch="N" not in flags,
    )

    words = {"failure": "fail", "botch": "botch", "success": str(count.net)}
    assert words[count.outcome] == result


def test_there_are_hundreds_of_worked_examples():
    assert len(list(vectors())) >= 240


def count(faces, difficulty=6, **more):
    found = judge(faces, difficulty, **more)
    return found.net if found.outcome == "success" else found.outcome


def test_only_faces_of_a_ten_sided_die_are_counted():
    # STO-ROLL-001
    for face in (0, 11):
        with pytest.raises(ValueError, match="d10"):
            judge([face], 6)
    roll = throw(Ask(same("x"), 2), ScriptedDice([1, 10]))
    assert [die.sides for die in roll.dice] == [10, 10]


def test_a_die_at_or_above_the_difficulty_is_one_success():
    # STO-ROLL-008, STO-ROLL-009, STO-ROLL-010
    assert count([2, 5, 6, 9]) == 2
    assert count([10, 9], 10) == 1
    assert [count([5, 6, 8], d) for d in (5, 6, 8, 9)] == [3, 2, 1, "failure"]
    assert count([2, 3, 5]) == "failure"


def test_ones_cancel_and_a_botch_needs_a_roll_without_any_success():
    # STO-ROLL-011, STO-ROLL-012, STO-ROLL-013, STO-ROLL-014, STO-ROLL-016
    assert count([8, 7, 1]) == 1
    assert count([8, 7, 9, 1, 1]) == 1
    assert count([8, 1]) == "failure"
    assert count([7, 1, 1]) == "failure"
    assert count([1, 3, 5]) == "botch"
    assert count([3, 5]) == "failure"
    assert [count([face]) for face in (6, 5, 1)] == [1, "failure", "botch"]
    assert count([1, 2], 2) == "failure"
    assert count([1], 2) == "botch"


def test_the_older_reading_of_a_botch_is_a_switch():
    # STO-GAP-001
    assert count([8, 1], strict=True) == "botch"
    assert count([8, 7, 1], strict=True) == 1
    assert count([1, 5]) == "botch"


def test_a_ten_counts_twice_only_inside_a_speciality_and_is_never_rolled_again():
    # STO-GEN-002, STO-ROLL-015
    assert count([10, 6, 3], speciality=True) == 3
    assert count([10, 6, 3]) == 2
    assert count([10, 1, 3], speciality=True) == 1
    assert count([10, 10, 4], 10, speciality=True) == 4
    dice = ScriptedDice([10, 10])
    roll = throw(Ask(same("x"), 2), dice)
    assert roll.total == 2
    assert len(roll.dice) == 2
    assert not dice.unused


def test_a_bought_success_is_never_cancelled():
    # STO-WILL-003, STO-WILL-005, STO-GAP-020
    assert count([2, 3, 4], bought=1) == 1
    assert count([7, 8, 2], bought=1) == 3
    assert count([7, 1, 1], bought=1) == 1
    assert count([1, 3, 4], bought=1) == 1
    assert count([8, 9, 1], bought=1) == 2
    assert count([1, 1, 3], bought=1) == 1


def test_damage_and_soak_cannot_botch_and_ones_cancel_to_nought():
    # STO-DMG-010, STO-SOAK-009, STO-GAP-035
    assert count([1, 1, 3], may_botch=False) == "failure"
    assert count([6, 8, 1], may_botch=False) == 1
    assert count([6, 8, 1], may_botch=False, cancels=False) == 2


def test_difficulties_are_kept_within_two_and_ten_and_the_sum_is_kept():
    # STO-ROLL-006, STO-GAP-003
    assert [clamp(n) for n in (1, 2, 10, 12)] == [2, 2, 10, 10]
    asked = Ask(same("x"), 3, difficulty=9, difficulty_modifiers=(Modifier("r", same("m"), 3),))
    assert (asked.target, asked.asked) == (10, 12)


def test_modifiers_in_dice_change_the_pool_and_those_to_the_difficulty_the_target():
    # STO-ROLL-021
    asked = Ask(
        same("x"),
        5,
        dice_modifiers=(Modifier("r", same("less"), -1),),
        difficulty_modifiers=(Modifier("r", same("harder"), 1),),
    )
    roll = throw(asked, ScriptedDice([7, 6, 9, 1]))
    assert (roll.total, roll.target) == (1, 7)
    assert "less −1" in roll.label.en
    assert "harder +1" in roll.label.en


def test_the_record_keeps_the_number_and_names_the_degree():
    # STO-ROLL-017, STO-GAP-086
    words = [throw(Ask(same("x"), n), ScriptedDice([6] * n)).outcome_text.en for n in range(1, 7)]
    assert words == [
        "1 success: marginal",
        "2 successes: moderate",
        "3 successes: complete",
        "4 successes: exceptional",
        "5 successes: phenomenal",
        "6 successes: phenomenal",
    ]
    assert len(DEGREES) == 5


@given(
    st.lists(st.integers(1, 10), min_size=1, max_size=15),
    st.integers(2, 10),
    st.booleans(),
    st.integers(0, 1),
)
def test_a_total_is_always_what_dice_and_modifiers_explain(faces, difficulty, special, bought):
    asked = Ask(same("x"), len(faces), difficulty=difficulty, speciality=special, bought=bought)

    roll = throw(asked, ScriptedDice(faces))

    explained = sum(die.value for die in roll.dice) + sum(m.value for m in roll.modifiers)
    assert roll.total == explained
    assert roll.critical_failure == (roll.outcome == "botch")
    assert Roll.from_json(roll.to_json()) == roll


# ---- as scenes roll them ----


def character(**dots):
    sheet = SYSTEM.empty_sheet()
    for key, value in dots.items():
        part = "attributes" if key in sheet["attributes"] else "abilities"
        sheet[part][key] = value
    return sheet


def scene_roll(sheet, trait, faces, *, state=None, target=None, dice=0):
    script = ScriptedDice(faces)
    extra = [Modifier("table", same("aim"), dice)] if dice else []
    whole = {**SYSTEM.empty_state(sheet), **(state or {})}
    roll = SYSTEM.trait_roll(sheet, whole, trait=trait, modifiers=extra, target=target, dice=script)
    assert not script.unused
    return roll


def test_a_pool_is_attribute_plus_ability():
    # STO-GEN-001, STO-ROLL-003, STO-ROLL-004, STO-ROLL-007
    sheet = character(dexterity=3, stealth=2, perception=3)
    assert len(scene_roll(sheet, "dexterity+stealth", [6] * 5).dice) == 5
    alone = scene_roll(sheet, "perception", [6, 2, 9])
    assert (alone.total, alone.target) == (2, 6)


def test_the_untrained_roll_the_attribute_alone():
    # STO-GEN-004, STO-GEN-005
    sheet = character(dexterity=3)
    talent = scene_roll(sheet, "dexterity+athletics", [7, 6, 2])
    assert (talent.total, talent.target) == (2, 6)
    skill = scene_roll(sheet, "dexterity+stealth", [7, 6, 2])
    assert (skill.total, skill.target) == (1, 7)
    assert scene_roll(sheet, "dexterity+stealth", [7, 6, 10], target=10).target == 10


def test_a_knowledge_that_is_missing_is_not_rolled():
    # STO-GEN-006, STO-GAP-004, STO-PHY-049
    sheet = character(intelligence=4, academics=1, larceny=3)
    offered = {one.id for one in SYSTEM.rollable(sheet, {})}
    assert "intelligence+academics" in offered
    assert "intelligence+occult" not in offered
    assert len(scene_roll(sheet, "intelligence+academics", [6] * 5).dice) == 5
    for trait in ("intelligence+occult", "intelligence+technology"):
        with pytest.raises(UnknownTrait):
            scene_roll(sheet, trait, [])


def test_any_attribute_goes_with_any_ability_at_any_difficulty():
    # STO-GEN-009
    sheet = character(wits=3, seamanship=2)
    roll = scene_roll(sheet, "wits+seamanship", [5, 6, 1, 9, 2], target=5)
    assert (roll.total, roll.target) == (2, 5)
    assert "wits+seamanship" in {one.id for one in SYSTEM.rollable(sheet, {})}


def test_wounds_take_dice_and_without_any_left_nothing_is_thrown():
    # STO-HLTH-006, STO-GAP-005
    sheet = character(dexterity=3, brawl=3)
    assert len(scene_roll(sheet, "dexterity+brawl", [6] * 4, state={"lethal": 4}).dice) == 4
    gone = scene_roll(sheet, "dexterity+stealth", [], state={"lethal": 6})
    assert (gone.outcome, gone.total, gone.dice) == ("impossible", 0, ())
    assert [m.value for m in SYSTEM.modifiers_for(sheet, {"lethal": 6}, "dexterity")] == [-5]


def test_a_listed_action_brings_its_usual_difficulty():
    # STO-SOC-003, STO-PHY-077
    sheet = character(charisma=2, performance=2, strength=2, athletics=2)
    assert scene_roll(sheet, "perform:charisma+performance", [7, 6, 9, 2]).total == 2
    assert scene_roll(sheet, "running_jump:strength+athletics", [3, 2, 9, 5]).total == 3
    assert scene_roll(sheet, "standing_jump:strength", [3, 2]).total == 1


def test_the_table_adds_dice_by_name():
    sheet = character(dexterity=2)
    assert len(scene_roll(sheet, "dexterity", [6, 6, 6, 6], dice=2).dice) == 4


@pytest.mark.parametrize("trait", ["", "luck", "dexterity+flying", "nothing:dexterity", "x:y+z"])
def test_what_is_no_trait_is_not_rolled(trait):
    with pytest.raises(UnknownTrait):
        scene_roll(SYSTEM.empty_sheet(), trait, [])


def test_everything_offered_can_be_rolled_and_is_named_in_both_languages():
    sheet = character(**dict.fromkeys(SYSTEM.empty_sheet()["abilities"], 2))
    state = SYSTEM.empty_state(sheet)
    for one in SYSTEM.rollable(sheet, state):
        size = int(one.dice.partition("d")[0])
        assert scene_roll(sheet, one.id, [5] * size).dice
        assert one.name.es
        assert one.name.en


def test_a_fallen_roll_is_read_again_without_throwing_a_die():
    sheet = character(dexterity=3, stealth=2)
    fallen = scene_roll(sheet, "dexterity+stealth", [6, 7, 8, 1, 2])
    assert fallen.total == 2

    harder = SYSTEM.reread(fallen, modifiers=[], target=8)
    eased = SYSTEM.reread(fallen, modifiers=[Modifier("TABLE", same("light"), 4)], target=None)

    assert (harder.total, harder.target, harder.outcome) == (0, 8, "failure")
    assert (eased.total, eased.target) == (3, 2)
    assert "light +4" in eased.label.en
    for roll in (harder, eased):
        assert roll.total == sum(die.value for die in roll.dice)
        assert [die.faces for die in roll.dice] == [die.faces for die in fallen.dice]
    assert SYSTEM.reread(fallen, modifiers=[], target=None).total == fallen.total


def test_the_list_of_rolls_stays_short_for_somebody_who_has_learnt_little():
    assert len(SYSTEM.rollable(SYSTEM.empty_sheet(), {})) <= 40
    sailor = character(dexterity=3, seamanship=3, athletics=2, melee=2, alertness=1)
    offered = {one.id for one in SYSTEM.rollable(sailor, {})}
    assert {"climb:dexterity+athletics", "sail_a_ship:wits+seamanship"} <= offered
    assert "sneak:dexterity+stealth" not in offered
    assert "dexterity+stealth" in offered
    # Nobody fights from this list: that is what encounters are for.
    assert not any(trait.startswith(("dodge:", "melee_attack:")) for trait in offered)
