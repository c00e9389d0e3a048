"""The secrets of a development site: made at the first start, kept in `var`, readable by us."""

import base64
import os
from pathlib import Path

FILE = "secrets.env"


def of(var: Path) -> dict[str, str]:
    """Return SECRET_KEY, LEDGER_KEYS and the Valkey password, making what is missing."""
    path = var / FILE
    found: dict[str, str] = {}
    if path.exists():
        for line in path.read_text().splitlines():
            name, _equals, value = line.partition("=")
            found[name] = value
    made = {
        "SECRET_KEY": os.urandom(40).hex(),
        "LEDGER_KEYS": base64.urlsafe_b64encode(os.urandom(32)).decode(),
        "VALKEY_PASSWORD": os.urandom(24).hex(),
    }
    fresh = {name: secret for name, secret in made.items() if not found.get(name)}
    if fresh:
        found |= fresh
        path.touch(mode=0o600)
        path.chmod(0o600)
        path.write_text("".join(f"{name}={value}\n" for name, value in found.items()))
    return found
