"""Poison, disease, cold, radiation, want of air, and time passing."""

from rules.engine.intents import Intent
from rules.engine.resolution import Flow
from rules.systems.cortex import pool, rolling
from rules.systems.cortex.game import TURN, Game, flag, integer, refuse, text
from rules.systems.cortex.resolve import clocks, harm

# COR-HAZ-022, in seconds
PERIODS = {"light": 24 * harm.HOUR, "strong": harm.MINUTE, "extreme": TURN}


def pass_time(g: Game, intent: Intent) -> Flow[None]:
    """Let time pass for everybody."""
    days = integer(intent, "days")
    seconds = integer(intent, "seconds") + harm.MINUTE * integer(intent, "minutes")
    seconds += harm.HOUR * integer(intent, "hours") + 24 * harm.HOUR * days
    yield from clocks.advance(g, seconds)


def resist(g: Game, intent: Intent) -> Flow[None]:
    """Resist a drug, a poison or a disease with Vitality twice (COR-HAZ-001, -017)."""
    target, kind = text(intent, "target"), text(intent, "kind")
    drinks = int(g.state_of(target).get("drinks", 0))
    difficulty = integer(intent, "difficulty")
    if kind == "drunk":
        # COR-HAZ-003: each drink is harder than the one before.
        difficulty = (difficulty or 11) + integer(intent, "worse") * drinks
        g.emit("drank", target, rules=("COR-HAZ-003",), changes=g.put(target, drinks=drinks + 1))
    elif not difficulty:
        raise refuse("COR-HAZ-002", "Falta la dificultad.", "The difficulty is missing.")
    roll = yield from rolling.resistance(g, target, difficulty, f"resist.{kind}")
    if pool.is_success(roll):
        return
    rule = "COR-COND-023" if kind == "diseased" else "COR-COND-024"
    g.inflict(target, kind, rules=(rule,), what=text(intent, "what"))
    g.prompt("disease" if kind == "diseased" else "substance", target, what=text(intent, "what"))


def hamper(g: Game, intent: Intent) -> Flow[None]:
    """Put steps on an attribute, or take them off: an illness, a sprain (COR-MOD-005)."""
    target, key = text(intent, "target"), text(intent, "attribute")
    name = text(intent, "what") or "—"
    kept = [row for row in g.state_of(target).get("steps", ()) if row["name"]["es"] != name]
    if value := integer(intent, "value"):
        row = {"attribute": key, "value": value, "name": {"es": name, "en": name}}
        kept.append({**row, "rule": "COR-MOD-005"})
    g.emit("hampered", target, rules=("COR-MOD-005",), changes=g.put(target, steps=kept))
    yield from ()


def expose(g: Game, intent: Intent) -> Flow[None]:
    """Begin or end exposure to cold or heat: 1d2 stun at each interval (COR-HAZ-005)."""
    target = text(intent, "target")
    g.actor(target)
    if flag(intent, "ends") or flag(intent, "protected"):
        g.relieve(target, "exposed", rules=("COR-HAZ-005",))
        return
    period = harm.MINUTE * integer(intent, "minutes")
    rules = ("COR-HAZ-005", "COR-GAP-065")
    g.inflict(target, "exposed", rules=rules, period=period, due=g.time + period)
    g.prompt("exposure", target)
    yield from ()


def irradiate(g: Game, intent: Intent) -> Flow[None]:
    """Begin or end exposure to radiation (COR-HAZ-019 to -025)."""
    target = text(intent, "target")
    g.actor(target)
    if flag(intent, "ends"):
        # The condition stays: its stun does not recover by itself.
        g.inflict(target, "irradiated", rules=("COR-HAZ-020",))
        return
    period = PERIODS[text(intent, "strength")]
    g.inflict(
        target, "irradiated", rules=("COR-HAZ-019", "COR-HAZ-022"), period=period,
        due=g.time + period, protected=flag(intent, "protected"),
        resist=integer(intent, "resist"),
    )  # fmt: skip
    yield from ()


def no_air(g: Game, intent: Intent) -> Flow[None]:
    """Take somebody's air away, or give it back (COR-HAZ-026 to -030)."""
    target = text(intent, "target")
    g.actor(target)
    if flag(intent, "ends"):
        g.relieve(target, "holding_breath", "suffocating", rules=("COR-HAZ-026",))
        return
    yield from clocks.breathe(g, target, 3 if flag(intent, "forewarned") else 11)
