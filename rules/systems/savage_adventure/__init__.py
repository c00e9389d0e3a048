"""Savage Worlds Adventure Edition: its data, and its answers to the core's questions."""

from rules.systems.savage_adventure.adventure import SYSTEM

__all__ = ["SYSTEM"]
