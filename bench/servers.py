"""A database of the benchmark's own, migrated, with durable commits, gone afterwards."""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from config.run.postgres import ROOT_FOLDER, Postgres
from config.run.valkey import Valkey


@contextlib.contextmanager
def running() -> Iterator[None]:
    """Start both servers, set Django up and migrate; the settings' defaults otherwise."""
    root = ROOT_FOLDER if os.geteuid() == 0 else Path(tempfile.gettempdir())
    root.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=f"tirada-bench-{os.getpid()}-", dir=root))
    folder.chmod(0o755)
    postgres = Postgres(data=folder / "pg" / "data", log=folder / "postgres.log")
    valkey = Valkey(folder=folder / "valkey", log=folder / "valkey.log", password="bench")
    try:
        postgres.start()
        valkey.start()
        postgres.ensure_database()
        os.environ |= {
            "DATABASE_URL": postgres.url(),
            "REDIS_URL": valkey.url(),
            "VAR_DIR": str(folder / "var"),
            "TIRADA_TESTING": "1",  # plain static names, a quick password hash; nothing else
            "DATABASE_POOL": "0",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "LOG_LEVEL": "ERROR",
        }
        (folder / "var" / "static").mkdir(parents=True)
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0, interactive=False)
        yield
    finally:
        from django.db import connections

        connections.close_all()
        valkey.stop()
        postgres.stop()
        shutil.rmtree(folder, ignore_errors=True)
