"""Traits, their dice, throwing them, and reading what fell: twice if the GM corrects something."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

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
_STEPS = (4, 6, 8, 10, 12)


@dataclass(frozen=True, slots=True)
class TraitDie:
    """A trait's die, with the fixed bonus that comes after d12 (SWADE-GAP-004)."""

    sides: int
    bonus: int = 0

    def __str__(self) -> str:
        return f"d{self.sides}+{self.bonus}" if self.bonus else f"d{self.sides}"

    @property
    def half(self) -> int:
        """Half the die, and half of what goes beyond d12, rounded down."""
        return self.sides // 2 + self.bonus // 2

    @property
    def step(self) -> int:
        """The die's place on the ladder: 0 for d4, 4 for d12, 5 for d12+1 ..."""
        return _STEPS.index(self.sides) + self.bonus


def read_die(text: object) -> TraitDie | None:
    """Return the die that a sheet writes as "d8" or "d12+1"; None for anything else."""
    return _read(text) if isinstance(text, str) else None


@lru_cache(maxsize=256)
def _read(text: str) -> TraitDie | None:
    match = _DIE.fullmatch(text)
    if match is None:
        return None
    sides, bonus = int(match[1]), int(match[2] or 0)
    if bonus and sides != 12:
        return None
    return TraitDie(sides, bonus)


def lower(die: str) -> str:
    """Return a die one type smaller, at least d4; what goes beyond d12 goes first."""
    known = read_die(die) or TraitDie(4)
    if known.bonus:
        return str(TraitDie(12, known.bonus - 1))
    return f"d{_STEPS[max(0, known.step - 1)]}"


@dataclass(frozen=True, slots=True)
class Reading:
    """How an edition reads dice: what is a raise, and when several ones are a critical failure."""

    raise_step: int = RAISE
    crit_multi_rule: str = "majority_with_wild"


def throw(*, die: TraitDie, count: int, wild_die: int | None, dice: Dice) -> tuple[Die, ...]:
    """
    Throw trait dice left to right and one wild die last, each with its aces at once.

    One wild die an action, however many trait dice (SWADE-WDIE-004).
    """
    thrown = [_die("trait", die.sides, dice) for _ in range(count)]
    if wild_die is not None:
        thrown.append(_die("wild", wild_die, dice))
    return tuple(thrown)


def _die(role: str, sides: int, dice: Dice) -> Die:
    faces = ace(sides, dice)
    return Die(role, sides, faces, sum(faces))


def is_critical(thrown: Sequence[Die], reading: Reading = Reading()) -> bool:
    """
    Tell whether natural ones make a critical failure.

    More than half of all dice, with the wild die among them if there is one (SWADE-CRIT-001,
    SWADE-CRIT-006, SWADE-CRIT-007); a single die without a wild die never by itself.
    """
    ones = 0
    for die in thrown:
        ones += die.faces[0] == 1
    if ones < 2:
        return False
    wild = [die for die in thrown if die.role == "wild"]
    if wild and wild[0].faces[0] != 1:
        return False
    if reading.crit_multi_rule == "wild_and_majority_of_traits":
        traits = len(thrown) - len(wild)
        return ones - len(wild) > traits / 2
    return ones >= len(thrown) // 2 + 1


IGNORED = -1


def totals(thrown: Sequence[Die], added: int, place: int | None = None) -> tuple[int, ...]:
    """
    Return the total of each trait die; the wild die stands in for the lowest, if that helps.

    `place` names another trait die for it to stand in for, from 0, or IGNORED for none. It never
    adds a die (SWADE-WDIE-005, SWADE-WDIE-006).
    """
    values = [die.value for die in thrown if die.role == "trait"]
    wild = next((die.value for die in thrown if die.role == "wild"), None)
    if wild is not None and place is None and wild > min(values):
        place = values.index(min(values))
    if wild is not None and place is not None and place != IGNORED:
        values[place] = wild
    return tuple(value + added for value in values)


def judge(
    *,
    label: Text,
    thrown: Sequence[Die],
    modifiers: Sequence[Modifier],
    target: int,
    rules: tuple[str, ...],
    reading: Reading = Reading(),
    check: int | None = None,
) -> Roll:
    """
    Say what thrown dice mean.

    Every full step over the target is a raise; a critical failure fails whatever the modifiers.
    `check` is the face of the die that decides about an extra's single one (SWADE-CRIT-005): if it
    is no one either, the roll is an ordinary failure, whatever its total (SWADE-GAP-007).
    """
    added = total(modifiers)
    critical = check == 1 or is_critical(thrown, reading)
    best = thrown[0]
    for die in thrown:
        if die.value > best.value:  # of equals the first counts: the trait die
            best = die
    reached = best.value + added
    success = reached >= target and not critical and check is None
    raises = (reached - target) // reading.raise_step if success else 0
    outcome, words, tone = savage_outcome(critical, success, raises)
    shown = [
        die if die is best else Die(die.role, die.sides, die.faces, die.value, False, "dropped")
        for die in thrown
    ]
    if check is not None:
        shown.append(Die("check", 6, (check,), check, kept=False, mark="dropped"))
    return Roll(
        kind="trait",
        label=label,
        dice=tuple(shown),
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


def reread(roll: Roll, *, modifiers: Sequence[Modifier], target: int | None) -> Roll:
    """Read the same dice again with other modifiers, or against another target."""
    thrown = [replace(die, kept=True, mark="") for die in roll.dice if die.role != "check"]
    check = next((die.value for die in roll.dice if die.role == "check"), None)
    return judge(
        label=roll.label,
        thrown=thrown,
        modifiers=modifiers,
        target=(roll.target or TARGET) if target is None else target,
        rules=roll.rules,
        check=check,
    )


def hits(roll: Roll, place: int | None = None) -> tuple[int, ...]:
    """Return the totals of a roll's trait dice, each to be compared with its own target."""
    thrown = [die for die in roll.dice if die.role != "check"]
    return totals(thrown, total(roll.modifiers), place)


def better(first: Roll, second: Roll, *, crit_is_final: bool) -> Roll:
    """
    Return the roll that counts after a re-roll: the better one, or a new critical failure.

    Whole rolls are compared, dice of two rolls never mixed (SWADE-REROLL-003, SWADE-REROLL-004,
    SWADE-GAP-011).
    """
    if second.critical_failure:
        return second if crit_is_final else first
    if first.critical_failure:
        return second
    return second if _worth(second) > _worth(first) else first


def _worth(roll: Roll) -> tuple[int, int]:
    target = roll.target or TARGET
    return sum(value >= target for value in hits(roll)), roll.total


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
    thrown = throw(die=die, count=1, wild_die=wild_die, dice=dice)
    return judge(label=label, thrown=thrown, modifiers=modifiers, target=target, rules=rules)
