"""What a rules system offers, and where the installed ones are found."""

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Protocol, runtime_checkable

from rules.engine.dice import Dice
from rules.engine.events import Event
from rules.engine.intents import Intent, IntentKind
from rules.engine.modifiers import Modifier
from rules.engine.resolution import Resolution
from rules.engine.rolls import Roll
from rules.engine.sheet import Derived, Problem, Rollable, SheetField, StateField
from rules.engine.text import Text

Sheet = Mapping[str, Any]
State = Mapping[str, Any]

__all__ = [
    "Derived",
    "Problem",
    "Rerolled",
    "Rerolling",
    "Rollable",
    "Sheet",
    "SheetField",
    "State",
    "StateField",
    "System",
    "Tactical",
    "UnknownTrait",
    "get",
    "installed",
]


class UnknownTrait(LookupError):
    """The sheet has no such trait to roll."""


class System(Protocol):
    """One rules system: sheets and states are plain JSON, everything else is values."""

    id: str
    name: Text

    def empty_sheet(self) -> dict[str, Any]:
        """Return the sheet of somebody of whom nothing is known yet."""
        ...

    def sheet_fields(self) -> tuple[SheetField, ...]:
        """Return the fields of a sheet, in the order of a form."""
        ...

    def validate(self, sheet: Sheet) -> list[Problem]:
        """Return everything that is wrong with a sheet, never only the first thing."""
        ...

    def empty_state(self, sheet: Sheet) -> dict[str, Any]:
        """Return the state of somebody to whom nothing has happened."""
        ...

    def state_fields(self, sheet: Sheet) -> tuple[StateField, ...]:
        """Return the counters of a state, each from nought to its maximum."""
        ...

    def derive(self, sheet: Sheet, state: State) -> tuple[Derived, ...]:
        """Return what follows from a valid sheet: Parry, Toughness, Pace ..."""
        ...

    def rollable(self, sheet: Sheet, state: State) -> tuple[Rollable, ...]:
        """Return what this character may roll."""
        ...

    def modifiers_for(self, sheet: Sheet, state: State, trait: str) -> tuple[Modifier, ...]:
        """Return what sheet and state bring to every roll of a trait, by name and rule."""
        ...

    def trait_roll(
        self,
        sheet: Sheet,
        state: State,
        *,
        trait: str,
        modifiers: Sequence[Modifier],
        target: int | None,
        dice: Dice,
    ) -> Roll:
        """
        Roll a trait with `modifiers_for` and the extra modifiers given.

        :raises UnknownTrait: when the system knows no such trait.
        """
        ...

    def reread(self, roll: Roll, *, modifiers: Sequence[Modifier], target: int | None) -> Roll:
        """
        Read the same dice again with other modifiers, or against another target.

        For the GM who corrects a roll: both readings are kept, no die is thrown.
        """
        ...

    def session_start(self, sheet: Sheet, state: State) -> dict[str, Any]:
        """Return the state with which a player character enters a new game session."""
        ...

    def gm_pool(self, player_characters: int) -> int:
        """Return how many bennies the GM has for the table at the start of a session."""
        ...


@dataclass(frozen=True, slots=True)
class Rerolled:
    """A roll thrown again: the new one, and the one of the two that counts."""

    again: Roll
    counts: Roll


@runtime_checkable
class Rerolling(Protocol):
    """A system whose trait rolls may be thrown again for something out of a counter."""

    def reroll_counter(self, roll: Roll) -> str:
        """Return the counter that a new throw costs one of, or nothing when there is none."""
        ...

    def reroll(self, sheet: Sheet, state: State, *, trait: str, roll: Roll, dice: Dice) -> Rerolled:
        """
        Throw a trait roll again as it was asked, and say which of the two counts.

        :raises UnknownTrait: when the system knows no such trait.
        """
        ...


class Tactical(System, Protocol):
    """A system that also runs encounters: intents in, events and decisions out."""

    def intents(self) -> tuple[IntentKind, ...]:
        """Return everything that may be done, with its typed parameters."""
        ...

    def new_encounter(
        self,
        actors: Mapping[str, Mapping[str, Any]],
        settings: Mapping[str, Any] | None = None,
        *,
        before: State | None = None,
    ) -> dict[str, Any]:
        """Return the state of an encounter that is about to begin; `before` is the last one's."""
        ...

    def waiting(self, state: State) -> tuple[str, ...]:
        """Return whose turn may begin now, the first to be waited for first."""
        ...

    def narrate(self, event: Event, name: Callable[[str], str]) -> Text | None:
        """Return what people are told of an event, None for mere bookkeeping."""
        ...

    def resolve(self, state: State, intent: Intent, dice: Dice) -> Resolution:
        """
        Do what an intent says, or go on after an answer; the state given is not touched.

        :raises rules.engine.refusals.Refusal: when it may not be done.
        """
        ...


@cache
def _found() -> dict[str, System]:
    import rules.systems as folder

    systems: dict[str, System] = {}
    for module in pkgutil.iter_modules(folder.__path__):
        package = importlib.import_module(f"rules.systems.{module.name}")
        if hasattr(package, "SYSTEM"):
            systems[package.SYSTEM.id] = package.SYSTEM
    for plug_in in entry_points(group="tirada.systems"):
        system: System = plug_in.load()
        systems[system.id] = system
    return systems


def installed() -> tuple[System, ...]:
    """Return the systems in `rules/systems` and those that installed packages bring."""
    return tuple(system for _id, system in sorted(_found().items()))


def get(system_id: str) -> System:
    """
    Return a system by its id.

    :raises LookupError: when it is not installed.
    """
    try:
        return _found()[system_id]
    except KeyError:
        raise LookupError(f"The rules system {system_id!r} is not installed.") from None
