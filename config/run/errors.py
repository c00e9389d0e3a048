"""One clear line for what can go wrong while starting."""

import contextlib
import errno
import shutil
from pathlib import Path


class CannotStart(Exception):
    """Something outside the project stands in the way; the text says what to do."""


class AlreadyRunning(CannotStart):
    """Another start holds this folder, and its servers are up or about to be."""


def in_the_way(path: Path, error: OSError) -> CannotStart:
    """Return the line for a file or folder that cannot be written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return CannotStart(f"The disk is full: no room in {path}.")
    return CannotStart(f"{error.filename or path} cannot be written: {error.strerror}.")


def full_disk(path: Path) -> CannotStart | None:
    """
    Return the line for a full disk if that is what stopped something that writes to `path`.

    A log on the same disk may have had no room to say it.
    """
    with contextlib.suppress(OSError):
        if shutil.disk_usage(path).free < 1_000_000:
            return CannotStart(f"The disk is full: no room in {path}.")
    return None
