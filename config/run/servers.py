"""The two servers a site stands on: given by address, or started here."""

import os
from contextlib import suppress
from pathlib import Path

import psycopg
import redis

from config.run import secrets
from config.run.errors import CannotStart
from config.run.postgres import Postgres, data_folder
from config.run.valkey import Valkey


class Servers:
    """PostgreSQL and Valkey for one `var` folder; what an address names is not started."""

    def __init__(self, var: Path) -> None:
        self.var = var
        keys_are_new = not (var / secrets.FILE).exists()
        self.secrets = secrets.of(var)
        logs = var / "log"
        self.postgres = None
        self.valkey = None
        if not os.environ.get("DATABASE_URL"):
            self.postgres = Postgres(data=data_folder(var), log=logs / "postgres.log")
            if keys_are_new and self.postgres.data.exists() and not os.environ.get("LEDGER_KEYS"):
                raise CannotStart(
                    f"{var / secrets.FILE} is gone, and without its ledger keys the open sessions "
                    f"in {self.postgres.data} cannot be proven: put it back, or move the data away."
                )
        if not os.environ.get("REDIS_URL"):
            self.valkey = Valkey(
                folder=var / "valkey",
                log=logs / "valkey.log",
                password=self.secrets["VALKEY_PASSWORD"],
            )

    def start(self) -> None:
        """
        Start what is ours to start, and see that the rest answers.

        :raises CannotStart: with one line that says what is in the way.
        """
        if self.postgres:
            self.postgres.start()
            self.postgres.ensure_database()
        else:
            _see_database(os.environ["DATABASE_URL"])
        if self.valkey:
            self.valkey.start()
        else:
            _see_redis(os.environ["REDIS_URL"])

    def stop(self) -> None:
        """Stop what we started, the doorbell before the truth."""
        if self.valkey:
            self.valkey.stop()
        if self.postgres:
            with suppress(ProcessLookupError):
                self.postgres.stop()

    def environment(self) -> dict[str, str]:
        """Return the environment of every process of the site."""
        env = {
            **os.environ,
            "VAR_DIR": str(self.var),
            "PYTHONUNBUFFERED": "1",
            # Settings chosen by the caller win over what a development site needs.
            "SECRET_KEY": os.environ.get("SECRET_KEY") or self.secrets["SECRET_KEY"],
            "LEDGER_KEYS": os.environ.get("LEDGER_KEYS") or self.secrets["LEDGER_KEYS"],
        }
        env.setdefault("HTTPS", "0")
        if self.postgres:
            env["DATABASE_URL"] = self.postgres.url()
        if self.valkey:
            env["REDIS_URL"] = self.valkey.url()
        return env


def _see_database(address: str) -> None:
    try:
        psycopg.connect(address, connect_timeout=5).close()
    except psycopg.Error as error:
        raise CannotStart(f"The database of DATABASE_URL refuses: {_one_line(error)}") from None


def _see_redis(address: str) -> None:
    try:
        with redis.Redis.from_url(address, socket_connect_timeout=5) as client:
            client.ping()
    except (redis.RedisError, ValueError) as error:
        raise CannotStart(f"The server of REDIS_URL refuses: {_one_line(error)}") from None


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:300]
