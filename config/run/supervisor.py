"""Start the site, watch it, stop it: the whole of `make run`."""

import contextlib
import errno
import fcntl
import hashlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import IO

from config.run import processes, translations
from config.run.errors import AlreadyRunning, CannotStart, full_disk, in_the_way
from config.run.servers import Servers

ROOT = Path(__file__).resolve().parent.parent.parent
GRACE_SECONDS = 1
RESTARTS_A_MINUTE = 5


class Stopped(Exception):
    """Somebody asked us to stop."""


@contextlib.contextmanager
def only_one(var: Path) -> Iterator[None]:
    """
    Hold the folder's lock, so that no second start touches the same data.

    :raises CannotStart: while another site runs from it, or when it cannot be written.
    """
    try:
        var.mkdir(parents=True, exist_ok=True)
        lock: IO[str] = (var / "run.lock").open("w")
    except OSError as error:
        raise in_the_way(var, error) from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise AlreadyRunning(f"A site runs from {var} already. Stop it first.") from None
        yield


def check_port(host: str, port: int) -> None:
    """:raises CannotStart: when something listens there, or we may not."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise CannotStart(
                    f"Port {port} is taken. Choose another one: make run PORT={port + 1}"
                ) from None
            raise CannotStart(f"Port {port} cannot be used: {error.strerror}.") from None


def run_site(var: Path) -> int:
    """Serve until told to stop; return the exit code."""
    host = os.environ.get("HOST", "127.0.0.1")
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # Started with nohup, the end of the terminal is not our end.
        if name != signal.SIGHUP or signal.getsignal(name) != signal.SIG_IGN:
            signal.signal(name, _stop)
    try:
        port = _number("PORT", 8000, most=65535)
        for setting in ("WEB_WORKERS", "WORKERS"):
            _number(setting, 1, most=64)
        with only_one(var):
            check_port(host, port)
            return _Site(var, host, port).run()
    except CannotStart as error:
        print(f"tirada: {error}", file=sys.stderr)
        return 1
    except Stopped:
        return 0
    except OSError as error:
        if error.filename is None and error.errno != errno.ENOSPC:
            raise
        print(f"tirada: {in_the_way(var, error)}", file=sys.stderr)
        return 1


def _number(name: str, default: int, most: int) -> int:
    text = os.environ.get(name) or str(default)
    if not text.isdecimal() or not 1 <= int(text) <= most:
        raise CannotStart(f"{name} must be a whole number from 1 to {most}, not {text!r}.")
    return int(text)


def _stop(number: int, frame: FrameType | None) -> None:
    # Once is enough: a second Ctrl-C must not cut the stopping short.
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, signal.SIG_IGN)
    raise Stopped


class _Site:
    def __init__(self, var: Path, host: str, port: int) -> None:
        self.var = var
        self.host = host
        self.port = port
        self.address = f"http://{host}:{port}"
        os.environ.setdefault("SITE_URL", self.address)
        self.servers = Servers(var)
        self.env = self.servers.environment()
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.restarts: list[float] = []

    def run(self) -> int:
        started = time.monotonic()
        try:
            _say("Starting PostgreSQL and Valkey …")
            self.servers.start()
            self._prepare()
            for name in self._commands():
                self._start(name)
            processes.wait_until(
                self._answers,
                seconds=60,
                process=self.running["web"],
                what="The web server",
                log=self._log("web"),
            )
            self._greet(time.monotonic() - started)
            while True:
                self._watch()
                time.sleep(0.5)
        except Stopped:
            _say("\nStopping …")
            return 0
        finally:
            self._end()

    def _prepare(self) -> None:
        translations.compile_all(ROOT / "locale")
        _say("Bringing the database up to date …")
        self._manage("migrate", "--no-input")
        self._manage("collectstatic", "--no-input")
        marker = self._demo_marker()
        if not marker.exists() and os.environ.get("DEMO", "1") != "0":
            _say("Setting up the demo campaign …")
            self._manage("load_demo")
            marker.touch()

    def _demo_marker(self) -> Path:
        """Return the file that says that this database has had the demo, kept or deleted since."""
        if not self.servers.postgres:
            address = hashlib.sha256(self.env["DATABASE_URL"].encode()).hexdigest()
            return self.var / f"demo-loaded-{address[:12]}"
        marker = self.var / "demo-loaded"
        if self.servers.postgres.is_new:
            marker.unlink(missing_ok=True)
        return marker

    def _commands(self) -> dict[str, list[str]]:
        python = sys.executable
        return {
            "web": [
                python, "-m", "uvicorn", "config.asgi:application",
                "--host", self.host, "--port", str(self.port),
                "--workers", os.environ.get("WEB_WORKERS", "1"),
                "--timeout-graceful-shutdown", str(GRACE_SECONDS),
                "--lifespan", "off", "--no-access-log", "--log-level", "warning",
            ],
            "worker": [
                python, "-m", "celery", "-q", "-A", "config", "worker",
                "--concurrency", os.environ.get("WORKERS", "2"),
                "--loglevel", "WARNING", "--without-mingle", "--without-gossip",
            ],
            "scheduler": [
                python, "-m", "celery", "-q", "-A", "config", "beat",
                "--schedule", str(self.var / "beat"), "--pidfile", "",
                "--loglevel", "WARNING",
            ],
        }  # fmt: skip

    def _start(self, name: str) -> None:
        self.running[name] = processes.spawn(
            self._commands()[name], log=self._log(name), env=self.env, cwd=ROOT
        )

    def _watch(self) -> None:
        for name, process in self.running.items():
            if process.poll() is None:
                continue
            now = time.monotonic()
            self.restarts = [at for at in self.restarts if now - at < 60] + [now]
            if len(self.restarts) > RESTARTS_A_MINUTE:
                raise CannotStart(f"The {name} keeps ending; see {self._log(name)}.")
            _say(f"The {name} ended and is started again; see {self._log(name)}.")
            processes.end_session(process)
            self._start(name)
            return
        for server in (self.servers.postgres, self.servers.valkey):
            if server and server.process and server.process.poll() is not None:
                name = type(server).__name__
                raise CannotStart(f"{name} ended; see {self.var / 'log'}. Start again.")

    def _end(self) -> None:
        for name in ("web", "scheduler"):
            process = self.running.get(name)
            if process is not None and process.poll() is None:
                process.send_signal(signal.SIGTERM)
        for name in ("web", "scheduler", "worker"):
            processes.stop(self.running.get(name), patience=GRACE_SECONDS + 4)
        self.servers.stop()

    def _manage(self, *arguments: str) -> None:
        # Told to end when we end, like everything else that we start.
        log = self._log("setup")
        process = processes.spawn(
            [sys.executable, "manage.py", *arguments],
            log=log,
            env=self.env | {"DATABASE_POOL": "0"},
            cwd=ROOT,
        )
        if process.wait() != 0:
            text = log.read_text(errors="replace").strip()
            if full := full_disk(self.var):
                raise full
            last = text.splitlines()[-1][:300] if text else ""
            raise CannotStart(f"`manage.py {arguments[0]}` failed: {last} (all of it: {log})")

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.address, timeout=5):
                return True
        except urllib.error.HTTPError:
            return True  # it answers
        except OSError:
            return False

    def _greet(self, seconds: float) -> None:
        print(f"\nTirada is at {self.address}   (ready in {seconds:.1f} s)")
        logins = self.var / "demo-logins.txt"
        if logins.exists():
            print(logins.read_text().rstrip())
        print(f"Mail goes to {self.var / 'mail'}, logs to {self.var / 'log'}. Ctrl-C stops it.\n")
        sys.stdout.flush()

    def _log(self, name: str) -> Path:
        return self.var / "log" / f"{name}.log"


def _say(text: str) -> None:
    print(text, flush=True)
