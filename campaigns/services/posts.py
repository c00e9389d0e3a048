"""Publish, edit and take away posts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from accounts.models import Person
from campaigns import access, live, markup
from campaigns.models import CastMember, Draft, Post, Roll, Scene
from campaigns.services import rolls
from campaigns.services.rolls import Question


class EmptyPost(Exception):
    """A post needs a story, a note or a roll."""


class PostTaken(Exception):
    """The form's id belongs to a post that this person did not write here."""


class SceneClosed(Exception):
    """The scene was closed in the meantime."""


@dataclass(frozen=True)
class Published:
    """The post, and whether this very call made it."""

    post: Post
    created: bool


@transaction.atomic
def publish(
    *,
    post_id: UUID,
    scene: Scene,
    author: Person,
    voice: str,
    cast_member: CastMember | None,
    text: str,
    note: str,
    audience: str,
    readers: Iterable[CastMember],
    questions: Sequence[Question],
    waiting_rolls: Sequence[Roll],
    at: datetime,
) -> Published:
    """
    Publish a post with its rolls, once: the same `post_id` again gives the first post.

    Throws what the questions ask, takes up rolls thrown before, drops the author's draft, and
    tells the open pages of whoever may read it.

    :raises EmptyPost: without story, note and roll.
    :raises PostTaken: when `post_id` is somebody else's or of another scene.
    :raises SceneClosed: when the scene is no longer open.
    :raises rolls.RollTaken: when a roll is on another post.
    """
    # The lock gives the scene's posts one order, the same for readers and for the database.
    scene = Scene.objects.select_for_update(no_key=True, of=("self",)).select_related(
        "campaign"
    ).get(id=scene.id)  # fmt: skip
    earlier = Post.objects.filter(public_id=post_id).first()
    if earlier is not None:
        if earlier.author_id != author.id or earlier.scene_id != scene.id:
            raise PostTaken
        return Published(earlier, created=False)
    if scene.closed_at is not None:
        raise SceneClosed
    if not (text.strip() or note.strip() or questions or waiting_rolls):
        raise EmptyPost

    post = Post.objects.create(
        public_id=post_id,
        scene=scene,
        author=author,
        voice=voice,
        cast_member=cast_member,
        text=text,
        text_html=markup.to_html(text),
        note=note,
        note_html=markup.to_html(note),
        audience=audience,
        published_at=next_moment(scene=scene, at=at),
    )
    if audience == Post.Audience.NAMED:
        post.readers.set(readers)
    is_open = access.is_open_to_all(scene, audience)
    thrown = [
        rolls.throw(
            scene=scene,
            person=author,
            question=question,
            is_open=is_open,
            at=at,
        )
        for question in questions
    ]
    rolls.attach(rolls=[*waiting_rolls, *thrown], post=post)
    Draft.objects.filter(scene=scene, person=author).delete()
    live.announce_post(post)
    return Published(post, created=True)


@transaction.atomic
def edit(*, post: Post, text: str, note: str, at: datetime) -> Post:
    """
    Change a post's words. Its rolls, its voice and its audience stay.

    :raises EmptyPost: when nothing would be left.
    :raises SceneClosed: when the scene is no longer open.
    """
    post = _locked(post)
    if post.scene.closed_at is not None:
        raise SceneClosed
    if not (text.strip() or note.strip() or post.rolls.exists()):
        raise EmptyPost
    if (post.text, post.note) == (text, note):
        return post
    post.text, post.text_html = text, markup.to_html(text)
    post.note, post.note_html = note, markup.to_html(note)
    post.edited_at = at
    post.save(update_fields=["text", "text_html", "note", "note_html", "edited_at"])
    live.announce_change(post)
    return post


@transaction.atomic
def delete(*, post: Post, by: Person, at: datetime) -> None:
    """Take a post away. Its rolls stay in the ledger and on the GM's page of rolls."""
    post = _locked(post)
    if post.deleted_at is not None:
        return
    live.announce_change(post)  # while its readers are still its readers
    post.deleted_at = at
    post.deleted_by = by
    post.save(update_fields=["deleted_at", "deleted_by"])


def next_moment(*, scene: Scene, at: datetime) -> datetime:
    """Return `at`, or just after the scene's last post; called under the scene's lock."""
    latest = scene.posts.order_by("-published_at", "-id").values_list("published_at", flat=True)
    last = latest.first()
    if last is None or last < at:
        return at
    return last + timedelta(microseconds=1)


def _locked(post: Post) -> Post:
    return (
        Post.objects.select_for_update(no_key=True, of=("self",))
        .select_related("scene__campaign")
        .get(id=post.id)
    )
