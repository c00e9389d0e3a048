"""
Live updates: "this post of that scene is new", never its words.

A publisher names, in Redis, the people who may read the post; each web process holds one
subscription and tells only those of its open streams. The page then asks again as its reader.
"""

import asyncio
import contextlib
import json
import logging
from collections import defaultdict
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID
from weakref import WeakKeyDictionary

import redis
from django.conf import settings
from django.db import transaction
from redis import asyncio as redis_asyncio

from campaigns import access
from campaigns.models import Post

logger = logging.getLogger(__name__)

CHANNEL = "tirada:live"
PING_SECONDS = 15


def announce_post(post: Post) -> None:
    """After commit, tell the open pages of everyone who may read the post that it is there."""
    _announce(post, "posted")


def announce_change(post: Post) -> None:
    """After commit, tell those same pages that the post has changed or gone."""
    _announce(post, "changed")


def _announce(post: Post, kind: str) -> None:
    # Who may read it is asked now, not at commit: of a post just deleted nobody is a reader,
    # and the pages that show it must still learn.
    word = json.dumps(
        {
            "scene": str(post.scene.public_id),
            "post": str(post.public_id),
            "kind": kind,
            "is_public": access.is_public(post),
            "readers": list(access.readers_of(post).values_list("id", flat=True)),
        }
    )
    transaction.on_commit(lambda: _publish(word))


def _publish(word: str) -> None:
    try:
        _client().publish(CHANNEL, word)
    except redis.RedisError:
        logger.warning("No live update: Redis is away.")


def _client() -> redis.Redis:
    global _connection
    if _connection is None:
        # A post must not wait for a doorbell that hangs.
        _connection = redis.Redis.from_url(
            settings.REDIS_URL, socket_timeout=0.5, socket_connect_timeout=0.5
        )
    return _connection


_connection: redis.Redis | None = None


@dataclass(eq=False)
class _Stream:
    viewer_id: int | None
    words: asyncio.Queue[dict[str, Any] | None] = field(
        default_factory=lambda: asyncio.Queue(maxsize=100)
    )


class _Hub:
    """One Redis subscription for all streams of this process and event loop."""

    def __init__(self) -> None:
        self.streams: dict[str, set[_Stream]] = defaultdict(set)
        self.listener: asyncio.Task[None] | None = None

    def add(self, scene: str, stream: _Stream) -> None:
        self.streams[scene].add(stream)
        if self.listener is None:
            self.listener = asyncio.create_task(self._listen())

    def remove(self, scene: str, stream: _Stream) -> None:
        self.streams[scene].discard(stream)
        if not self.streams[scene]:
            del self.streams[scene]

    async def _listen(self) -> None:
        """Pass words on until nobody listens any more; the next stream starts it again."""
        client = redis_asyncio.Redis.from_url(settings.REDIS_URL)
        try:
            async with client.pubsub(ignore_subscribe_messages=True) as subscription:
                await subscription.subscribe(CHANNEL)
                while self.streams:
                    message = await subscription.get_message(timeout=1.0)
                    if message is not None:
                        self._pass_on(json.loads(message["data"]))
                # Before anything is awaited: a stream that comes now starts a new listener.
                self.listener = None
        except redis.RedisError:
            logger.warning("Live updates stopped: Redis is away.")
            self.listener = None
            # Every page connects again by itself and asks for what it missed.
            for streams in self.streams.values():
                for stream in streams:
                    _put(stream, None)
        finally:
            await client.aclose()

    def _pass_on(self, word: dict[str, Any]) -> None:
        for stream in self.streams.get(word["scene"], ()):
            if word["is_public"] or stream.viewer_id in word["readers"]:
                _put(stream, word)


def _put(stream: _Stream, word: dict[str, Any] | None) -> None:
    # A reader too slow for a hundred words is cut off; the page connects again and catches up.
    with contextlib.suppress(asyncio.QueueFull):
        stream.words.put_nowait(word)


# Usually one: a loop's hub goes with its loop.
_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, _Hub] = WeakKeyDictionary()


async def stream(*, scene_id: UUID, viewer_id: int | None) -> AsyncIterator[bytes]:
    """Yield server-sent events for one reader of one scene until they go away."""
    loop = asyncio.get_running_loop()
    hub = _hubs.setdefault(loop, _Hub())
    own = _Stream(viewer_id)
    hub.add(str(scene_id), own)
    try:
        yield b"retry: 2000\nevent: ready\ndata: {}\n\n"
        while True:
            try:
                word = await asyncio.wait_for(own.words.get(), PING_SECONDS)
            except TimeoutError:
                yield b": ping\n\n"
                continue
            if word is None:
                return
            data = json.dumps({"post": word["post"]})
            yield f"event: {word['kind']}\ndata: {data}\n\n".encode()
    finally:
        hub.remove(str(scene_id), own)
