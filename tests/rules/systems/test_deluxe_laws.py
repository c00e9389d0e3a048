"""Anything at a Deluxe table, in any order: refused by name, or done as the laws of events say."""

import copy
import json
import re

import pytest

from rules.engine.dice import ScriptedDice
from rules.engine.events import apply_all
from rules.engine.intents import Intent
from rules.engine.refusals import Refusal
from rules.systems.savage_deluxe import SYSTEM

CASE = {
    "phase": "setup",
    "pool": 2,
    "deck": "empty",
    "next_to": [["ana", "orc"], ["bea", "orc"]],
    "actors": {
        "ana": {
            "player_character": True,
            "skills": {"fighting": "d8", "taunt": "d6", "riding": "d6"},
            "weapons": ["long_sword", "knife", "large_shield", "grenade", "lance", "pike"],
            "edges": ["quick", "frenzy", "no_mercy", "quick_draw", "hard_to_kill"],
            "state": {"bennies": 3},
        },
        "bea": {
            "player_character": True,
            "side": "heroes",
            "skills": {"shooting": "d10", "healing": "d6"},
            "weapons": ["pistol", "thompson", "m16", "shotgun", "bazooka", "revolver"],
            "state": {"bennies": 2},
        },
        "horse": {"side": "heroes", "weapons": ["hooves"], "pace": 10},
        "orc": {"wild_card": True, "skills": {"fighting": "d8"}, "weapons": ["axe"], "armor": 2},
        "w1": {"group": "wolves", "skills": {"fighting": "d6"}, "weapons": ["bite"]},
        "w2": {"group": "wolves", "skills": {"fighting": "d6"}, "weapons": ["bite"]},
    },
}
ACTORS = [*CASE["actors"], "nobody"]
TEXTS = [
    "shaken", "prone", "grappled", "tricked", "bound", "1", "2", "soak", "keep", "benny",
    "cold", "2d6+1", "glass", "9", "rope", "light_door", "pistol,revolver", "wall", "",
]  # fmt: skip
CARRIED = {weapon for actor in CASE["actors"].values() for weapon in actor["weapons"]}
WEAPONS = sorted(CARRIED | {"unarmed", "cannon"})


class Any:
    """Faces and choices that follow from a seed alone."""

    def __init__(self, seed):
        self.state = seed
        self.draws = []

    def below(self, count):
        self.state = (self.state * 1103515245 + 12345) % 2**31
        return self.state // 65536 % count

    def draw(self, sides):
        face = self.below(sides) + 1
        self.draws.append((sides, face))
        return face

    def one(self, options):
        return options[self.below(len(options))]

    def value(self, parameter):
        match parameter.kind:
            case "actor":
                return self.one(ACTORS)
            case "actors":
                return [self.one(ACTORS) for _n in range(self.below(3))]
            case "trait":
                return self.one(["attribute.vigor", "skill.fighting", "skill.notice", "x"])
            case "weapon":
                return self.one(WEAPONS)
            case "choice":
                return self.one(parameter.choices)
            case "integer":
                least, most = max(parameter.minimum, -6), min(parameter.maximum, 12)
                return least + self.below(most - least + 1)
            case "boolean":
                return self.below(3) == 0
            case "card":
                return self.one(["AS", "JOKER1", "XX"])
        return self.one(TEXTS)

    def intent(self, state):
        pending = state.get("pending")
        if pending and self.below(3):
            decision = pending["decision"]
            option = self.one([option["id"] for option in decision["options"]])
            return Intent("answer", decision["who"], {"option": option})
        turn = state["turn"]
        if self.below(4) == 0:
            return self.go_on(state)
        kind = self.one(SYSTEM.intents())
        parameters = {
            parameter.id: self.value(parameter)
            for parameter in kind.parameters
            if parameter.required or self.below(3) == 0
        }
        actor = "gm" if kind.who == "gm" else self.one(ACTORS)
        if turn is not None and kind.who == "actor" and self.below(3):
            actor = turn["actor"]
        return Intent(kind.id, actor, parameters)

    def go_on(self, state):
        if state["phase"] in ("setup", "between"):
            return Intent("begin_round", "gm", {})
        if state["phase"] == "cards":
            return Intent("start_turns", "gm", {})
        if state["turn"] is not None:
            return Intent("end_turn", state["turn"]["actor"], {})
        called = SYSTEM.waiting(state)
        return Intent("begin_turn", called[0], {}) if called else Intent("end_round", "gm", {})


@pytest.mark.parametrize("seed", range(60))
def test_whatever_is_done_is_refused_by_name_or_keeps_the_laws(seed):
    choices = Any(seed * 7919 + 1)
    start = state = SYSTEM.stage(CASE)
    events = []
    done = 0
    for _step in range(80):
        intent = choices.intent(state)
        before = copy.deepcopy(state)
        dice = Any(choices.below(2**30))
        try:
            resolution = SYSTEM.resolve(state, intent, dice)
        except Refusal as refusal:
            refused = refusal
        else:
            refused = None
        assert state == before, "the state that was given is not touched"
        if refused is not None:
            assert re.match(r"SWD-[A-Z]+-\d{3}$|precondition\.", refused.rule), (intent, refused)
            assert refused.message.es != ""
            continue
        done += 1
        again = SYSTEM.resolve(state, intent, ScriptedDice([face for _n, face in dice.draws]))
        assert again == resolution
        assert apply_all(before, resolution.events) == resolution.state
        for event in resolution.events:
            assert all(rule.startswith("SWD-") for rule in event.rules), event
            told = SYSTEM.narrate(event, lambda actor_id: f"«{actor_id}»")
            assert told is None or not re.search(r"[{}]|None", told.es + told.en), event
        state = resolution.state
        events += resolution.events
        json.dumps(state)
        assert state["pool"] >= 0
        for actor in state["actors"].values():
            assert actor["state"]["bennies"] >= 0
            assert 0 <= actor["state"]["wounds"] <= 3
    assert done
    assert apply_all(start, events) == state
