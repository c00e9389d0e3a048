"""Classic Cortex as the Battlestar Galactica house rules play it."""

from rules.systems.cortex.system import Cortex

SYSTEM = Cortex()

__all__ = ["SYSTEM"]
