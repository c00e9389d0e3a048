"""A GM's correction reads the same faces again, as each system counts them."""

from rules.engine import system as systems
from rules.engine.dice import ScriptedDice
from rules.engine.modifiers import Modifier
from rules.engine.text import same

FOG = Modifier("TABLE", same("niebla"), -1)


def fallen(system_id, trait, faces, sheet=None):
    system = systems.get(system_id)
    made = system.empty_sheet() | (sheet or {})
    state = system.empty_state(made)
    dice = ScriptedDice(faces)
    roll = system.trait_roll(made, state, trait=trait, modifiers=(), target=None, dice=dice)
    assert dice.unused == []
    return system, roll


def test_a_pools_successes_are_counted_at_the_new_difficulty():
    system, roll = fallen("storyteller", "dexterity", [6])
    assert (roll.total, roll.target, roll.outcome) == (1, 6, "success")

    harder = system.reread(roll, modifiers=(), target=7)
    fog = system.reread(roll, modifiers=[*roll.modifiers, FOG], target=None)
    easier = system.reread(harder, modifiers=(), target=6)

    assert (harder.total, harder.outcome) == (0, "failure")
    assert (fog.total, fog.target) == (0, 7)
    assert "niebla" in fog.label.es
    assert (easier.total, easier.outcome) == (1, "success")


def test_a_pool_read_again_can_become_a_botch_and_cease_to_be_one():
    system, roll = fallen("storyteller", "dexterity", [1])
    assert roll.outcome == "botch"

    assert system.reread(roll, modifiers=(), target=2).outcome == "botch"


def test_a_cortex_total_is_compared_with_the_new_difficulty():
    system, roll = fallen("cortex", "named.endurance", [4, 3])

    seven = system.reread(roll, modifiers=(), target=7)
    fog = system.reread(seven, modifiers=[FOG], target=None)

    assert (seven.total, seven.outcome) == (7, "success")
    assert (fog.total, fog.outcome) == (6, "failure")


def test_a_savage_total_keeps_its_dice_and_counts_raises_anew():
    system, roll = fallen("savage_adventure", "skill.notice", [4, 4, 1, 2])
    assert (roll.total, roll.raises) == (9, 1)

    assert system.reread(roll, modifiers=[FOG], target=5).outcome == "success"
    assert system.reread(roll, modifiers=(), target=5).raises == 1
