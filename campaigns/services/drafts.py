"""Keep what somebody types until it is sent."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.models import Person
from campaigns.models import Draft, Post, Scene

# A draft holds the composer's fields; twice the longest post leaves room for rolls and names.
SIZE_LIMIT = 150_000


class DraftTooLong(Exception):
    """The draft is longer than anything that could be published."""


@transaction.atomic
def keep(
    *, scene: Scene, person: Person, fields: Mapping[str, Any], post_id: UUID, at: datetime
) -> bool:
    """
    Keep the composer's fields; the latest call wins. Say whether they were kept.

    A save that arrives after its post was published is late, and keeps nothing.

    :raises DraftTooLong: beyond any publishable length.
    """
    if sum(len(str(value)) for value in fields.values()) > SIZE_LIMIT:
        raise DraftTooLong
    if Post.objects.filter(public_id=post_id, author=person).exists():
        return False
    Draft.objects.update_or_create(
        scene=scene, person=person, defaults={"fields": dict(fields), "saved_at": at}
    )
    return True


@transaction.atomic
def discard(*, scene: Scene, person: Person) -> None:
    """Throw the draft away, at its author's wish."""
    Draft.objects.filter(scene=scene, person=person).delete()


def kept(*, scene: Scene, person: Person) -> Draft | None:
    """Return the person's draft in the scene, if there is one."""
    return Draft.objects.filter(scene=scene, person=person).first()
