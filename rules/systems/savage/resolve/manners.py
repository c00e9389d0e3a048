"""Ways of attacking that an edition may have: rapid, double tap, burst, charging, blind."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rules.engine.modifiers import Modifier
from rules.engine.resolution import Flow, named
from rules.engine.rolls import Roll
from rules.systems.savage.game import Game, refuse
from rules.systems.savage.resolve import riding
from rules.systems.savage.rolling import trait

if TYPE_CHECKING:
    from rules.systems.savage.resolve.attack import Attack

BURSTS = {"double_tap": (2, 1), "burst": (3, 2)}  # bullets, bonus (SWD-BURST-002, -005)


def most_dice(g: Game, a: "Attack") -> int:
    """Return how many dice an attack may be made with (SWD-RAPID-001, -002, SWD-ACT-015)."""
    if a.is_rapid:
        return g.edition.rapid_dice[1 if a.is_ranged else 0]
    if a.is_frenzy:
        return 2
    return a.weapon.rof


def check(g: Game, a: "Attack") -> None:
    """:raises Refusal: when these ways do not go with each other, or with this weapon."""
    turn = g.turn or {}
    name = f"attack.{a.weapon.id}"
    if not g.edition.same_action_twice and not a.is_free and name in turn.get("done", ()):
        rule = "SWD-ACT-015" if a.is_ranged else "SWD-ACT-016"
        raise refuse(rule, "Ya ha atacado con esa arma.", "That weapon has attacked already.")
    if a.weapon.id in turn.get("unready", ()):
        raise refuse("SWD-ACT-009", "Acaba de empuñarla mal.", "It was drawn too clumsily.")
    if a.is_rapid:
        _check_rapid(g, a)
    if a.is_frenzy:
        _check_frenzy(g, a)
    if a.is_double_tap and not a.weapon.semi_auto:
        raise refuse("SWD-BURST-001", "No es semiautomática.", "The weapon is not semi-automatic.")
    if a.is_burst and not a.weapon.burst:
        raise refuse("SWD-BURST-005", "No dispara ráfagas.", "The weapon has no burst selector.")
    if (a.is_double_tap or a.is_burst) and len(a.targets) > 1:
        raise refuse("SWD-BURST-001", "Es una sola tirada.", "That is a single roll.")
    if a.is_nonlethal and g.edition.disarm_model == "dx" and not _can_spare(a):
        raise refuse("SWD-NONL-001", "Con esa arma no.", "Only fists and blunt weapons.")
    if a.called == "object" and a.is_ranged and a.is_area:
        raise refuse("SWD-GAP-081", "No en un ataque de área.", "Not with an area attack.")
    if a.is_charge and not riding.is_charging(g, a.actor):
        raise refuse("SWD-MOUNT-013", "No hay carga: seis pasos.", "No charge: six paces.")
    if a.weapon.mounted and not g.actor(a.actor).get("mount"):
        raise refuse("SWD-GAP-188", "Solo a caballo.", "Only from the saddle.")


def _can_spare(a: "Attack") -> bool:
    return not a.is_ranged and (a.weapon.is_blunt or a.weapon.edged)


def _check_rapid(g: Game, a: "Attack") -> None:
    turn = g.turn or {}
    if not g.edition.rapid_dice[0]:
        raise refuse("SWD-RAPID-001", "No hay ataque rápido.", "There is no rapid attack.")
    if a.is_frenzy or turn.get("two_weapons"):
        raise refuse("SWD-RAPID-006", "No se combina con eso.", "It does not go with that.")
    if a.is_double_tap or a.is_burst:
        raise refuse("SWD-RAPID-007", "Las balas van de una en una.", "Single bullets only.")
    if a.is_ranged and not (a.weapon.semi_auto or a.weapon.revolver):
        raise refuse(
            "SWD-RAPID-002", "Semiautomática o revólver.", "Only a semi-automatic or a revolver."
        )
    if a.weapon.single_action and int(g.sheet(a.actor).get("shield", 0)):
        raise refuse("SWD-RAPID-005", "Hacen falta las dos manos.", "That takes both hands.")


def _check_frenzy(g: Game, a: "Attack") -> None:
    effects = list(g.system.catalogue.effects(g.sheet(a.actor), "extra_blow"))
    if not effects or a.is_ranged or a.is_free:
        raise refuse("SWD-ACT-019", "Hace falta la ventaja.", "That takes an edge.")


def bullets(a: "Attack") -> int:
    """Return what an attack costs where a die fired on automatic uses as many as the rate."""
    if a.is_double_tap or a.is_burst:
        return BURSTS["burst" if a.is_burst else "double_tap"][0]
    shots = len(a.targets)
    return shots if shots == 1 or a.is_rapid else shots * a.weapon.rof


def obstacle_armor(g: Game, obstacle: str) -> int:
    """
    Return what something in the way is worth as armor: by its name in the table, or a number.

    :raises Refusal: for a name that is not in the table.
    """
    if not obstacle:
        return 0
    if obstacle.isdigit() and len(obstacle) < 4:
        return int(obstacle)
    if obstacle not in g.edition.obstacles:
        raise refuse("SWD-GAP-003", "Ese obstáculo no está en la tabla.", "No such obstacle.")
    return g.edition.obstacles[obstacle]


def modifiers(g: Game, a: "Attack") -> list[Modifier]:
    """Return what these ways of attacking are worth to the roll."""
    found: list[Modifier] = []
    if a.is_rapid:
        value = g.edition.rapid_attack_penalty
        found.append(named("SWD-RAPID-003", "Ataque rápido", "Rapid attack", value))
    for flag, key in ((a.is_double_tap, "double_tap"), (a.is_burst, "burst")):
        if flag:
            found.append(_burst(key))
    if a.is_frenzy:
        effects = g.system.catalogue.effects(g.sheet(a.actor), "extra_blow")
        edge, effect = max(effects, key=lambda pair: int(pair[1]["value"]))
        if int(effect["value"]):
            found.append(Modifier(edge.rule, edge.name, int(effect["value"])))
    if a.is_blind:
        found.append(named("SWD-ATK-027", "A ciegas", "Blind fire", -4))
    shaky = a.is_unstable or bool(g.actor(a.actor).get("mount"))
    steady = g.system.waives(g.sheet(a.actor), "unstable")
    if a.is_ranged and shaky and not steady and g.edition.unstable:
        value = g.edition.unstable
        found.append(named("SWD-UNST-001", "Plataforma inestable", "Unstable platform", value))
    if (g.turn or {}).get("mount_ran") and (g.turn or {}).get("actor") == a.actor:
        found.append(named("SWD-MOUNT-006", "La montura corre", "The mount runs", -2))
    if a.weapon.to_hit:
        found.append(named("SWD-GAP-196", "Arma", "Weapon", a.weapon.to_hit))
    return found


def _burst(key: str) -> Modifier:
    if key == "burst":
        return named("SWD-BURST-005", "Ráfaga corta", "Three-round burst", 2)
    return named("SWD-BURST-002", "Disparo doble", "Double tap", 1)


def charges(g: Game, a: "Attack") -> bool:
    return a.is_charge or bool(g.actor(a.actor).get("charge_bonus"))


def damage_modifiers(g: Game, a: "Attack") -> list[Modifier]:
    """Return what these ways of attacking are worth to the damage."""
    found = []
    if a.is_double_tap:
        found.append(_burst("double_tap"))
    if a.is_burst:
        found.append(_burst("burst"))
    if charges(g, a) and not a.is_ranged and not g.actor(a.actor).get("charge_lost"):
        found.append(named("SWD-MOUNT-012", "Carga", "Charge", 4))
    return found


def damage_text(a: "Attack") -> str:
    """Return a weapon's damage at this distance: "3d6/2d6/1d6" falls with the range."""
    parts = a.weapon.damage.split("/")
    if len(parts) == 1:
        return parts[0]
    bands = [int(part) for part in a.weapon.range.split("/")]
    band = next((i for i, most in enumerate(bands) if a.distance <= most), len(bands) - 1)
    return parts[band]


def expose(g: Game, a: "Attack") -> None:
    """Let an attacker lower its guard until its next turn (SWD-RAPID-008, SWD-WATK-003)."""
    if a.is_rapid:
        g.inflict(a.actor, "open_rapid", rules=("SWD-RAPID-008",))
    if a.is_wild and g.edition.wild_attack_cost == "parry":
        g.inflict(a.actor, "open_wild", rules=("SWD-WATK-003",))
    carried = a.weapon.id in g.sheet(a.actor).get("weapons", {})
    if a.weapon.improvised and not carried and "improvising" in g.edition.parry_conditions:
        g.inflict(a.actor, "improvising", rules=("SWD-IMPR-002",))


def saved_by_stealth(g: Game, a: "Attack", target: str) -> Flow[bool]:
    """Let somebody who is shot at blindly have been elsewhere (SWD-ATK-028, -029)."""
    found = []
    if len(a.targets) >= 3:
        found.append(named("SWD-ATK-029", "Cadencia 3 o más", "Rate of fire 3 or more", -2))
    rolled = yield from trait(
        g, target, "skill.stealth", purpose="blind.stealth", modifiers=found, rules=("SWD-ATK-028",)
    )
    return rolled.succeeded


def with_bystanders(g: Game, a: "Attack") -> "Attack":
    """
    Return an attack with those whom a stray shot may hit (SWD-FMEL-001, SWD-MOUNT-010).

    Everybody next to the target, animals too, but for the shooter; always when the target rides or
    fights a friend of the shooter, otherwise only if the GM wants it.
    """
    if g.edition.disarm_model != "dx" or a.bystanders or not a.is_ranged:
        return a
    near = [who for who in g.adjacent(a.target) if who != a.actor and who not in a.targets]
    mount = g.actor(a.target).get("mount")
    if mount and mount not in near:
        near.append(str(mount))
    friends = [who for who in near if not g.are_foes(who, a.actor) and who != mount]
    if not (a.everyone or mount or friends):
        return a
    return replace(a, bystanders=tuple(near))


def stray(roll: Roll, most: int, totals: Sequence[int], numbers: Sequence[int]) -> int:
    """
    Return how many dice of an attack go astray: natural ones that stay misses.

    A die that the wild die stands in for, and so hits, is none of them (SWD-GAP-106).
    """
    traits = [die for die in roll.dice if die.role == "trait"]
    dice = zip(traits, totals, numbers, strict=False)
    return sum(die.faces[0] <= most and total < number for die, total, number in dice)


def shelter(g: Game, a: "Attack", target: str) -> int:
    """Return what a shield is worth as armor against a shot at its side (SWD-GAP-012)."""
    if not a.at_shield or not a.is_ranged:
        return 0
    return max((weapon.shelter for weapon in g.weapons(target)), default=0)
