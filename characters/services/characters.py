"""Make a character, have it approved, and keep its state."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.core.files.base import ContentFile
from django.db import transaction

from accounts.models import Person
from campaigns.models import Campaign, CastMember
from characters.models import Character
from rules.engine import system as systems
from rules.engine.system import Problem


class NotLegal(Exception):
    """The rules find something wrong with the sheet; `problems` says all of it."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(problem.message.en for problem in problems))
        self.problems = problems


class WrongMoment(Exception):
    """The character is not in the state in which this can happen; somebody was faster."""


@transaction.atomic
def create(
    *,
    campaign: Campaign,
    player: Person | None,
    name: str,
    sheet: Mapping[str, Any],
    portrait: bytes | None,
    portrait_alt: str,
    at: datetime,
) -> Character:
    """
    Make a character for a player, or, without a player, an NPC, which is approved at once.

    :raises NotLegal: when the rules find something wrong with the sheet.
    """
    _check(campaign, sheet)
    member = CastMember(
        campaign=campaign,
        kind=CastMember.Kind.CHARACTER if player else CastMember.Kind.NPC,
        player=player,
        name=name,
        portrait_alt=portrait_alt,
        approved_at=None if player else at,
    )
    _set_portrait(member, portrait)
    member.save()
    system = systems.get(campaign.system)
    return Character.objects.create(
        cast_member=member,
        status=Character.Status.DRAFT if player else Character.Status.APPROVED,
        sheet=dict(sheet),
        state=system.empty_state(sheet),
        created_at=at,
        changed_at=at,
    )


@transaction.atomic
def change(
    *,
    character: Character,
    name: str,
    sheet: Mapping[str, Any],
    portrait: bytes | None,
    portrait_alt: str,
    at: datetime,
) -> Character:
    """
    Change a sheet; a new portrait replaces the old one, none keeps it.

    :raises NotLegal: when the rules find something wrong with the sheet.
    """
    character = _locked(character)
    member = character.cast_member
    _check(member.campaign, sheet)
    member.name = name
    member.portrait_alt = portrait_alt
    _set_portrait(member, portrait)
    member.save()
    character.sheet = dict(sheet)
    character.changed_at = at
    character.save(update_fields=["sheet", "changed_at"])
    return character


@transaction.atomic
def submit(*, character: Character, at: datetime) -> None:
    """
    Hand the sheet to the GM.

    :raises WrongMoment: when it is with the GM already, or approved.
    """
    character = _locked(character)
    if character.status not in (Character.Status.DRAFT, Character.Status.RETURNED):
        raise WrongMoment
    _set_status(character, Character.Status.SUBMITTED, at)


@transaction.atomic
def approve(*, character: Character, at: datetime) -> None:
    """
    Let the character into play.

    :raises WrongMoment: unless it was submitted.
    """
    character = _locked(character)
    if character.status != Character.Status.SUBMITTED:
        raise WrongMoment
    character.gm_note = ""
    _set_status(character, Character.Status.APPROVED, at)
    CastMember.objects.filter(id=character.cast_member_id).update(approved_at=at)


@transaction.atomic
def send_back(*, character: Character, note: str, at: datetime) -> None:
    """
    Give the sheet back to its player with a note.

    :raises WrongMoment: unless it was submitted.
    """
    character = _locked(character)
    if character.status != Character.Status.SUBMITTED:
        raise WrongMoment
    character.gm_note = note
    _set_status(character, Character.Status.RETURNED, at)


@transaction.atomic
def set_state(
    *, character: Character, wounds: int, fatigue: int, bennies: int, at: datetime
) -> None:
    """Put wounds, fatigue and bennies to what the GM says they are."""
    character = _locked(character)
    character.state = {
        **character.state,
        "wounds": wounds,
        "fatigue": fatigue,
        "bennies": bennies,
    }
    character.changed_at = at
    character.save(update_fields=["state", "changed_at"])


def _locked(character: Character) -> Character:
    return (
        Character.objects.select_for_update(no_key=True, of=("self",))
        .select_related("cast_member__campaign")
        .get(id=character.id)
    )


def _set_status(character: Character, status: str, at: datetime) -> None:
    character.status = status
    character.changed_at = at
    character.save(update_fields=["status", "gm_note", "changed_at"])


def _check(campaign: Campaign, sheet: Mapping[str, Any]) -> None:
    problems = systems.get(campaign.system).validate(sheet)
    if problems:
        raise NotLegal(problems)


def _set_portrait(member: CastMember, portrait: bytes | None) -> None:
    if portrait is not None:
        member.portrait.save(f"{member.public_id}.webp", ContentFile(portrait), save=False)
