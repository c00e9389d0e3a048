"""Setting the scene of a conformance case: only what matters is written, the rest is average."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules.systems.cortex.system import Cortex

_CASE = frozenset({"actors", "settings", "phase", "turn", "time", "scene", "active"})
_SEAT = frozenset({"name", "side", "orders", "round", "initiative"})
_SHEET = frozenset(
    {"colony", "concept", "description", "skills", "custom_skills", "traits", "weapons", "armour",
     "movement", "extra", "shield", "only_attributes"}
)  # fmt: skip


def stage(system: "Cortex", case: Mapping[str, Any]) -> dict[str, Any]:
    """
    Return the encounter in which a case begins.

    Everybody has d6 in each attribute and no plot points, and defends by instinct, if the case
    says nothing else. It is everybody's turn at once, as at equal initiative.

    :raises ValueError: for a word that no case has.
    """
    for key in case:
        if key not in _CASE:
            raise ValueError(f"{key!r} is no part of a case")
    rows = case.get("actors", {})
    actors = {actor_id: _actor(system, actor_id, row) for actor_id, row in rows.items()}
    state = system.new_encounter(actors, case.get("settings"))
    state["phase"] = case.get("phase", "turns")
    if state["phase"] == "turns":
        state["turn"] = case.get("turn", 1)
        state["order"] = [list(rows)]
        state["active"] = case.get("active", list(rows))
    state["time"] = case.get("time", 0)
    state["scene"] = case.get("scene", 1)
    return state


def _actor(system: "Cortex", actor_id: str, row: Mapping[str, Any]) -> dict[str, Any]:
    sheet: dict[str, Any] = {**system.empty_sheet(), "colony": "Caprica"}
    state: dict[str, Any] = {"plot_points": 0}
    seat: dict[str, Any] = {}
    for key, value in row.items():
        if key in _SEAT:
            seat[key] = value
        elif key == "state":
            state.update(value)
        elif key == "attributes":
            sheet[key] = {**sheet[key], **value}
        elif key == "only_attributes":
            sheet["attributes"] = value
        elif key == "defends":
            seat["orders"] = [{"decision": "defence", "option": value}]
        elif key in _SHEET:
            sheet[key] = value
        else:
            raise ValueError(f"{actor_id}: {key!r} is no part of an actor")
    seat.setdefault("orders", [{"decision": "defence", "option": "innate"}])
    return {**seat, "sheet": sheet, "state": state}
