"""The conditions somebody may be in: those that are put on, and those that damage implies."""

from collections.abc import Mapping
from typing import Any

from rules.engine.text import Text
from rules.systems.cortex.sheet import life_points

State = Mapping[str, Any]

# id: rule, es, en
CONDITIONS: Mapping[str, tuple[str, Text]] = {
    "wounded": ("COR-COND-001", Text(es="Malherido", en="Badly wounded")),
    "unconscious": ("COR-COND-002", Text(es="Inconsciente", en="Unconscious")),
    "coma": ("COR-COND-003", Text(es="En coma", en="In a coma")),
    "dying": ("COR-COND-004", Text(es="Agonizante", en="Dying")),
    "stabilised": ("COR-COND-005", Text(es="Estabilizado", en="Stabilised")),
    "dead": ("COR-COND-006", Text(es="Muerto", en="Dead")),
    "incapacitated": ("COR-COND-007", Text(es="Incapacitado", en="Incapacitated")),
    "breathless": ("COR-COND-008", Text(es="Aturdido, sin respiración", en="Stunned, breathless")),
    "disabled_limb": ("COR-COND-009", Text(es="Miembro inútil", en="Disabled limb")),
    "bleeding": ("COR-COND-010", Text(es="Desangrándose", en="Bleeding")),
    "blinded": ("COR-COND-011", Text(es="Cegado", en="Blinded")),
    "deafened": ("COR-COND-012", Text(es="Sordo", en="Deafened")),
    "immobile": ("COR-COND-012", Text(es="Inmóvil", en="Immobile")),
    "prone": ("COR-COND-013", Text(es="Tumbado", en="Prone")),
    "grappled": ("COR-COND-014", Text(es="Apresado", en="Grappled")),
    "pinned": ("COR-GAP-053", Text(es="Inmovilizado en el suelo", en="Pinned")),
    "feinted": ("COR-COND-015", Text(es="Fintado", en="Feinted")),
    "aiming": ("COR-COND-016", Text(es="Apuntando", en="Aiming")),
    "covering": ("COR-COND-017", Text(es="Fuego de cobertura", en="Covering fire")),
    "threatening": ("COR-COND-018", Text(es="Fuego de amenaza", en="Threatening fire")),
    "disarmed": ("COR-COND-019", Text(es="Desarmado", en="Disarmed")),
    "winded": ("COR-COND-020", Text(es="Sin aliento", en="Winded")),
    "irradiated": ("COR-COND-021", Text(es="Irradiado", en="Irradiated")),
    "burned": ("COR-COND-022", Text(es="Quemado", en="Burned")),
    "diseased": ("COR-COND-023", Text(es="Enfermo", en="Diseased")),
    "drunk": ("COR-COND-024", Text(es="Borracho", en="Drunk")),
    "poisoned": ("COR-COND-024", Text(es="Envenenado", en="Poisoned")),
    "holding_breath": ("COR-HAZ-026", Text(es="Aguantando la respiración", en="Holding breath")),
    "suffocating": ("COR-COND-025", Text(es="Asfixiándose", en="Suffocating")),
    "exposed": ("COR-HAZ-005", Text(es="A la intemperie", en="Exposed")),
}
# Those that follow from damage, or that only the rules of dying put on.
IMPLIED = frozenset({"wounded", "dying", "incapacitated"})
HELPLESS = frozenset({"unconscious", "coma", "dead"})


def active(sheet: Mapping[str, Any], state: State) -> frozenset[str]:
    """Return the conditions somebody is in."""
    found = set(state.get("conditions", {}))
    life = life_points(sheet)
    stun, wounds = int(state.get("stun", 0)), int(state.get("wounds", 0))
    if is_hampered(sheet, state):
        found.add("wounded")
    if "dead" in found:
        return frozenset(found)
    if wounds >= life and not found & {"stabilised", "settled"}:
        found.add("dying")
    if stun + wounds >= life:
        found.add("incapacitated")
    return frozenset(found - {"settled"})


def is_hampered(sheet: Mapping[str, Any], state: State) -> bool:
    """Tell whether wounds cost two attribute steps: from half of Life Points (COR-HURT-001)."""
    if state.get("pain_eased") and not state.get("untreatable"):
        return False
    return int(state.get("wounds", 0)) >= life_points(sheet) // 2 > 0
