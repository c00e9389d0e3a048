"""
Running an intent to its end, or to the next decision.

A system writes what an intent does as a plain generator: it emits events, and where somebody has
to choose it yields a `Decision` and is sent the answer. Nothing of a running generator is kept
between two requests. What is kept, in the state, is the intent, the answers so far, the faces so
far and the way back: when an answer comes, the state is taken back to where the intent began, the
same generator runs again over the same faces and answers, and only what is new is given out.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from rules.engine.decisions import Decision, ordered
from rules.engine.dice import Dice
from rules.engine.events import Change, Event, Path, State, apply_changes, inverse
from rules.engine.intents import Intent
from rules.engine.modifiers import Modifier
from rules.engine.refusals import Refusal
from rules.engine.rolls import Roll
from rules.engine.text import Text

T = TypeVar("T")
Flow = Generator[Decision, str, T]

ANSWER = "answer"
PENDING = "pending"
_NO_DECISION = Text(es="No hay ninguna decisión abierta.", en="No decision is open.")
_WAITS = Text(es="Antes hay que responder a la decisión abierta.", en="A decision is open first.")
_NOT_YOURS = Text(es="Esa decisión es de otro.", en="That decision is somebody else's.")
_NO_OPTION = Text(es="Esa opción no está entre las posibles.", en="That option is not offered.")


@dataclass(frozen=True, slots=True)
class Resolution:
    """What an intent led to: events, the state after them, and the decision it waits for."""

    events: tuple[Event, ...]
    state: dict[str, Any]
    decision: Decision | None = None


class Table:
    """
    A resolution under way: the state so far, the dice, and the events given out.

    Only `emit` changes the state. Every roll gets a number, so that a spend can name it.
    """

    def __init__(self, state: State, dice: Dice) -> None:
        self.state: dict[str, Any] = dict(state)
        self.dice = dice
        self.events: list[Event] = []
        self.rolled: dict[int, Roll] = {}  # by number, as they read now

    def emit(
        self,
        kind: str,
        actor: str = "",
        *,
        rules: Sequence[str] = (),
        changes: Sequence[Change] = (),
        roll: Roll | None = None,
        **data: Any,
    ) -> Event:
        event = Event(kind, actor, tuple(rules), data, roll, tuple(changes))
        self.events.append(event)
        if changes:
            self.state = apply_changes(self.state, changes)
        return event

    def record_roll(self, actor: str, roll: Roll, **data: Any) -> int:
        """Emit a roll under the next number, and return the number."""
        number = int(self.state.get("rolls", 0)) + 1
        self.rolled[number] = roll
        self.emit(
            "roll",
            actor,
            rules=roll.rules,
            roll=roll,
            changes=(Change(("rolls",), number),),
            number=number,
            **data,
        )
        return number


Handler = Callable[[Any, Intent], Flow[None]]


class _Resumed:
    """First the faces of before, then live ones; it lists all of them."""

    def __init__(self, faces: Sequence[Sequence[int]], dice: Dice) -> None:
        self._before = [(pair[0], pair[1]) for pair in reversed(faces)]
        self._dice = dice
        self.draws: list[tuple[int, int]] = []

    def draw(self, sides: int) -> int:
        if self._before:
            known, face = self._before.pop()
            if known != sides:
                raise RuntimeError(f"a d{known} was drawn before where a d{sides} is asked for now")
        else:
            face = self._dice.draw(sides)
        self.draws.append((sides, face))
        return face


def resolve(
    state: State,
    intent: Intent,
    dice: Dice,
    *,
    table: Callable[[State, Dice], Table],
    handler: Handler,
    is_side: Callable[[Intent], bool],
) -> Resolution:
    """
    Run an intent, or go on with the one that waits for an answer.

    :raises Refusal: when it may not be done; then nothing has happened.
    """
    pending = state.get(PENDING)
    if pending is None:
        if intent.kind == ANSWER:
            raise Refusal("precondition.decision", _NO_DECISION)
        return _run(state, intent, [], _Resumed((), dice), table, handler, emitted=None)
    if intent.kind != ANSWER and not is_side(intent):
        raise Refusal("precondition.decision", _WAITS)
    if intent.kind == ANSWER:
        _check_answer(pending["decision"], intent)
    base = apply_changes(state, (Change.from_json(change) for change in pending["back"]))
    inputs = [*(Intent.from_json(value) for value in pending["inputs"]), intent]
    resumed = _Resumed(pending["faces"], dice)
    first = Intent.from_json(pending["intent"])
    return _run(base, first, inputs, resumed, table, handler, emitted=pending["emitted"])


def _check_answer(decision: Mapping[str, Any], intent: Intent) -> None:
    if intent.actor not in (decision["who"], "gm"):
        raise Refusal("precondition.decision", _NOT_YOURS)
    options = [option["id"] for option in decision["options"]]
    if intent.parameters.get("option") not in options:
        raise Refusal(decision["rule"], _NO_OPTION)


def _run(
    base: State,
    first: Intent,
    inputs: Sequence[Intent],
    dice: _Resumed,
    table: Callable[[State, Dice], Table],
    handler: Handler,
    *,
    emitted: int | None,
) -> Resolution:
    t = table(base, dice)
    waiting = list(inputs)
    flow = handler(t, first)
    decision: Decision | None = None
    try:
        decision = next(flow)
        while True:
            option = _next_answer(t, decision, waiting, handler)
            if option is None:
                break
            decision = flow.send(option)
    except StopIteration:
        decision = None
    if decision is None:
        if emitted is not None:
            t.emit("settled", changes=(Change((PENDING,), removes=True),))
        return Resolution(tuple(t.events[emitted or 0 :]), t.state)
    changes = [change for event in t.events for change in event.changes]
    kept = {
        "intent": first.to_json(),
        "inputs": [value.to_json() for value in inputs],
        "faces": [list(pair) for pair in dice.draws],
        # The two events that open and close a pause are not part of the run.
        "back": [change.to_json() for change in inverse(base, changes)]
        + [Change((PENDING,), removes=True).to_json()],
        "emitted": len(t.events),
        "decision": decision.to_json(),
    }
    opened = Event(
        "decision",
        decision.who,
        (decision.rule,),
        {"decision": decision.to_json()},
        None,
        (Change((PENDING,), kept),),
    )
    return Resolution(
        (*t.events[emitted or 0 :], opened), apply_changes(t.state, opened.changes), decision
    )


def _next_answer(
    t: Table, decision: Decision, waiting: list[Intent], handler: Handler
) -> str | None:
    """
    Return the answer that comes next, after whatever was done in between; None to wait.

    Standing orders come first, in every run: what they answered once they answer again.
    """
    orders = t.state.get("actors", {}).get(decision.who, {}).get("orders", ())
    option = ordered(decision, orders)
    if option is not None:
        t.emit("order", decision.who, rules=(decision.rule,), decision=decision.kind, option=option)
        return option
    if not waiting:
        return None
    given = waiting.pop(0)
    if given.kind == ANSWER:
        return str(given.parameters["option"])
    for _choice in handler(t, given):
        raise RuntimeError(f"{given.kind} may not ask in the middle of something else")
    return _AGAIN


_AGAIN = ""


def ask(decide: Callable[[], Decision | None]) -> Flow[str | None]:
    """
    Ask until there is an answer; after something was done in between, the question is put anew.

    `decide` returns None when there is nothing left to choose; then so does this.
    """
    while True:
        decision = decide()
        if decision is None:
            return None
        option = yield decision
        if option != _AGAIN:
            return option


def changed(path: Path, value: Any) -> Change:
    """Return the change that puts a value somewhere."""
    return Change(path, value)


@lru_cache(maxsize=4096)
def named(rule: str, es: str, en: str, value: int) -> Modifier:
    """Return a modifier with its name in both languages."""
    return Modifier(rule, Text(es=es, en=en), value)
