"""An intent that waits for an answer goes on where it was, over the same faces."""

import pytest

from rules.engine.dice import ScriptedDice
from rules.engine.events import apply_all
from rules.engine.intents import Intent
from rules.engine.refusals import Refusal
from rules.systems.savage_adventure import SYSTEM

HERO = {"player_character": True, "skills": {"fighting": "d8"}, "state": {"bennies": 2}}
CASE = {
    "actors": {
        "ana": HERO,
        "bea": {**HERO, "side": "heroes"},
        "orc": {"skills": {"fighting": "d8"}},
    }
}


def take(state, kind, actor, parameters, faces=()):
    dice = ScriptedDice(faces)
    resolution = SYSTEM.resolve(state, Intent(kind, actor, parameters), dice)
    assert not dice.unused
    return resolution


@pytest.fixture
def waiting():
    return take(SYSTEM.stage(CASE), "attack", "ana", {"target": "orc"}, [3, 2])


def test_while_a_decision_is_open_nothing_else_begins(waiting):
    with pytest.raises(Refusal) as refusal:
        take(waiting.state, "end_turn", "ana", {})

    assert refusal.value.rule == "precondition.decision"


def test_only_its_owner_or_the_gm_answers_and_only_what_is_offered(waiting):
    for actor, option in (("bea", "keep"), ("ana", "cheat")):
        with pytest.raises(Refusal):
            take(waiting.state, "answer", actor, {"option": option})

    assert take(waiting.state, "answer", "gm", {"option": "keep"}).decision is None


def test_an_answer_without_a_question_is_refused():
    with pytest.raises(Refusal):
        take(SYSTEM.stage(CASE), "answer", "ana", {"option": "keep"})


def test_what_was_given_out_before_is_not_given_out_again(waiting):
    after = take(waiting.state, "answer", "ana", {"option": "benny"}, [5, 1])

    kinds = [event.kind for event in after.events if event.kind == "roll"]
    assert len(kinds) == 1
    assert after.state["rolls"] == 2


def test_the_events_of_all_steps_give_the_end_state(waiting):
    start = SYSTEM.stage(CASE)
    award = take(waiting.state, "award", "gm", {"target": "ana", "reason": "style"})
    answer = take(award.state, "answer", "ana", {"option": "keep"})

    events = (*waiting.events, *award.events, *answer.events)

    assert apply_all(start, events) == answer.state
    assert answer.state["actors"]["ana"]["state"]["bennies"] == 3
    assert "pending" not in answer.state


def test_a_refusal_changes_nothing(waiting):
    import copy

    before = copy.deepcopy(waiting.state)
    with pytest.raises(Refusal):
        take(waiting.state, "answer", "ana", {"option": "cheat"})

    assert waiting.state == before


def test_a_corrected_modifier_reads_the_same_dice_again_and_keeps_both_outcomes(waiting):
    corrected = take(
        waiting.state, "correct", "gm", {"roll": 1, "modifier": 4, "reason": "high ground"}
    )
    event = next(event for event in corrected.events if event.kind == "corrected")

    assert event.data["before"]["outcome"] == "failure"
    assert event.data["after"]["outcome"] == "success"
    assert event.data["before"]["dice"][0]["faces"] == event.data["after"]["dice"][0]["faces"]
    assert corrected.decision is not None
    assert corrected.decision.facts["total"] == 7
    done = take(corrected.state, "answer", "ana", {"option": "keep"}, [4])
    hit = next(event for event in done.events if event.kind == "attack")
    assert hit.data["hits"] == 1


def test_a_standing_order_answers_at_once_and_says_so():
    state = take(
        SYSTEM.stage(CASE),
        "order",
        "ana",
        {"decision": "reroll", "option": "benny", "only_failures": True},
    ).state

    failed = take(state, "attack", "ana", {"target": "orc"}, [3, 2, 7, 2])

    assert failed.decision is not None  # the second roll succeeded: now it asks
    orders = [event for event in failed.events if event.kind == "order"]
    assert [event.data["option"] for event in orders] == ["benny"]
    assert failed.state["actors"]["ana"]["state"]["bennies"] == 1
