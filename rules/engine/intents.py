"""What somebody wants to do: the catalogue's entries, from which forms, API and cases are made."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from rules.engine.refusals import Refusal
from rules.engine.text import Text


@dataclass(frozen=True, slots=True)
class Parameter:
    """
    One typed parameter of an intent.

    `kind` is actor, actors, trait, weapon, card, choice, integer, boolean or text. A parameter
    without a default is required.
    """

    id: str
    name: Text
    kind: str
    default: Any = None
    choices: tuple[str, ...] = ()
    required: bool = False
    minimum: int = 0
    maximum: int = 1000


@dataclass(frozen=True, slots=True)
class IntentKind:
    """One thing that may be done; `who` is actor, gm or system, `side` says that it may be done
    while a decision is open."""

    id: str
    name: Text
    group: str
    rules: tuple[str, ...]
    parameters: tuple[Parameter, ...] = ()
    who: str = "actor"
    is_side: bool = False

    def __hash__(self) -> int:
        return hash(self.id)


@dataclass(frozen=True, slots=True)
class Intent:
    """Something that an actor (or "gm") wants to do."""

    kind: str
    actor: str
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "actor": self.actor, "parameters": dict(self.parameters)}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Intent":
        return cls(value["kind"], value["actor"], value["parameters"])


def read(kind: IntentKind, given: Mapping[str, Any]) -> dict[str, Any]:
    """
    Return an intent's parameters with their defaults, each of its declared type.

    :raises Refusal: naming the first parameter that is unknown, missing or of another type.
    """
    known, values, needed = _defaults(kind)
    read = dict(values)
    for key, value in given.items():
        parameter = known.get(key)
        if parameter is None:
            raise _bad(kind, str(key))
        if value is not None:
            if not _fits(parameter, value):
                raise _bad(kind, key)
            read[key] = value
    for required in needed:
        if read[required] is None:
            raise _bad(kind, required)
    return read


@cache
def _defaults(
    kind: IntentKind,
) -> tuple[Mapping[str, Parameter], Mapping[str, Any], tuple[str, ...]]:
    """Return a kind's parameters by id, and their defaults, which need no checking."""
    known = {parameter.id: parameter for parameter in kind.parameters}
    needed = tuple(parameter.id for parameter in kind.parameters if parameter.required)
    return known, {parameter.id: parameter.default for parameter in kind.parameters}, needed


def _fits(parameter: Parameter, value: Any) -> bool:
    match parameter.kind:
        case "integer":
            is_number = isinstance(value, int) and not isinstance(value, bool)
            return is_number and parameter.minimum <= value <= parameter.maximum
        case "boolean":
            return isinstance(value, bool)
        case "actors":
            return isinstance(value, list) and all(isinstance(item, str) for item in value)
        case "choice":
            return value in parameter.choices
        case _:
            return isinstance(value, str) and len(value) <= 20_000


def _bad(kind: IntentKind, parameter: str) -> Refusal:
    return Refusal(
        "precondition.parameter",
        Text(
            es=f"{kind.name.es}: el dato «{parameter}» falta o no vale.",
            en=f"{kind.name.en}: “{parameter}” is missing or not valid.",
        ),
    )
