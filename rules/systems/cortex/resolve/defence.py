"""What stands against an attack: instinct, a block, a dodge, or nothing; and cover."""

from dataclasses import dataclass

from rules.engine.decisions import Decision, Option
from rules.engine.resolution import Flow, ask
from rules.engine.rolls import Roll
from rules.engine.text import Text
from rules.systems.cortex import rolling
from rules.systems.cortex.game import Game, refuse
from rules.systems.cortex.pool import Part, Step
from rules.systems.cortex.resolve import turns

LEAST = 3  # COR-DEF-001, COR-DEF-008
BLOCKS = {
    "block": "close_combat",
    "block_weapon": "melee_weapon_combat",
    "block_unarmed": "unarmed_combat",
    "block_shield": "shield",
}


@dataclass(frozen=True, slots=True)
class Threat:
    """What a defence is up against."""

    attacker: str
    is_melee: bool
    is_unaware: bool = False  # the target neither knows of it nor moves
    evading: int = 0  # COR-DEF-006: steps that the GM gives for fast or odd movement
    may_dodge_climbing: bool = False
    may_grapple: bool = False


@dataclass(frozen=True, slots=True)
class Defence:
    """The difficulty that a defence makes, by which means, and its roll if there was one."""

    kind: str
    difficulty: int
    roll: Roll | None = None


def possible(g: Game, target: str, threat: Threat) -> list[str]:
    """Return the defences that somebody's situation allows; none at all is "none" (COR-DEF-002)."""
    active, done = g.active(target), g.round_of(target)
    held = g.detail(target, "grappled")
    is_easy = threat.is_melee and held and int(held["turn"]) < int(g.state["turn"])
    if g.is_helpless(target) or threat.is_unaware or is_easy or "immobile" in active:
        return ["none"]
    found = ["none"] if "prone" in active else ["innate"]
    feinted = g.detail(target, "feinted").get("by") == threat.attacker
    if "breathless" in active or feinted or "pinned" in active:
        return found
    if int(done.get("actions", 0)) >= turns.MOST_ACTIONS or done.get("sprinted"):
        return found
    if done.get("full_turn"):
        return found
    taken = int(done.get("actions", 0))
    if threat.is_melee:
        for name in BLOCKS:
            if name == "block_shield" and not g.sheet(target).get("shield"):
                continue
            if not taken or _skill(g, target, name, taken).final:
                found.append(name)
    climbing = done.get("climbing") and not threat.may_dodge_climbing
    if not (active & {"prone", "grappled"} or done.get("dropped") or climbing) and (
        not taken or _skill(g, target, "dodge", taken).final
    ):
        found.append("dodge")
    if threat.may_grapple and (not taken or _skill(g, target, "block_unarmed", taken).final):
        found.append("counter_hold")
    return found


def _skill(g: Game, target: str, kind: str, taken: int) -> Part:
    steps = turns.penalty(taken)
    if kind == "block_shield":
        steps.append(Step("COR-DEF-010", _SHIELD, int(g.sheet(target)["shield"])))
    key = "dodge" if kind == "dodge" else BLOCKS.get(kind, "unarmed_combat")
    return g.skill(target, key, steps)


def defend(g: Game, target: str, threat: Threat) -> Flow[Defence]:
    """Let the defender choose, and return the difficulty that comes of it."""
    if threat.evading > 2:
        raise refuse("COR-DEF-006", "Uno o dos niveles.", "One or two steps.")
    if int(g.sheet(target).get("shield", 0)) > 4:
        raise refuse("COR-DEF-010", "Un escudo da de 1 a 4.", "A shield gives 1 to 4.")
    options = possible(g, target, threat)
    kind = options[0]
    if len(options) > 1:
        kind = yield from _choose(g, target, options, threat)
    if kind in BLOCKS and g.has(target, "prone"):
        g.prompt("block_prone", target)
    if kind == "none":
        return Defence(kind, LEAST)
    if kind == "innate":
        roll = yield from innate(g, target, threat.evading)
        return Defence(kind, max(LEAST, roll.total), roll)
    taken = turns.claim(g, target, is_reaction=True)
    parts = [g.attribute(target, "agility"), _skill(g, target, kind, taken)]
    turns.check_skill(taken, parts[1])
    turns.spend(g, target, vigorous=True)
    rule = "COR-DEF-015" if kind == "dodge" else "COR-DEF-009"
    if kind == "counter_hold":
        rule = "COR-MAN-009"
    roll = yield from rolling.make(
        g, target, parts, purpose=f"defence.{kind}", target=None, rules=(rule,), can_save=False
    )
    if roll.critical_failure:
        g.prompt("mishap", target, about=kind)  # COR-GAP-061
    return Defence(kind, LEAST if roll.critical_failure else max(LEAST, roll.total), roll)


def innate(g: Game, target: str, evading: int) -> Flow[Roll]:
    """Roll Agility alone: free, without a botch, never below three (COR-DEF-003 to -008)."""
    steps = [Step("COR-DEF-006", _EVADING, evading)] if evading else []
    if g.round_of(target).get("sprinted"):
        steps.append(Step("COR-MOVE-011", _SPRINTING, 1))
    for trait in g.sheet(target).get("traits", ()):
        if trait.get("innate"):
            name = Text(es=str(trait["name"]), en=str(trait["name"]))
            steps.append(Step("COR-TRAIT-006", name, int(trait["innate"])))
    found: Roll = yield from rolling.make(
        g, target, [g.attribute(target, "agility", steps)], purpose="defence.innate", target=None,
        rules=("COR-DEF-003", "COR-DEF-007"), can_botch=False, can_save=False,
    )  # fmt: skip
    return found


def _choose(g: Game, target: str, options: list[str], threat: Threat) -> Flow[str]:
    def decide() -> Decision:
        named = tuple(Option(name, NAMES[name]) for name in options)
        facts = {"attacker": threat.attacker, "is_melee": threat.is_melee}
        return Decision("defence", target, _CHOOSE, named, options[0], "COR-DEF-002", facts)

    return (yield from ask(decide)) or options[0]


def cover(g: Game, target: str, level: str, *, is_melee: bool, is_indirect: bool) -> int:
    """
    Return what cover adds; lying down is light cover from afar (COR-DEF-019 to -025, COR-GAP-062).

    :raises Refusal: for a direct attack on somebody who is wholly covered.
    """
    added = int(g.tables["cover"][level][0])
    if level == "full" and not is_indirect:
        raise refuse("COR-DEF-024", "Está cubierto del todo.", "The target is fully covered.")
    if g.has(target, "prone") and not is_melee:
        added = max(added, int(g.tables["cover"]["light"][0]))
    return added


NAMES = {
    "none": Text(es="No se defiende", en="No defence"),
    "innate": Text(es="Defensa innata", en="Innate defence"),
    "block": Text(es="Bloquear (cuerpo a cuerpo)", en="Block (Close Combat)"),
    "block_weapon": Text(es="Bloquear con el arma", en="Block with the weapon"),
    "block_unarmed": Text(es="Bloquear sin armas", en="Block unarmed"),
    "block_shield": Text(es="Bloquear con el escudo", en="Block with the shield"),
    "dodge": Text(es="Esquivar", en="Dodge"),
    "counter_hold": Text(es="Responder a la presa", en="Answer the grapple"),
}
_CHOOSE = Text(es="¿Cómo se defiende?", en="Which defence?")
_SHIELD = Text(es="Escudo", en="Shield")
_EVADING = Text(es="Movimiento evasivo", en="Evasive movement")
_SPRINTING = Text(es="Esprintando", en="Sprinting")
