"""A real PostgreSQL in a folder of ours, reachable through a socket only we may open."""

import contextlib
import hashlib
import os
import pwd
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

from config.run import binaries, processes
from config.run.errors import CannotStart, full_disk, in_the_way

OWNER = "tirada"  # the database's superuser; only those who may open the socket are let in
ROOT_FOLDER = Path("/var/lib/tirada")
PATIENCE_SECONDS = 40


def server_user() -> str | None:
    """Return the user that runs the server when we are root, which PostgreSQL refuses to be."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    raise CannotStart("As root, PostgreSQL needs a user `postgres` or `nobody` to run as.")


def data_folder(var: Path) -> Path:
    """
    Return where the data lie: in `var`, or, as root, in a folder that the other user owns.

    As root a name drawn once stands in `var`, so that a new checkout in an old one's place does
    not find a database whose keys went with the old one.
    """
    if os.geteuid() != 0:
        return var / "postgres"
    name = var / "database-name"
    if not name.exists():
        name.write_text(os.urandom(6).hex())
    return ROOT_FOLDER / name.read_text().strip() / "postgres"


class Postgres:
    """One server on one data folder; the caller makes sure that only one of us uses it."""

    def __init__(self, *, data: Path, log: Path, options: tuple[str, ...] = ()) -> None:
        self.data = data
        self.log = log
        self.options = options
        self.user = server_user()
        self.sockets = Path(tempfile.gettempdir()) / f"tirada-{os.geteuid()}-{_digest(data)}"
        self.process: subprocess.Popen[bytes] | None = None
        self.is_new = False  # whether `start` made the data folder
        folder = binaries.postgres_folder()
        self.bin = binaries.reachable_by_others(folder, ROOT_FOLDER) if self.user else folder

    def url(self, database: str = "tirada") -> str:
        """Return the address of one of its databases."""
        return f"postgresql://{OWNER}@{quote(str(self.sockets), safe='')}/{database}"

    def start(self) -> None:
        """
        Make the data folder the first time, start the server and wait until it answers.

        :raises CannotStart: with one line that says what is in the way.
        """
        self._own(self.data.parent)
        if not self.data.exists():
            self._init()
            self.is_new = True
        self._check_version()
        self._own(self.sockets)
        command: list[str | Path] = [
            self.bin / "postgres", "-D", self.data,
            "-c", "listen_addresses=", "-k", self.sockets,
            "-c", "dynamic_shared_memory_type=mmap", "-c", "max_connections=200",
            *(part for option in self.options for part in ("-c", option)),
        ]  # fmt: skip
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            self._forget_the_dead()
            self.process = processes.spawn(
                command, log=self.log, env=self._env(), user=self.user, death_signal=signal.SIGINT
            )
            try:
                processes.wait_until(
                    self._answers,
                    seconds=deadline - time.monotonic(),
                    process=self.process,
                    what="PostgreSQL",
                    log=self.log,
                )
            except CannotStart:
                # What a killed server left may need a moment to end; only then is the data free.
                if not self._is_still_held() or time.monotonic() > deadline - 1:
                    raise
                time.sleep(0.5)
            else:
                return

    def stop(self) -> None:
        """Stop it without waiting for its clients."""
        processes.stop(self.process, with_signal=signal.SIGINT, patience=15)
        shutil.rmtree(self.sockets, ignore_errors=True)

    def ensure_database(self, name: str = "tirada") -> None:
        """Create the database unless it is there."""
        there = self._psql(f"SELECT 1 FROM pg_database WHERE datname = '{name}'")
        if there.strip() != "1":
            self._psql(f'CREATE DATABASE "{name}"')

    def _forget_the_dead(self) -> None:
        """
        Remove the lock file of a killed server whose process nobody has collected.

        Such a process still has its number, so PostgreSQL takes it for alive; in a container whose
        first process collects nothing, for ever.
        """
        lock = self.data / "postmaster.pid"
        with contextlib.suppress(OSError, ValueError, IndexError):
            number = int(lock.read_text().split()[0])
            state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
            if state == "Z":
                lock.unlink()

    def _is_still_held(self) -> bool:
        said = self.log.read_text(errors="replace")[-2000:]
        return "Is another postmaster" in said or "pre-existing shared memory block" in said

    def _init(self) -> None:
        fresh = self.data.with_name(self.data.name + ".new")
        shutil.rmtree(fresh, ignore_errors=True)  # an interrupted first start
        command: list[str | Path] = [
            self.bin / "initdb", "-D", fresh, "-U", OWNER, "--auth=trust",
            "--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8", "--no-sync",
        ]  # fmt: skip
        process = processes.spawn(command, log=self.log, env=self._env(), user=self.user)
        if process.wait(120) != 0:
            # initdb has removed what it made, so there is room again.
            is_full = "No space left" in self.log.read_text(errors="replace")[-4000:]
            shutil.rmtree(fresh, ignore_errors=True)
            if is_full:
                raise CannotStart(f"The disk is full: no room in {fresh.parent}.")
            raise CannotStart(f"The database folder could not be made; see {self.log}.")
        fresh.rename(self.data)

    def _check_version(self) -> None:
        version = self.data / "PG_VERSION"
        if not version.exists():
            raise CannotStart(f"{self.data} is not a database; move it away.")
        found = version.read_text().strip()
        told = subprocess.run(
            [self.bin / "postgres", "--version"],
            capture_output=True, text=True, check=True, env=self._env(), user=self.user,
        ).stdout  # fmt: skip
        ours = told.split()[2].split(".")[0]
        if found != ours:
            raise CannotStart(
                f"{self.data} was made by PostgreSQL {found}, the programs here are {ours}: "
                "dump it with the old version and load it with the new (docs/operations.md)."
            )

    def _own(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise in_the_way(folder, error) from error
        # Not followed if it is a link: in the temporary folder anyone may lay one.
        found = folder.lstat()
        owner = pwd.getpwnam(self.user) if self.user else pwd.getpwuid(os.geteuid())
        if not stat.S_ISDIR(found.st_mode) or found.st_uid not in (os.geteuid(), owner.pw_uid):
            raise CannotStart(f"{folder} belongs to somebody else; move it away.")
        if self.user:
            os.chown(folder, owner.pw_uid, owner.pw_gid, follow_symlinks=False)
        folder.chmod(0o700)

    def _answers(self) -> bool:
        return (
            subprocess.run(
                [self.bin / "pg_isready", "-q", "-h", self.sockets], check=False, env=self._env()
            ).returncode
            == 0
        )

    def _psql(self, sql: str) -> str:
        done = subprocess.run(
            [self.bin / "psql", "-h", self.sockets, "-U", OWNER, "-d", "postgres", "-tAc", sql],
            capture_output=True, text=True, check=False, env=self._env(),
        )  # fmt: skip
        if done.returncode:
            refusal = CannotStart(f"PostgreSQL refuses: {' '.join(done.stderr.split())}")
            raise full_disk(self.data) or refusal
        return done.stdout

    def _env(self) -> dict[str, str]:
        # The caller's locale may name one that this machine has not generated.
        return {"LC_ALL": "C", "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "TZ": "UTC"}


def _digest(path: Path) -> str:
    return hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:12]
