"""What counts for an attack: distance, cover, light, size, numbers. Each modifier with its rule."""

from typing import TYPE_CHECKING

from rules.engine.events import Change
from rules.engine.modifiers import Modifier
from rules.engine.resolution import named
from rules.systems.savage.catalogue import Weapon
from rules.systems.savage.game import Game, refuse
from rules.systems.savage.traits import TraitDie, read_die

if TYPE_CHECKING:
    from rules.systems.savage.resolve.attack import Attack

# Penalties that aiming takes away (SWADE-INDEX-221).
AIMED = ("SWADE-INDEX-065", "SWADE-INDEX-071", "SWADE-INDEX-073", "SWADE-INDEX-074")


def range_modifier(
    g: Game, weapon: Weapon, distance: int, *, is_thrown: bool, aims: bool
) -> list[Modifier]:
    """
    Return the penalty for the distance.

    :raises Refusal: out of range, or at extreme range without having aimed (SWADE-INDEX-066).
    """
    text = weapon.thrown_range if is_thrown and weapon.thrown_range else weapon.range
    short, medium, long = (int(part) for part in text.split("/"))
    for limit, value in zip((short, medium, long), g.edition.range_penalties, strict=True):
        if distance <= limit:
            return [named("SWADE-INDEX-065", "Distancia", "Range", value)] if value else []
    if not g.edition.extreme_range or is_thrown or distance > 4 * long or not aims:
        raise refuse("SWADE-INDEX-066", "Está fuera de alcance.", "The target is out of range.")
    value = g.edition.extreme_penalty
    return [named("SWADE-INDEX-066", "Distancia extrema", "Extreme range", value)]


def cover_modifier(g: Game, cover: str) -> list[Modifier]:
    value = g.edition.cover[cover]
    return [named("SWADE-INDEX-071", "Cobertura", "Cover", value)] if value else []


def worse_cover(g: Game, a: "Attack") -> str:
    """Return the cover that counts: the better of what is given and lying down, if that is one."""
    value, least = g.edition.prone_ranged
    if not g.edition.prone_is_cover or a.distance < least or not g.has(a.target, "prone"):
        return a.cover
    lying = next(name for name, worth in g.edition.cover.items() if worth == value)
    return lying if value < g.edition.cover[a.cover] else a.cover


def light_modifier(g: Game, illumination: str, distance: int) -> list[Modifier]:
    """:raises Refusal: when the target is too far away to be seen in the dark."""
    if illumination == "dark" and distance > g.edition.dark_sight:
        raise refuse("SWADE-INDEX-072", "A oscuras no se ve tan lejos.", "Too dark to see so far.")
    value = g.edition.illumination[illumination]
    return [named("SWADE-INDEX-072", "Iluminación", "Illumination", value)] if value else []


def called_modifier(g: Game, called: str) -> list[Modifier]:
    value = g.edition.called_shots[called]
    return [named("SWADE-INDEX-073", "Ataque apuntado", "Called shot", value)] if value else []


def scale(size: int) -> int:
    """Return what a Size is worth on the Scale table (SWADE-INDEX-074)."""
    steps = ((12, 6), (8, 4), (4, 2), (-1, 0), (-2, -2), (-3, -4))
    return next((value for least, value in steps if size >= least), -6)


def scale_modifier(g: Game, actor_id: str, target_id: str) -> list[Modifier]:
    if not g.edition.scale_mods:
        return []
    sizes = (int(g.sheet(who).get("size", 0)) for who in (target_id, actor_id))
    theirs, mine = (scale(size) for size in sizes)
    value = theirs - mine
    return [named("SWADE-INDEX-074", "Escala", "Scale", value)] if value else []


def prone_modifier(g: Game, target_id: str, distance: int, *, is_covered: bool) -> list[Modifier]:
    """SWADE-INDEX-046: not on top of cover."""
    value, least = g.edition.prone_ranged
    if is_covered or g.edition.prone_is_cover or distance < least or not g.has(target_id, "prone"):
        return []
    return [named("SWADE-INDEX-046", "Blanco tumbado", "Prone target", value)]


def gang_up(g: Game, actor_id: str, target_id: str) -> int:
    """
    Return the bonus for several attackers: cancelled by the target's friends first, then capped.

    Stunned and incapacitated figures do not count (SWADE-INDEX-621, -622, SWADE-GAP-039).
    """
    around = g.adjacent(target_id)
    foes = [who for who in around if g.are_foes(who, target_id) and not g.is_helpless(who)]
    count = len(foes) if actor_id in foes else len(foes) + 1
    bonus = count - 1
    if g.edition.gangup_cancel:
        near = set(g.adjacent(actor_id))
        bonus -= sum(
            who in near and not g.are_foes(who, target_id) and not g.is_helpless(who)
            for who in around
        )
    return max(0, min(bonus, g.edition.gang_up_cap))


def gang_up_modifier(g: Game, actor_id: str, target_id: str) -> list[Modifier]:
    bonus = gang_up(g, actor_id, target_id)
    return [named("SWADE-INDEX-621", "Múltiples oponentes", "Gang Up", bonus)] if bonus else []


def is_armed(g: Game, actor_id: str) -> bool:
    """Tell whether somebody has a melee weapon in hand; natural ones always count."""
    return any(weapon.is_melee and not weapon.worn for weapon in g.weapons(actor_id))


def has_natural(g: Game, actor_id: str) -> bool:
    return any(weapon.kind == "natural" for weapon in g.weapons(actor_id))


def unarmed_modifier(g: Game, weapon: Weapon, target_id: str) -> list[Modifier]:
    """SWADE-INDEX-421: an armed attacker against somebody without a weapon."""
    if weapon.kind == "unarmed" or is_armed(g, target_id):
        return []
    value = g.edition.unarmed_defender
    return [named("SWADE-INDEX-421", "Defensor desarmado", "Unarmed defender", value)]


def two_weapons_modifier(g: Game, actor_id: str, target_id: str) -> list[Modifier]:
    """SWADE-INDEX-481: two blades against one or none, without a shield; not against claws."""
    if not g.edition.two_weapon_bonus or len(_blades(g, actor_id)) < 2:
        return []
    if has_natural(g, actor_id) or has_natural(g, target_id):
        return []
    if len(_blades(g, target_id)) > 1 or int(g.sheet(target_id).get("shield", 0)):
        return []
    value = g.edition.two_weapon_bonus
    return [named("SWADE-INDEX-481", "Dos armas", "Two weapons", value)]


def _blades(g: Game, actor_id: str) -> list[Weapon]:
    return [weapon for weapon in g.weapons(actor_id) if weapon.kind == "melee"]


def strength_short(weapon: Weapon, strength: TraitDie) -> int:
    """Return by how many die types somebody is too weak for a weapon (SWADE-INDEX-085)."""
    needed = read_die(weapon.min_strength)
    return 0 if needed is None else max(0, needed.step - strength.step)


def exposed_modifiers(
    g: Game, target_id: str, *, has_drop: bool, unarmed: list[Modifier]
) -> list[Modifier]:
    """
    Return what a target's plight is worth: the drop alone, or Vulnerable and being unarmed.

    The drop does not add to the others (SWADE-INDEX-663).
    """
    if has_drop:
        return [named("SWADE-INDEX-661", "Superioridad", "The Drop", g.edition.drop)]
    found = list(unarmed)
    if g.has(target_id, "vulnerable"):
        value = g.edition.vulnerable
        found.append(named("SWADE-INDEX-462", "Vulnerable", "Vulnerable", value))
    return found


def gives_drop(g: Game, target_id: str, *, ruled: bool) -> bool:
    """Tell whether the drop applies: by the GM's word, or because the target is stunned."""
    stunned = "stunned" in g.state_of(target_id).get("conditions", ())
    return ruled or (stunned and g.edition.stunned_variant == "written")


def meet(g: Game, one: str, other: str) -> None:
    """Put two figures next to each other, if they are not."""
    if other in g.adjacent(one):
        return
    changes = [
        Change(("adjacent", one), [*g.adjacent(one), other]),
        Change(("adjacent", other), [*g.adjacent(other), one]),
    ]
    g.emit("engaged", one, changes=changes, other=other)


def part(g: Game, actor_id: str, others: list[str]) -> None:
    """Take a figure away from others that stood next to it."""
    gone = set(others)
    changes = [Change(("adjacent", actor_id), [w for w in g.adjacent(actor_id) if w not in gone])]
    changes += [
        Change(("adjacent", other), [w for w in g.adjacent(other) if w != actor_id])
        for other in others
    ]
    g.emit("parted", actor_id, changes=changes, others=others)
