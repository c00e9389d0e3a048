"""`make test`: every test, on two cores, with a real browser; says what is missing first."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from config.run import supervisor, translations

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> str | None:
    """Return the browser's program: CHROMIUM, or one on the path."""
    if chosen := os.environ.get("CHROMIUM"):
        return chosen if Path(chosen).exists() else None
    return next(filter(None, map(shutil.which, CHROMIUM)), None)


def main(arguments: list[str]) -> int:
    if chromium() is None:
        print(
            "tirada: The browser tests need Chromium: apt-get install chromium, or set CHROMIUM.",
            file=sys.stderr,
        )
        return 1
    translations.compile_all(supervisor.ROOT / "locale")
    workers = os.environ.get("TEST_WORKERS", "2")
    command = [sys.executable, "-m", "pytest", "-n", workers, "--dist", "worksteal", *arguments]
    return subprocess.run(command, cwd=supervisor.ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
