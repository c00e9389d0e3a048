"""`python -m config.run.probe web|worker`: a container's health check, by exit code."""

import json
import os
import sys
import urllib.error
import urllib.request
from urllib.parse import urlsplit


def web() -> bool:
    """Say whether the web server at PORT of this machine answers and sees the database."""
    port = os.environ.get("PORT") or "8000"
    # The site answers to its own name only.
    host = urlsplit(os.environ.get("SITE_URL", "")).hostname or "localhost"
    request = urllib.request.Request(f"http://127.0.0.1:{port}/health", headers={"Host": host})
    try:
        with urllib.request.urlopen(request, timeout=4) as answer:
            parts = json.load(answer)
    except urllib.error.HTTPError as error:  # 503 names the part that is not well
        try:
            parts = json.load(error)
        except ValueError:
            return False
    except (OSError, ValueError):
        return False
    return bool(parts.get("database") == "ok")


def worker() -> bool:
    """Say whether a worker has taken a task lately."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from config import health

    return health.broker_and_worker() == ("ok", "ok")


if __name__ == "__main__":
    sys.exit(0 if {"web": web, "worker": worker}[sys.argv[1]]() else 1)
