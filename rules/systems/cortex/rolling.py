"""Rolls in an encounter: points before, dice, points after; and what many rolls share."""

from collections.abc import Sequence
from dataclasses import replace

from rules.engine.modifiers import Modifier
from rules.engine.resolution import Flow, named
from rules.engine.rolls import Roll
from rules.engine.text import Text
from rules.systems.cortex import points, pool
from rules.systems.cortex.game import Game
from rules.systems.cortex.pool import Part


def make(
    g: Game,
    actor_id: str,
    parts: Sequence[Part],
    *,
    purpose: str,
    target: int | None,
    plot: int | None = None,
    modifiers: Sequence[Modifier] = (),
    rules: tuple[str, ...] = ("COR-ROLL-001",),
    label: Text | None = None,
    botch_face: int = 1,
    can_botch: bool = True,
    is_extraordinary: bool = True,
    can_save: bool = True,
) -> Flow[Roll]:
    """
    Roll, with points before and, if it fails, after; return the roll that counts.

    `plot` are points named beforehand; None asks for them.
    """
    bought = plot or 0
    if any(part.final for part in parts):
        if plot is None:
            bought = yield from points.before(g, actor_id, purpose)
        else:
            points.pay(g, actor_id, bought, "improve", rules=("COR-PPS-001", "COR-PPS-002"))
    roll = pool.throw(
        parts, dice=g.dice, target=target, label=label, points=bought, modifiers=modifiers,
        rules=rules, botch_face=botch_face, can_botch=can_botch, is_extraordinary=is_extraordinary,
    )  # fmt: skip
    g.record_roll(actor_id, roll, purpose=purpose, margin=pool.margin(roll))
    if not can_save:
        return roll
    found: Roll = yield from points.after(
        g, actor_id, roll, purpose, is_extraordinary=is_extraordinary
    )
    return found


def endurance(g: Game, actor_id: str, target: int, purpose: str) -> Flow[Roll]:
    """Roll Vitality + Willpower, which wounds do not lower (COR-ATT-005, COR-GAP-022)."""
    parts = [g.attribute(actor_id, key, is_survival=True) for key in ("vitality", "willpower")]
    label = g.system.catalogue.named["endurance"].name
    found: Roll = yield from make(
        g, actor_id, parts, purpose=purpose, target=target, label=label,
        rules=("COR-ATT-005", "COR-GAP-027"),
    )  # fmt: skip
    return found


def resistance(g: Game, actor_id: str, target: int, purpose: str) -> Flow[Roll]:
    """Roll Vitality twice, which wounds do not lower (COR-ATT-008, COR-GAP-022)."""
    part = g.attribute(actor_id, "vitality", is_survival=True)
    label = g.system.catalogue.named["resistance"].name
    found: Roll = yield from make(
        g, actor_id, [part, part], purpose=purpose, target=target, label=label,
        rules=("COR-ATT-008", "COR-GAP-027"),
    )  # fmt: skip
    return found


def opposed(
    g: Game,
    one: str,
    one_parts: Sequence[Part],
    other: str,
    other_parts: Sequence[Part],
    *,
    purpose: str,
    plot: int | None = 0,
    favour: int = 0,
    other_favour: int = 0,
    rules: tuple[str, ...] = ("COR-OPP-001",),
) -> Flow[int]:
    """
    Roll one side against the other and return by how much the first wins; nought is a tie.

    Whoever is behind may add points after both have rolled. A botch loses to anything else.
    """
    mine = yield from make(
        g, one, one_parts, purpose=purpose, target=None, plot=plot, rules=rules,
        modifiers=_favour(favour),
    )  # fmt: skip
    theirs = yield from make(
        g, other, other_parts, purpose=f"{purpose}.against", target=None, rules=rules,
        modifiers=_favour(other_favour),
    )  # fmt: skip
    mine = yield from _catch_up(g, one, mine, theirs, purpose)
    theirs = yield from _catch_up(g, other, theirs, mine, f"{purpose}.against")
    margin = mine.total - theirs.total
    if mine.critical_failure != theirs.critical_failure:
        margin = min(-1, margin) if mine.critical_failure else max(1, margin)
    saved = sum(m.value for m in mine.modifiers if m.rule == pool.SAVED)
    theirs_saved = sum(m.value for m in theirs.modifiers if m.rule == pool.SAVED)
    g.emit(
        "opposed", one, rules=("COR-OPP-001", "COR-OPP-003"), against=other, purpose=purpose,
        winner=one if margin > 0 else other if margin < 0 else "", margin=abs(margin),
        pending=margin == 0,
        # COR-GAP-017: seven above the other total, without what was added afterwards.
        extraordinary=max(margin - saved, -margin - theirs_saved) >= pool.EXTRAORDINARY,
    )  # fmt: skip
    return margin


def _catch_up(g: Game, actor_id: str, mine: Roll, theirs: Roll, purpose: str) -> Flow[Roll]:
    if mine.critical_failure or mine.total > theirs.total or mine.outcome == "impossible":
        return mine
    behind = replace(mine, target=theirs.total + 1, outcome="failure")
    found: Roll = yield from points.after(g, actor_id, behind, purpose)
    return mine if found is behind else found


def _favour(value: int) -> list[Modifier]:
    return [named("COR-MOD-003", "Condiciones", "Conditions", value)] if value else []
