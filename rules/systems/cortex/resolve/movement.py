"""Walking, running, sprinting, jumping, climbing, and getting one's breath back."""

from rules.engine.intents import Intent
from rules.engine.resolution import Flow
from rules.systems.cortex import ladder, points, pool, rolling
from rules.systems.cortex.damage import split
from rules.systems.cortex.game import TURN, Game, flag, integer, refuse, text
from rules.systems.cortex.resolve import clocks, harm, turns
from rules.systems.cortex.sheet import movement

TIMES = {"walk": 1, "run": 2, "sprint": 3}  # COR-MOVE-001, -004, -008


def move(g: Game, intent: Intent) -> Flow[None]:
    """Walk, run or sprint some feet of this turn."""
    actor_id, mode, feet = intent.actor, text(intent, "mode"), integer(intent, "feet")
    active = g.active(actor_id)
    _may_move(g, actor_id)
    most = TIMES[mode] * movement(g.sheet(actor_id))
    walked = int(g.round_of(actor_id).get("feet", 0)) + feet
    if walked > most:
        rule = {"walk": "COR-MOVE-001", "run": "COR-MOVE-004", "sprint": "COR-MOVE-008"}[mode]
        raise refuse(rule, "No llega tan lejos.", "That is too far.")
    if mode == "walk":
        turns.distract(g, actor_id)  # COR-ATK-013: walking ends aiming
        g.emit("moved", actor_id, rules=("COR-MOVE-003",), changes=g.noted(actor_id, feet=walked))
        return
    if "winded" in active:
        raise refuse("COR-MOVE-007", "Está sin aliento.", "The character is winded.")
    taken = turns.claim(g, actor_id)
    vitality = ladder.highest(ladder.read(g.sheet(actor_id)["attributes"]["vitality"]) or 0)
    state = g.state_of(actor_id)
    if mode == "sprint":
        if taken:
            raise refuse("COR-MOVE-009", "Esprintar descarta lo demás.", "Sprinting rules it out.")
        run = int(state.get("sprint_turns", 0)) + 1
        changes = g.put(actor_id, sprint_turns=run)
        turns.spend(g, actor_id, sprinted=True, vigorous=True, feet=walked)
        is_spent = run >= vitality
    else:
        run = int(state.get("run_seconds", 0)) + TURN
        changes = g.put(actor_id, run_seconds=run)
        turns.spend(g, actor_id, ran=True, vigorous=True, feet=walked)
        is_spent = run >= vitality * harm.MINUTE
    rule = "COR-MOVE-008" if mode == "sprint" else "COR-MOVE-004"
    g.emit("moved", actor_id, rules=(rule,), changes=changes, mode=mode, feet=feet)
    if is_spent:
        wind(g, actor_id)
    yield from ()


def _may_move(g: Game, actor_id: str) -> None:
    active = g.active(actor_id)
    if g.is_helpless(actor_id) or active & {"immobile", "grappled", "pinned"}:
        raise refuse("COR-COND-012", "No puede moverse.", "The character cannot move.")
    if g.round_of(actor_id).get("dropped"):
        raise refuse("COR-DEF-018", "Se ha tirado al suelo.", "The character has dropped.")


def wind(g: Game, actor_id: str) -> None:
    changes = g.put(actor_id, run_seconds=0, sprint_turns=0)
    g.emit("spent", actor_id, rules=("COR-MOVE-006", "COR-MOVE-012"), changes=changes)
    g.inflict(actor_id, "winded", rules=("COR-COND-020",), rested=0, walked=0)


def run_on(g: Game, intent: Intent) -> Flow[None]:
    """Run for minutes on end, as long as Vitality lasts (COR-MOVE-006)."""
    actor_id, minutes = intent.actor, integer(intent, "minutes")
    _may_move(g, actor_id)
    if g.has(actor_id, "winded"):
        raise refuse("COR-MOVE-007", "Está sin aliento.", "The character is winded.")
    vitality = ladder.highest(ladder.read(g.sheet(actor_id)["attributes"]["vitality"]) or 0)
    so_far = int(g.state_of(actor_id).get("run_seconds", 0))
    left = vitality * harm.MINUTE - so_far
    ran = min(left, minutes * harm.MINUTE)
    g.emit(
        "ran", actor_id, rules=("COR-MOVE-006",),
        changes=g.put(actor_id, run_seconds=so_far + ran), minutes=ran // harm.MINUTE,
    )  # fmt: skip
    yield from clocks.advance(g, ran)
    if ran >= left:
        wind(g, actor_id)


def rest(g: Game, intent: Intent) -> Flow[None]:
    """Rest, or walk slowly: five minutes of the one, ten of the other give the breath back."""
    actor_id, minutes, mode = intent.actor, integer(intent, "minutes"), text(intent, "mode")
    yield from clocks.advance(g, minutes * harm.MINUTE)
    if not g.has(actor_id, "winded"):
        g.emit("rested", actor_id, changes=g.put(actor_id, run_seconds=0))
        return
    detail = dict(g.detail(actor_id, "winded"))
    key, other = ("rested", "walked") if mode == "rest" else ("walked", "rested")
    detail = {key: int(detail[key]) + minutes, other: 0}
    rules = ("COR-MOVE-007", "COR-MOVE-013")
    if detail[key] >= (5 if mode == "rest" else 10):
        g.relieve(actor_id, "winded", rules=rules)
    else:
        g.inflict(actor_id, "winded", rules=rules, **detail)


def jump(g: Game, intent: Intent) -> Flow[None]:
    """Jump: an action; under three feet standing, or five with a run-up, needs no roll."""
    actor_id, inches = intent.actor, integer(intent, "inches")
    free = 5 if flag(intent, "run_up") else 3
    _may_move(g, actor_id)
    taken = turns.claim(g, actor_id)
    target = integer(intent, "difficulty")
    needs_roll = inches >= free * 12 or flag(intent, "danger")
    skill = g.skill(actor_id, "jump", turns.penalty(taken))
    if needs_roll:
        turns.check_skill(taken, skill)
    turns.spend(g, actor_id, vigorous=True)
    if not needs_roll:
        g.emit("jumped", actor_id, rules=("COR-MOVE-014",), rolled=False)
        return
    if not target:
        # COR-GAP-059: easy up to twice the free distance, four more for each further one.
        steps = max(0, -(-inches // (12 * free)) - 2)
        target = 3 + 4 * steps
    roll = yield from rolling.make(
        g, actor_id, [g.attribute(actor_id, "strength"), skill], purpose="jump", target=target,
        plot=integer(intent, "plot"), rules=("COR-MOVE-015", "COR-MOVE-017"),
    )  # fmt: skip
    g.emit("jumped", actor_id, rules=("COR-MOVE-015",), rolled=True, made=pool.is_success(roll))


CLIMBS = {("up", False): 5, ("down", False): 5, ("up", True): 10, ("down", True): 15}


def climb(g: Game, intent: Intent) -> Flow[None]:
    """Climb for a turn: a roll at the start, after a minute, and when conditions change."""
    actor_id = intent.actor
    gear, way = flag(intent, "gear"), text(intent, "way")
    feet = CLIMBS[way, gear]
    taken = turns.claim(g, actor_id)
    under_way = g.state_of(actor_id).get("climb") or {}
    length = integer(intent, "feet") or int(under_way.get("left", feet))
    turn = int(under_way.get("turns", 0)) + 1
    skill = g.skill(actor_id, "climb", turns.penalty(taken))
    is_new = not under_way or integer(intent, "feet") > 0
    if is_new:
        turn = 1
    needs_roll = flag(intent, "hard") and (
        is_new or flag(intent, "changed") or turn % 20 == 1  # a minute is twenty turns
    )
    if needs_roll:
        turns.check_skill(taken, skill)
    turns.spend(g, actor_id, climbing=True, vigorous=True)
    if needs_roll:
        roll = yield from rolling.make(
            g, actor_id, [g.attribute(actor_id, "strength"), skill], purpose="climb",
            target=integer(intent, "difficulty") or pool.NORMAL, plot=integer(intent, "plot"),
            rules=("COR-MOVE-019", "COR-MOVE-020"),
        )  # fmt: skip
        if not pool.is_success(roll):
            g.prompt("climb_failed", actor_id)
            return
    left = max(0, length - feet)
    climb_ = {"left": left, "turns": turn} if left else None
    g.emit(
        "climbed", actor_id, rules=("COR-MOVE-021", "COR-MOVE-022"),
        changes=g.put(actor_id, climb=climb_), feet=min(feet, length), left=left,
        turns_needed=-(-length // feet), rolled=needs_roll,
    )  # fmt: skip


def drop(g: Game, intent: Intent) -> Flow[None]:
    """Drop to the ground; where the GM grants it, as a free action (COR-DEF-017, -018)."""
    if not flag(intent, "free"):
        turns.claim(g, intent.actor)
        turns.spend(g, intent.actor)
    elif g.is_helpless(intent.actor):
        raise refuse("COR-COND-002", "No está en condiciones.", "In no state to do it.")
    changes = g.noted(intent.actor, dropped=True)
    g.emit("dropped", intent.actor, rules=("COR-DEF-018",), changes=changes)
    g.inflict(intent.actor, "prone", rules=("COR-COND-013",))
    yield from ()


def stand(g: Game, intent: Intent) -> Flow[None]:
    """Get up: an action."""
    if not g.has(intent.actor, "prone"):
        raise refuse("precondition.prone", "No está en el suelo.", "Not on the ground.")
    turns.claim(g, intent.actor)
    turns.spend(g, intent.actor)
    g.relieve(intent.actor, "prone", rules=("COR-COND-013",))
    yield from ()


def fall(g: Game, intent: Intent) -> Flow[None]:
    """
    Fall some feet: Agility + Gymnastics, or the margin as basic damage (COR-HAZ-007 to -014).

    Armour does not protect, and what it costs in Agility counts.
    """
    target_id, feet = text(intent, "target"), integer(intent, "feet")
    g.actor(target_id)
    if feet <= 1:
        g.emit("fell", target_id, rules=("COR-HAZ-007",), feet=feet, damage=0)
        return
    difficulty = 3 + 4 * max(0, -(-feet // 10) - 1)
    total = 0
    if not g.is_helpless(target_id):
        parts = [g.attribute(target_id, "agility"), g.skill(target_id, "gymnastics")]
        roll = yield from rolling.make(
            g, target_id, parts, purpose="fall", target=difficulty,
            rules=("COR-HAZ-008", "COR-HAZ-010"),
        )  # fmt: skip
        if pool.is_success(roll):
            g.emit("fell", target_id, rules=("COR-HAZ-008",), feet=feet, damage=0)
            return
        total = roll.total
    found = split(difficulty - total)
    g.emit("fell", target_id, rules=("COR-HAZ-011",), feet=feet, damage=difficulty - total)
    left = yield from points.alive(g, target_id, found)
    yield from harm.mark(g, target_id, left, rules=("COR-HAZ-011", "COR-HAZ-012"))
