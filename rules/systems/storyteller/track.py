"""The health track: seven boxes, three kinds of marks, and what lies beyond the seventh."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

BOXES = 7
KINDS = ("bashing", "lethal", "aggravated")  # from the least severe
UNCONSCIOUS, DEAD = 1, 2
_MARKS = {"aggravated": "*", "lethal": "X", "bashing": "/"}


@dataclass(frozen=True, slots=True)
class Track:
    """
    How many boxes of each kind are marked, and how far it went beyond them.

    The track is always sorted, so that three counts say it all (STO-MARK-009).
    """

    bashing: int = 0
    lethal: int = 0
    aggravated: int = 0
    beyond: int = 0

    @property
    def boxes(self) -> int:
        return self.bashing + self.lethal + self.aggravated

    @property
    def steps(self) -> int:
        """Steps down the catalogue of levels: 7 incapacitated, 8 unconscious, 9 dead."""
        return BOXES + self.beyond if self.beyond else self.boxes

    @property
    def is_dead(self) -> bool:
        return self.beyond >= DEAD

    def __str__(self) -> str:
        marks = "*" * self.aggravated + "X" * self.lethal + "/" * self.bashing
        return marks.ljust(BOXES, "_")

    def to_state(self) -> dict[str, int]:
        return {**{kind: getattr(self, kind) for kind in KINDS}, "beyond": self.beyond}


def read(state: Mapping[str, Any]) -> Track:
    """Return a state's track; what does not fit into seven boxes is taken off the least severe."""
    room = BOXES
    kept = {}
    for kind in reversed(KINDS):
        kept[kind] = min(room, max(0, int(state.get(kind, 0))))
        room -= kept[kind]
    beyond = int(state.get("beyond", 0)) if room == 0 or int(state.get("beyond", 0)) >= DEAD else 0
    return Track(kept["bashing"], kept["lethal"], kept["aggravated"], min(DEAD, beyond))


def mark(track: Track, kind: str, levels: int = 1, *, lenient: bool = False) -> Track:
    """
    Return the track after so many levels, one by one (STO-MARK-010).

    `lenient` lets somebody live whose seventh box an aggravated wound fills (STO-GAP-063).
    """
    for _ in range(levels):
        track = _one(track, kind, lenient)
    return track


def _one(track: Track, kind: str, lenient: bool) -> Track:
    if track.is_dead:
        return track
    if track.boxes < BOXES:
        after = replace(track, **{kind: getattr(track, kind) + 1})
        if kind == "aggravated" and after.boxes == BOXES and not lenient:
            return replace(after, beyond=DEAD)
        return after
    # STO-GAP-066: the worst seven stay on the track.
    least = next(name for name in KINDS if getattr(track, name))
    if KINDS.index(kind) > KINDS.index(least):
        swapped = {least: getattr(track, least) - 1, kind: getattr(track, kind) + 1}
        track = replace(track, **swapped)
    return replace(track, beyond=DEAD if kind == "aggravated" else track.beyond + 1)


def least_kind(track: Track) -> str:
    """Return the kind that heals first, or nothing on a clean track (STO-HEAL-003)."""
    return next((kind for kind in KINDS if getattr(track, kind)), "")


def heal(track: Track) -> Track:
    """Return the track without its least severe mark; the dead do not heal."""
    kind = least_kind(track)
    if not kind or track.is_dead:
        return track
    return replace(track, beyond=0, **{kind: getattr(track, kind) - 1})


def heal_kind(track: Track, kind: str) -> Track:
    """Return the track without one mark of a kind, if there is one."""
    if track.is_dead or not getattr(track, kind):
        return track
    return replace(track, beyond=0, **{kind: getattr(track, kind) - 1})


def wake(track: Track) -> Track:
    """Return the track of somebody who comes to: Crippled, six boxes (STO-GAP-065)."""
    return heal(track) if track.beyond == UNCONSCIOUS else track


def bleeds(track: Track) -> bool:
    """Tell whether a lethal mark sits in the third box or later (STO-GAP-070)."""
    return track.lethal > 0 and track.aggravated + track.lethal >= 3


HOUR, DAY, WEEK, MONTH = 1, 24, 7 * 24, 30 * 24
# STO-GAP-067: hours until a mark in the first, second ... box heals.
HOURS = {
    "bashing": (HOUR, HOUR, HOUR, HOUR, 3, 6, 12),
    "lethal": (DAY, 3 * DAY, WEEK, MONTH, 2 * MONTH, 3 * MONTH, 5 * MONTH),
}


def hours_to_heal(track: Track) -> int:
    """Return the hours that the mark which heals first takes; 0 where time alone does nothing."""
    kind = least_kind(track)
    return HOURS[kind][track.boxes - 1] if kind in HOURS else 0


def halved(kind: str, levels: int) -> int:
    """Return the levels that are marked after soak: half of bashing (STO-DMG-011)."""
    return levels // 2 if kind == "bashing" else levels


def marks(kind: str) -> str:
    return _MARKS[kind]
