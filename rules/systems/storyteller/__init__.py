"""Storyteller d10 pools for a pirate campaign."""

from rules.systems.storyteller.system import Storyteller

SYSTEM = Storyteller()

__all__ = ["SYSTEM"]
