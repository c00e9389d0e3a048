"""
Start a real PostgreSQL and Valkey for the tests, before Django's settings are read.

An early pytest plugin (`-p tests.servers`): the main process starts the servers, the workers of
pytest-xdist inherit their addresses and use a numbered Valkey database each.
"""

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from config.run import translations
from config.run.postgres import ROOT_FOLDER, Postgres
from config.run.valkey import Valkey

_stops: list[Callable[[], None]] = []


def _start() -> None:
    _sweep()
    translations.compile_all(Path(__file__).resolve().parent.parent / "locale")
    root = ROOT_FOLDER if os.geteuid() == 0 else Path(tempfile.gettempdir())
    root.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=f"tirada-test-{os.getpid()}-", dir=root))
    folder.chmod(0o755)
    # The logs are in a folder of their own: the database's folder may belong to another user.
    postgres = Postgres(
        data=folder / "pg" / "data",
        log=folder / "postgres.log",
        options=("fsync=off", "synchronous_commit=off", "full_page_writes=off"),
    )
    valkey = Valkey(folder=folder / "valkey", log=folder / "valkey.log", password="test")
    postgres.start()
    _stops.append(postgres.stop)
    valkey.start()
    _stops.append(valkey.stop)
    postgres.ensure_database()
    _stops.append(lambda: shutil.rmtree(folder, ignore_errors=True))
    os.environ.update(
        {
            "TIRADA_TESTING": "1",
            "TIRADA_TEST_SERVERS": str(folder),
            "DATABASE_URL": postgres.url(),
            "REDIS_URL": valkey.url(),
            "VAR_DIR": str(folder / "var"),
            "SITE_URL": "http://testserver",
        }
    )


def _sweep() -> None:
    """Remove the folders of test and benchmark runs whose process is gone."""
    for root in (Path(tempfile.gettempdir()), ROOT_FOLDER):
        for kind in ("test", "bench"):
            for folder in root.glob(f"tirada-{kind}-*"):
                owner = folder.name.split("-")[2]
                if owner.isdigit() and not _is_alive(int(owner)):
                    shutil.rmtree(folder, ignore_errors=True)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody else's
        return True
    return True


if "TIRADA_TEST_SERVERS" not in os.environ:
    _start()
elif worker := os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw"):
    # Each worker has its own numbered databases: one for the cache, the next for Celery.
    number = 2 * (int(worker) + 1)
    os.environ["REDIS_URL"] = os.environ["REDIS_URL"].split("?")[0] + f"?db={number}"
    os.environ["VAR_DIR"] = f"{os.environ['TIRADA_TEST_SERVERS']}/var-{worker}"

# WhiteNoise warns of a missing folder of collected files, and here a warning is an error.
(Path(os.environ["VAR_DIR"]) / "static").mkdir(parents=True, exist_ok=True)


def pytest_unconfigure() -> None:
    for stop in _stops:
        stop()
    _stops.clear()
