"""The site's own background work."""

from celery import shared_task

from config import health


@shared_task
def heartbeat() -> None:
    """Let /health know that a worker takes tasks."""
    health.beat()
