"""Start and end game sessions, and with them the epochs of the ledger."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Person
from campaigns import live, markup, sheets
from campaigns.models import Campaign, GameSession, Post, Scene
from campaigns.services import posts
from rules import randomness


class NothingToEnd(Exception):
    """The session was ended, or its end asked for, in the meantime."""


@transaction.atomic
def start_first(*, campaign: Campaign, at: datetime) -> GameSession:
    """Open a new campaign's first session and the first epoch of its ledger."""
    randomness.open_epoch(campaign=campaign.public_id, at=at)
    return GameSession.objects.create(campaign=campaign, number=1, started_at=at)


def running(*, campaign: Campaign) -> GameSession:
    """Return the campaign's session that has not ended; there is always one."""
    return campaign.sessions.exclude(status=GameSession.Status.ENDED).get()


@transaction.atomic
def request_end(
    *,
    session: GameSession,
    by: Person,
    awards: Mapping[str, int],
    closing_words: str,
    summary_scene: Scene | None,
    at: datetime,
) -> None:
    """
    Ask for the end of a session; a worker does it, once, even if it is killed half-way.

    :raises NothingToEnd: when the end was asked for before.
    """
    changed = GameSession.objects.filter(id=session.id, status=GameSession.Status.OPEN).update(
        status=GameSession.Status.ENDING,
        end_requested_at=at,
        end_requested_by=by,
        awards=dict(awards),
        closing_words=closing_words,
        summary_scene=summary_scene,
    )
    if not changed:
        raise NothingToEnd
    # Imported here because the task module imports this one.
    from campaigns import tasks

    transaction.on_commit(lambda: tasks.ring(tasks.end_sessions))


def due() -> QuerySet[GameSession]:
    """Return the sessions whose end was asked for and has not happened."""
    return GameSession.objects.filter(status=GameSession.Status.ENDING)


def end_due(*, at: datetime) -> int:
    """End every session that is due; safe to run twice or in two workers. Return how many."""
    ids = due().order_by("end_requested_at", "id").values_list("id", flat=True)
    return sum(end(session_id=session_id, at=at) for session_id in ids)


@transaction.atomic
def end(*, session_id: int, at: datetime) -> bool:
    """
    End one session in one transaction: awards, bennies, epochs, summary, the next session.

    Return False when there was nothing to do, because another worker did it or is at it.
    """
    # Looked up again under its lock: the list may be stale, or another worker may hold it.
    session = (
        due()
        .select_for_update(skip_locked=True, no_key=True, of=("self",))
        .select_related("campaign", "summary_scene")
        .filter(id=session_id)
        .first()
    )
    if session is None:
        return False

    campaign = session.campaign
    scene = session.summary_scene
    if scene is not None:
        # Before the ledger's lock, in the order that publishing takes them.
        scene = Scene.objects.select_for_update(no_key=True).get(id=scene.id)
    report = dict(sheets.source().end_session(campaign=campaign, awards=session.awards, at=at))
    randomness.close_epoch(campaign=campaign.public_id, at=at)
    randomness.open_epoch(campaign=campaign.public_id, at=at)
    seq, digest = randomness.head(campaign.public_id)
    report["head"] = {"seq": seq, "hash": digest}

    session.status = GameSession.Status.ENDED
    session.ended_at = at
    session.report = report
    session.summary = _post_summary(session, scene, at) if scene else None
    session.save()
    GameSession.objects.create(campaign=campaign, number=session.number + 1, started_at=at)
    return True


def _post_summary(session: GameSession, scene: Scene, at: datetime) -> Post:
    post = Post.objects.create(
        scene=scene,
        author=session.end_requested_by,
        voice=Post.Voice.CHRONICLE,
        text=session.closing_words,
        text_html=markup.to_html(session.closing_words),
        audience=Post.Audience.SCENE,
        published_at=posts.next_moment(scene=scene, at=at),
    )
    live.announce_post(post)
    return post
