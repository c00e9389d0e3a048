"""The Celery application; what is looked for and how often stands in the settings."""

import os
from typing import Any

from celery import Celery
from celery.signals import beat_init, celeryd_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("tirada")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@celeryd_init.connect
@beat_init.connect
def refuse_default_secrets(**kwargs: Any) -> None:
    """Hold workers and the scheduler to the same secrets as the web server."""
    from config.startup import require_secrets

    require_secrets()
