"""
A cache that may be away: what it holds is only a convenience, so nobody is held up by its absence.

Sign-in, sign-up and password resets count their attempts here (django-allauth). With Redis away
they go on uncounted, and the log says so.
"""

import logging
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis import RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 0.5
# After a failure Redis is left alone for a moment: a page asks it a dozen things, and each of them
# would wait as long again.
PAUSE_SECONDS = 2.0

Answer = TypeVar("Answer")


class TolerantRedisCache(RedisCache):
    """Django's Redis cache; with Redis away it is empty and accepts everything."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        params["OPTIONS"] = {
            "socket_timeout": PATIENCE_SECONDS,
            "socket_connect_timeout": PATIENCE_SECONDS,
            "retry": Retry(NoBackoff(), 1),
            **params.get("OPTIONS", {}),
        }
        super().__init__(server, params)
        self._away_until = 0.0

    def _ask(
        self, question: Callable[..., Answer], *args: Any, otherwise: Answer, **kwargs: Any
    ) -> Answer:
        if time.monotonic() < self._away_until:
            return otherwise
        try:
            return question(*args, **kwargs)
        except RedisError as error:
            self._away_until = time.monotonic() + PAUSE_SECONDS
            logger.warning("The cache is away: %s", error)
            return otherwise

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return self._ask(super().add, *args, otherwise=True, **kwargs)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._ask(super().get, key, default, version, otherwise=default)

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._ask(super().set, *args, otherwise=None, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        return self._ask(super().touch, *args, otherwise=False, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return self._ask(super().delete, *args, otherwise=False, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> bool:
        return self._ask(super().has_key, *args, otherwise=False, **kwargs)
