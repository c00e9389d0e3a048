"""Damage, soak, marks, and what a wound brings with it."""

from collections.abc import Sequence

from rules.engine.text import Text
from rules.systems.storyteller import sheet as sheets
from rules.systems.storyteller import track
from rules.systems.storyteller.game import Game, unbotched


def hurt(t: Game, actor_id: str, kind: str, levels: int, rules: Sequence[str]) -> None:
    """Mark levels as they are, neither soaked nor halved (STO-GAP-037), and say what follows."""
    if levels <= 0:
        return
    before = t.track(actor_id)
    after = track.mark(before, kind, levels, lenient=t.option("lenient_aggravated"))
    changes = t.put(actor_id, **after.to_state())
    if t.state_of(actor_id).get("ignoring_wounds"):
        # STO-WILL-015: until new damage is suffered.
        changes += t.put(actor_id, ignoring_wounds=False)
    level = t.level_of(after)
    t.emit(
        "harm",
        actor_id,
        rules=(*rules, level.rule),
        changes=changes,
        levels=levels,
        type=kind,
        track=str(after),
        level=level.id,
    )
    if not level.acts and "prone" not in t.conditions(actor_id):
        t.inflict(actor_id, "prone", rules=("STO-HLTH-012",))
    if not level.acts:
        let_go(t, actor_id)
    if after.is_dead and not before.is_dead:
        t.prompt("final_death", actor_id)


def let_go(t: Game, actor_id: str) -> None:
    """End the grapples and holds in which somebody has another."""
    for other, actor in t.state["actors"].items():
        for name in ("grappled", "held"):
            if actor.get(f"{name}_by") == actor_id and name in t.conditions(other):
                t.relieve(other, name, rules=("STO-MEL-009",))


def strike(
    t: Game,
    attacker: str,
    target: str,
    *,
    dice: int,
    kind: str,
    rules: Sequence[str],
) -> int:
    """Roll damage, soak, halve, mark; return the damage successes before soak."""
    rolled = t.throw(
        attacker,
        unbotched(t, _DAMAGE, dice, "damage", ("STO-DMG-003", *rules)),
        "damage",
        target=target,
        type=kind,
    ).total
    take(t, target, kind, rolled)
    return rolled


def take(t: Game, target: str, kind: str, rolled: int) -> None:
    """Soak damage that was rolled, see whether it stuns, and mark what is left."""
    if rolled <= 0:
        t.emit("harmless", target, rules=("STO-DMG-010",))
        return
    left = max(0, rolled - soaked(t, target, kind))
    if left > sheets.stun_threshold(t.sheet(target)):
        t.inflict(target, "stunned", rules=("STO-COMP-002", "STO-COMP-003"), until=t.turn + 1)
    marked = track.halved(kind, left)
    rules = ("STO-DMG-011",) if kind == "bashing" else ("STO-HLTH-004",)
    if marked:
        hurt(t, target, kind, marked, rules)
    else:
        t.emit("harmless", target, rules=("STO-GAP-104",), left=left)


def soaked(t: Game, target: str, kind: str) -> int:
    """Roll the soak pool, reflexively; nobody soaks aggravated damage without Armour Haki."""
    dice = sheets.soak(t.sheet(target), kind)
    if dice <= 0:
        return 0
    rules = ("STO-SOAK-003",) if kind == "aggravated" else ("STO-SOAK-002",)
    return t.throw(target, unbotched(t, _SOAK, dice, "soak", rules), "soak", type=kind).total


_DAMAGE = Text(es="Daño", en="Damage")
_SOAK = Text(es="Absorción", en="Soak")
