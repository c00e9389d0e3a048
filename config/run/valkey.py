"""A real Redis-compatible server behind a socket with a password."""

import hashlib
import os
import socket
import subprocess
import tempfile
from pathlib import Path

from config.run import binaries, processes


class Valkey:
    """One server; it keeps nothing that the database does not know."""

    def __init__(self, *, folder: Path, log: Path, password: str) -> None:
        self.folder = folder
        self.log = log
        self.password = password
        digest = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:12]
        # A socket's path may have 107 bytes at most; a checkout's may be longer.
        self.socket = Path(tempfile.gettempdir()) / f"tirada-{os.geteuid()}-{digest}.valkey"
        self.process: subprocess.Popen[bytes] | None = None

    def url(self, database: int = 0) -> str:
        """Return the address of one of its numbered databases."""
        return f"unix://:{self.password}@{self.socket}?db={database}"

    def start(self) -> None:
        """
        Start it and wait until it answers.

        :raises CannotStart: when it does not.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        self.socket.unlink(missing_ok=True)
        settings = self.folder / "valkey.conf"
        settings.touch(mode=0o600)
        settings.chmod(0o600)
        # The password stands in a file, not on the command line, where `ps` would show it.
        settings.write_text(
            f"port 0\nunixsocket {self.socket}\nunixsocketperm 700\n"
            f"requirepass {self.password}\ndir {self.folder}\nsave 60 1\nappendonly no\n"
            "databases 64\ndaemonize no\n"
        )
        self.process = processes.spawn([binaries.valkey_server(), settings], log=self.log)
        processes.wait_until(
            self._answers, seconds=15, process=self.process, what="Valkey", log=self.log
        )

    def stop(self) -> None:
        """Stop it; it saves first."""
        processes.stop(self.process, patience=5)
        self.socket.unlink(missing_ok=True)

    def _answers(self) -> bool:
        try:
            with socket.socket(socket.AF_UNIX) as line:
                line.settimeout(1)
                line.connect(str(self.socket))
                line.sendall(b"PING\r\n")
                return line.recv(64).startswith((b"-NOAUTH", b"+PONG"))
        except OSError:
            return False
