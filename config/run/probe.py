"""`python -m config.run.probe web|worker`: a container's health check, by exit code."""

import json
import sys
import urllib.error
import urllib.request


def web(address: str = "http://127.0.0.1:8000/health") -> bool:
    """Say whether the web server answers and sees the database."""
    try:
        with urllib.request.urlopen(address, timeout=4) as answer:
            parts = json.load(answer)
    except urllib.error.HTTPError as error:
        parts = json.load(error)
    except (OSError, ValueError):
        return False
    return bool(parts.get("database") == "ok")


def worker() -> bool:
    """Say whether a worker has taken a task lately."""
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from config import health

    return health.broker_and_worker() == ("ok", "ok")


if __name__ == "__main__":
    sys.exit(0 if {"web": web, "worker": worker}[sys.argv[1]]() else 1)
