"""`make run` as a person meets it: it starts, it stops, it recovers, it says what is wrong."""

import contextlib
import os
import re
import shutil
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

from config.run.postgres import data_folder

ROOT = Path(__file__).resolve().parent.parent.parent
# The addresses of the tests' own servers must not reach a site that brings its own.
OURS = ("DATABASE_URL", "REDIS_URL", "TIRADA_TESTING", "TIRADA_TEST_SERVERS", "SITE_URL", "VAR_DIR")


class Site:
    """One `make run` in a folder of its own."""

    def __init__(self, var: Path, said: Path) -> None:
        self.var = var
        self.said = said
        self.port = _free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, **env: str) -> "Site":
        kept = {k: v for k, v in os.environ.items() if k not in OURS and "PYTEST" not in k}
        ours = {"VAR_DIR": str(self.var), "PORT": str(self.port), "DEMO": "0", "WORKERS": "1"}
        with self.said.open("wb") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "config.run", "site"],
                cwd=ROOT, env=kept | ours | env, stdout=out, stderr=subprocess.STDOUT,
            )  # fmt: skip
        return self

    def until_ready(self) -> str:
        """Wait until it greets; return all that it printed."""
        assert self.process
        _until(lambda: "Tirada is at" in self.said.read_text() or self.process.poll() is not None)
        assert "Ctrl-C stops it" in self.said.read_text(), self.said.read_text()
        return self.said.read_text()

    def refusal(self) -> str:
        """Wait until it gives up; return its one line."""
        assert self.process
        assert self.process.wait(60) == 1
        lines = [line for line in self.said.read_text().splitlines() if "tirada:" in line]
        assert "Traceback" not in self.said.read_text()
        assert len(lines) == 1, self.said.read_text()
        return lines[0]

    def get(self, path: str) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as page:
                return page.status, page.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()
        except OSError as error:
            return 0, str(error)

    def children(self) -> set[int]:
        """Return every process that has our folder in its environment or on its command line."""
        found = set()
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                text = (folder / "cmdline").read_bytes() + (folder / "environ").read_bytes()
            except OSError:
                continue
            data = str(data_folder(self.var)) if self.var.exists() else str(self.var)
            if data.encode() in text or str(self.var).encode() in text:
                found.add(int(folder.name))
        return found - {os.getpid()}

    def named(self, text: str) -> int:
        """Return the first of our processes with the text on its command line."""
        return min(
            pid
            for pid in self.children()
            if text.encode() in Path(f"/proc/{pid}/cmdline").read_bytes()
        )

    def stop(self, number: signal.Signals = signal.SIGINT) -> int:
        assert self.process
        self.process.send_signal(number)
        return self.process.wait(30)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    made = Site(tmp_path / "var", tmp_path / "said.txt")
    yield made
    if made.process and made.process.poll() is None:
        made.process.kill()
        made.process.wait()
    for pid in made.children():
        os.kill(pid, signal.SIGKILL)
    if made.var.is_dir() and os.geteuid() == 0:
        shutil.rmtree(data_folder(made.var).parent, ignore_errors=True)


def test_it_serves_stops_without_orphans_and_recovers_from_a_kill(site, tmp_path):
    site.start().until_ready()
    status, page = site.get("/")
    assert status == 200
    assert 'lang="es"' in page
    assert _until(lambda: site.get("/health")[0] == 200)

    second = Site(site.var, tmp_path / "second.txt").start()
    assert f"A site runs from {site.var} already" in second.refusal()
    assert manage(site, "check", "--database", "default") == 0

    os.kill(site.named("uvicorn"), signal.SIGKILL)
    assert _until(lambda: "is started again" in site.said.read_text())
    assert _until(lambda: site.get("/")[0] == 200), "a web server that dies is started again"

    os.kill(site.process.pid, signal.SIGKILL)
    site.process.wait()
    assert _gone(site), "the kernel ends what a killed supervisor leaves"

    site.start().until_ready()
    for pid in site.children():
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    site.process.wait()
    assert _gone(site)

    said = site.start().until_ready()
    assert float(re.search(r"ready in ([\d.]+) s", said)[1]) < 60
    assert site.get("/")[0] == 200
    site.process.send_signal(signal.SIGINT)
    assert site.stop(signal.SIGTERM) == 0, "asked twice, it still stops in order"
    assert _gone(site)


def test_a_taken_port_gets_one_clear_line(site):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", site.port))
        taken.listen()

        assert f"Port {site.port} is taken" in site.start().refusal()


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none", "The database of DATABASE_URL"),
        ("REDIS_URL", "redis://127.0.0.1:1/0", "The server of REDIS_URL refuses"),
        ("PG_BIN", "/nowhere", "PG_BIN=/nowhere has no initdb"),
        ("VALKEY_BIN", "/nowhere/valkey", "/nowhere/valkey does not start: No such file"),
        ("PORT", "eight", "PORT must be a whole number from 1 to 65535, not 'eight'"),
        ("VAR_DIR", "/proc/version/var", "/proc/version/var cannot be written: Not a directory"),
    ],
)
def test_what_is_missing_or_wrong_gets_one_clear_line(site, name, value, line):
    assert line in site.start(**{name: value}).refusal()


def test_data_of_another_postgresql_get_one_clear_line(site):
    site.var.mkdir()
    (site.var / "secrets.env").touch()
    data = data_folder(site.var)
    data.mkdir(parents=True)
    (data / "PG_VERSION").write_text("12\n")

    assert "was made by PostgreSQL 12" in site.start().refusal()


def test_data_whose_keys_are_gone_are_not_touched(site):
    site.var.mkdir()
    data_folder(site.var).mkdir(parents=True)

    assert "secrets.env is gone" in site.start().refusal()


def test_tests_without_a_browser_get_one_clear_line():
    done = subprocess.run(
        [sys.executable, "-m", "config.run.testing"],
        cwd=ROOT, env=os.environ | {"CHROMIUM": "/nowhere"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "tirada: The browser tests need Chromium: apt-get install chromium, or set CHROMIUM."
    ]


def manage(site: Site, *arguments: str) -> int:
    return subprocess.run(
        [sys.executable, "-m", "config.run", "manage", *arguments],
        cwd=ROOT, capture_output=True, check=False, timeout=60,
        env={k: v for k, v in os.environ.items() if k not in OURS} | {"VAR_DIR": str(site.var)},
    ).returncode  # fmt: skip


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
