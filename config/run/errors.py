"""One clear line for what can go wrong while starting."""

import errno
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
