"""How often a person may do a thing; counted in Redis, for all web processes together."""

import logging

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import ngettext
from redis import RedisError

from accounts.models import Person

logger = logging.getLogger(__name__)


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
    Count one more of `action` for the person.

    The limits stand in the settings. With Redis away nobody is held up: play goes on.

    :raises TooFast: beyond the limit.
    """
    amount, seconds = settings.RATE_LIMITS[action]
    if not spend(f"pace:{action}:{person.pk}", amount=amount, seconds=seconds):
        raise TooFast(seconds)


def spend(key: str, *, amount: int, seconds: int) -> bool:
    """Count one more under the key; say whether it is within `amount` in `seconds`."""
    window = f"ratelimit:{key}"
    try:
        # `add` sets the window's end once; `incr` is atomic, so two workers never count as one.
        cache.add(window, 0, timeout=seconds)
        return cache.incr(window) <= amount
    except ValueError:  # the window ended between the two
        return True
    except RedisError:
        logger.warning("Nothing is counted: Redis is away.")
        return True


