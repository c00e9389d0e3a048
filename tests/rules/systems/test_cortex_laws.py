"""Laws that hold for whatever is done at a table of Cortex, and its conformance cases."""

import copy
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from rules.conformance import cases, coverage, running
from rules.engine.dice import ScriptedDice
from rules.engine.events import apply_all
from rules.engine.intents import Intent
from rules.engine.refusals import Refusal
from rules.systems.cortex import SYSTEM
from rules.systems.cortex.conditions import CONDITIONS

PISTOL = {"die": "d6", "ranged": True, "skill": "pistols", "increment": 30}
KNIFE = {"die": "d4", "thrown": True, "throw_attribute": "strength", "skill": "weapons"}
CASE = {
    "phase": "setup",
    "actors": {
        "ana": {
            "attributes": {"agility": "d10", "vitality": "d8"},
            "skills": {"weapons": "d6", "pistols": "d10", "athletics": "d6", "dodge": "d8"},
            "concept": "Pilot",
            "traits": [{"name": "Lucky", "kind": "asset"}],
            "weapons": {"pistol": PISTOL, "knife": KNIFE, "bottle": {"improvised": 1}},
            "state": {"plot_points": 9, "experience": 20},
            "defends": "ask",
        },
        "bea": {
            "attributes": {"strength": "d12+d2"},
            "skills": {"unarmed_combat": "d6", "medical_expertise": "d6", "close_combat": "d4"},
            "armour": {"rating": 2, "agility": -1},
            "shield": 2,
            "state": {"plot_points": 3},
            "defends": "block",
        },
        "cylon": {
            "attributes": {"vitality": "d4", "willpower": "d4"},
            "skills": {"weapons": "d6"},
            "weapons": {"rifle": {"die": "d12", "ranged": True, "burst": True}},
        },
        "extra": {"extra": True, "state": {"stun": 10}},
    },
}
ACTORS = [*CASE["actors"], "nobody"]
WORDS = [
    *CONDITIONS, "1", "2", "disabled_limb", "Lucky", "viper", "skill.pistols", "attribute.agility",
    "life_points", "d6", "d8+d8", "innate", "defence", "botch", "", "Corridor",
]  # fmt: skip


def value_for(parameter):
    """Some value for a parameter, of its type as a rule."""
    actors = st.sampled_from(ACTORS)
    return {
        "actor": actors,
        "actors": st.lists(actors, max_size=3),
        "trait": st.sampled_from(["", "pistols", "weapons", "athletics", "first_aid", "flying"]),
        "weapon": st.sampled_from(["unarmed", "pistol", "knife", "bottle", "rifle", "cannon"]),
        "choice": st.sampled_from(parameter.choices or ("",)),
        "integer": st.integers(max(parameter.minimum, -6), min(parameter.maximum, 20)),
        "boolean": st.booleans(),
        "text": st.sampled_from(WORDS),
    }[parameter.kind]


ALL = SYSTEM.intents()


@st.composite
def intents(draw, kinds=ALL):
    kind = draw(st.sampled_from(kinds))
    parameters = {
        parameter.id: draw(value_for(parameter))
        for parameter in kind.parameters
        if parameter.required or draw(st.booleans())
    }
    who = ["gm"] if kind.who == "gm" and draw(st.booleans()) else [*ACTORS, "gm"]
    return Intent(kind.id, draw(st.sampled_from(who)), parameters)


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


class Tables(RuleBasedStateMachine):
    """Any intents in any order: the engine refuses by name, or does what it says."""

    @initialize()
    def sit_down(self):
        self.start = self.state = SYSTEM.stage(CASE)
        self.events = []

    def attempt(self, intent, seed):
        before = copy.deepcopy(self.state)
        dice = AnyFaces(seed)
        try:
            resolution = SYSTEM.resolve(self.state, intent, dice)
        except Refusal as found:
            refusal = found
        else:
            refusal = None
        if refusal is not None:
            assert refusal.rule.startswith(("COR-", "precondition."))
            assert refusal.message.es
            assert refusal.message.en
            assert self.state == before
            return
        assert self.state == before, "the state that was given is not touched"
        again = SYSTEM.resolve(self.state, intent, ScriptedDice([face for _n, face in dice.draws]))
        assert again == resolution
        self.state = resolution.state
        self.events += resolution.events
        json.dumps(self.state)
        assert apply_all(before, resolution.events) == self.state
        for event in resolution.events:
            if event.roll is not None:
                dice_total = sum(die.value for die in event.roll.dice if die.kept)
                explained = dice_total + sum(m.value for m in event.roll.modifiers)
                assert event.roll.total == explained
        for actor_id, actor in self.state["actors"].items():
            own = actor["state"]
            assert 0 <= own["plot_points"] <= 12, actor_id
            assert min(own["stun"], own["wounds"], own["shock"]) >= 0
            assert actor["round"].get("actions", 0) <= 3

    @rule(intent=intents(), seed=st.integers(0, 2**30))
    def do(self, intent, seed):
        self.attempt(intent, seed)

    @rule(seed=st.integers(0, 2**30), pick=st.integers(0, 12))
    def answer_what_is_asked(self, seed, pick):
        if self.state.get("pending"):
            decision = self.state["pending"]["decision"]
            options = [option["id"] for option in decision["options"]]
            option = options[pick % len(options)]
            self.attempt(Intent("answer", decision["who"], {"option": option}), seed)

    @rule(seed=st.integers(0, 2**30))
    def go_on(self, seed):
        """The table's own pace: combat begins, and one after another acts."""
        kind = "begin_combat" if self.state["phase"] == "setup" else "next"
        self.attempt(Intent(kind, "gm", {}), seed)

    @rule(
        seed=st.integers(0, 2**30),
        intent=intents(
            tuple(k for k in SYSTEM.intents() if k.group in ("combat", "movement", "turn", "care"))
        ),
        pick=st.integers(0, 3),
    )
    def act_in_turn(self, seed, intent, pick):
        if self.state["active"]:
            actor = self.state["active"][pick % len(self.state["active"])]
            self.attempt(Intent(intent.kind, actor, intent.parameters), seed)

    def teardown(self):
        if hasattr(self, "start"):
            assert apply_all(self.start, self.events) == self.state


# 40 runs of 50 steps: 2,000 steps.
Tables.TestCase.settings = settings(
    max_examples=40,
    stateful_step_count=50,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestTables = Tables.TestCase


@given(st.integers(0, 2**30), st.permutations(list(CASE["actors"]["ana"])))
def test_the_order_of_a_dictionary_changes_nothing(seed, keys):
    turned = {key: CASE["actors"]["ana"][key] for key in keys}
    actors = {**CASE["actors"], "ana": turned}
    intent = Intent("attack", "ana", {"target": "cylon", "weapon": "pistol"})

    one = SYSTEM.resolve(SYSTEM.stage({**CASE, "phase": "turns"}), intent, AnyFaces(seed))
    other = SYSTEM.resolve(
        SYSTEM.stage({**CASE, "phase": "turns", "actors": actors}), intent, AnyFaces(seed)
    )

    assert one == other


FOLDER = coverage.ROOT / "rules" / "conformance" / "cortex"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_the_cases_of_the_document_pass(path):
    found = cases.read(path)
    assert found
    assert [(case.name, lines) for case, lines in running.run_all(found)] == []


def test_every_ruling_left_to_the_gm_is_a_prompt_that_is_recorded():
    left = {
        rule.id for rule in coverage.rules() if rule.id.startswith("COR-") and rule.kind == "gm"
    }
    assert left <= {prompt.rule for prompt in SYSTEM.prompts.values()}
    table = SYSTEM.stage(CASE)
    for prompt in SYSTEM.prompts.values():
        intent = Intent("rule", "gm", {"prompt": prompt.id, "answer": "yes", "target": "ana"})
        event = SYSTEM.resolve(table, intent, ScriptedDice([])).events[-1]
        assert (event.kind, event.rules, event.data["answer"]) == ("ruled", (prompt.rule,), "yes")


def test_too_much_time_at_once_is_refused_and_not_waited_for():
    table = SYSTEM.stage({"phase": "setup", "actors": {"ana": {}}})
    cold = Intent("expose", "gm", {"target": "ana", "minutes": 1})
    table = SYSTEM.resolve(table, cold, ScriptedDice([])).state
    with pytest.raises(Refusal, match="Too much happens"):
        SYSTEM.resolve(table, Intent("pass_time", "gm", {"days": 60}), AnyFaces(1))


def test_every_rule_of_the_checklist_is_asserted():
    left, total = coverage.missing(["COR"])
    assert [rule.id for rule in left] == []
    assert total == 442
