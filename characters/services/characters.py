"""Make a character, have it approved, and keep its state. Every change leaves its line behind."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from accounts.models import Person
from campaigns.models import Campaign, CastMember, Membership
from characters import differences, portraits
from characters.models import Change, Character
from rules.engine import system as systems
from rules.engine.system import Problem


class NotLegal(Exception):
    """The rules find something wrong with the sheet; `problems` says all of it."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(problem.message.en for problem in problems))
        self.problems = problems


class WrongMoment(Exception):
    """The character is not in the state in which this can happen; somebody was faster."""


class Stale(Exception):
    """It was changed in the meantime; `current` is what it is now."""

    def __init__(self, current: Any) -> None:
        super().__init__(current)
        self.current = current


class NotAPlayer(Exception):
    """Only somebody who plays at the table makes a character for it."""


class ReasonMissing(Exception):
    """A GM who changes a player's character says why."""


class IdTaken(Exception):
    """The form's id belongs to somebody else's character."""


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
    by: Person | None = None,
    public_id: UUID | None = None,
) -> Character:
    """
    Make a character for a player, or, without a player, an NPC, which is approved at once.

    `by` is who makes it, its player unless told otherwise. The same `public_id` again gives the
    first character, so that two clicks make one.

    :raises NotLegal: when the rules find something wrong with the sheet.
    :raises NotAPlayer: when the player does not play at this table.
    :raises IdTaken: when `public_id` is a character of somebody else or of another table.
    """
    # The lock makes the second of two clicks wait for the first.
    Campaign.objects.select_for_update(no_key=True).get(id=campaign.id)
    public_id = public_id or uuid4()
    earlier = Character.objects.filter(cast_member__public_id=public_id).first()
    if earlier is not None:
        return _same(earlier, campaign, player)
    if player is not None:
        _require_player(campaign, player)
    _check(campaign, sheet)
    member = CastMember(
        public_id=public_id,
        campaign=campaign,
        kind=CastMember.Kind.CHARACTER if player else CastMember.Kind.NPC,
        player=player,
        name=name,
        portrait_alt=portrait_alt,
        approved_at=None if player else at,
    )
    with portraits.replacing(member, portrait):
        member.save()
        character = Character.objects.create(
            cast_member=member,
            status=Character.Status.DRAFT if player else Character.Status.APPROVED,
            sheet=dict(sheet),
            state=systems.get(campaign.system).empty_state(sheet),
            created_at=at,
            changed_at=at,
        )
        _note(character, Change.Kind.CREATED, by=by or player, at=at)
    return character


@transaction.atomic
def change(
    *,
    character: Character,
    by: Person,
    name: str,
    sheet: Mapping[str, Any],
    portrait: bytes | None,
    portrait_alt: str,
    at: datetime,
    reason: str = "",
    seen: int | None = None,
) -> Character:
    """
    Change a sheet; a new portrait replaces the old one, none keeps it.

    Its player changes it until it is approved; anybody else (the caller has asked who may) says
    why. `seen` is the version on which the change was made, or None for whatever there is now.

    :raises NotLegal: when the rules find something wrong with the sheet.
    :raises WrongMoment: when its player comes after the approval.
    :raises ReasonMissing: when it is another person's character and no reason is given.
    :raises Stale: when the sheet is no longer the version seen.
    """
    character = _locked(character)
    member = character.cast_member
    is_own = member.player_id == by.id
    if is_own and character.status == Character.Status.APPROVED:
        raise WrongMoment
    if not is_own and member.kind == CastMember.Kind.CHARACTER and not reason.strip():
        raise ReasonMissing
    _check(member.campaign, sheet)
    lines = [
        *differences.difference(differences.NAME, member.name, name),
        *differences.of_sheets(systems.get(member.campaign.system), character.sheet, sheet),
        *differences.difference(differences.PORTRAIT_ALT, member.portrait_alt, portrait_alt),
    ]
    is_stale = seen is not None and seen != character.version
    if not lines and (is_stale or portrait is None):
        return character  # the second of two clicks, or nothing was touched
    if is_stale:
        raise Stale(character.version)
    if portrait is not None:
        lines += differences.replaced(differences.PORTRAIT)
    member.name = name
    member.portrait_alt = portrait_alt
    with portraits.replacing(member, portrait):
        # Named fields only: who plays it may be changing at this very moment.
        member.save(update_fields=["name", "portrait", "portrait_alt"])
        character.sheet = dict(sheet)
        character.version += 1
        character.changed_at = at
        character.save(update_fields=["sheet", "version", "changed_at"])
        _note(character, Change.Kind.SHEET, by=by, at=at, reason=reason, lines=lines)
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
    _note(character, Change.Kind.SUBMITTED, by=character.cast_member.player, at=at)


@transaction.atomic
def approve(
    *, character: Character, at: datetime, by: Person | None = None, seen: int | None = None
) -> None:
    """
    Let the character into play; `seen` is the version of the sheet that the GM has read.

    :raises WrongMoment: unless it was submitted.
    :raises Stale: when its player has changed it since.
    """
    character = _submitted(character, seen)
    character.gm_note = ""
    _set_status(character, Character.Status.APPROVED, at)
    CastMember.objects.filter(id=character.cast_member_id).update(approved_at=at)
    _note(character, Change.Kind.APPROVED, by=by, at=at)


@transaction.atomic
def send_back(
    *,
    character: Character,
    note: str,
    at: datetime,
    by: Person | None = None,
    seen: int | None = None,
) -> None:
    """
    Give the sheet back to its player with a note.

    :raises WrongMoment: unless it was submitted.
    :raises Stale: when its player has changed it since.
    """
    character = _submitted(character, seen)
    character.gm_note = note
    _set_status(character, Character.Status.RETURNED, at)
    _note(character, Change.Kind.RETURNED, by=by, at=at, reason=note)


@transaction.atomic
def set_state(
    *,
    character: Character,
    by: Person,
    values: Mapping[str, int],
    seen: Mapping[str, int],
    reason: str,
    at: datetime,
) -> Character:
    """
    Put counters of the state (wounds, fatigue, bennies ...) to what the GM says they are.

    `values` holds only what changes, `seen` what the GM saw there before; a counter that is at its
    new value already is left alone, so that two clicks do what one does.

    :raises ReasonMissing: without a reason; states never change silently.
    :raises Stale: when a counter is no longer what was seen; `current` maps each to its value.
    :raises KeyError: for a counter that the system does not have.
    :raises ValueError: for a value beyond its bounds.
    """
    character = _locked(character)
    system = systems.get(character.cast_member.campaign.system)
    fields = {field.id: field for field in system.state_fields(character.sheet)}
    now = {name: int(character.state.get(name, 0)) for name in fields}
    for name, value in values.items():
        if not 0 <= value <= max(fields[name].maximum, now[name]):
            raise ValueError(name)
    wanted = {name: value for name, value in values.items() if now[name] != value}
    if not wanted:
        return character
    if not reason.strip():
        raise ReasonMissing
    if any(now[name] != seen.get(name) for name in wanted):
        raise Stale(now)
    before = character.state
    character.state = {**before, **wanted}
    character.changed_at = at
    character.save(update_fields=["state", "changed_at"])
    lines = differences.of_states(system, character.sheet, before, character.state)
    _note(character, Change.Kind.STATE, by=by, at=at, reason=reason, lines=lines)
    return character


def _locked(character: Character) -> Character:
    return (
        Character.objects.select_for_update(no_key=True, of=("self",))
        .select_related("cast_member__campaign", "cast_member__player")
        .get(id=character.id)
    )


def _submitted(character: Character, seen: int | None) -> Character:
    character = _locked(character)
    if character.status != Character.Status.SUBMITTED:
        raise WrongMoment
    if seen is not None and seen != character.version:
        raise Stale(character.version)
    return character


def _set_status(character: Character, status: str, at: datetime) -> None:
    character.status = status
    character.changed_at = at
    character.save(update_fields=["status", "gm_note", "changed_at"])


def _note(
    character: Character,
    kind: str,
    *,
    by: Person | None,
    at: datetime,
    reason: str = "",
    lines: differences.Differences | None = None,
) -> None:
    Change.objects.create(
        character=character, kind=kind, by=by, at=at, reason=reason, differences=lines or []
    )


def _same(earlier: Character, campaign: Campaign, player: Person | None) -> Character:
    member = earlier.cast_member
    kind = CastMember.Kind.CHARACTER if player else CastMember.Kind.NPC
    owner = player.id if player else None
    if (member.campaign_id, member.player_id, member.kind) != (campaign.id, owner, kind):
        raise IdTaken
    return earlier


def _require_player(campaign: Campaign, player: Person) -> None:
    seat = Membership.objects.filter(campaign=campaign, person=player, role=Membership.Role.PLAYER)
    if not seat.exists():
        raise NotAPlayer


def _check(campaign: Campaign, sheet: Mapping[str, Any]) -> None:
    problems = systems.get(campaign.system).validate(sheet)
    if problems:
        raise NotLegal(problems)
