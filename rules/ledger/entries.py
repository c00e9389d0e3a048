"""What an entry is, and its hash."""

import hashlib
from collections.abc import Mapping
from typing import Any

from rules.ledger.canonical import canonical

VERSION = 1
NO_PREVIOUS = "0" * 64
EPOCH_OPEN = "epoch.open"
EPOCH_CLOSE = "epoch.close"
DRAW = "draw"
REVEAL = "reveal"
KINDS = {EPOCH_OPEN, EPOCH_CLOSE, DRAW, REVEAL}
# What the bodies of these four hold, and those of other kinds never do.
RESERVED = {"commitment", "seed", "draws", "sealed", "salt"}


def entry_hash(entry: Mapping[str, Any]) -> str:
    """Return the SHA-256, in hex, of the entry without its own hash."""
    return digest({key: value for key, value in entry.items() if key != "hash"})


def digest(value: object) -> str:
    """Return the SHA-256, in hex, of a value's canonical JSON."""
    return hashlib.sha256(canonical(value)).hexdigest()


def commitment(seed: bytes) -> str:
    """Return what an epoch publishes of its seed while it is open."""
    return hashlib.sha256(seed).hexdigest()


def seal(body: Mapping[str, Any], salt: bytes) -> str:
    """Return what a sealed entry publishes of its real body."""
    return hashlib.sha256(canonical(body) + salt).hexdigest()
