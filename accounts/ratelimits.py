"""How often a person may do a thing; counted in Redis, for all web processes together."""

import logging
from functools import lru_cache

from django.conf import settings
from django.utils.translation import ngettext
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

from accounts.models import Person

logger = logging.getLogger(__name__)

PREFIX = "tirada:pace:"
# Counting is no reason to wait: a Redis that takes longer than this counts as away.
PATIENCE_SECONDS = 0.5


class TooFast(Exception):
    """The person has done this too often just now; `message` says when to try again."""

    def __init__(self, wait_seconds: int) -> None:
        super().__init__(f"wait {wait_seconds} seconds")
        self.wait_seconds = wait_seconds

    @property
    def message(self) -> str:
        return ngettext(
            "That was too fast. Your text is safe: try again in %(seconds)d second.",
            "That was too fast. Your text is safe: try again in %(seconds)d seconds.",
            self.wait_seconds,
        ) % {"seconds": self.wait_seconds}


def require_pace(person: Person, action: str) -> None:
    """
    Count one more of `action` for the person; the limits stand in the settings.

    With Redis away nobody is held up: play goes on, and the log says that nothing was counted.

    :raises TooFast: beyond the limit, with the seconds until it is free again.
    """
    amount, seconds = settings.RATE_LIMITS[action]
    count, remaining = _count(f"{action}:{person.pk}", seconds)
    if count > amount:
        raise TooFast(remaining)


def spend(key: str, *, amount: int, seconds: int) -> bool:
    """Count one more under the key; say whether it is within `amount` in `seconds`."""
    return _count(key, seconds)[0] <= amount


def _count(key: str, seconds: int) -> tuple[int, int]:
    """Return how many there were in this window, this one included, and the seconds left of it."""
    window = PREFIX + key
    try:
        # One transaction and one round trip: a window can neither lack its end nor lose a count.
        with _redis(settings.REDIS_URL).pipeline(transaction=True) as pipeline:
            pipeline.set(window, 0, ex=seconds, nx=True)
            pipeline.incr(window)
            pipeline.ttl(window)
            _, count, remaining = pipeline.execute()
    except RedisError as error:
        logger.warning("Nothing is counted, Redis is away: %s", error)
        return 0, 0
    return count, max(1, remaining)


@lru_cache
def _redis(url: str) -> Redis:
    return Redis.from_url(
        url,
        socket_timeout=PATIENCE_SECONDS,
        socket_connect_timeout=PATIENCE_SECONDS,
        retry=Retry(NoBackoff(), 1),
    )
