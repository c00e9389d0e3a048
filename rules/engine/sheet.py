"""What a sheet is made of, and what may be wrong with one."""

from dataclasses import dataclass

from rules.engine.text import Text


@dataclass(frozen=True, slots=True)
class SheetField:
    """
    One field of a sheet, enough to draw a form for it.

    `id` is a dotted path into the sheet; `kind` is die, integer, boolean or text. A die's choices
    are notations such as "d8"; an empty choice means that the trait is not on the sheet.
    """

    id: str
    name: Text
    group: Text
    kind: str
    choices: tuple[str, ...] = ()
    default: str | int | bool = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a sheet: the rule it breaks, the field, a sentence."""

    rule: str
    field: str
    message: Text


@dataclass(frozen=True, slots=True)
class Derived:
    """A value that follows from the sheet and its state, and the rule that says how."""

    id: str
    name: Text
    value: int | str
    rule: str


@dataclass(frozen=True, slots=True)
class Rollable:
    """A trait that may be rolled, with its dice as people write them: "d8", "d4−2"."""

    id: str
    name: Text
    dice: str
    group: Text


@dataclass(frozen=True, slots=True)
class StateField:
    """
    One counter of a state: wounds, fatigue, bennies ...

    `places` is how many there are of it as a rule (bennies may exceed it, up to `maximum`); a
    counter that `is_harm` is better at nought.
    """

    id: str
    name: Text
    rule: str
    places: int
    maximum: int
    is_harm: bool
