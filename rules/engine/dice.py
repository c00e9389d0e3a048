"""Where faces come from: handed in, asked for in the order a player would throw them."""

from collections.abc import Iterable
from typing import Protocol


class Dice(Protocol):
    """Gives a face for a number of sides. The engine cannot tell who stands behind it."""

    def draw(self, sides: int) -> int:
        """Return a face from 1 to `sides`."""
        ...


class ScriptExhausted(LookupError):
    """A die was asked for that the script does not have."""


class ScriptedDice:
    """Dice whose faces are written down beforehand: for replays, cases and tests."""

    def __init__(self, faces: Iterable[int]) -> None:
        self.unused = list(faces)
        self.draws: list[tuple[int, int]] = []

    def draw(self, sides: int) -> int:
        """
        Return the next face of the script.

        :raises ScriptExhausted: when none is left.
        :raises ValueError: when the face is not on a die of so many sides.
        """
        if not self.unused:
            raise ScriptExhausted(f"a d{sides} was asked for after {len(self.draws)} faces")
        face = self.unused.pop(0)
        if not 1 <= face <= sides:
            raise ValueError(f"a d{sides} shows no {face}")
        self.draws.append((sides, face))
        return face
