"""Doorbells: each task calls one service. What is due stands in the database."""

import logging

from celery import Task, shared_task
from django.utils import timezone
from kombu.exceptions import OperationalError

from campaigns.services import sessions

logger = logging.getLogger(__name__)


@shared_task
def end_sessions() -> None:
    """End the sessions whose end a GM asked for."""
    sessions.end_due(at=timezone.now())


def ring(task: "Task[[], None]") -> None:
    """Call a task soon; when the broker is away, the schedule finds the work by itself."""
    try:
        task.delay()
    except OperationalError:
        logger.warning("The broker is away; %s waits for the schedule.", task.name)
