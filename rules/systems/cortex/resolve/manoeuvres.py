"""Disarming, feinting, grappling, throwing things at a place."""

from collections.abc import Sequence
from typing import Any

from rules.engine.intents import Intent
from rules.engine.resolution import Flow
from rules.engine.text import Text
from rules.systems.cortex import pool, rolling
from rules.systems.cortex.game import Game, integer, refuse, text
from rules.systems.cortex.pool import Part, Step
from rules.systems.cortex.resolve import attack, clocks, turns


def disarm(g: Game, intent: Intent) -> Flow[None]:
    """Strike a weapon out of a hand: no damage, and the holder rolls against 11."""
    options = dict(intent.parameters)
    held = str(options.pop("held"))
    target = str(options["target"])
    theirs = g.weapon(target, held)
    mine = g.weapon(intent.actor, str(options["weapon"]))
    is_melee = not (mine.is_ranged or mine.is_thrown)
    step = Step("COR-MAN-001", _DISARM, -2) if is_melee else Step("COR-MAN-002", _DISARM, -4)
    hit = yield from attack.strike(
        g, intent.actor, mine, options, extra_steps=(step,), purpose="disarm"
    )
    if not hit.is_hit:
        return
    parts = [g.attribute(target, "agility"), g.skill(target, theirs.skill)]
    roll = yield from rolling.make(
        g, target, parts, purpose="hold_weapon", target=11, rules=("COR-MAN-004",)
    )
    if not pool.is_success(roll):
        lost = [*g.detail(target, "disarmed").get("weapons", ()), held]
        g.inflict(target, "disarmed", rules=("COR-MAN-004", "COR-COND-019"), weapons=lost)


def pick_up(g: Game, intent: Intent) -> Flow[None]:
    """Take one's weapons from the ground: an action."""
    if not g.has(intent.actor, "disarmed"):
        raise refuse("precondition.weapon", "No ha perdido ningún arma.", "No weapon was lost.")
    turns.claim(g, intent.actor)
    turns.spend(g, intent.actor)
    g.relieve(intent.actor, "disarmed", rules=("COR-COND-019",))
    yield from ()


def feint(g: Game, intent: Intent) -> Flow[None]:
    """Mislead somebody in close combat (COR-MAN-005 to -007, COR-GAP-054)."""
    actor_id, target = intent.actor, text(intent, "target")
    mine = g.weapon(actor_id, text(intent, "weapon"))
    theirs = g.weapon(target, text(intent, "target_weapon"))
    if mine.is_ranged or integer(intent, "distance") > 10:
        raise refuse("COR-MAN-005", "Solo cuerpo a cuerpo.", "Only in close combat.")
    if g.is_helpless(target):
        raise refuse("precondition.target", "No hace falta.", "There is no need.")
    taken = turns.claim(g, actor_id)
    skill = g.skill(actor_id, mine.skill, turns.penalty(taken))
    turns.check_skill(taken, skill)
    turns.spend(g, actor_id, vigorous=True)
    margin = yield from rolling.opposed(
        g, actor_id, [g.attribute(actor_id, "intelligence"), skill],
        target, [g.attribute(target, "alertness"), g.skill(target, theirs.skill)],
        purpose="feint", plot=integer(intent, "plot"), rules=("COR-MAN-006",),
    )  # fmt: skip
    if margin > 0:
        g.inflict(target, "feinted", rules=("COR-MAN-007",), by=actor_id)


# ---- grappling ----


def grapple(g: Game, intent: Intent) -> Flow[None]:
    """Take hold of somebody: Agility + Unarmed Combat, without damage (COR-MAN-008 to -010)."""
    options: dict[str, Any] = dict(intent.parameters)
    options["attribute"] = "agility"
    target = str(options["target"])
    hit = yield from attack.strike(
        g, intent.actor, g.weapon(intent.actor, "unarmed"), options, purpose="grapple"
    )
    if hit.is_hit:
        turn = int(g.state["turn"])
        rules = ("COR-MAN-008", "COR-COND-014")
        g.inflict(target, "grappled", rules=rules, by=intent.actor, turn=turn)
        turns.distract(g, target)


def break_free(g: Game, intent: Intent) -> Flow[None]:
    """Break a hold: an action, and it must be won (COR-MAN-014, COR-GAP-052)."""
    actor_id = intent.actor
    holder = g.detail(actor_id, "grappled").get("by")
    if not holder:
        raise refuse("COR-MAN-014", "Nadie lo sujeta.", "Nobody is holding on.")
    taken = turns.claim(g, actor_id, is_reaction=g.has(actor_id, "pinned"))
    skill = g.skill(actor_id, "athletics", turns.penalty(taken))
    turns.check_skill(taken, skill)
    turns.spend(g, actor_id, vigorous=True)
    margin = yield from rolling.opposed(
        g, actor_id, [g.attribute(actor_id, "strength"), skill],
        holder, [g.attribute(holder, "strength"), g.skill(holder, "athletics")],
        purpose="break_free", plot=integer(intent, "plot"), rules=("COR-MAN-014",),
    )  # fmt: skip
    if margin > 0:
        g.relieve(actor_id, "grappled", "pinned", rules=("COR-MAN-014",))


def hold(g: Game, intent: Intent) -> Flow[None]:
    """Say what becomes of a hold: kept, on the ground, or let go of (COR-MAN-012, -016)."""
    actor_id, target, choice = intent.actor, text(intent, "target"), text(intent, "choice")
    if g.detail(target, "grappled").get("by") != actor_id:
        raise refuse("COR-MAN-016", "No lo sujeta.", "There is no hold on that one.")
    g.emit("hold", actor_id, rules=("COR-MAN-012", "COR-MAN-016"), target=target, choice=choice)
    if choice in ("ground", "drop"):
        g.inflict(target, "prone", rules=("COR-MAN-016",))
    if choice == "ground":
        g.inflict(actor_id, "prone", rules=("COR-MAN-016",))
    if choice == "drop":
        g.relieve(target, "grappled", "pinned", rules=("COR-MAN-016",))
    yield from ()


def pin(g: Game, intent: Intent) -> Flow[None]:
    """Pin or choke whoever one holds (COR-MAN-015, COR-GAP-053)."""
    actor_id, target = intent.actor, text(intent, "target")
    held = g.detail(target, "grappled")
    if held.get("by") != actor_id:
        raise refuse("COR-MAN-015", "No lo sujeta.", "There is no hold on that one.")
    taken = turns.claim(g, actor_id)
    skill = g.skill(actor_id, "unarmed_combat", turns.penalty(taken))
    turns.check_skill(taken, skill)
    if text(intent, "choice") == "choke":
        if int(held["turn"]) >= int(g.state["turn"]):
            raise refuse("COR-GAP-053", "Desde el turno siguiente.", "From the next turn on.")
        turns.spend(g, actor_id, vigorous=True)
        yield from clocks.breathe(g, target, 11)
        return
    turns.spend(g, actor_id, vigorous=True)
    margin = yield from rolling.opposed(
        g, actor_id, [g.attribute(actor_id, "strength"), skill],
        target, [g.attribute(target, "strength"), g.skill(target, "unarmed_combat")],
        purpose="pin", plot=integer(intent, "plot"), rules=("COR-GAP-053",),
    )  # fmt: skip
    if margin > 0:
        g.inflict(target, "pinned", rules=("COR-GAP-053",))
        g.inflict(target, "prone", rules=("COR-GAP-053",))
    else:
        g.relieve(target, "pinned", rules=("COR-GAP-053",))


# ---- throwing ----


def throw_at(g: Game, intent: Intent) -> Flow[None]:
    """Throw something at a place: 7 up to a hundred feet, and beyond as far as the roll goes."""
    actor_id, feet = intent.actor, integer(intent, "feet")
    taken = turns.claim(g, actor_id)
    skill = g.skill(actor_id, "throw", turns.penalty(taken))
    turns.check_skill(taken, skill)
    turns.spend(g, actor_id)
    is_far = feet > 100
    key = "strength" if is_far else text(intent, "attribute")
    parts: Sequence[Part] = [g.attribute(actor_id, key), skill]
    roll = yield from rolling.make(
        g, actor_id, parts, purpose="throw", target=None if is_far else pool.NORMAL,
        plot=integer(intent, "plot"), rules=("COR-MAN-031" if is_far else "COR-MAN-030",),
    )  # fmt: skip
    if is_far:
        reach = 100 + (0 if roll.critical_failure else roll.total)
        short = max(0, feet - reach)
        g.emit(
            "landed", actor_id, rules=("COR-MAN-031", "COR-MAN-032"), on_target=not short,
            short=short, reach=reach,
        )  # fmt: skip
        return
    made = pool.is_success(roll)
    off = 0 if made else pool.NORMAL - roll.total
    g.emit("landed", actor_id, rules=("COR-MAN-030",), on_target=made, off=off)
    if not made:
        g.prompt("scatter", actor_id, feet=off)


_DISARM = Text(es="Desarmar", en="Disarm")
