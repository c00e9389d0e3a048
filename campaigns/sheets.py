"""
What a campaign needs from the sheets behind its cast.

Campaigns do not know characters (the import contract says so), so they say here what they ask
for, and the settings name who answers: `CAMPAIGNS_SHEETS`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Protocol

from django.conf import settings
from django.utils.module_loading import import_string

from accounts.models import Person
from campaigns.models import Campaign, CastMember
from rules.engine.dice import Dice
from rules.engine.modifiers import Modifier
from rules.engine.rolls import Roll
from rules.engine.system import Rerolled, Rollable, UnknownTrait
from rules.engine.text import Text

__all__ = ["CannotPay", "Price", "Rollables", "Sheets", "UnknownTrait", "source"]


@dataclass(frozen=True)
class Rollables:
    """The traits a cast member may roll, and what their state adds to each."""

    traits: Sequence[Rollable]
    modifiers: Mapping[str, Sequence[Modifier]]


@dataclass(frozen=True)
class Price:
    """What a new throw costs one of, and how many there are."""

    name: Text
    left: int


class CannotPay(Exception):
    """There is nothing left to pay with, or nothing to be had for it."""


class Sheets(Protocol):
    """The answers of the app that keeps the sheets."""

    def rollables(self, cast_members: Iterable[CastMember]) -> Mapping[int, Rollables]:
        """Return, by the cast member's id, what each may roll; one query for all of them."""
        ...

    def trait_roll(
        self,
        *,
        cast_member: CastMember,
        trait: str,
        modifiers: Sequence[Modifier],
        target: int | None,
        dice: Dice,
    ) -> Roll:
        """
        Roll a trait with whatever the sheet and its state bring to it.

        :raises UnknownTrait: when the sheet has no such trait.
        """
        ...

    def reroll_price(self, *, cast_member: CastMember, roll: Roll) -> "Price | None":
        """Return what a new throw of the roll costs, or None when there is no new throw."""
        ...

    def reroll(self, *, cast_member: CastMember, trait: str, roll: Roll, dice: Dice) -> Rerolled:
        """
        Throw a trait roll again and say which of the two counts.

        :raises UnknownTrait: when the sheet has no such trait, or the system no new throws.
        """
        ...

    def pay_reroll(
        self, *, cast_member: CastMember, roll: Roll, by: Person, at: datetime
    ) -> Mapping[str, Any]:
        """
        Take what a new throw costs, and say what was taken from where.

        :raises CannotPay: when there is nothing left to take, or nothing to buy.
        """
        ...

    def reread(
        self, *, campaign: Campaign, roll: Roll, modifiers: Sequence[Modifier], target: int | None
    ) -> Roll:
        """Read the same dice again with other modifiers, or against another target."""
        ...

    def end_session(
        self, *, campaign: Campaign, awards: Mapping[str, int], at: datetime
    ) -> Mapping[str, Any]:
        """
        Give experience (by cast member's public id) and bring bennies back.

        Return what happened, as plain data for the session's report.
        """
        ...


@cache
def source() -> Sheets:
    """Return the app that keeps the sheets, as the settings name it."""
    found: Sheets = import_string(settings.CAMPAIGNS_SHEETS)()
    return found
