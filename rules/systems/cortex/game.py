"""An encounter under way: reading its state by name, and the changes that everything makes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rules.engine.dice import Dice
from rules.engine.events import Change, State
from rules.engine.intents import Intent
from rules.engine.refusals import Refusal
from rules.engine.resolution import Table
from rules.engine.text import Text
from rules.systems.cortex import catalogue, conditions
from rules.systems.cortex.catalogue import Weapon
from rules.systems.cortex.pool import Part, Step
from rules.systems.cortex.sheet import life_points

if TYPE_CHECKING:
    from rules.systems.cortex.system import Cortex

TURN = 3  # seconds, COR-TURN-001


def refuse(rule: str, es: str, en: str) -> Refusal:
    """Return the refusal of an intent, with the rule that says so."""
    return Refusal(rule, Text(es=es, en=en))


class Game(Table):
    """A table of Cortex. Whatever it says it changes, it changes by an event."""

    def __init__(self, system: "Cortex", state: State, dice: Dice) -> None:
        super().__init__(state, dice)
        self.system = system
        self.tables = system.catalogue.tables

    # ---- reading ----

    def actor(self, actor_id: str) -> Mapping[str, Any]:
        """
        Return somebody in the encounter.

        :raises Refusal: when nobody has that id.
        """
        found = self.state["actors"].get(actor_id)
        if found is None:
            raise refuse("precondition.actor", "Ese personaje no está.", "No such character here.")
        actor: Mapping[str, Any] = found
        return actor

    def sheet(self, actor_id: str) -> Mapping[str, Any]:
        sheet: Mapping[str, Any] = self.actor(actor_id)["sheet"]
        return sheet

    def state_of(self, actor_id: str) -> Mapping[str, Any]:
        state: Mapping[str, Any] = self.actor(actor_id)["state"]
        return state

    def round_of(self, actor_id: str) -> Mapping[str, Any]:
        """Return what somebody has done in this turn."""
        done: Mapping[str, Any] = self.actor(actor_id).get("round", {})
        return done

    def active(self, actor_id: str) -> frozenset[str]:
        return conditions.active(self.sheet(actor_id), self.state_of(actor_id))

    def has(self, actor_id: str, condition: str) -> bool:
        return condition in self.active(actor_id)

    def detail(self, actor_id: str, condition: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.state_of(actor_id)["conditions"].get(condition, {})
        return found

    def is_helpless(self, actor_id: str) -> bool:
        return bool(self.active(actor_id) & conditions.HELPLESS)

    def life(self, actor_id: str) -> int:
        return life_points(self.sheet(actor_id))

    def points(self, actor_id: str) -> int:
        return int(self.state_of(actor_id).get("plot_points", 0))

    def setting(self, key: str) -> Any:
        return self.state.get("settings", {}).get(key, self.tables["settings"][key])

    @property
    def time(self) -> int:
        """The seconds that have passed since the encounter began."""
        return int(self.state.get("time", 0))

    def weapon(self, actor_id: str, weapon_id: str) -> Weapon:
        """
        Return a weapon that somebody has in hand.

        :raises Refusal: when there is none, or it lies on the ground.
        """
        found = catalogue.weapon(self.sheet(actor_id), weapon_id)
        if found is None or weapon_id in self.detail(actor_id, "disarmed").get("weapons", ()):
            raise refuse("precondition.weapon", "No tiene esa arma.", "There is no such weapon.")
        return found

    def attribute(
        self, actor_id: str, key: str, steps: Sequence[Step] = (), *, is_survival: bool = False
    ) -> Part:
        part = self.system.attribute_part(
            self.sheet(actor_id), self.state_of(actor_id), key, is_survival=is_survival
        )
        return replace(part, steps=(*part.steps, *steps))

    def skill(self, actor_id: str, key: str, steps: Sequence[Step] = ()) -> Part:
        """
        Return a skill's die.

        :raises rules.engine.system.UnknownTrait: when there is no such skill.
        """
        part = self.system.skill_part(self.sheet(actor_id), key)
        return replace(part, steps=(*part.steps, *steps))

    # ---- changes ----

    def put(self, actor_id: str, **values: Any) -> list[Change]:
        """Return changes of an actor's own state."""
        return [Change(("actors", actor_id, "state", key), value) for key, value in values.items()]

    def noted(self, actor_id: str, **values: Any) -> list[Change]:
        """Return changes of what somebody has done in this turn."""
        return [Change(("actors", actor_id, "round", key), value) for key, value in values.items()]

    def inflict(
        self, actor_id: str, condition: str, *, rules: tuple[str, ...], **detail: Any
    ) -> None:
        """Put somebody in a condition, or change what is known about it."""
        path = ("actors", actor_id, "state", "conditions", condition)
        self.emit(
            "condition", actor_id, rules=rules, changes=[Change(path, detail)],
            condition=condition, detail=detail,
        )  # fmt: skip

    def relieve(self, actor_id: str, *names: str, rules: tuple[str, ...]) -> None:
        """Take somebody out of conditions; nothing is said of those that they were not in."""
        held = self.state_of(actor_id)["conditions"]
        for name in names:
            if name in held:
                path = ("actors", actor_id, "state", "conditions", name)
                changes = [Change(path, removes=True)]
                self.emit("relieved", actor_id, rules=rules, changes=changes, condition=name)

    def prompt(self, prompt_id: str, actor_id: str = "", **data: Any) -> None:
        """Ask the GM something that a rule leaves to a human; play goes on meanwhile."""
        known = self.system.prompts[prompt_id]
        number = int(self.state.get("prompt_count", 0)) + 1
        entry = {"prompt": prompt_id, "rule": known.rule, "actor": actor_id, "data": data}
        changes = [Change(("prompt_count",), number), Change(("prompts", str(number)), entry)]
        self.emit(
            "prompt", actor_id, rules=(known.rule,), changes=changes, prompt=prompt_id,
            number=number, **data,
        )  # fmt: skip


def integer(intent: Intent, key: str) -> int:
    """Return an integer parameter that the catalogue has checked."""
    return int(intent.parameters[key] or 0)


def text(intent: Intent, key: str) -> str:
    """Return a text parameter that the catalogue has checked."""
    return str(intent.parameters[key] or "")


def flag(intent: Intent, key: str) -> bool:
    """Return a boolean parameter that the catalogue has checked."""
    return bool(intent.parameters[key])
