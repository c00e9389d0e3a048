"""Open and close scenes, and say who takes part."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from campaigns.models import Campaign, CastMember, Scene


class WrongParticipant(Exception):
    """A participant does not belong to this campaign's approved cast."""


@transaction.atomic
def open_scene(
    *,
    campaign: Campaign,
    title: str,
    kind: str,
    audience: str,
    participants: Iterable[CastMember],
    at: datetime,
) -> Scene:
    """
    Open a scene for the campaign, for its participants or for the GM.

    :raises WrongParticipant: for somebody of another campaign or not yet approved.
    """
    scene = Scene.objects.create(
        campaign=campaign, title=title, kind=kind, audience=audience, opened_at=at
    )
    scene.participants.set(_checked(campaign, participants))
    return scene


@transaction.atomic
def change(*, scene: Scene, title: str, participants: Iterable[CastMember]) -> Scene:
    """
    Change a scene's title and who takes part; its audience stays as it was opened.

    :raises WrongParticipant: for somebody of another campaign or not yet approved.
    """
    scene = Scene.objects.select_for_update(no_key=True).get(id=scene.id)
    scene.title = title
    scene.save(update_fields=["title"])
    scene.participants.set(_checked(scene.campaign, participants))
    return scene


@transaction.atomic
def close(*, scene: Scene, at: datetime) -> None:
    """Close a scene; closing a closed one changes nothing."""
    Scene.objects.filter(id=scene.id, closed_at=None).update(closed_at=at)


@transaction.atomic
def reopen(*, scene: Scene) -> None:
    """Open a closed scene again."""
    Scene.objects.filter(id=scene.id).update(closed_at=None)


def _checked(campaign: Campaign, participants: Iterable[CastMember]) -> list[CastMember]:
    chosen = list(participants)
    for member in chosen:
        if member.campaign_id != campaign.id or member.approved_at is None:
            raise WrongParticipant
    return chosen
