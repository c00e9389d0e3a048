"""
The engine's speed: `python -m bench.engine`.

A trait roll with wild die and five modifiers, judged and put into its event, is to take no longer
than the package d20 needs for an equivalent exploding expression; a whole round is to take time
linear in the number of its fighters. Ends with 1 if either promise is broken.
"""

import sys
import time
from collections.abc import Callable
from typing import Any

import d20

from rules.engine.events import Event
from rules.engine.intents import Intent
from rules.systems.savage_adventure import SYSTEM

FIGHTERS = (10, 30, 100, 300)
MOST_GROWTH = 2.0  # time for one fighter among 300, against one among 10


class Faces:
    """Cheap faces without a script; chance has no part in a measurement."""

    def __init__(self) -> None:
        self.count = 0

    def draw(self, sides: int) -> int:
        self.count += 7
        return self.count % sides + 1


def best_of(times: int, repeat: int, work: Callable[[], Any]) -> float:
    """Return the seconds of one call, in the best of some series of calls."""
    best = float("inf")
    for _series in range(times):
        start = time.perf_counter()
        for _call in range(repeat):
            work()
        best = min(best, (time.perf_counter() - start) / repeat)
    return best


def trait_roll() -> tuple[float, float, float]:
    """
    Return the seconds of a trait roll with five modifiers.

    As an intent resolved at a table; as scenes roll it, with its event; and d20's roll.
    """
    hero = {
        "wild_card": True,
        "skills": {"notice": "d8"},
        "state": {"wounds": 1, "fatigue": 1, "conditions": ["distracted"]},
    }
    state = SYSTEM.stage({"actors": {"ana": hero}})
    intent = Intent("roll", "ana", {"trait": "skill.notice", "modifier": 1, "illumination": "dim"})
    faces = Faces()
    resolution = SYSTEM.resolve(state, intent, faces)
    rolled = next(event.roll for event in resolution.events if event.roll)
    assert len(rolled.modifiers) == 5
    sheet, condition = (state["actors"]["ana"][part] for part in ("sheet", "state"))
    more = rolled.modifiers[3:]

    def plain() -> Event:
        roll = SYSTEM.trait_roll(
            sheet, condition, trait="skill.notice", modifiers=more, target=None, dice=faces
        )
        return Event("roll", "ana", roll.rules, {"trait": "skill.notice"}, roll)

    assert plain().roll is not None
    whole = best_of(7, 300, lambda: SYSTEM.resolve(state, intent, faces))
    theirs = best_of(7, 300, lambda: d20.roll("1d8e8+1d6e6"))
    return whole, best_of(7, 300, plain), theirs


def a_round(fighters: int) -> float:
    """Return the seconds of a round in which everyone attacks a neighbour."""
    actors = {
        f"a{n}": {
            "side": "heroes" if n % 2 else "foes",
            "skills": {"fighting": "d8"},
            "attributes": {"vigor": "d12+4"},
            "group": f"g{n % 2}{n // 20}",  # at 300 thirty groups: one deck is enough
        }
        for n in range(fighters)
    }
    state: Any = SYSTEM.stage({"phase": "setup", "actors": actors})
    faces = Faces()

    def do(kind: str, actor: str, parameters: dict[str, Any]) -> None:
        nonlocal state
        resolution = SYSTEM.resolve(state, Intent(kind, actor, parameters), faces)
        while resolution.decision is not None:
            answer = {"option": resolution.decision.default}
            who = resolution.decision.who
            resolution = SYSTEM.resolve(resolution.state, Intent("answer", who, answer), faces)
        state = resolution.state

    start = time.perf_counter()
    do("begin_round", "gm", {})
    do("start_turns", "gm", {})
    for _card, actor in state["order"]:
        number = int(actor[1:])
        do("begin_turn", actor, {})
        do("attack", actor, {"target": f"a{number + 1 if number % 2 == 0 else number - 1}"})
        do("end_turn", actor, {})
    do("end_round", "gm", {})
    return time.perf_counter() - start


def main() -> None:
    """Measure and print; end with 1 if a promise is broken."""
    whole, plain, theirs = trait_roll()
    print(f"trait roll, five modifiers, with its event: {plain * 1e6:.1f} µs")
    print(f"the same as an intent at a table:           {whole * 1e6:.1f} µs")
    print(f"d20.roll of the same dice:                  {theirs * 1e6:.1f} µs")
    each = {}
    for fighters in FIGHTERS:
        seconds = min(a_round(fighters) for _series in range(3))
        each[fighters] = seconds / fighters
        print(f"round of {fighters}: {seconds * 1e3:.1f} ms, {each[fighters] * 1e6:.0f} µs each")
    growth = each[FIGHTERS[-1]] / each[FIGHTERS[0]]
    print(f"growth per fighter from {FIGHTERS[0]} to {FIGHTERS[-1]}: {growth:.2f}")
    if plain > theirs or growth > MOST_GROWTH:
        sys.exit(1)


if __name__ == "__main__":
    main()
