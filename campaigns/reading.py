"""Posts as one reader sees them: their rolls, their circle, what the reader may do."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.urls import reverse

from campaigns import access
from campaigns.models import CastMember, Post, Roll
from rules.models import LedgerEntry

PAGE_SIZE = 40


@dataclass(frozen=True)
class Chip:
    """A roll as the chip shows it."""

    public_id: str
    roll: Mapping[str, Any]
    reason: str
    who: str
    secret: bool
    proof: Mapping[str, Any]
    # How often it was thrown again or corrected; the proof page shows each.
    readings: int = 0
    # The reader may throw it again or correct it; what it costs stands on the proof page.
    again: bool = False


@dataclass(frozen=True)
class ShownPost:
    """A post with everything its partial needs; nothing in it asks the database again."""

    post: Post
    chips: list[Chip]
    readers: list[CastMember]
    is_private: bool
    can_edit: bool
    can_delete: bool


def chip(roll: Roll, *, again: bool = False) -> Chip:
    """Return a roll for the chip; the caller has checked that the reader may see it."""
    entry: LedgerEntry = roll.entry
    return Chip(
        public_id=str(roll.public_id),
        roll=roll.counts,
        reason=roll.reason,
        who=roll.cast_member.name if roll.cast_member else str(roll.person),
        secret=roll.is_secret,
        proof={
            "url": reverse("roll-proof", args=[roll.public_id]),
            "seq": entry.seq,
            "hash_short": f"{entry.hash[:4]}…{entry.hash[-4:]}",
        },
        readings=len(roll.readings),
        again=again,
    )


def _may_follow(roll: Roll, viewer: access.Viewer, *, is_gm: bool) -> bool:
    member, epoch = roll.cast_member, roll.entry.epoch
    if member is None or epoch is None or not epoch.is_open or "intent" not in roll.asked:
        return False
    return is_gm or (viewer.is_authenticated and member.player_id == viewer.pk)


@dataclass(frozen=True)
class ShownReading:
    """One thing that was made of a roll after it fell, or the fall itself."""

    kind: str  # thrown, reroll, correction
    by: str
    at: datetime
    seq: int
    spend: int | None
    roll: Mapping[str, Any]
    reason: str
    counts: bool


def history(roll: Roll) -> list[ShownReading]:
    """Return the first fall of a roll and everything made of it, oldest first."""
    first = ShownReading(
        "thrown", str(roll.person), roll.thrown_at, roll.entry.seq, None, roll.result, "", False
    )
    found = [first] + [
        ShownReading(
            reading["kind"],
            reading["by"],
            datetime.fromisoformat(reading["at"]),
            reading["seq"],
            reading["spend"],
            reading["result"],
            reading["reason"],
            False,
        )
        for reading in roll.readings
    ]
    latest = max(i for i, shown in enumerate(found) if shown.roll == roll.counts)
    return [replace(shown, counts=i == latest) for i, shown in enumerate(found)]


def with_parts(posts: QuerySet[Post], viewer: access.Viewer) -> QuerySet[Post]:
    """Return the same posts, fetched with all that showing them needs: three queries in all."""
    rolls = (
        access.visible_rolls(viewer)
        .select_related("entry__epoch", "cast_member", "person")
        .order_by("thrown_at", "id")
    )
    return posts.select_related(
        "author", "cast_member", "summarised_session", "scene__campaign"
    ).prefetch_related(
        Prefetch("rolls", queryset=rolls, to_attr="shown_rolls"),
        Prefetch("readers", queryset=CastMember.objects.order_by("name", "id")),
    )


def shown(posts: Iterable[Post], viewer: access.Viewer, *, role: str) -> list[ShownPost]:
    """Return posts from `with_parts` as this reader sees them; asks the database nothing."""
    is_gm = role in access.GM_ROLES
    return [
        ShownPost(
            post=post,
            chips=[
                chip(roll, again=_may_follow(roll, viewer, is_gm=is_gm))
                for roll in post.shown_rolls  # type: ignore[attr-defined]  # to_attr
            ],
            readers=list(post.readers.all()),
            is_private=post.audience != Post.Audience.SCENE,
            can_edit=access.can_edit(viewer, post),
            can_delete=access.can_edit(viewer, post) or is_gm,
        )
        for post in posts
    ]
