"""Traits, their dice, and rolling one."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rules.engine.dice import Dice
from rules.engine.modifiers import Modifier, total
from rules.engine.notation import savage_outcome
from rules.engine.rolls import Die, Roll, ace
from rules.engine.text import Text

WILD_DIE = 6
TARGET = 4
RAISE = 4
_DIE = re.compile(r"d(4|6|8|10|12)(?:\+(\d{1,2}))?")
DICE = ("d4", "d6", "d8", "d10", "d12")


@dataclass(frozen=True, slots=True)
class TraitDie:
    """A trait's die, with the fixed bonus that comes after d12 (SWADE-GAP-004)."""

    sides: int
    bonus: int = 0

    def __str__(self) -> str:
        return f"d{self.sides}+{self.bonus}" if self.bonus else f"d{self.sides}"


def read_die(text: object) -> TraitDie | None:
    """Return the die that a sheet writes as "d8" or "d12+1"; None for anything else."""
    match = _DIE.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        return None
    sides, bonus = int(match[1]), int(match[2] or 0)
    if bonus and sides != 12:
        return None
    return TraitDie(sides, bonus)


def roll_trait(
    *,
    label: Text,
    die: TraitDie,
    wild_die: int | None,
    modifiers: Sequence[Modifier],
    target: int,
    dice: Dice,
    rules: tuple[str, ...],
) -> Roll:
    """
    Roll a trait's die, and for a wild card the wild die after it; keep the better one.

    Every full `RAISE` over the target is a raise; two natural ones are a critical failure whatever
    the modifiers (SWADE-WDIE-002, SWADE-RAISE-001, SWADE-CRIT-001, SWADE-CRIT-002).
    """
    faces = ace(die.sides, dice)
    own = sum(faces)
    thrown = [Die("trait", die.sides, faces, own)]
    best = own
    critical = False
    if wild_die is not None:
        wild_faces = ace(wild_die, dice)
        wild = sum(wild_faces)
        best = max(own, wild)
        keeps_own = own >= wild
        thrown = [
            Die("trait", die.sides, faces, own, keeps_own, "" if keeps_own else "dropped"),
            Die("wild", wild_die, wild_faces, wild, not keeps_own, "dropped" if keeps_own else ""),
        ]
        critical = faces[0] == wild_faces[0] == 1
    reached = best + total(modifiers)
    success = reached >= target and not critical
    raises = (reached - target) // RAISE if success else 0
    outcome, words, tone = savage_outcome(critical, success, raises)
    return Roll(
        kind="trait",
        label=label,
        dice=tuple(thrown),
        modifiers=tuple(modifiers),
        total=reached,
        target=target,
        outcome=outcome,
        outcome_text=words,
        tone=tone,
        raises=raises,
        critical_failure=critical,
        rules=rules,
    )
