"""Is the site well? The database, the broker and the worker, told apart."""

import time

import redis
from celery.signals import worker_ready
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

HEARTBEAT_KEY = "tirada:worker-heartbeat"
HEARTBEAT_SECONDS = 20
OVERDUE_SECONDS = 3 * HEARTBEAT_SECONDS


@require_safe
@login_not_required
@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """Answer 200 when all parts are well, 503 when one is not, and which."""
    broker, worker = broker_and_worker()
    parts = {"database": _database(), "broker": broker, "worker": worker}
    return JsonResponse(parts, status=200 if set(parts.values()) == {"ok"} else 503)


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return "away"
    return "ok"


def broker_and_worker() -> tuple[str, str]:
    """Return how the broker is and how the worker is: ok, away, or unknown."""
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2) as client:
            beat = client.get(HEARTBEAT_KEY)
    except redis.RedisError:
        return "away", "unknown"
    overdue = not isinstance(beat, bytes) or time.time() - float(beat) > OVERDUE_SECONDS
    return "ok", "away" if overdue else "ok"


def beat() -> None:
    """Say that a worker is at work; called by the worker itself."""
    with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2) as client:
        client.set(HEARTBEAT_KEY, time.time(), ex=10 * HEARTBEAT_SECONDS)


@worker_ready.connect
def beat_at_start(**kwargs: object) -> None:
    """Count a worker as present from its first moment."""
    beat()
