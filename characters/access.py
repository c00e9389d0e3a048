"""Who may see or do what with a character's sheet; the same five shapes as campaigns.access."""

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from campaigns import access as campaigns
from campaigns.access import GM_ROLES, Viewer
from campaigns.models import Campaign, CastMember, Membership
from characters.models import Change, Character


def visible_characters(viewer: Viewer) -> QuerySet[Character]:
    """
    Return the characters whose sheet this person may read.

    Their own; all of the tables they run; and, for members, the approved player characters of
    their tables. Visitors of a public campaign meet the cast, not its sheets.
    """
    own_tables = Membership.objects.filter(person=viewer.pk).values("campaign")
    run = Membership.objects.filter(person=viewer.pk, role__in=GM_ROLES).values("campaign")
    return Character.objects.filter(
        Q(cast_member__player=viewer.pk, cast_member__player__isnull=False)
        | Q(cast_member__campaign__in=run)
        | Q(
            cast_member__campaign__in=own_tables,
            cast_member__kind=CastMember.Kind.CHARACTER,
            status=Character.Status.APPROVED,
        )
    )


def visible_changes(viewer: Viewer) -> QuerySet[Change]:
    """
    Return the lines of history this person may read.

    Notes and reasons are between the player and those who run the table.
    """
    run = Membership.objects.filter(person=viewer.pk, role__in=GM_ROLES).values("campaign")
    return Change.objects.filter(
        Q(
            character__cast_member__player=viewer.pk,
            character__cast_member__player__isnull=False,
        )
        | Q(character__cast_member__campaign__in=run)
    )


def character_or_404(viewer: Viewer, public_id: UUID) -> Character:
    return get_object_or_404(
        visible_characters(viewer).select_related("cast_member__campaign", "cast_member__player"),
        cast_member__public_id=public_id,
    )


def is_reader_of_history(viewer: Viewer, character: Character) -> bool:
    """Say whether `visible_changes` holds this character's history, for templates."""
    return is_own(viewer, character) or can_manage(viewer, character)


def can_manage(viewer: Viewer, character: Character) -> bool:
    """Say whether the person runs the character's table."""
    return campaigns.can_manage(viewer, character.cast_member.campaign)


def require_manage(viewer: Viewer, character: Character) -> None:
    """:raises PermissionDenied: unless the person runs the character's table."""
    campaigns.require_manage(viewer, character.cast_member.campaign)


def can_edit(viewer: Viewer, character: Character) -> bool:
    """Say whether the person may change the sheet: its player until it is approved, or the GM."""
    if is_own(viewer, character) and character.status != Character.Status.APPROVED:
        return True
    return can_manage(viewer, character)


def needs_reason(viewer: Viewer, character: Character) -> bool:
    """Say whether the person would be changing what belongs to a player."""
    is_npc = character.cast_member.kind == CastMember.Kind.NPC
    return not is_npc and not is_own(viewer, character)


def require_edit(viewer: Viewer, character: Character) -> None:
    """:raises PermissionDenied: with a text that says who may."""
    if not can_edit(viewer, character):
        raise PermissionDenied(
            _("An approved sheet is changed by the game master: tell them what you would change.")
        )


def is_own(viewer: Viewer, character: Character) -> bool:
    """Say whether the person plays the character."""
    return viewer.is_authenticated and character.cast_member.player_id == viewer.pk


def require_own(viewer: Viewer, character: Character) -> None:
    """:raises PermissionDenied: unless the character is the person's own."""
    if not is_own(viewer, character):
        raise PermissionDenied(_("Only the character's player does this."))


def can_create(viewer: Viewer, campaign: Campaign) -> bool:
    """Say whether the person plays at this table and so may make a character for it."""
    return campaigns.role_of(viewer, campaign) == Membership.Role.PLAYER


def require_create(viewer: Viewer, campaign: Campaign) -> None:
    """:raises PermissionDenied: unless the person plays at this table."""
    if not can_create(viewer, campaign):
        raise PermissionDenied(_("Only players of the campaign make a character for it."))
