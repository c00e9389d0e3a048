"""Running a case against the real engine, with scripted dice, and saying what was otherwise."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rules.conformance.cases import Case, Step
from rules.conformance.matching import differences, fits, in_order
from rules.engine import system as systems
from rules.engine.dice import ScriptedDice, ScriptExhausted
from rules.engine.events import Event, apply_all
from rules.engine.intents import Intent
from rules.engine.refusals import Refusal
from rules.engine.resolution import Resolution
from rules.engine.rolls import Roll


def run(case: Case) -> list[str]:
    """Return what went otherwise than the case says, one line each; none if it passes."""
    try:
        system: Any = systems.get(case.system)
        state = system.stage(case.setup)
    except (LookupError, TypeError, ValueError) as error:
        return [f"set-up: {error}"]
    found: list[str] = []
    begun = state
    happened: list[Event] = []
    for number, step in enumerate(case.steps, 1):
        where = f"step {number}" + (f" ({step.do} by {step.by})" if step.do else "")
        try:
            resolution = _take(system, state, step)
        except Refusal as refusal:
            found += _refused(step, refusal, where)
            resolution = Resolution((), state)
        except (ScriptExhausted, ValueError) as error:
            return [*found, f"{where}: {error}"]
        else:
            if step.refused:
                found.append(f"{where}: expected a refusal by {step.refused}, got events")
        state = resolution.state
        happened += resolution.events
        found += _compare(system, step, resolution, where)
    if apply_all(begun, [Event.from_json(event.to_json()) for event in happened]) != state:
        found.append("the events, applied from the start, do not give the end state")
    return found


def _take(system: Any, state: Mapping[str, Any], step: Step) -> Resolution:
    if not step.do:
        return Resolution((), dict(state))
    dice = ScriptedDice(step.dice)
    result: Resolution = system.resolve(state, Intent(step.do, step.by, step.parameters), dice)
    if dice.unused:
        raise ValueError(f"faces that nobody asked for: {dice.unused}")
    return result


def _refused(step: Step, refusal: Refusal, where: str) -> list[str]:
    if step.refused == refusal.rule:
        return []
    wanted = f"a refusal by {step.refused}" if step.refused else "no refusal"
    return [f"{where}: expected {wanted}, got {refusal}"]


def _compare(system: Any, step: Step, resolution: Resolution, where: str) -> Iterator[str]:
    for key, expected in step.expect.items():
        check = CHECKS.get(key)
        if check is None:
            yield f"{where}: {key!r} is nothing that can be expected"
            continue
        yield from check(system, expected, resolution, f"{where}: {key}")


Check = Callable[[Any, Any, Resolution, str], Iterator[str]]


def _rolls(resolution: Resolution) -> list[dict[str, Any]]:
    return [
        {"actor": e.actor, **_shown(e.roll, e.data)}
        for e in resolution.events
        if e.kind == "roll" and e.roll
    ]


def _shown(roll: Roll, data: Mapping[str, Any]) -> dict[str, Any]:
    """A roll as cases see it: modifiers by rule, faces as written, and what the event adds."""
    modifiers: dict[str, int] = {}
    for modifier in roll.modifiers:
        modifiers[modifier.rule] = modifiers.get(modifier.rule, 0) + modifier.value
    return {
        **data,
        "kind": roll.kind,
        "total": roll.total,
        "target": roll.target,
        "outcome": roll.outcome,
        "raises": roll.raises,
        "critical_failure": roll.critical_failure,
        "modifiers": modifiers,
        "dice": [f"d{die.sides}" for die in roll.dice],
        "faces": [list(die.faces) for die in roll.dice],
        "rules": list(roll.rules),
    }


def _one_roll(roll: Mapping[str, Any], expected: Mapping[str, Any], where: str) -> Iterator[str]:
    yield from differences(expected, roll, where)
    wanted = expected.get("modifiers")
    if wanted is not None and set(wanted) != set(roll["modifiers"]):
        yield f"{where}.modifiers: expected just {dict(wanted)!r}, got {roll['modifiers']!r}"


def _roll(_system: Any, expected: Any, resolution: Resolution, where: str) -> Iterator[str]:
    rolls = _rolls(resolution)
    if not rolls:
        yield f"{where}: nothing was rolled"
        return
    yield from _one_roll(rolls[-1], expected, where)


def _all_rolls(_system: Any, expected: Any, resolution: Resolution, where: str) -> Iterator[str]:
    rolls = _rolls(resolution)
    if len(rolls) != len(expected):
        got = [(roll.get("purpose"), roll["total"]) for roll in rolls]
        yield f"{where}: expected {len(expected)} rolls, got {got}"
        return
    for place, (wanted, roll) in enumerate(zip(expected, rolls, strict=True), 1):
        yield from _one_roll(roll, wanted, f"{where}[{place}]")


def _events(_system: Any, expected: Any, resolution: Resolution, where: str) -> Iterator[str]:
    got = [
        {"kind": e.kind, "actor": e.actor, "rules": list(e.rules), **e.data}
        for e in resolution.events
    ]
    wanted = [{"kind": item} if isinstance(item, str) else item for item in expected]
    missing = in_order(wanted, got)
    if missing is not None:
        yield f"{where}: expected {missing!r}, got {[event['kind'] for event in got]}"


def _no_events(_system: Any, expected: Any, resolution: Resolution, where: str) -> Iterator[str]:
    for event in resolution.events:
        item = {"kind": event.kind, "actor": event.actor, **event.data}
        for unwanted in expected:
            if fits({"kind": unwanted} if isinstance(unwanted, str) else unwanted, item):
                yield f"{where}: {item!r} happened"


def _state(_system: Any, expected: Any, resolution: Resolution, where: str) -> Iterator[str]:
    actors = resolution.state.get("actors", {})
    for actor_id, wanted in expected.items():
        got = actors.get(actor_id, {}).get("state")
        yield from differences(wanted, got, f"{where}.{actor_id}")


def _actors(_system: Any, expected: Any, resolution: Resolution, where: str) -> Iterator[str]:
    yield from differences(expected, resolution.state.get("actors", {}), where)


def _table(_system: Any, expected: Any, resolution: Resolution, where: str) -> Iterator[str]:
    yield from differences(expected, resolution.state, where)


def _active(system: Any, expected: Any, resolution: Resolution, where: str) -> Iterator[str]:
    for actor_id, wanted in expected.items():
        got = sorted(system.conditions_of(resolution.state, actor_id))
        if sorted(wanted) != got:
            yield f"{where}.{actor_id}: expected {sorted(wanted)}, got {got}"


def _derived(system: Any, expected: Any, resolution: Resolution, where: str) -> Iterator[str]:
    for actor_id, wanted in expected.items():
        actor = resolution.state["actors"][actor_id]
        got = {d.id: d.value for d in system.derive(actor["sheet"], actor["state"])}
        yield from differences(wanted, got, f"{where}.{actor_id}")


def _problems(system: Any, expected: Any, resolution: Resolution, where: str) -> Iterator[str]:
    for actor_id, wanted in expected.items():
        sheet = resolution.state["actors"][actor_id]["sheet"]
        got = sorted({problem.rule for problem in system.validate(sheet)})
        if sorted(wanted) != got:
            yield f"{where}.{actor_id}: expected {sorted(wanted)}, got {got}"


def _decision(_system: Any, expected: Any, resolution: Resolution, where: str) -> Iterator[str]:
    decision = resolution.decision
    if expected is False:
        if decision is not None:
            yield f"{where}: expected none, got {decision.kind} for {decision.who}"
        return
    if decision is None:
        yield f"{where}: expected {expected!r}, got none"
        return
    got = {**decision.to_json(), "options": [option.id for option in decision.options]}
    yield from differences(expected, got, where)


def _prompts(_system: Any, expected: Any, resolution: Resolution, where: str) -> Iterator[str]:
    got = [event.data["prompt"] for event in resolution.events if event.kind == "prompt"]
    if got != expected:
        yield f"{where}: expected {expected}, got {got}"


CHECKS: Mapping[str, Check] = {
    "roll": _roll,
    "rolls": _all_rolls,
    "events": _events,
    "no_events": _no_events,
    "state": _state,
    "actors": _actors,
    "table": _table,
    "active": _active,
    "derived": _derived,
    "problems": _problems,
    "decision": _decision,
    "prompts": _prompts,
}


def run_all(cases: Sequence[Case]) -> list[tuple[Case, list[str]]]:
    """Return the cases that fail, each with what went otherwise."""
    results = [(case, run(case)) for case in cases]
    return [(case, found) for case, found in results if found]
