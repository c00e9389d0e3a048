"""The two servers a site stands on: given by address, or started here."""

import os
from contextlib import suppress
from pathlib import Path

from config.run import secrets
from config.run.postgres import Postgres, data_folder
from config.run.valkey import Valkey


class Servers:
    """PostgreSQL and Valkey for one `var` folder; what an address names is not started."""

    def __init__(self, var: Path) -> None:
        self.var = var
        self.secrets = secrets.of(var)
        logs = var / "log"
        self.postgres = None
        self.valkey = None
        if not os.environ.get("DATABASE_URL"):
            self.postgres = Postgres(data=data_folder(var), log=logs / "postgres.log")
        if not os.environ.get("REDIS_URL"):
            self.valkey = Valkey(
                folder=var / "valkey",
                log=logs / "valkey.log",
                password=self.secrets["VALKEY_PASSWORD"],
            )

    def start(self) -> None:
        """
        Start what is ours to start.

        :raises CannotStart: with one line that says what is in the way.
        """
        if self.postgres:
            self.postgres.start()
            self.postgres.ensure_database()
        if self.valkey:
            self.valkey.start()

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
