"""Open a campaign, seat its people, let them go."""

from datetime import datetime, timedelta
from uuid import uuid4

from django.db import IntegrityError, transaction
from django.utils.crypto import get_random_string

from accounts.models import Person
from campaigns import markup
from campaigns.models import Application, Campaign, CastMember, Invitation, Membership
from campaigns.services import sessions

INVITATION_DAYS = 14


class NoSeatLeft(Exception):
    """Every seat for players is taken."""


class NotOpen(Exception):
    """The campaign takes no applications now."""


class AlreadyMember(Exception):
    """The person has a place at this table already."""


class AlreadyAnswered(Exception):
    """Somebody has answered or withdrawn this application in the meantime."""


class InvitationSpent(Exception):
    """The invitation has expired, was used up or was withdrawn."""


@transaction.atomic
def create(
    *,
    gm: Person,
    title: str,
    pitch: str,
    system: str,
    visibility: str,
    seats: int,
    rhythm: str,
    roll_timing: str,
    at: datetime,
) -> Campaign:
    """Open a campaign with its GM, its first session and the first epoch of its ledger."""
    campaign = Campaign.objects.create(
        public_id=uuid4(),
        title=title,
        pitch=pitch,
        pitch_html=markup.to_html(pitch),
        system=system,
        visibility=visibility,
        seats=seats,
        rhythm=rhythm,
        roll_timing=roll_timing,
        created_at=at,
    )
    Membership.objects.create(campaign=campaign, person=gm, role=Membership.Role.GM, joined_at=at)
    sessions.start_first(campaign=campaign, at=at)
    return campaign


@transaction.atomic
def change(
    *,
    campaign: Campaign,
    title: str,
    pitch: str,
    visibility: str,
    seats: int,
    rhythm: str,
    roll_timing: str,
) -> Campaign:
    """Change what the campaign says of itself; its rules system stays."""
    campaign = _locked(campaign)
    campaign.title = title
    campaign.pitch = pitch
    campaign.pitch_html = markup.to_html(pitch)
    campaign.visibility = visibility
    campaign.seats = seats
    campaign.rhythm = rhythm
    campaign.roll_timing = roll_timing
    campaign.save()
    return campaign


@transaction.atomic
def take_applications(*, campaign: Campaign, is_open: bool) -> None:
    """Open the campaign for applications, or close it."""
    Campaign.objects.filter(id=campaign.id).update(takes_applications=is_open)


@transaction.atomic
def apply(*, campaign: Campaign, person: Person, text: str, at: datetime) -> Application:
    """
    Ask for a seat. Asking again while the first request is pending changes its text.

    :raises NotOpen: when the campaign takes no applications.
    :raises AlreadyMember: when the person sits at the table.
    """
    campaign = _locked(campaign)
    if not campaign.takes_applications:
        raise NotOpen
    if campaign.memberships.filter(person=person).exists():
        raise AlreadyMember
    application, _created = Application.objects.update_or_create(
        campaign=campaign,
        person=person,
        status=Application.Status.PENDING,
        defaults={"text": text},
        create_defaults={"text": text, "applied_at": at},
    )
    return application


@transaction.atomic
def withdraw(*, application: Application, at: datetime) -> None:
    """
    Take an application back.

    :raises AlreadyAnswered: when it is no longer pending.
    """
    _answer(application, Application.Status.WITHDRAWN, by=application.person, answer="", at=at)


@transaction.atomic
def accept(*, application: Application, by: Person, answer: str, at: datetime) -> Membership:
    """
    Give the applicant a seat.

    :raises AlreadyAnswered: when the application is no longer pending.
    :raises NoSeatLeft: when every seat is taken.
    """
    campaign = _locked(application.campaign)
    _answer(application, Application.Status.ACCEPTED, by=by, answer=answer, at=at)
    return _seat(campaign, application.person, Membership.Role.PLAYER, at)


@transaction.atomic
def decline(*, application: Application, by: Person, answer: str, at: datetime) -> None:
    """
    Say no to an applicant.

    :raises AlreadyAnswered: when the application is no longer pending.
    """
    _answer(application, Application.Status.DECLINED, by=by, answer=answer, at=at)


@transaction.atomic
def invite(*, campaign: Campaign, by: Person, role: str, uses: int, at: datetime) -> Invitation:
    """Make a link that seats `uses` people in the role, good for two weeks."""
    return Invitation.objects.create(
        campaign=campaign,
        token=get_random_string(43),
        role=role,
        uses_left=uses,
        created_by=by,
        created_at=at,
        expires_at=at + timedelta(days=INVITATION_DAYS),
    )


@transaction.atomic
def withdraw_invitation(*, invitation: Invitation, at: datetime) -> None:
    """Make an invitation's link useless."""
    Invitation.objects.filter(id=invitation.id, withdrawn_at=None).update(withdrawn_at=at)


def usable_invitation(*, token: str, at: datetime) -> Invitation:
    """
    Return the invitation behind a link.

    :raises InvitationSpent: when there is none or it is no longer good.
    """
    found = (
        Invitation.objects.select_related("campaign")
        .filter(token=token, withdrawn_at=None, uses_left__gt=0, expires_at__gt=at)
        .first()
    )
    if found is None:
        raise InvitationSpent
    return found


@transaction.atomic
def accept_invitation(*, token: str, person: Person, at: datetime) -> Membership:
    """
    Seat whoever follows an invitation. Somebody who already sits keeps their place.

    :raises InvitationSpent: when the link is no longer good.
    :raises NoSeatLeft: when it is for a player and every seat is taken.
    """
    invitation = usable_invitation(token=token, at=at)
    campaign = _locked(invitation.campaign)
    # Looked up again under the lock: somebody else may have used the last place of the link.
    invitation = usable_invitation(token=token, at=at)
    present = campaign.memberships.filter(person=person).first()
    if present is not None:
        return present
    membership = _seat(campaign, person, invitation.role, at)
    invitation.uses_left -= 1
    invitation.save(update_fields=["uses_left"])
    Application.objects.filter(
        campaign=campaign, person=person, status=Application.Status.PENDING
    ).update(status=Application.Status.ACCEPTED, answered_at=at, answered_by=invitation.created_by)
    return membership


@transaction.atomic
def set_role(*, membership: Membership, role: str) -> None:
    """
    Make a member a co-GM, a player or a spectator.

    :raises NoSeatLeft: when they become a player and every seat is taken.
    :raises ValueError: for the GM's own membership; handing over a campaign is another act.
    """
    campaign = _locked(membership.campaign)
    membership = Membership.objects.select_for_update(no_key=True).get(id=membership.id)
    if Membership.Role.GM in (membership.role, role):
        raise ValueError("The GM's own role is not changed this way.")
    if role == Membership.Role.PLAYER and membership.role != role:
        _require_seat(campaign)
    membership.role = role
    membership.save(update_fields=["role"])


@transaction.atomic
def leave(*, membership: Membership) -> None:
    """
    Give up a place; the characters stay at the table, with nobody behind them.

    :raises ValueError: for the GM, who cannot leave a table without handing it over.
    """
    if membership.role == Membership.Role.GM:
        raise ValueError("The GM does not leave the table.")
    CastMember.objects.filter(campaign=membership.campaign_id, player=membership.person_id).update(
        player=None
    )
    membership.delete()


def _locked(campaign: Campaign) -> Campaign:
    return Campaign.objects.select_for_update(no_key=True).get(id=campaign.id)


def _answer(
    application: Application, status: str, *, by: Person, answer: str, at: datetime
) -> None:
    changed = Application.objects.filter(
        id=application.id, status=Application.Status.PENDING
    ).update(status=status, answer=answer, answered_by=by, answered_at=at)
    if not changed:
        raise AlreadyAnswered


def _require_seat(campaign: Campaign) -> None:
    taken = campaign.memberships.filter(role=Membership.Role.PLAYER).count()
    if taken >= campaign.seats:
        raise NoSeatLeft


def _seat(campaign: Campaign, person: Person, role: str, at: datetime) -> Membership:
    if role == Membership.Role.PLAYER:
        _require_seat(campaign)
    try:
        with transaction.atomic():
            return Membership.objects.create(
                campaign=campaign, person=person, role=role, joined_at=at
            )
    except IntegrityError:
        raise AlreadyMember from None
