"""Laws that hold for whatever is done at a table of Savage Worlds."""

import copy
import json
import re

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from rules.engine.dice import ScriptedDice
from rules.engine.events import apply_all
from rules.engine.intents import Intent
from rules.engine.modifiers import Modifier
from rules.engine.refusals import Refusal
from rules.engine.text import same
from rules.systems.savage.conditions import NAMES
from rules.systems.savage.traits import TraitDie, judge, reread, throw
from rules.systems.savage_adventure import SYSTEM

CASE = {
    "phase": "setup",
    "pool": 2,
    "deck": "empty",
    "next_to": [["ana", "orc"], ["bea", "orc"]],
    "actors": {
        "ana": {
            "player_character": True,
            "skills": {"fighting": "d8", "taunt": "d6", "athletics": "d6"},
            "weapons": ["sword", "rapier", "throwing_knife"],
            "edges": ["quick", "elan", "arcane_background"],
            "power_points": 10,
            "state": {"bennies": 3},
        },
        "bea": {
            "player_character": True,
            "side": "heroes",
            "skills": {"shooting": "d10", "healing": "d6"},
            "weapons": ["pistol", "machine_gun"],
            "hindrances": ["hesitant"],
            "state": {"bennies": 2},
        },
        "orc": {"wild_card": True, "skills": {"fighting": "d8"}, "weapons": ["axe"], "size": 1},
        "w1": {"group": "wolves", "skills": {"fighting": "d6"}, "weapons": ["bite"]},
        "w2": {"group": "wolves", "skills": {"fighting": "d6"}, "weapons": ["bite"]},
    },
}
ACTORS = [*CASE["actors"], "nobody"]
TRAITS = [
    "attribute.vigor",
    "attribute.strength",
    "skill.fighting",
    "skill.taunt",
    "skill.notice",
    "skill.flying",
    "x",
]
WEAPONS = [
    "unarmed",
    "sword",
    "rapier",
    "pistol",
    "machine_gun",
    "axe",
    "bite",
    "throwing_knife",
    "cannon",
]
CARDS = ["AS", "2C", "JOKER1", "XX"]
WORDS = [
    "stunned",
    "shaken",
    "distracted",
    "bound",
    "entangled",
    "1",
    "2",
    "3",
    "kneeling",
    "soak",
    "keep",
    "benny",
    "cold",
    "2d6+1",
    "str+d4",
]


def value_for(parameter):
    """Some value for a parameter, of its type as a rule."""
    actors = st.sampled_from(ACTORS)
    return {
        "actor": actors,
        "actors": st.lists(actors, max_size=3),
        "trait": st.sampled_from(TRAITS),
        "weapon": st.sampled_from(WEAPONS),
        "card": st.sampled_from(CARDS),
        "choice": st.sampled_from(parameter.choices or ("",)),
        "integer": st.integers(max(parameter.minimum, -6), min(parameter.maximum, 12)),
        "boolean": st.booleans(),
        "text": st.sampled_from([*WORDS, *NAMES]),
    }[parameter.kind]


KINDS = SYSTEM.intents()
IN_TURN = tuple(kind for kind in KINDS if kind.group in ("combat", "movement", "turn"))


@st.composite
def intents(draw, kinds=KINDS):
    kind = draw(st.sampled_from(kinds))
    parameters = {
        parameter.id: draw(value_for(parameter))
        for parameter in kind.parameters
        if parameter.required or draw(st.booleans())
    }
    return Intent(kind.id, draw(st.sampled_from([*ACTORS, "gm"])), parameters)


class AnyFaces:
    """A script that never ends: faces from a seed, the same for the same seed."""

    def __init__(self, seed):
        self.state = seed
        self.draws = []

    def draw(self, sides):
        self.state = (self.state * 1103515245 + 12345) % 2**31
        face = self.state // 65536 % sides + 1
        self.draws.append((sides, face))
        return face


def outcome(state, intent, dice):
    try:
        return SYSTEM.resolve(state, intent, dice)
    except Refusal as refusal:
        return refusal


class Tables(RuleBasedStateMachine):
    """Any intents in any order: the engine refuses by name, or does what it says."""

    @initialize()
    def sit_down(self):
        self.start = self.state = SYSTEM.stage(CASE)
        self.events = []
        self.decision = None

    def attempt(self, intent, seed):
        before = copy.deepcopy(self.state)
        dice = AnyFaces(seed)
        resolution = outcome(self.state, intent, dice)
        if isinstance(resolution, Refusal):
            assert resolution.rule.startswith(("SWADE-", "precondition."))
            assert resolution.message.es
            assert resolution.message.en
            assert self.state == before
            return
        assert self.state == before, "the state that was given is not touched"
        # Scripted dice and any other source of the same faces lead to the same end.
        again = SYSTEM.resolve(self.state, intent, ScriptedDice([face for _n, face in dice.draws]))
        assert again == resolution
        self.state, self.decision = resolution.state, resolution.decision
        self.events += resolution.events
        for event in resolution.events:
            told = SYSTEM.narrate(event, lambda actor_id: f"«{actor_id}»")
            assert told is None or not re.search(r"[{}]|None", told.es + told.en), event
        json.dumps(self.state)
        assert apply_all(before, resolution.events) == self.state
        for actor_id, actor in self.state["actors"].items():
            assert actor["state"]["bennies"] >= 0, actor_id
            assert 0 <= actor["state"]["wounds"] <= 3
        assert self.state["pool"] >= 0

    @rule(intent=intents(), seed=st.integers(0, 2**30))
    def do(self, intent, seed):
        self.attempt(intent, seed)

    @rule(seed=st.integers(0, 2**30), pick=st.integers(0, 5))
    def answer_what_is_asked(self, seed, pick):
        if self.state.get("pending"):
            decision = self.state["pending"]["decision"]
            options = [option["id"] for option in decision["options"]]
            option = options[pick % len(options)]
            self.attempt(Intent("answer", decision["who"], {"option": option}), seed)

    @rule(seed=st.integers(0, 2**30))
    def go_on(self, seed):
        """The table's own pace: rounds begin, turns begin and end."""
        phase, turn = self.state["phase"], self.state["turn"]
        if phase in ("setup", "between"):
            self.attempt(Intent("begin_round", "gm", {}), seed)
        elif phase == "cards":
            self.attempt(Intent("start_turns", "gm", {}), seed)
        elif turn is not None:
            self.attempt(Intent("end_turn", turn["actor"], {}), seed)
        else:
            for actor_id in CASE["actors"]:
                self.attempt(Intent("begin_turn", actor_id, {}), seed)
            self.attempt(Intent("end_round", "gm", {}), seed)

    @rule(seed=st.integers(0, 2**30), intent=intents(IN_TURN))
    def act_in_turn(self, seed, intent):
        if self.state["turn"] is not None:
            self.attempt(Intent(intent.kind, self.state["turn"]["actor"], intent.parameters), seed)

    def teardown(self):
        if hasattr(self, "start"):
            assert apply_all(self.start, self.events) == self.state
            assert apply_all(self.start, self.events) == apply_all(self.start, self.events)


# 280 runs of up to 50 steps: about 15,000 attempts, of which the rules allow more than 2,000.
Tables.TestCase.settings = settings(
    max_examples=280,
    stateful_step_count=50,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestTables = Tables.TestCase


MODIFIERS = st.lists(
    st.builds(Modifier, st.sampled_from(["A", "B"]), st.just(same("x")), st.integers(-6, 6)),
    max_size=5,
)


@given(
    st.sampled_from([4, 6, 8, 10, 12]),
    st.integers(1, 4),
    st.sampled_from([None, 6]),
    MODIFIERS,
    st.integers(-2, 12),
    st.integers(0, 2**30),
)
def test_a_total_is_what_dice_and_modifiers_explain_in_any_order(
    sides, count, wild, mods, target, seed
):
    thrown = throw(die=TraitDie(sides), count=count, wild_die=wild, dice=AnyFaces(seed))

    roll = judge(label=same("x"), thrown=thrown, modifiers=mods, target=target, rules=())
    turned = judge(label=same("x"), thrown=thrown, modifiers=mods[::-1], target=target, rules=())

    kept = sum(die.value for die in roll.dice if die.kept)
    assert roll.total == kept + sum(m.value for m in mods) == turned.total
    assert turned.outcome == roll.outcome
    assert reread(roll, modifiers=mods, target=target) == roll


@given(st.integers(0, 2**30), st.permutations(list(CASE["actors"]["ana"])))
def test_the_order_of_a_dictionary_changes_nothing(seed, keys):
    actors = {**CASE["actors"], "ana": {key: CASE["actors"]["ana"][key] for key in keys}}
    turned = {**CASE, "phase": "turns", "actors": actors}
    intent = Intent("attack", "ana", {"target": "orc", "weapon": "sword"})

    one = SYSTEM.resolve(SYSTEM.stage({**CASE, "phase": "turns"}), intent, AnyFaces(seed))
    other = SYSTEM.resolve(SYSTEM.stage(turned), intent, AnyFaces(seed))

    assert one == other
