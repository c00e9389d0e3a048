"""`python -m config.run site | manage ...`: what the Makefile calls."""

import os
import subprocess
import sys
from pathlib import Path

from config.run import supervisor
from config.run.errors import AlreadyRunning, CannotStart
from config.run.servers import Servers


def var_folder() -> Path:
    """Return the folder of everything that a running site writes."""
    return Path(os.environ.get("VAR_DIR") or supervisor.ROOT / "var").resolve()


def manage(arguments: list[str]) -> int:
    """Run one of Django's commands with the servers up; those of a running site are used."""
    var = var_folder()
    try:
        with supervisor.only_one(var):
            servers = Servers(var)
            try:
                servers.start()
                return _django(arguments, servers.environment())
            finally:
                servers.stop()
    except AlreadyRunning:
        return _django(arguments, Servers(var).environment())
    except CannotStart as error:
        print(f"tirada: {error}", file=sys.stderr)
        return 1


def _django(arguments: list[str], environment: dict[str, str]) -> int:
    environment = environment | {"DATABASE_POOL": "0"}
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, env=environment, cwd=supervisor.ROOT, check=False).returncode


def main(arguments: list[str]) -> int:
    match arguments:
        case ["site"]:
            return supervisor.run_site(var_folder())
        case ["manage", *rest]:
            return manage(rest)
        case _:
            print("Usage: python -m config.run site | manage COMMAND ...", file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
