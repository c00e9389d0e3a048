"""Throwing attribute and skill dice together, and what the total means."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rules.engine.dice import Dice
from rules.engine.modifiers import Modifier, total
from rules.engine.rolls import Die, Roll
from rules.engine.text import Text
from rules.systems.cortex import ladder

EXTRAORDINARY = 7  # COR-ROLL-013
NORMAL = 7  # COR-ROLL-006
SAVED = "COR-PPS-008"


@dataclass(frozen=True, slots=True)
class Step:
    """A reason why a die is thrown some rungs higher or lower."""

    rule: str
    name: Text
    value: int


@dataclass(frozen=True, slots=True)
class Part:
    """An attribute or a skill in a roll: its rung, and the steps that move it, summed once."""

    name: Text
    step: int
    steps: tuple[Step, ...] = ()

    @property
    def final(self) -> int:
        # COR-GAP-012: all steps of a die are summed before it moves.
        return ladder.shift(self.step, sum(step.value for step in self.steps))


def throw(
    parts: Sequence[Part],
    *,
    dice: Dice,
    target: int | None,
    label: Text | None = None,
    points: int = 0,
    modifiers: Iterable[Modifier] = (),
    rules: tuple[str, ...] = ("COR-ROLL-001",),
    botch_face: int = 1,
    can_botch: bool = True,
    is_extraordinary: bool = True,
) -> Roll:
    """
    Throw the dice of the parts and of the plot points bought, and judge the total.

    Steps are listed as modifiers of nought, with their names. Without any die of its parts the
    action fails and no die is thrown (COR-DIE-006). `botch_face` is 2 in a crowd (COR-FIRE-010).
    """
    text = label or named_together(parts)
    listed = [
        Modifier(step.rule, _STEP.fill(name=step.name, part=part.name, value=f"{step.value:+d}"), 0)
        for part in parts
        for step in part.steps
        if step.value
    ]
    if not any(part.final for part in parts):
        return Roll(
            "trait", text, (), tuple(listed), 0, target, "impossible", _NO_DICE, "failure", 0,
            False, (*rules, "COR-DIE-006"),
        )  # fmt: skip
    thrown = [die(sides, "trait", dice) for part in parts for sides in ladder.dice(part.final)]
    bought = [die(sides, "bonus", dice) for sides in ladder.dice(points)]
    raised = max(0, points - sum(d.value for d in bought))
    if raised:
        listed.append(Modifier("COR-PPS-005", _RAISED, raised))
    # COR-GAP-016: plot dice count for a botch as what they were raised to.
    botched = can_botch and not raised and all(d.value <= botch_face for d in (*thrown, *bought))
    if botched:
        thrown = [replace(d, mark="botch") for d in thrown]
        bought = [replace(d, mark="botch") for d in bought]
    rolled = (*thrown, *bought)
    every = (*listed, *modifiers)
    roll = Roll(
        "trait", text, rolled, every, sum(d.value for d in rolled) + total(every), target, "",
        _SUCCESS, "neutral", 0, botched, rules,
    )  # fmt: skip
    return judge(roll, is_extraordinary=is_extraordinary)


def die(sides: int, role: str, dice: Dice) -> Die:
    face = dice.draw(sides)
    return Die(role, sides, (face,), face)


def judge(roll: Roll, *, is_extraordinary: bool = True) -> Roll:
    """Return a roll with its outcome: a botch before anything else (COR-GAP-015)."""
    if roll.outcome == "impossible":
        return roll
    if roll.critical_failure:
        return replace(roll, outcome="botch", outcome_text=_BOTCH, tone="critical", raises=0)
    if roll.target is None:
        text = _TOTAL.fill(total=roll.total)
        return replace(roll, outcome="rolled", outcome_text=text, tone="neutral", raises=0)
    margin = roll.total - roll.target
    # COR-GAP-017: points spent after a roll do not make it extraordinary.
    saved = sum(m.value for m in roll.modifiers if m.rule == SAVED)
    if margin < 0:
        text = _FAILURE.fill(margin=-margin)
        return replace(roll, outcome="failure", outcome_text=text, tone="failure", raises=0)
    if is_extraordinary and margin - saved >= EXTRAORDINARY:
        text = _EXTRAORDINARY.fill(margin=margin)
        return replace(roll, outcome="extraordinary", outcome_text=text, tone="raise", raises=1)
    text = _SUCCESS.fill(margin=margin)
    return replace(roll, outcome="success", outcome_text=text, tone="success", raises=0)


def reread(roll: Roll, *, modifiers: Sequence[Modifier], target: int | None) -> Roll:
    """Read the same dice again with other modifiers, or against another difficulty."""
    return judge(
        replace(
            roll,
            modifiers=tuple(modifiers),
            total=sum(d.value for d in roll.dice) + total(modifiers),
            target=roll.target if target is None else target,
        )
    )


def with_points(roll: Roll, points: int, *, is_extraordinary: bool = True) -> Roll:
    """Return a roll to which points were added after it fell, one each (COR-PPS-008)."""
    modifiers = (*roll.modifiers, Modifier(SAVED, _SAVED, points))
    raised = replace(roll, modifiers=modifiers, total=roll.total + points)
    return judge(raised, is_extraordinary=is_extraordinary)


def margin(roll: Roll) -> int:
    """Return by how much a roll beat its target, negative if it did not (COR-ROLL-009, -010)."""
    return roll.total - (roll.target or 0)


def is_success(roll: Roll) -> bool:
    return roll.outcome in ("success", "extraordinary")


def damage_roll(step: int, dice: Dice, label: Text, rules: tuple[str, ...]) -> Roll:
    """Throw the damage dice of a rung; none at nought."""
    thrown = tuple(die(sides, "damage", dice) for sides in ladder.dice(step))
    found = sum(d.value for d in thrown)
    text = _TOTAL.fill(total=found)
    return Roll(
        "damage", label, thrown, (), found, None, "rolled", text, "neutral", 0, False, rules
    )


def plot_roll(points: int, dice: Dice, label: Text, rules: tuple[str, ...]) -> Roll:
    """Throw the dice that points buy, alone; never less than the points (COR-PPS-012)."""
    thrown = tuple(die(sides, "bonus", dice) for sides in ladder.dice(points))
    found = sum(d.value for d in thrown)
    raised = max(0, points - found)
    modifiers = (Modifier("COR-PPS-005", _RAISED, raised),) if raised else ()
    text = _TOTAL.fill(total=found + raised)
    return Roll(
        "pool", label, thrown, modifiers, found + raised, None, "rolled", text, "neutral", 0,
        False, rules,
    )  # fmt: skip


def named_together(parts: Sequence[Part]) -> Text:
    return Text(
        es=" + ".join(part.name.es for part in parts), en=" + ".join(part.name.en for part in parts)
    )


_STEP = Text(es="{name}: {part} {value} niveles", en="{name}: {part} {value} steps")
_RAISED = Text(es="Mínimo del dado de trama", en="Minimum of the plot die")
_SAVED = Text(es="Puntos de trama tras la tirada", en="Plot points after the roll")
_NO_DICE = Text(es="No quedan dados: fallo automático", en="No dice left: automatic failure")
_BOTCH = Text(es="Pifia", en="Botch")
_TOTAL = Text(es="Total {total}", en="Total {total}")
_FAILURE = Text(es="Fallo por {margin}", en="Failure by {margin}")
_SUCCESS = Text(es="Éxito por {margin}", en="Success by {margin}")
_EXTRAORDINARY = Text(
    es="Éxito extraordinario por {margin}", en="Extraordinary success by {margin}"
)
