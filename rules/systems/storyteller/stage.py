"""Setting the scene of a conformance case: only what matters is written, the rest is average."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rules.systems.storyteller import sheet as sheets
from rules.systems.storyteller.catalogue import ABILITIES, ATTRIBUTES, HAKI, SWITCHES

if TYPE_CHECKING:
    from rules.systems.storyteller.system import Storyteller

_CASE = frozenset({"actors", "settings", "phase", "turn", "note", "up"})
_SEAT = frozenset({"name", "orders", "ready", "in_combat"})


def stage(system: "Storyteller", case: Mapping[str, Any]) -> dict[str, Any]:
    """
    Return the table at which a case begins.

    Everybody has two dots in each Attribute and no Ability if the case says nothing else. With
    `phase = "attack"` it is the place of the first actor (or of those in `up`), and nobody else
    has an action left to defend with, but for those who are `ready`.

    :raises ValueError: for a word that no case has.
    """
    for key in case:
        if key not in _CASE:
            raise ValueError(f"{key!r} is no part of a case")
    rows = case.get("actors", {})
    actors = {actor_id: _actor(actor_id, row) for actor_id, row in rows.items()}
    state = system.new_encounter(actors, case.get("settings"))
    state["phase"] = case.get("phase", "scene")
    state["turn"] = case.get("turn", 0 if state["phase"] == "scene" else 1)
    if state["phase"] == "attack":
        up = case.get("up", list(rows)[:1])
        state["queue"] = [{"kind": "own", "actors": [actor_id]} for actor_id in up]
        for actor_id, seat in state["actors"].items():
            seat["initiative"] = sheets.initiative(seat["sheet"], seat["state"])
            seat["no_defence"] = not rows[actor_id].get("ready", False)
    return state


def _actor(actor_id: str, row: Mapping[str, Any]) -> dict[str, Any]:
    sheet: dict[str, Any] = {**sheets.empty(), "attributes": dict.fromkeys(ATTRIBUTES, 2)}
    seat: dict[str, Any] = {"name": actor_id}
    state: dict[str, Any] = {}
    for key, value in row.items():
        if key in ATTRIBUTES:
            sheet["attributes"] = {**sheet["attributes"], key: value}
        elif key in ABILITIES:
            sheet["abilities"] = {**sheet["abilities"], key: value}
        elif key in HAKI:
            sheet["haki"] = {**sheet["haki"], key: value}
        elif key == "state":
            state.update(value)
        elif key in _SEAT:
            seat[key] = value
        elif key == "only_attributes":
            sheet["attributes"] = value
        elif key in _SHEET:
            sheet[key] = value
        else:
            raise ValueError(f"{actor_id}: {key!r} is no part of an actor")
    return {**seat, "sheet": sheet, "state": state}


_SHEET = frozenset(
    {"willpower", "devil_fruit", "claws", "specialities", "carries", "load", "weapons", "ships",
     "objects", "extra_abilities", "armour", "willpower_pool", "abilities"}
)  # fmt: skip


def describe() -> list[str]:
    """Return what a writer of cases must know, as lines of Markdown."""
    switches = ", ".join(f"`{one.id}` ({one.rule})" for one in SWITCHES.values())
    return [
        "## Setting the scene",
        "",
        "Everybody has two dots in each Attribute and no Ability; name only what differs.",
        "An actor takes Attributes, Abilities and haki by their ids (`dexterity = 3, armour = 1`), "
        "other parts of the sheet by theirs ("
        + ", ".join(f"`{key}`" for key in sorted(_SHEET))
        + "),",
        "and `state` (marks, `beyond`, `willpower`, `conditions`).",
        'Without `phase` it is a scene, where nothing counts actions. `phase = "attack"` makes it '
        "the place of the first actor, or of those in `up` (an id for each action); then nobody "
        "defends but those who are `ready = true`.",
        "A whole turn is begun with `start_fight`, and everybody declares, the slowest first.",
        "",
        f"`settings` turn rulings the other way: {switches}.",
        "",
        "A pool's faces come one die after the other: the attack, the defence, damage, soak, and "
        "what a manoeuvre asks for after it. A roll of Willpower to drop an action comes first.",
        "",
    ]
