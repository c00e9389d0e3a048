"""What the passing of time does: dying, bleeding, cold, radiation, want of air."""

import itertools
from collections.abc import Callable, Iterator

from rules.engine.events import Change
from rules.engine.resolution import Flow
from rules.engine.text import Text
from rules.systems.cortex import pool, rolling
from rules.systems.cortex.damage import Harm, split
from rules.systems.cortex.game import TURN, Game, refuse
from rules.systems.cortex.resolve import harm

MOST_TICKS = 500  # in one go; more would be nobody's scene and everybody's wait
Tick = Callable[[Game, str], Flow[None]]


def advance(g: Game, seconds: int) -> Flow[None]:
    """
    Let time pass; whatever falls due on the way happens in its order.

    :raises Refusal: when too much would fall due at once.
    """
    end = g.time + seconds
    for count in itertools.count():
        due = [item for item in _due(g) if item[0] <= end]
        if not due:
            break
        if count >= MOST_TICKS:
            raise refuse(
                "precondition.time",
                "Pasan demasiadas cosas: deja pasar menos tiempo.",
                "Too much happens: let less time pass.",
            )
        moment, actor_id, tick = min(due, key=lambda item: item[0])
        if moment > g.time:
            g.emit("time", changes=[Change(("time",), moment)])
        yield from tick(g, actor_id)
    if end > g.time:
        g.emit("time", changes=[Change(("time",), end)])


def _due(g: Game) -> Iterator[tuple[int, str, Tick]]:
    for actor_id, actor in g.state["actors"].items():
        if "dead" in actor["state"]["conditions"]:
            continue
        if clock := actor["state"].get("dying"):
            yield int(clock["due"]), actor_id, _dying
        for name, tick in TICKS.items():
            detail = actor["state"]["conditions"].get(name)
            if detail and "due" in detail and not detail.get("protected"):
                yield int(detail["due"]), actor_id, tick


def _dying(g: Game, victim: str) -> Flow[None]:
    yield from harm.survive(g, victim)


def _again(g: Game, victim: str, condition: str, seconds: int) -> None:
    detail = g.detail(victim, condition)
    due = int(detail["due"]) + seconds
    path = ("actors", victim, "state", "conditions", condition)
    g.emit("tick", victim, changes=[Change(path, {**detail, "due": due})], condition=condition)


def two(g: Game, victim: str, purpose: str, rule: str) -> int:
    """Throw the d2 that most slow harm deals."""
    roll = pool.damage_roll(1, g.dice, _D2, (rule,))
    g.record_roll(victim, roll, purpose=purpose)
    return roll.total


def bleeding(g: Game, victim: str) -> Flow[None]:
    """Lose 1d2 of basic damage (COR-DMG-016)."""
    found = split(two(g, victim, "bleeding", "COR-DMG-016"))
    yield from harm.mark(g, victim, found, rules=("COR-DMG-016", "COR-COND-010"))


def _bleeding(g: Game, victim: str) -> Flow[None]:
    _again(g, victim, "bleeding", 10 * harm.MINUTE)
    yield from bleeding(g, victim)


def _exposed(g: Game, victim: str) -> Flow[None]:
    _again(g, victim, "exposed", int(g.detail(victim, "exposed")["period"]))
    found = Harm(stun=two(g, victim, "exposure", "COR-HAZ-005"))
    yield from harm.mark(g, victim, found, rules=("COR-HAZ-005", "COR-GAP-065"))


def _irradiated(g: Game, victim: str) -> Flow[None]:
    detail = g.detail(victim, "irradiated")
    _again(g, victim, "irradiated", int(detail["period"]))
    if resist := int(detail.get("resist", 0)):  # COR-GAP-067
        roll = yield from rolling.resistance(g, victim, resist, "radiation")
        if pool.is_success(roll):
            return
    amount = two(g, victim, "radiation", "COR-HAZ-023")
    full = int(g.state_of(victim)["stun"]) >= g.life(victim)
    found = Harm(wounds=amount) if full else Harm(stun=amount)
    rule = "COR-HAZ-024" if full else "COR-HAZ-019"
    yield from harm.mark(g, victim, found, heals="radiation", rules=(rule,))


def breathe(g: Game, victim: str, target: int) -> Flow[None]:
    """Roll to hold one's breath for thirty seconds more (COR-HAZ-026, -027, -030)."""
    roll = yield from rolling.resistance(g, victim, target, "breath")
    rules = ("COR-HAZ-026", "COR-HAZ-027")
    if pool.is_success(roll):
        g.inflict(victim, "holding_breath", rules=rules, due=g.time + 30, target=target + 4)
    else:
        g.relieve(victim, "holding_breath", rules=rules)
        g.inflict(victim, "suffocating", rules=("COR-HAZ-028",), due=g.time + TURN)


def _holding(g: Game, victim: str) -> Flow[None]:
    yield from breathe(g, victim, int(g.detail(victim, "holding_breath")["target"]))


def _suffocating(g: Game, victim: str) -> Flow[None]:
    _again(g, victim, "suffocating", TURN)
    state = g.state_of(victim)
    if int(state["stun"]) + int(state["wounds"]) < g.life(victim):
        found = Harm(stun=two(g, victim, "suffocation", "COR-HAZ-028"))
        yield from harm.mark(g, victim, found, rules=("COR-HAZ-028", "COR-GAP-066"))
        return
    shock = two(g, victim, "suffocation.shock", "COR-HAZ-029")
    found = Harm(wounds=two(g, victim, "suffocation", "COR-HAZ-029"))
    yield from harm.mark(g, victim, found, shock=shock, rules=("COR-HAZ-029", "COR-GAP-066"))


TICKS: dict[str, Tick] = {
    "bleeding": _bleeding,
    "exposed": _exposed,
    "irradiated": _irradiated,
    "holding_breath": _holding,
    "suffocating": _suffocating,
}
_D2 = Text(es="1d2", en="1d2")
