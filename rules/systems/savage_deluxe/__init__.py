"""Savage Worlds Deluxe: its data, and its answers to the core's questions."""

from rules.systems.savage_deluxe.deluxe import SYSTEM

__all__ = ["SYSTEM"]
