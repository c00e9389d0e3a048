"""Choices that a rule gives to somebody in the middle of an action, and standing orders."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.engine.text import Text


@dataclass(frozen=True, slots=True)
class Option:
    """One way to answer; `cost` says what it takes, such as {"benny": 1}."""

    id: str
    name: Text
    cost: Mapping[str, int] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "name": self.name.to_json(), "cost": dict(self.cost)}


@dataclass(frozen=True, slots=True)
class Decision:
    """
    A choice that is open: whose, between what, and what happens if nobody answers.

    `facts` are the numbers that standing orders may ask about (wounds, bennies, total ...).
    """

    kind: str
    who: str
    text: Text
    options: tuple[Option, ...]
    default: str
    rule: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "who": self.who,
            "text": self.text.to_json(),
            "options": [option.to_json() for option in self.options],
            "default": self.default,
            "rule": self.rule,
            "facts": dict(self.facts),
        }

    def allows(self, option: object) -> bool:
        return any(option == known.id for known in self.options)


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """
    An answer left beforehand: to a kind of decision, an option, while every condition holds.

    A condition is (fact, "at_least" | "at_most" | "is", value), such as ("wounds", "at_least", 2).
    """

    decision: str
    option: str
    conditions: tuple[tuple[str, str, Any], ...] = ()

    def to_json(self) -> dict[str, Any]:
        conditions = [list(condition) for condition in self.conditions]
        return {"decision": self.decision, "option": self.option, "conditions": conditions}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "StandingOrder":
        conditions = tuple((c[0], c[1], c[2]) for c in value.get("conditions", ()))
        return cls(value["decision"], value["option"], conditions)

    def answers(self, decision: Decision) -> bool:
        """Tell whether this order answers that decision, as the facts are now."""
        if self.decision != decision.kind or not decision.allows(self.option):
            return False
        return all(
            _holds(decision.facts.get(fact), how, value) for fact, how, value in self.conditions
        )


def ordered(decision: Decision, orders: Iterable[Mapping[str, Any]]) -> str | None:
    """Return the option that the first fitting standing order takes, or None."""
    for value in orders:
        order = StandingOrder.from_json(value)
        if order.answers(decision):
            return order.option
    return None


def _holds(fact: Any, how: str, value: Any) -> bool:
    if how == "is":
        return bool(fact == value)
    if not isinstance(fact, int) or not isinstance(value, int):
        return False
    return fact >= value if how == "at_least" else fact <= value if how == "at_most" else False
