"""Care for the dying and the hurt, and what rest gives back."""

from rules.engine.intents import Intent
from rules.engine.resolution import Flow
from rules.systems.cortex import pool, rolling
from rules.systems.cortex.game import Game, integer, refuse, text
from rules.systems.cortex.resolve import clocks, harm, turns


def care(g: Game, intent: Intent) -> Flow[None]:
    """First aid or surgery for somebody who is dying or bleeding (COR-HURT-011 to -013)."""
    healer, target, kind = intent.actor, text(intent, "target"), text(intent, "kind")
    g.actor(target)
    if healer == target and g.is_helpless(target):
        raise refuse("COR-COND-002", "No está en condiciones.", "In no state to do it.")
    if g.has(target, "dead"):
        raise refuse("COR-COND-006", "Ha muerto.", "That one is dead.")
    taken = turns.claim(g, healer)
    skill = g.skill(healer, kind, turns.penalty(taken))
    turns.check_skill(taken, skill)
    turns.spend(g, healer)
    rule = "COR-HURT-011" if kind == "first_aid" else "COR-HURT-012"
    roll = yield from rolling.make(
        g, healer, [g.attribute(healer, "alertness"), skill], purpose=kind, target=11,
        plot=integer(intent, "plot"), rules=(rule,),
    )  # fmt: skip
    if not pool.is_success(roll):
        return
    clock = g.state_of(target).get("dying")
    if kind == "surgery" or roll.total >= 15:
        if clock:
            harm.stabilise(g, target, ("COR-HURT-012",) if kind == "surgery" else ("COR-HURT-013",))
    elif clock:
        slow = {**clock, "interval": harm.HOUR, "due": g.time + harm.HOUR}
        g.emit("slowed", target, rules=("COR-HURT-011",), changes=g.put(target, dying=slow))
    g.relieve(target, "bleeding", rules=("COR-DMG-017",))
    if not g.has(target, "coma") and not g.has(target, "dying"):
        g.relieve(target, "unconscious", rules=("COR-GAP-023",))


def treat(g: Game, intent: Intent) -> Flow[None]:
    """Record proper treatment: of pain, a limb, bleeding, radiation (COR-HURT-003)."""
    target, what = text(intent, "target"), text(intent, "what")
    state = g.state_of(target)
    if what == "pain":
        changes = g.put(target, pain_eased=True)
        g.emit("treated", target, rules=("COR-HURT-003",), changes=changes, what=what)
    elif what == "untreatable":
        changes = g.put(target, untreatable=True)
        g.emit("treated", target, rules=("COR-HURT-003",), changes=changes, what=what)
    elif what == "radiation":
        changes = g.put(
            target, stun=int(state["stun"]) - int(state.get("radiation_stun", 0)), radiation_stun=0
        )
        g.emit("treated", target, rules=("COR-HAZ-020",), changes=changes, what=what)
        g.relieve(target, "irradiated", rules=("COR-COND-021",))
        harm.recover(g, target)
    else:
        g.relieve(target, what, rules=("COR-DMG-017", "COR-COND-009"))
    yield from ()


def night(g: Game, intent: Intent) -> Flow[None]:
    """
    Rest for nights: stun is gone after one, wounds go by days of rest (COR-DMG-003, COR-GAP-026).
    """
    target, nights = text(intent, "target"), integer(intent, "nights")
    yield from clocks.advance(g, nights * 24 * harm.HOUR)
    state = g.state_of(target)
    if g.has(target, "dead"):
        return
    # COR-HAZ-020: what radiation did stays until the right medication.
    changes = g.put(target, stun=int(state.get("radiation_stun", 0)), shock=0)
    wounds = int(state["wounds"])
    if wounds and not g.has(target, "dying") and not g.has(target, "bleeding"):
        days = int(state.get("rested_days", 0)) + nights
        per = int(g.setting("days_per_wound"))
        slow = {key: int(state.get(f"{key}_wounds", 0)) for key in ("burn", "radiation")}
        while wounds:
            key = next((key for key, count in slow.items() if count), "")
            plain = wounds - sum(slow.values())
            cost = per if plain > 0 else 2 * per  # COR-HAZ-015, COR-HAZ-021
            if days < cost:
                break
            days -= cost
            wounds -= 1
            if plain <= 0 and key:
                slow[key] -= 1
        changes += g.put(target, wounds=wounds, rested_days=days if wounds else 0)
        changes += g.put(target, **{f"{key}_wounds": count for key, count in slow.items()})
    g.emit("rested", target, rules=("COR-DMG-003", "COR-GAP-026"), changes=changes)
    harm.recover(g, target)
