"""What the table shows of a fight, and what outlasts a scene."""

from rules.engine.dice import ScriptedDice
from rules.engine.intents import Intent
from rules.systems.storyteller import SYSTEM


def do(state, kind, by, faces=(), **parameters):
    dice = ScriptedDice(faces)
    resolution = SYSTEM.resolve(state, Intent(kind, by, parameters), dice)
    assert not dice.unused
    return resolution


def told(resolution, language="en"):
    found = [SYSTEM.narrate(event, str.title) for event in resolution.events]
    return [getattr(text, language) for text in found if text is not None]


def test_the_slowest_are_waited_for_to_declare_and_the_fastest_to_act():
    state = SYSTEM.stage({"actors": {"ana": {"dexterity": 3}, "bea": {}, "kai": {"wits": 4}}})
    assert SYSTEM.waiting(state) == ()
    state = do(state, "start_fight", "gm").state
    assert SYSTEM.waiting(state) == ("bea",)
    for actor in ("bea", "ana", "kai"):
        state = do(state, "declare", actor, delay=actor == "ana").state
    # Whoever delays may break in at any time, but nobody has to wait for it first.
    assert SYSTEM.waiting(state) == ("kai", "ana")


def test_a_blow_is_told_in_both_languages():
    case = {"phase": "attack", "actors": {"ana": {"dexterity": 3}, "bea": {"stamina": 1}}}
    state = SYSTEM.stage(case)

    blow = do(state, "attack", "ana", [7, 2, 4, 6, 6, 2], target="bea")

    english, spanish = told(blow), told(blow, "es")
    assert "Ana hits Bea." in english
    assert "Bea: 1 bashing damage. Bruised [/______]." in english
    assert "Ana alcanza a Bea." in spanish
    assert "Bea: 1 de daño contundente. Magullado [/______]." in spanish


def test_long_work_goes_on_in_the_next_scene():
    state = SYSTEM.stage({"actors": {"ana": {"strength": 2}}})
    pushed = do(state, "action", "ana", [7, 2], action="force_open_or_shut", need=3, work="gate")

    actors = {key: dict(actor) for key, actor in pushed.state["actors"].items()}
    later = SYSTEM.new_encounter(actors, before=pushed.state)
    done = do(later, "action", "ana", [7, 8], action="force_open_or_shut", need=3, work="gate")

    assert any(e.kind == "work" and e.data["done"] for e in done.events)
    assert done.state["works"] == {}
