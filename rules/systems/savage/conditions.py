"""
Conditions: what is said of somebody, what follows from it, and when it ends.

A character's state holds `conditions` (what was inflicted) and `clocks` (how many ends of its own
turn a condition still outlives). What another condition grants is computed, never stored: it lasts
as long as its source, whatever the clock says (SWADE-INDEX-688).
"""

from collections.abc import Mapping
from typing import Any

from rules.engine.text import Text
from rules.systems.savage.edition import Edition

NAMES = {
    "shaken": Text(es="Aturdido", en="Shaken"),
    "distracted": Text(es="Distraído", en="Distracted"),
    "vulnerable": Text(es="Vulnerable", en="Vulnerable"),
    "stunned": Text(es="Conmocionado", en="Stunned"),
    "entangled": Text(es="Aferrado", en="Entangled"),
    "bound": Text(es="Inmovilizado", en="Bound"),
    "prone": Text(es="Tumbado", en="Prone"),
    "grappled": Text(es="Aferrado", en="Grappled"),
    "tricked": Text(es="Distraído por un truco", en="Tricked"),
    "open_rapid": Text(es="Descubierto (ataque rápido)", en="Open after a rapid attack"),
    "open_wild": Text(es="Descubierto (ataque salvaje)", en="Open after a wild attack"),
    "improvising": Text(es="Con un arma improvisada", en="With an improvised weapon"),
    "full_defense": Text(es="En defensa total", en="In full defense"),
    "defending": Text(es="Defendiéndose", en="Defending"),
    "incapacitated": Text(es="Incapacitado", en="Incapacitated"),
    "bleeding_out": Text(es="Desangrándose", en="Bleeding out"),
    "unconscious": Text(es="Inconsciente", en="Unconscious"),
    "dead": Text(es="Muerto", en="Dead"),
}
# Who is in one of these does nothing.
HELPLESS = frozenset({"stunned", "incapacitated", "unconscious", "dead"})
CLOCKED = ("distracted", "vulnerable")


def active(edition: Edition, state: Mapping[str, Any]) -> frozenset[str]:
    """Return the conditions somebody is in, those that follow from others included."""
    conditions = state.get("conditions")
    if not conditions and not state.get("holding_bound"):
        return frozenset()
    found = set(conditions or ())
    if "stunned" in found and edition.stunned_variant == "written":
        found.add("distracted")  # SWADE-STUN-002
    if "stunned" in found and edition.stunned_variant == "revised":
        found.add("vulnerable")  # SWADE-INDEX-363
    if "bound" in found:
        found |= {"distracted", "vulnerable"}  # SWADE-INDEX-202
    if "entangled" in found:
        found.add(edition.entangled_state)  # SWADE-INDEX-201, SWADE-GAP-036
    if state.get("holding_bound"):
        found.add("vulnerable")  # SWADE-INDEX-207
    return frozenset(found)


def added(state: Mapping[str, Any], condition: str, clock: int | None = None) -> dict[str, Any]:
    """
    Return the state's new `conditions` and `clocks` with a condition inflicted.

    A condition does not add to itself; a new one restarts the clock, and the later end counts
    (SWADE-INDEX-464).
    """
    conditions = list(state.get("conditions", ()))
    if condition not in conditions:
        conditions.append(condition)
    clocks = dict(state.get("clocks", {}))
    if clock is not None:
        clocks[condition] = max(clock, clocks.get(condition, 0))
    return {"conditions": conditions, "clocks": clocks}


def removed(state: Mapping[str, Any], *gone: str) -> dict[str, Any]:
    """Return the state's new `conditions` and `clocks` without some conditions."""
    return {
        "conditions": [name for name in state.get("conditions", ()) if name not in gone],
        "clocks": {k: v for k, v in state.get("clocks", {}).items() if k not in gone},
    }


def after_turn(edition: Edition, state: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return `conditions` and `clocks` after the end of an own turn, and what has ended."""
    stopped = "stunned" in state.get("conditions", ()) and edition.stunned_variant == "written"
    clocks = {}
    ended = []
    for name, left in state.get("clocks", {}).items():
        if name == "distracted" and stopped:
            clocks[name] = left  # SWADE-STUN-002: its clock stands still
        elif left <= 1:
            ended.append(name)
        else:
            clocks[name] = left - 1
    conditions = [name for name in state.get("conditions", ()) if name not in ended]
    return {"conditions": conditions, "clocks": clocks}, ended
