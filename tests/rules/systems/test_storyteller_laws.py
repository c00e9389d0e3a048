"""Laws that hold for whatever is done at a table of pirates."""

import copy
import json

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from rules.engine.dice import ScriptedDice
from rules.engine.events import apply_all
from rules.engine.intents import Intent
from rules.engine.refusals import Refusal
from rules.systems.storyteller import SYSTEM, track

CASE = {
    "actors": {
        "ana": {
            "dexterity": 3,
            "brawl": 2,
            "melee": 2,
            "stealth": 2,
            "carries": "sword, light_revolver, musket",
            "willpower": 5,
        },
        "bea": {"strength": 3, "athletics": 2, "firearms": 1, "carries": "knife, flintlock"},
        "kai": {"wits": 3, "brawl": 3, "claws": True, "armour": 1, "load": 25},
        "lou": {"devil_fruit": True, "subterfuge": 2, "state": {"lethal": 3}},
    },
}
ACTORS = [*CASE["actors"], "nobody"]
WEAPONS = ["unarmed", "sword", "light_revolver", "musket", "knife", "flintlock", "cannon"]
WORDS = ["", "athletics", "stealth", "occult", "flying", "dexterity+brawl:1, dodge:1", "prone",
         "held", "blinded", "bound", "stunned", "mast", "reload, dodge:1"]  # fmt: skip


def value_for(parameter):
    """Some value for a parameter, of its type."""
    actors = st.sampled_from(ACTORS)
    return {
        "actor": actors,
        "actors": st.lists(actors, max_size=2),
        "weapon": st.sampled_from(WEAPONS),
        "choice": st.sampled_from(parameter.choices or ("",)),
        "integer": st.integers(max(parameter.minimum, -4), min(parameter.maximum, 12)),
        "boolean": st.booleans(),
        "text": st.sampled_from(WORDS),
    }[parameter.kind]


ALL = tuple(SYSTEM.intents())
COMBAT = tuple(kind for kind in ALL if kind.group == "combat" and kind.who == "actor")


@st.composite
def intents(draw, kinds=ALL):
    kind = draw(st.sampled_from(kinds))
    parameters = {
        parameter.id: draw(value_for(parameter))
        for parameter in kind.parameters
        if parameter.required or draw(st.booleans())
    }
    who = "gm" if kind.who == "gm" else draw(st.sampled_from(ACTORS))
    return Intent(kind.id, who, parameters)


class AnyFaces:
    """A script that never ends: faces from a seed, the same for the same seed."""

    def __init__(self, seed):
        self.state = seed
        self.faces = []

    def draw(self, sides):
        self.state = (self.state * 1103515245 + 12345) % 2**31
        self.faces.append(self.state // 65536 % sides + 1)
        return self.faces[-1]


def check_refusal(refusal):
    assert refusal.rule.startswith(("STO-", "precondition."))
    assert refusal.message.es
    assert refusal.message.en


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
        except Refusal as refusal:
            check_refusal(refusal)
            self.unchanged(before)
            return
        assert self.state == before, "the state that was given is not touched"
        again = SYSTEM.resolve(self.state, intent, ScriptedDice(dice.faces))
        assert again == resolution
        assert apply_all(before, resolution.events) == resolution.state
        self.state = resolution.state
        self.events += resolution.events
        json.dumps(self.state)
        for actor in self.state["actors"].values():
            own = actor["state"]
            assert 0 <= own["willpower"] <= actor["sheet"]["willpower"]
            assert track.read(own).to_state() == {key: own[key] for key in (*track.KINDS, "beyond")}
        waiting = SYSTEM.waiting(self.state)
        assert set(waiting) <= set(self.state["actors"])
        for event in resolution.events:
            told = SYSTEM.narrate(event, str.title)
            assert told is None or (told.es and told.en and "{" not in told.es + told.en)
            if event.roll is not None:
                explained = sum(die.value for die in event.roll.dice)
                explained += sum(modifier.value for modifier in event.roll.modifiers)
                assert event.roll.total == explained

    def unchanged(self, before):
        assert self.state == before

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
        """The table's own pace: turns open, everybody declares."""
        if self.state["phase"] == "initiative" and self.state["to_declare"]:
            self.attempt(Intent("declare", self.state["to_declare"][0][0], {}), seed)
        else:
            self.attempt(Intent("new_turn", "gm", {}), seed)

    @rule(seed=st.integers(0, 2**30), intent=intents(COMBAT))
    def act_in_ones_place(self, seed, intent):
        if self.state["queue"]:
            actor = self.state["queue"][0]["actors"][0]
            self.attempt(Intent(intent.kind, actor, intent.parameters), seed)

    def teardown(self):
        if hasattr(self, "start"):
            assert apply_all(self.start, self.events) == self.state


Tables.TestCase.settings = settings(
    max_examples=40,
    stateful_step_count=50,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestTables = Tables.TestCase
