"""What a rule leaves to a human is asked, and recorded with the answer."""

import re

import pytest

from rules.conformance import coverage
from rules.engine.dice import ScriptedDice
from rules.engine.intents import Intent
from rules.engine.refusals import Refusal
from rules.systems.savage_adventure import SYSTEM

GM_RULES = sorted(
    rule.id for rule in coverage.rules() if rule.kind == "gm" and rule.id.startswith("SWADE-")
)


def test_every_rule_of_kind_gm_has_its_prompt():
    assert GM_RULES
    assert {prompt.rule for prompt in SYSTEM.prompts.values()} >= set(GM_RULES)


@pytest.mark.parametrize("prompt", SYSTEM.prompts.values(), ids=lambda prompt: prompt.id)
def test_a_ruling_is_an_event_with_its_rule_and_its_answer(prompt):
    assert prompt.name.es
    assert prompt.name.en
    assert re.fullmatch(r"SWADE-[A-Z]+-\d{3}", prompt.rule)
    state = SYSTEM.stage({"actors": {"ana": {}}})
    parameters = {"prompt": prompt.id, "answer": "as it seems fit", "target": "ana"}

    (event,) = SYSTEM.resolve(state, Intent("rule", "gm", parameters), ScriptedDice([])).events

    assert event.kind == "ruled"
    assert event.rules == (prompt.rule,)
    assert event.data["answer"] == "as it seems fit"


def test_an_open_prompt_is_answered_once():
    hero = {"wild_card": True, "skills": {"stealth": "d6"}}
    state = SYSTEM.stage({"actors": {"ana": hero}})
    botched = SYSTEM.resolve(
        state, Intent("roll", "ana", {"trait": "skill.stealth"}), ScriptedDice([1, 1])
    )
    answer = Intent("answer_prompt", "gm", {"number": "1", "answer": "the lamp falls"})

    ruled = SYSTEM.resolve(botched.state, answer, ScriptedDice([]))

    assert ruled.state["prompts"] == {}
    assert ruled.events[0].data["answer"] == "the lamp falls"
    with pytest.raises(Refusal):
        SYSTEM.resolve(ruled.state, answer, ScriptedDice([]))


def test_kneeling_instead_of_falling():
    state = SYSTEM.stage({"actors": {"ana": {}}})
    inflict = Intent("inflict", "gm", {"target": "ana", "condition": "stunned"})
    stunned = SYSTEM.resolve(state, inflict, ScriptedDice([]))

    answer = Intent("answer_prompt", "gm", {"number": "1", "answer": "kneeling"})
    knelt = SYSTEM.resolve(stunned.state, answer, ScriptedDice([]))

    assert "prone" in stunned.state["actors"]["ana"]["state"]["conditions"]
    assert "prone" not in knelt.state["actors"]["ana"]["state"]["conditions"]


def test_a_wish_that_is_refused_costs_nothing():
    hero = {"player_character": True, "state": {"bennies": 1}}
    state = SYSTEM.stage({"actors": {"ana": hero}})

    def wish(granted):
        parameters = {"target": "ana", "granted": granted, "wish": "a rope"}
        after = SYSTEM.resolve(state, Intent("influence", "gm", parameters), ScriptedDice([]))
        return after.state["actors"]["ana"]["state"]["bennies"]

    assert wish(granted=False) == 1
    assert wish(granted=True) == 0
