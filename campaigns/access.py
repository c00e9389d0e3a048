"""
Who may see or do what in a campaign; the only place that answers.

Five shapes: `visible_x(viewer)` is the set and the rule, `x_or_404` is the set with an id,
`can_do` is for templates, `require_do` for views, `readers_of` for notices and live updates.
Somebody who may not know of a thing gets the same 404 as for what does not exist.
"""

from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from accounts.models import Person
from campaigns.models import (
    Application,
    Campaign,
    CastMember,
    GameSession,
    Invitation,
    Membership,
    Post,
    Roll,
    Scene,
)

Viewer = Person | AnonymousUser
GM_ROLES = (Membership.Role.GM, Membership.Role.CO_GM)
PLAYING_ROLES = (*GM_ROLES, Membership.Role.PLAYER)


def _campaigns_of(viewer: Viewer) -> QuerySet[Membership, int]:
    return Membership.objects.filter(person=viewer.pk).values_list("campaign", flat=True)


def _campaigns_run_by(viewer: Viewer) -> QuerySet[Membership, int]:
    return _campaigns_of(viewer).filter(role__in=GM_ROLES)


# ---- campaigns -------------------------------------------------------------------------------


def visible_campaigns(viewer: Viewer) -> QuerySet[Campaign]:
    """Return the campaigns this person may know of: announced ones and their own."""
    return Campaign.objects.filter(
        Q(visibility__in=[Campaign.Visibility.PUBLIC, Campaign.Visibility.LISTED])
        | Q(id__in=_campaigns_of(viewer))
    )


def readable_campaigns(viewer: Viewer) -> QuerySet[Campaign]:
    """Return the campaigns whose inside this person may read: public ones and their own."""
    return Campaign.objects.filter(
        Q(visibility=Campaign.Visibility.PUBLIC) | Q(id__in=_campaigns_of(viewer))
    )


def campaign_or_404(viewer: Viewer, public_id: UUID) -> Campaign:
    return get_object_or_404(visible_campaigns(viewer), public_id=public_id)


def readable_campaign_or_404(viewer: Viewer, public_id: UUID) -> Campaign:
    return get_object_or_404(readable_campaigns(viewer), public_id=public_id)


def role_of(viewer: Viewer, campaign: Campaign) -> str:
    """Return the person's role at this table, or an empty text for none."""
    found = Membership.objects.filter(person=viewer.pk, campaign=campaign)
    return found.values_list("role", flat=True).first() or ""


def can_manage(viewer: Viewer, campaign: Campaign) -> bool:
    """Say whether the person is the GM or a co-GM of this table."""
    return role_of(viewer, campaign) in GM_ROLES


def require_manage(viewer: Viewer, campaign: Campaign) -> None:
    """:raises PermissionDenied: unless the person is the GM or a co-GM."""
    if not can_manage(viewer, campaign):
        raise PermissionDenied(_("Only the game master does this."))


def require_own(viewer: Viewer, campaign: Campaign) -> None:
    """:raises PermissionDenied: unless the person is the GM; co-GMs do not name co-GMs."""
    if role_of(viewer, campaign) != Membership.Role.GM:
        raise PermissionDenied(_("Only the game master who owns the campaign does this."))


def require_member(viewer: Viewer, campaign: Campaign) -> None:
    """:raises PermissionDenied: unless the person has a place at the table, of any kind."""
    if not role_of(viewer, campaign):
        raise PermissionDenied(_("Only members of the campaign do this."))


def can_apply(viewer: Viewer, campaign: Campaign) -> bool:
    """Say whether the person might ask for a seat here."""
    return campaign.takes_applications and viewer.is_authenticated and not role_of(viewer, campaign)


def visible_applications(viewer: Viewer) -> QuerySet[Application]:
    """Return the applications this person wrote or has to answer."""
    return Application.objects.filter(
        Q(person=viewer.pk) | Q(campaign__in=_campaigns_run_by(viewer))
    )


def application_or_404(viewer: Viewer, public_id: UUID) -> Application:
    return get_object_or_404(visible_applications(viewer), public_id=public_id)


def visible_invitations(viewer: Viewer) -> QuerySet[Invitation]:
    """Return the invitations to tables that this person runs."""
    return Invitation.objects.filter(campaign__in=_campaigns_run_by(viewer))


def visible_members(viewer: Viewer) -> QuerySet[Membership]:
    """Return who sits at the tables whose inside this person may read."""
    return Membership.objects.filter(campaign__in=readable_campaigns(viewer).values("id"))


def visible_sessions(viewer: Viewer) -> QuerySet[GameSession]:
    """Return the game sessions of tables whose inside this person may read."""
    return GameSession.objects.filter(campaign__in=readable_campaigns(viewer).values("id"))


# ---- cast ------------------------------------------------------------------------------------


def visible_cast(viewer: Viewer) -> QuerySet[CastMember]:
    """
    Return the faces this person may know of.

    Approved characters of readable campaigns; all of their own and of the tables they run;
    an NPC once it has spoken in a post that they may read.
    """
    return CastMember.objects.filter(
        Q(
            campaign__in=readable_campaigns(viewer).values("id"),
            kind=CastMember.Kind.CHARACTER,
            approved_at__isnull=False,
        )
        | Q(player=viewer.pk, player__isnull=False)
        | Q(campaign__in=_campaigns_run_by(viewer))
        | Q(
            kind=CastMember.Kind.NPC,
            id__in=visible_posts(viewer)
            .filter(cast_member__kind=CastMember.Kind.NPC)
            .values("cast_member"),
        )
    )


def cast_member_or_404(viewer: Viewer, public_id: UUID) -> CastMember:
    return get_object_or_404(visible_cast(viewer), public_id=public_id)


def voices(viewer: Viewer, scene: Scene) -> QuerySet[CastMember]:
    """Return the cast members as whom this person may speak in the scene."""
    own = CastMember.objects.filter(campaign=scene.campaign_id, approved_at__isnull=False)
    mine = Q(player=viewer.pk, player__isnull=False)
    if scene.audience == Scene.Audience.PARTICIPANTS:
        mine &= Q(scenes=scene)
    return own.filter(
        mine | Q(kind=CastMember.Kind.NPC, campaign__in=_campaigns_run_by(viewer))
    ).distinct()


def castable(campaign: Campaign) -> QuerySet[CastMember]:
    """Return the approved player characters, whom the GM may seat in scenes and award."""
    return CastMember.objects.filter(
        campaign=campaign, kind=CastMember.Kind.CHARACTER, approved_at__isnull=False
    ).order_by("name", "id")


def addressees(scene: Scene) -> QuerySet[CastMember]:
    """Return the characters that a post in this scene may be addressed to."""
    played = CastMember.objects.filter(
        campaign=scene.campaign_id, approved_at__isnull=False, player__isnull=False
    )
    if scene.audience == Scene.Audience.PARTICIPANTS:
        return played.filter(scenes=scene)
    if scene.audience == Scene.Audience.GM:
        return played.none()
    return played


# ---- scenes ----------------------------------------------------------------------------------


def visible_scenes(viewer: Viewer) -> QuerySet[Scene]:
    """
    Return the scenes this person may read.

    Anyone reads the open, campaign-wide scenes of public campaigns. Members also read closed
    ones. Participants read theirs. GMs read all of their table's.
    """
    return Scene.objects.filter(
        Q(
            campaign__visibility=Campaign.Visibility.PUBLIC,
            audience=Scene.Audience.CAMPAIGN,
            closed_at=None,
        )
        | Q(campaign__in=_campaigns_of(viewer), audience=Scene.Audience.CAMPAIGN)
        | Q(
            campaign__in=_campaigns_of(viewer),
            audience=Scene.Audience.PARTICIPANTS,
            id__in=_scenes_played_by(viewer),
        )
        | Q(campaign__in=_campaigns_run_by(viewer))
    )


def _scenes_played_by(viewer: Viewer) -> QuerySet[Scene, int]:
    return Scene.objects.filter(
        participants__player=viewer.pk, participants__player__isnull=False
    ).values_list("id", flat=True)


def scene_or_404(viewer: Viewer, public_id: UUID) -> Scene:
    return get_object_or_404(visible_scenes(viewer).select_related("campaign"), public_id=public_id)


def can_publish(viewer: Viewer, scene: Scene) -> bool:
    """Say whether the person may post in the scene."""
    return scene.closed_at is None and role_of(viewer, scene.campaign) in PLAYING_ROLES


def require_publish(viewer: Viewer, scene: Scene) -> None:
    """:raises PermissionDenied: with a text that may be shown to the viewer."""
    if scene.closed_at is not None:
        raise PermissionDenied(_("This scene is closed."))
    role = role_of(viewer, scene.campaign)
    if not role:
        raise PermissionDenied(_("Only members of the campaign post in its scenes."))
    if role == Membership.Role.SPECTATOR:
        raise PermissionDenied(_("Spectators read along; they do not post."))


# ---- posts and rolls -------------------------------------------------------------------------


def visible_posts(viewer: Viewer) -> QuerySet[Post]:
    """Return the posts this person may read, whichever way they reach them."""
    return Post.objects.filter(
        scene__in=visible_scenes(viewer).values("id"), deleted_at=None
    ).filter(
        Q(audience=Post.Audience.SCENE)
        | Q(author=viewer.pk, author__isnull=False)
        | Q(scene__campaign__in=_campaigns_run_by(viewer))
        | Q(
            audience=Post.Audience.NAMED,
            id__in=Post.readers.through.objects.filter(
                castmember__player=viewer.pk, castmember__player__isnull=False
            ).values("post"),
        )
    )


def post_or_404(viewer: Viewer, public_id: UUID) -> Post:
    return get_object_or_404(
        visible_posts(viewer).select_related("scene__campaign"), public_id=public_id
    )


def can_edit(viewer: Viewer, post: Post) -> bool:
    """Say whether the person may change the post's words: its author, in an open scene."""
    return viewer.is_authenticated and post.author_id == viewer.pk and post.scene.closed_at is None


def require_edit(viewer: Viewer, post: Post) -> None:
    """:raises PermissionDenied: unless the person may change the post's words."""
    if not can_edit(viewer, post):
        raise PermissionDenied(_("Only its author edits a post, while the scene is open."))


def can_delete(viewer: Viewer, post: Post) -> bool:
    """Say whether the person may take the post away: its author or the GM."""
    return can_edit(viewer, post) or can_manage(viewer, post.scene.campaign)


def require_delete(viewer: Viewer, post: Post) -> None:
    """:raises PermissionDenied: unless the person may take the post away."""
    if not can_delete(viewer, post):
        raise PermissionDenied(_("Only its author or the game master deletes a post."))


def visible_rolls(viewer: Viewer) -> QuerySet[Roll]:
    """
    Return the rolls this person may see the inside of.

    Those on posts they may read; their own; and, for a GM, every roll of the table, also those
    that no post shows.
    """
    return Roll.objects.filter(
        Q(is_secret=False, post__in=visible_posts(viewer).values("id"))
        | Q(person=viewer.pk, campaign__in=_campaigns_of(viewer))
        | Q(campaign__in=_campaigns_run_by(viewer))
    )


def roll_or_404(viewer: Viewer, public_id: UUID) -> Roll:
    return get_object_or_404(
        visible_rolls(viewer).select_related("campaign", "entry", "cast_member", "person"),
        public_id=public_id,
    )


def can_reroll(viewer: Viewer, roll: Roll) -> bool:
    """Say whether a new throw is this person's to decide: the character's player, or a GM."""
    member = roll.cast_member
    if member is None or not viewer.is_authenticated:
        return False
    return member.player_id == viewer.pk or can_manage(viewer, roll.campaign)


def require_reroll(viewer: Viewer, roll: Roll) -> None:
    """:raises PermissionDenied: unless a new throw is this person's to decide."""
    if not can_reroll(viewer, roll):
        raise PermissionDenied(_("Only the character's player or the game master decides this."))


def is_open_to_all(scene: Scene, audience: str) -> bool:
    """
    Say whether a roll in such a post may stand readable in the campaign's public ledger.

    Whatever has a narrower circle goes into the ledger sealed.
    """
    return scene.audience == Scene.Audience.CAMPAIGN and audience == Post.Audience.SCENE


# ---- the other way round ---------------------------------------------------------------------


def readers_of(post: Post) -> QuerySet[Person]:
    """
    Return the members for whom `visible_posts` contains this post.

    Visitors of a public campaign come on top: see `is_public`.
    """
    if post.deleted_at is not None:
        return Person.objects.none()
    scene = post.scene
    of_table = Q(memberships__campaign=scene.campaign_id)
    gm = Q(memberships__campaign=scene.campaign_id, memberships__role__in=GM_ROLES)
    in_scene = gm
    if scene.audience == Scene.Audience.CAMPAIGN:
        in_scene = of_table
    elif scene.audience == Scene.Audience.PARTICIPANTS:
        in_scene = gm | (of_table & Q(cast__scenes=scene))
    in_post = gm | Q(id=post.author_id)
    if post.audience == Post.Audience.SCENE:
        in_post = in_scene
    elif post.audience == Post.Audience.NAMED:
        in_post = in_post | Q(cast__in=post.readers.values("id"))
    # Two filters, so that the joins of the scene's rule and of the post's rule stay apart.
    return Person.objects.filter(id__in=Person.objects.filter(in_scene).values("id")).filter(
        id__in=Person.objects.filter(in_post).values("id")
    )


def is_public(post: Post) -> bool:
    """Say whether anybody at all may read the post."""
    return (
        post.deleted_at is None
        and post.scene.campaign.visibility == Campaign.Visibility.PUBLIC
        and post.scene.closed_at is None
        and is_open_to_all(post.scene, post.audience)
    )
