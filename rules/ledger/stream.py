"""From a seed and a request to faces: the same for server, verifier and tests."""

import hashlib
import hmac
from collections.abc import Mapping, Sequence

from rules.ledger.canonical import canonical

WORD = 2**32
LARGEST_DIE = 1_000_000
MOST_DRAWS = 10_000


class TooManyDraws(RuntimeError):
    """One request asked for more draws than an entry may hold."""


class Stream:
    """
    The draws of one request, in order.

    `seed` are 32 bytes; `prev` is the hash, in hex, of the entry before.
    """

    def __init__(self, *, seed: bytes, prev: str, request: Mapping[str, object]) -> None:
        self._seed = seed
        self._message = bytes.fromhex(prev) + hashlib.sha256(canonical(request)).digest()
        self._block = 0
        self._buffer = b""
        self.draws: list[tuple[int, int]] = []

    def draw(self, sides: int) -> int:
        """
        Draw a face from 1 to `sides`.

        :raises ValueError: for no sides or more than a million.
        :raises TooManyDraws: after 10,000 draws.
        """
        if not 1 <= sides <= LARGEST_DIE:
            raise ValueError(f"a die of {sides} sides")
        if len(self.draws) >= MOST_DRAWS:
            raise TooManyDraws
        # Words at and above the largest multiple of `sides` are thrown away: no face is favoured.
        limit = WORD // sides * sides
        word = self._word()
        while word >= limit:
            word = self._word()
        face = word % sides + 1
        self.draws.append((sides, face))
        return face

    def _word(self) -> int:
        if not self._buffer:
            counter = self._block.to_bytes(4, "big")
            self._buffer = hmac.digest(self._seed, self._message + counter, "sha256")
            self._block += 1
        word, self._buffer = self._buffer[:4], self._buffer[4:]
        return int.from_bytes(word, "big")


def shuffled(count: int, draws: Sequence[tuple[int, int]]) -> list[int]:
    """
    Return the cards 0 to count-1 in the order that a shuffle's draws put them.

    Fisher-Yates from the end; the draws have count, count-1 ... 2 sides.
    """
    cards = list(range(count))
    for i, (_sides, face) in zip(range(count - 1, 0, -1), draws, strict=True):
        j = face - 1
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def draw_shuffle(count: int, stream: Stream) -> list[int]:
    """Draw a shuffle of `count` cards from the stream."""
    first = len(stream.draws)
    for sides in range(count, 1, -1):
        stream.draw(sides)
    return shuffled(count, stream.draws[first:])
