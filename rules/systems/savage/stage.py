"""Setting the scene of a conformance case: only what matters is written, the rest is average."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rules.engine import cards
from rules.systems.savage.resolve.turns import fresh

if TYPE_CHECKING:
    from rules.systems.savage.system import Savage

_SEAT = ("name", "side", "player_character", "group", "controller", "present", "hold", "joker",
         "orders", "support", "acted", "mount", "rider", "trained", "moving", "drop",
         "will")  # fmt: skip
_CASE = ("actors", "settings", "turn", "phase", "round", "deck", "discards", "pool", "next_to",
         "deal", "blocks", "note")  # fmt: skip


def stage(system: "Savage", case: Mapping[str, Any]) -> dict[str, Any]:
    """
    Return the encounter in which a case begins.

    Everybody is an average extra without bennies if the case says nothing else; the first actor is
    on the side of the heroes and everyone else is a foe; it is the first actor's turn.

    :raises ValueError: for a word that no case has.
    """
    for key in case:
        if key not in _CASE:
            raise ValueError(f"{key!r} is no part of a case")
    rows = case.get("actors", {})
    actors = {
        actor_id: _actor(system, actor_id, row, place)
        for place, (actor_id, row) in enumerate(rows.items())
    }
    state = system.new_encounter(actors, case.get("settings"))
    state["pool"] = case.get("pool", 0)
    state["round"] = case.get("round", 0)
    for key in ("deal", "blocks", "discards"):
        if key in case:
            state[key] = case[key]
    state["deck"] = _deck(case.get("deck"))
    adjacent: dict[str, list[str]] = {}
    for one, other in case.get("next_to", ()):
        adjacent.setdefault(one, []).append(other)
        adjacent.setdefault(other, []).append(one)
    state["adjacent"] = adjacent
    state["phase"] = case.get("phase", "turns")
    if state["phase"] == "turns":
        first = case.get("turn", next(iter(rows), ""))
        state["turn"] = fresh(first) if first else None
        state["order"] = [[_card(place), actor_id] for place, actor_id in enumerate(rows)]
        state["next"] = 0
    return state


def _deck(written: Any) -> list[str]:
    """The cards named lie on top, the others under them; "empty" is a deck not yet shuffled."""
    if written == "empty":
        return []
    top = list(written or ())
    for card in top:
        if not cards.is_card(card):
            raise ValueError(f"{card!r} is no card")
    return [*top, *(card for card in cards.DECK if card not in top)]


def _card(place: int) -> str:
    """A card for each seat, falling, so that a case need not deal any."""
    return cards.DECK[place % 52]


def _actor(system: "Savage", actor_id: str, row: Mapping[str, Any], place: int) -> dict[str, Any]:
    base = system.extra_sheet()
    sheet: dict[str, Any] = dict(base)
    state: dict[str, Any] = {"bennies": 0}
    seat: dict[str, Any] = {"name": actor_id, "side": "foes" if place else "heroes"}
    if row.get("player_character"):
        sheet["wild_card"] = True
    for key, value in row.items():
        if key in _SEAT:
            seat[key] = value
        elif key == "state":
            state.update(value)
        elif key == "only_attributes":
            sheet["attributes"] = value
        elif key in ("attributes", "skills"):
            sheet[key] = {**base[key], **value}
        elif key == "weapons" and isinstance(value, list):
            sheet[key] = {weapon: {} for weapon in value}
        elif key in _SHEET:
            sheet[key] = value
        else:
            raise ValueError(f"{actor_id}: {key!r} is no part of an actor")
    return {**seat, "sheet": sheet, "state": state}


_SHEET = frozenset(
    {"wild_card", "wild_die", "edges", "hindrances", "weapons", "armor", "shield", "size", "pace",
     "power_points"}
)  # fmt: skip
