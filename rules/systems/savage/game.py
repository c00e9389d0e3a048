"""An encounter under way: reading its state by name, and the changes that the core makes."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rules.engine.dice import Dice
from rules.engine.events import Change, State
from rules.engine.intents import Intent
from rules.engine.refusals import Refusal
from rules.engine.resolution import Table
from rules.engine.text import Text
from rules.systems.savage import conditions
from rules.systems.savage.catalogue import Weapon
from rules.systems.savage.edition import Edition, with_settings
from rules.systems.savage.traits import Reading

if TYPE_CHECKING:
    from rules.systems.savage.system import Savage

Actor = Mapping[str, Any]


def refuse(rule: str, es: str, en: str) -> Refusal:
    """Return the refusal of an intent, with the rule that says so."""
    return Refusal(rule, Text(es=es, en=en))


class Game(Table):
    """A table of Savage Worlds. Whatever it says it changes, it changes by an event."""

    def __init__(self, system: "Savage", state: State, dice: Dice) -> None:
        super().__init__(state, dice)
        self.system = system
        self.edition: Edition = with_settings(system.edition, state.get("settings", {}))
        self.reading = Reading(self.edition.raise_step, self.edition.crit_multi_rule)

    # ---- reading ----

    def actor(self, actor_id: str) -> Actor:
        """
        Return somebody in the encounter.

        :raises Refusal: when nobody has that id.
        """
        found = self.state["actors"].get(actor_id)
        if found is None:
            raise refuse("precondition.actor", "Ese personaje no está.", "No such character here.")
        actor: Actor = found
        return actor

    def sheet(self, actor_id: str) -> Mapping[str, Any]:
        try:
            sheet: Mapping[str, Any] = self.state["actors"][actor_id]["sheet"]
        except KeyError:
            return self.actor(actor_id)  # refuses
        return sheet

    def state_of(self, actor_id: str) -> Mapping[str, Any]:
        try:
            state: Mapping[str, Any] = self.state["actors"][actor_id]["state"]
        except KeyError:
            return self.actor(actor_id)  # refuses
        return state

    def active(self, actor_id: str) -> frozenset[str]:
        return conditions.active(self.edition, self.state_of(actor_id))

    def has(self, actor_id: str, condition: str) -> bool:
        return condition in self.active(actor_id)

    def is_helpless(self, actor_id: str) -> bool:
        return bool(self.active(actor_id) & conditions.HELPLESS)

    def is_wild(self, actor_id: str) -> bool:
        return bool(self.sheet(actor_id).get("wild_card"))

    def is_player_character(self, actor_id: str) -> bool:
        return bool(self.actor(actor_id).get("player_character"))

    def are_foes(self, one: str, other: str) -> bool:
        return bool(self.actor(one)["side"] != self.actor(other)["side"])

    def adjacent(self, actor_id: str) -> list[str]:
        found: list[str] = self.state.get("adjacent", {}).get(actor_id, [])
        return found

    def weapon(self, actor_id: str, weapon_id: str) -> Weapon:
        """
        Return a weapon that somebody has in hand.

        :raises Refusal: when there is none, or it was dropped.
        """
        weapon = self.system.catalogue.weapon(self.sheet(actor_id), weapon_id)
        if weapon is None or weapon_id in self.state_of(actor_id).get("dropped", ()):
            raise refuse("precondition.weapon", "No tiene esa arma.", "There is no such weapon.")
        return weapon

    def weapons(self, actor_id: str) -> list[Weapon]:
        """Return the weapons that somebody carries and has not dropped."""
        dropped = self.state_of(actor_id).get("dropped", ())
        sheet = self.sheet(actor_id)
        found = [self.system.catalogue.weapon(sheet, name) for name in sheet.get("weapons", {})]
        return [weapon for weapon in found if weapon is not None and weapon.id not in dropped]

    def derived(self, actor_id: str) -> Mapping[str, int]:
        return self.system.numbers(self.sheet(actor_id), self.state_of(actor_id), self.edition)

    @property
    def turn(self) -> Mapping[str, Any] | None:
        turn: Mapping[str, Any] | None = self.state.get("turn")
        return turn

    def is_turn_of(self, actor_id: str) -> bool:
        return self.turn is not None and self.turn["actor"] == actor_id

    # ---- changes ----

    def set(self, actor_id: str, **values: Any) -> list[Change]:
        """Return changes of an actor's place in the encounter."""
        return [Change(("actors", actor_id, key), value) for key, value in values.items()]

    def put(self, actor_id: str, **values: Any) -> list[Change]:
        """Return changes of an actor's own state."""
        return [Change(("actors", actor_id, "state", key), value) for key, value in values.items()]

    def turn_changes(self, **values: Any) -> list[Change]:
        return [Change(("turn", key), value) for key, value in values.items()]

    def inflict(
        self, actor_id: str, condition: str, *, rules: tuple[str, ...], clock: int | None = None
    ) -> None:
        """
        Put somebody in a condition; Distracted and Vulnerable run to the end of the next turn.

        On the victim's own turn that is the end of the following one (SWADE-INDEX-463).
        """
        if condition in conditions.CLOCKED and clock is None:
            clock = 2 if self.is_turn_of(actor_id) else 1
        changes = self.put(actor_id, **conditions.added(self.state_of(actor_id), condition, clock))
        self.emit("condition", actor_id, rules=rules, changes=changes, condition=condition)
        if condition in ("shaken", "stunned") and self.edition.hold_shaken == "lose_turn":
            self._lose_hold(actor_id)
        if condition == "shaken" and self.edition.aim_lost_when_shaken:
            self.lose_aim(actor_id)
        if condition == "stunned":
            # SWADE-GAP-040: a bonus for defending is lost when stunned, not when shaken.
            self.relieve(actor_id, "defending", rules=("SWADE-GAP-040",))
            self.emit("aim_lost", actor_id, changes=self.set(actor_id, aim=None))

    def relieve(self, actor_id: str, *names: str, rules: tuple[str, ...]) -> None:
        """Take somebody out of conditions; nothing is said of those that it was not in."""
        state = self.state_of(actor_id)
        gone = [name for name in names if name in state.get("conditions", ())]
        if gone:
            changes = self.put(actor_id, **conditions.removed(state, *gone))
            self.emit("relieved", actor_id, rules=rules, changes=changes, conditions=gone)

    def lose_aim(self, actor_id: str) -> None:
        if self.actor(actor_id).get("aim"):
            rules = ("SWADE-INDEX-221",)
            self.emit("aim_lost", actor_id, rules=rules, changes=self.set(actor_id, aim=None))

    def _lose_hold(self, actor_id: str) -> None:
        if self.actor(actor_id).get("hold"):
            # SWADE-INDEX-523: hold and the turn of this round are lost.
            changes = self.set(actor_id, hold=False, acted=True)
            self.emit("hold_lost", actor_id, rules=("SWADE-INDEX-523",), changes=changes)

    def prompt(self, prompt_id: str, actor_id: str = "", **data: Any) -> None:
        """Ask the GM something that a rule leaves to a human; play goes on meanwhile."""
        known = self.system.prompts[prompt_id]
        number = str(int(self.state.get("prompt_count", 0)) + 1)
        entry = {"prompt": prompt_id, "rule": known.rule, "actor": actor_id, "data": data}
        self.emit(
            "prompt",
            actor_id,
            rules=(known.rule,),
            changes=[
                Change(("prompt_count",), int(number)),
                Change(("prompts", number), entry),
            ],
            prompt=prompt_id,
            number=int(number),
            **data,
        )


def integer(intent: Intent, key: str) -> int:
    """Return an integer parameter that the catalogue has checked."""
    return int(intent.parameters[key])


def text(intent: Intent, key: str) -> str:
    """Return a text parameter that the catalogue has checked."""
    return str(intent.parameters[key] or "")
