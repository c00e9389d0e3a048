"""Start and stop processes that never outlive us."""

import contextlib
import ctypes
import os
import pwd
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO

from config.run.errors import CannotStart, full_disk

_PR_SET_PDEATHSIG = 1


def spawn(
    command: Sequence[str | Path],
    *,
    log: Path | None = None,
    env: Mapping[str, str] | None = None,
    user: str | None = None,
    death_signal: signal.Signals = signal.SIGTERM,
    cwd: Path | None = None,
) -> "subprocess.Popen[bytes]":
    """
    Start a process in a session of its own, so that Ctrl-C reaches only us.

    On Linux the kernel sends it `death_signal` when we die, however that happens; so call this
    from the main thread only. Output goes to `log`, or nowhere.
    """
    parent = os.getpid()

    def before_exec() -> None:
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, death_signal)
            if os.getppid() != parent:  # we died between fork and prctl
                os._exit(1)

    output: int | IO[bytes] = subprocess.DEVNULL
    if log is not None:
        log.parent.mkdir(parents=True, exist_ok=True)
        output = log.open("ab")
    try:
        return subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=dict(env) if env is not None else None,
            user=user,
            group=pwd.getpwnam(user).pw_gid if user else None,
            extra_groups=[] if user else None,
            start_new_session=True,
            preexec_fn=before_exec,
            cwd=cwd,
        )
    except OSError as error:
        raise CannotStart(f"{command[0]} does not start: {error.strerror}.") from error
    finally:
        if not isinstance(output, int):
            output.close()


def stop(
    process: "subprocess.Popen[bytes] | None",
    *,
    with_signal: signal.Signals = signal.SIGTERM,
    patience: float = 5.0,
) -> None:
    """Ask a process to end, wait `patience` seconds, then end what is left of its session."""
    if process is None:
        return
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(with_signal)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(patience)
    end_session(process)


def end_session(process: "subprocess.Popen[bytes]") -> None:
    """
    End a process and all that it started, at once.

    The children of one that was killed live on, and may hold its port.
    """
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(5)


def wait_until(
    ready: Callable[[], bool],
    *,
    seconds: float,
    process: "subprocess.Popen[bytes] | None" = None,
    what: str,
    log: Path | None = None,
) -> None:
    """
    Ask again and again until it is ready.

    :raises CannotStart: after `seconds`, or when the process has ended; with its log's last line.
    """
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if ready():
            return
        if process is not None and process.poll() is not None:
            break
        time.sleep(0.03)
    if log is not None and (full := full_disk(log.parent)):
        raise full
    raise CannotStart(f"{what} did not start. {_last_line(log)}".strip())


def _last_line(log: Path | None) -> str:
    if log is None or not log.exists():
        return ""
    lines = log.read_text(errors="replace").strip().splitlines()
    return f"Its log says: {lines[-1][:300]} (all of it: {log})" if lines else ""
