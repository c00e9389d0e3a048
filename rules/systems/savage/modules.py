"""Intents that only some editions have, by module."""
from typing import Any

ROWS: dict[str, tuple[tuple[Any, ...], ...]] = {}
