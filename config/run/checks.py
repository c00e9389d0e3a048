"""The checks that need Django: migrations are complete, production settings are clean."""

import os
import subprocess
import sys

from config.run.supervisor import ROOT

# Good secrets of nobody: they only prove that settings with good secrets have nothing else wrong.
PRODUCTION = {
    "DEBUG": "0",
    "TIRADA_TESTING": "0",
    "SECRET_KEY": "only-for-this-check-" + "0123456789abcdef" * 3,
    "LEDGER_KEYS": "b25seS1mb3ItdGhpcy1jaGVjay1vbmx5LWZvci10aGk=",
    "SITE_URL": "https://tirada.example",
    "HTTPS": "1",
    "DATABASE_POOL": "0",
}


def migrations() -> int:
    """Say whether every model stands in a migration."""
    return _manage(["makemigrations", "--check", "--dry-run"], {"DEBUG": "1", "DATABASE_POOL": "0"})


def deploy() -> int:
    """Run Django's checks for production, warnings included."""
    return _manage(["check", "--deploy", "--fail-level", "WARNING"], PRODUCTION)


def _manage(arguments: list[str], environment: dict[str, str]) -> int:
    # makemigrations asks the database for its history and goes on without one.
    command = [sys.executable, "-W", "ignore::RuntimeWarning", "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=os.environ | environment, check=False).returncode


if __name__ == "__main__":
    sys.exit({"migrations": migrations, "deploy": deploy}[sys.argv[1]]())
