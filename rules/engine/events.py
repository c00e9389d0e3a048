"""
What happens to a state, as plain data, and the only way in which a state changes.

A state is a tree of JSON objects that nobody changes in place: `apply` copies what lies on the way
to a change and shares the rest.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.engine.rolls import Roll

State = Mapping[str, Any]
Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A value put at a place of the state, or the place taken away."""

    path: Path
    value: Any = None
    removes: bool = False

    def to_json(self) -> dict[str, Any]:
        if self.removes:
            return {"path": list(self.path), "removes": True}
        return {"path": list(self.path), "value": self.value}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Change":
        return cls(tuple(value["path"]), value.get("value"), bool(value.get("removes", False)))


@dataclass(frozen=True, slots=True)
class Event:
    """
    One thing that happened: its kind, whom it is about, the rules that say so, and what changed.

    `roll` is the roll in question, if there was one; `data` what a sentence about it needs.
    """

    kind: str
    actor: str = ""
    rules: tuple[str, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)
    roll: Roll | None = None
    changes: tuple[Change, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "actor": self.actor,
            "rules": list(self.rules),
            "data": dict(self.data),
            "roll": None if self.roll is None else self.roll.to_json(),
            "changes": [change.to_json() for change in self.changes],
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Event":
        return cls(
            kind=value["kind"],
            actor=value["actor"],
            rules=tuple(value["rules"]),
            data=value["data"],
            roll=None if value["roll"] is None else Roll.from_json(value["roll"]),
            changes=tuple(Change.from_json(change) for change in value["changes"]),
        )


def apply(state: State, event: Event) -> dict[str, Any]:
    """Return the state after an event; the state given is not touched."""
    return apply_changes(state, event.changes)


def apply_all(state: State, events: Iterable[Event]) -> dict[str, Any]:
    """Return the state after some events, one after the other."""
    after = dict(state)
    for event in events:
        after = apply_changes(after, event.changes)
    return after


def apply_changes(state: State, changes: Iterable[Change]) -> dict[str, Any]:
    """Return the state after some changes; the state given is not touched."""
    after = dict(state)
    copied: dict[int, dict[str, Any]] = {}  # what is ours already need not be copied again
    for change in changes:
        node = after
        for step in change.path[:-1]:
            child: Any = node.get(step)
            if id(child) not in copied:
                child = dict(child or {})
                node[step] = child
                copied[id(child)] = child
            node = child
        if change.removes:
            node.pop(change.path[-1], None)
        else:
            node[change.path[-1]] = change.value
    return after


def inverse(state: State, changes: Iterable[Change]) -> tuple[Change, ...]:
    """Return the changes that lead back to `state` from where these changes lead."""
    back: list[Change] = []
    after: State = state
    for change in changes:
        back.append(_was(after, change.path))
        after = apply_changes(after, (change,))
    return tuple(reversed(back))


def undo(before: State, events: Sequence[Event], *, actor: str = "gm") -> Event:
    """
    Return the event that takes the last events back; nothing of what happened is forgotten.

    `before` is the state in which the first of them happened.
    """
    changes = [change for event in events for change in event.changes]
    undone = [event.kind for event in events]
    return Event("undone", actor, (), {"events": undone}, None, inverse(before, changes))


def _was(state: State, path: Path) -> Change:
    node: Any = state
    for depth, step in enumerate(path):
        if not isinstance(node, Mapping) or step not in node:
            return Change(path[: depth + 1], removes=True)
        node = node[step]
    return Change(path, node)
