"""Marking damage, and what it leads to: shock, knock-out, dying, death."""

from rules.engine.resolution import Flow
from rules.engine.rolls import Roll
from rules.systems.cortex import pool, rolling
from rules.systems.cortex.damage import Harm
from rules.systems.cortex.game import Game

MINUTE = 60
HOUR = 3600


def mark(
    g: Game, victim: str, harm: Harm, *, rules: tuple[str, ...], heals: str = "", shock: int = 0
) -> Flow[None]:
    """
    Mark damage that nothing reduces any more, and settle what follows from it.

    `heals` names damage that heals otherwise: "burn" or "radiation".
    """
    if g.has(victim, "dead"):
        return
    state, life = g.state_of(victim), g.life(victim)
    stun, wounds = int(state["stun"]), int(state["wounds"])
    was_dying, was_down = wounds >= life, stun + wounds >= life
    more_stun, more_wounds = harm.stun, harm.wounds
    if g.setting("met_is_lethal") and was_down:
        more_stun, more_wounds = 0, harm.wounds + harm.stun  # COR-DMG-012
    elif g.is_helpless(victim):
        more_stun, shock = 0, shock + harm.stun  # COR-DMG-005
    if not (more_stun or more_wounds or shock):
        return
    total_shock = int(state.get("shock", 0)) + shock
    changes = g.put(victim, stun=stun + more_stun, wounds=wounds + more_wounds, shock=total_shock)
    if heals:
        key = f"{heals}_wounds"
        changes += g.put(victim, **{key: int(state.get(key, 0)) + more_wounds})
        if heals == "radiation":
            kept = int(state.get("radiation_stun", 0)) + more_stun
            changes += g.put(victim, radiation_stun=kept)
    g.emit(
        "damage", victim, rules=rules, changes=changes, stun=more_stun, wounds=more_wounds,
        shock=shock,
    )  # fmt: skip
    if more_wounds:
        # COR-COND-005: a new wound ends what a surgeon has won.
        g.relieve(victim, "stabilised", "settled", rules=("COR-COND-005",))
    if wounds + more_wounds > 2 * life:
        die(g, victim, ("COR-HURT-014", "COR-GAP-025"))
        return
    if total_shock > life and not g.has(victim, "coma"):
        g.inflict(victim, "coma", rules=("COR-DMG-006",))
    if wounds + more_wounds >= life and more_wounds:
        if was_dying and state.get("dying"):
            yield from survive(g, victim, is_extra=True)  # COR-GAP-024
        else:
            begin_dying(g, victim)
    now_down = stun + wounds + more_stun + more_wounds >= life
    if now_down and not was_down and not g.is_helpless(victim):
        yield from knock_out(g, victim)


def die(g: Game, victim: str, rules: tuple[str, ...]) -> None:
    g.inflict(victim, "dead", rules=rules)
    g.emit("died", victim, rules=rules, changes=g.put(victim, dying=None, knock_out=None))


# ---- knock-out ----


def knock_out(g: Game, victim: str) -> Flow[None]:
    """Roll to stay awake: 7, and 4 more each turn after (COR-HURT-004, -005)."""
    if g.sheet(victim).get("extra") and g.setting("extras_drop"):
        faint(g, victim, ("COR-GAP-020",))
        return
    target = int(g.state_of(victim).get("knock_out") or pool.NORMAL)
    roll = yield from rolling.endurance(g, victim, target, "knock_out")
    if pool.is_success(roll):
        changes = g.put(victim, knock_out=target + 4)
        g.emit("awake", victim, rules=("COR-HURT-005",), changes=changes, next=target + 4)
    else:
        faint(g, victim, ("COR-HURT-006", "COR-GAP-023"))


def faint(g: Game, victim: str, rules: tuple[str, ...]) -> None:
    g.inflict(victim, "unconscious", rules=rules)
    g.emit("fainted", victim, rules=rules, changes=g.put(victim, knock_out=None))
    let_go(g, victim)


def let_go(g: Game, actor_id: str) -> None:
    """End whatever somebody was holding on to: aim, fire, a hold on somebody."""
    g.relieve(actor_id, "aiming", "covering", "threatening", rules=("COR-COND-002",))
    for other in g.state["actors"]:
        if g.detail(other, "grappled").get("by") == actor_id:
            g.relieve(other, "grappled", "pinned", rules=("COR-COND-014",))


def recover(g: Game, victim: str) -> None:
    """Wake whoever has less damage than Life Points again (COR-GAP-023)."""
    state = g.state_of(victim)
    if int(state["stun"]) + int(state["wounds"]) < g.life(victim):
        if state.get("knock_out"):
            g.emit("steady", victim, rules=("COR-GAP-023",), changes=g.put(victim, knock_out=None))
        if not g.has(victim, "coma"):
            g.relieve(victim, "unconscious", rules=("COR-GAP-023",))
    if int(state["wounds"]) < g.life(victim):
        changes = g.put(victim, dying=None)
        if state.get("dying"):
            g.emit("out_of_danger", victim, rules=("COR-HURT-007",), changes=changes)
        g.relieve(victim, "stabilised", "settled", rules=("COR-HURT-007",))


# ---- dying ----


def begin_dying(g: Game, victim: str) -> None:
    clock = {"due": g.time + MINUTE, "rolls": 0, "interval": MINUTE}
    rules = ("COR-HURT-007", "COR-HURT-015")
    g.emit("dying", victim, rules=rules, changes=g.put(victim, dying=clock))


def survive(g: Game, victim: str, *, is_extra: bool = False) -> Flow[None]:
    """
    Roll to stay alive: 3 in the first minute, 4 more in each after (COR-HURT-008).

    The extra roll that a new wound brings does not raise the next one (COR-GAP-024).
    """
    clock = g.state_of(victim)["dying"]
    target = 3 + 4 * int(clock["rolls"])
    roll = yield from rolling.endurance(g, victim, target, "survival")
    if not pool.is_success(roll):
        die(g, victim, ("COR-HURT-009",))
        return
    if g.setting("pass_ends_dying"):
        g.inflict(victim, "settled", rules=("COR-HURT-010", "COR-GAP-024"))
        changes = g.put(victim, dying=None)
    elif is_extra:
        changes = []
    else:
        due = int(clock["due"]) + int(clock["interval"])
        changes = g.put(victim, dying={**clock, "rolls": clock["rolls"] + 1, "due": due})
    g.emit("alive", victim, rules=("COR-HURT-008", "COR-HURT-010"), changes=changes)


def stabilise(g: Game, victim: str, rules: tuple[str, ...]) -> None:
    g.inflict(victim, "stabilised", rules=rules)
    g.emit("stable", victim, rules=rules, changes=g.put(victim, dying=None))


def resist_extraordinary(g: Game, victim: str, kind: str, stun: int) -> Flow[None]:
    """
    Settle what a hit seven or more above its difficulty adds, by kind (COR-DMG-013 to -018).

    `stun` is what the attack dealt: whoever faints from it takes as much shock.
    """
    roll: Roll = yield from rolling.endurance(g, victim, pool.NORMAL, "extraordinary")
    if pool.is_success(roll):
        return
    if kind == "stun":
        if not g.is_helpless(victim):
            faint(g, victim, ("COR-DMG-015",))
        yield from mark(g, victim, Harm(), shock=stun, rules=("COR-DMG-015", "COR-GAP-072"))
    elif kind == "wound":
        bleed(g, victim, ("COR-DMG-016",))
    else:
        g.prompt("crippling", victim)


def bleed(g: Game, victim: str, rules: tuple[str, ...]) -> None:
    """Make somebody bleed: the first tick comes in ten minutes (COR-DMG-016, COR-GAP-048)."""
    if not g.has(victim, "bleeding"):
        g.inflict(victim, "bleeding", rules=rules, due=g.time + 10 * MINUTE)
