"""`make run` as a person meets it: it starts, it stops, it recovers, it says what is wrong."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
# The addresses of the tests' own servers must not reach a site that brings its own.
OURS = ("DATABASE_URL", "REDIS_URL", "TIRADA_TESTING", "TIRADA_TEST_SERVERS", "SITE_URL", "VAR_DIR")


class Site:
    """One `make run` in a folder of its own."""

    def __init__(self, var: Path) -> None:
        self.var = var
        self.port = _free_port()
        self.process: subprocess.Popen[str] | None = None

    def start(self, **env: str) -> "Site":
        kept = {k: v for k, v in os.environ.items() if k not in OURS and "PYTEST" not in k}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "config.run", "site"],
            cwd=ROOT,
            env=kept
            | {"VAR_DIR": str(self.var), "PORT": str(self.port), "DEMO": "0", "WORKERS": "1"}
            | env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return self

    def until(self, text: str, seconds: float = 90) -> str:
        """Read what it prints until the text appears; fail with all of it otherwise."""
        assert self.process
        assert self.process.stdout
        said = ""
        deadline = time.monotonic() + seconds
        for line in self.process.stdout:
            said += line
            if text in line:
                return said
            assert time.monotonic() < deadline, said
        raise AssertionError(f"it ended before saying {text!r}: {said}")

    def get(self, path: str) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as page:
                return page.status, page.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def children(self) -> set[int]:
        """Return every process that has our folder in its environment or on its command line."""
        found = set()
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                text = (folder / "cmdline").read_bytes() + (folder / "environ").read_bytes()
            except OSError:
                continue
            if str(self.var).encode() in text and int(folder.name) != os.getpid():
                found.add(int(folder.name))
        return found

    def stop(self, number: signal.Signals = signal.SIGINT) -> int:
        assert self.process
        self.process.send_signal(number)
        return self.process.wait(30)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    made = Site(tmp_path / "var")
    yield made
    if made.process and made.process.poll() is None:
        made.process.kill()
        made.process.wait()
    for pid in made.children():
        os.kill(pid, signal.SIGKILL)


def test_it_serves_stops_without_orphans_and_recovers_from_a_kill(site):
    site.start().until("Tirada is at")
    status, page = site.get("/")
    assert status == 200
    assert 'lang="es"' in page
    _until(lambda: site.get("/health")[0] == 200)

    second = Site(site.var).start()
    assert "already" in second.until("already", 20)
    assert second.process.wait(10) == 1

    assert site.stop() == 0
    assert _gone(site)

    site.start().until("Tirada is at")
    os.kill(site.process.pid, signal.SIGKILL)
    site.process.wait()
    assert _gone(site), "the kernel ends what a killed supervisor leaves"

    said = site.start().until("Tirada is at")
    assert float(re.search(r"ready in ([\d.]+) s", said)[1]) < 60
    assert site.get("/")[0] == 200
    assert site.stop(signal.SIGTERM) == 0
    assert _gone(site)


def test_a_taken_port_gets_one_clear_line(site):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", site.port))
        taken.listen()
        said = site.start().until("Port", 20)

    assert f"Port {site.port} is taken" in said
    assert site.process.wait(10) == 1
    assert "Traceback" not in said


def test_a_database_that_cannot_be_reached_gets_one_clear_line(site):
    said = site.start(DATABASE_URL="postgresql://nobody@127.0.0.1:1/none").until("tirada:", 60)

    assert "failed" in said or "refused" in said
    assert "Traceback" not in said
    assert site.process.wait(20) == 1


def test_a_missing_server_program_gets_one_clear_line(site):
    said = site.start(PG_BIN="/nowhere").until("tirada:", 20)

    assert "PG_BIN=/nowhere has no initdb" in said
    assert site.process.wait(10) == 1


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _gone(site: Site) -> bool:
    return _until(lambda: not site.children())


def _until(true, seconds: float = 30) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if true():
            return True
        time.sleep(0.1)
    return False
