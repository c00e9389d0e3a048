"""Grappling, breaking free, crushing, cutting bonds (SWADE-INDEX-201 to -209)."""

from rules.engine.intents import Intent
from rules.engine.modifiers import Modifier
from rules.engine.resolution import Flow, named
from rules.systems.savage.game import Game, integer, refuse, text
from rules.systems.savage.resolve import reach
from rules.systems.savage.resolve.actions import require_target, use_action
from rules.systems.savage.resolve.harm import damage_modifiers, suffer, toughness_against
from rules.systems.savage.rolling import (
    action_modifiers,
    damage,
    damage_dice,
    opposed,
    strength_die,
    throw_damage,
    trait,
)

MOST_SIZES_LARGER = 2


def too_large(g: Game, actor_id: str, target_id: str) -> bool:
    sizes = [int(g.sheet(who).get("size", 0)) for who in (target_id, actor_id)]
    return sizes[0] - sizes[1] > MOST_SIZES_LARGER


def grapple(g: Game, intent: Intent) -> Flow[None]:
    """Seize somebody: entangled, with a raise or already entangled bound (SWADE-INDEX-206)."""
    actor_id, target = intent.actor, text(intent, "target")
    require_target(g, actor_id, target)
    if too_large(g, actor_id, target):
        raise refuse("SWADE-INDEX-208", "Es demasiado grande.", "The target is too large.")
    use_action(g, actor_id, name="grapple")
    reach.meet(g, actor_id, target)
    drop = reach.gives_drop(g, target, ruled=False)
    modifiers = [
        *action_modifiers(g, actor_id),
        *reach.gang_up_modifier(g, actor_id, target),
        *reach.exposed_modifiers(g, target, has_drop=drop, unarmed=[]),
        *_scale(g, actor_id, target),
        *given(intent),
    ]  # fmt: skip
    result = yield from opposed(
        g, actor_id, "skill.athletics", target, "skill.athletics", purpose="grapple",
        modifiers=modifiers,
    )  # fmt: skip
    if result.winner != "active":
        return
    was = g.state_of(target).get("conditions", ())
    binds = result.raises > 0 or "entangled" in was or "bound" in was
    seize(g, actor_id, target, is_bound=binds)


def _scale(g: Game, actor_id: str, target_id: str) -> list[Modifier]:
    """SWADE-INDEX-208: the difference is subtracted, whichever of the two is larger."""
    sizes = (int(g.sheet(who).get("size", 0)) for who in (target_id, actor_id))
    theirs, mine = (reach.scale(size) for size in sizes)
    value = -abs(theirs - mine)
    return [named("SWADE-INDEX-208", "Escala", "Scale", value)] if value else []


def given(intent: Intent) -> list[Modifier]:
    """Return the modifier that the GM has set for this roll, if any."""
    value = integer(intent, "modifier")
    return [named("SWADE-ROLL-003", "Circunstancias", "Circumstances", value)] if value else []


def seize(g: Game, holder: str, target: str, *, is_bound: bool) -> None:
    """Let somebody hold somebody else."""
    gone, comes = ("entangled", "bound") if is_bound else ("bound", "entangled")
    g.relieve(target, gone, rules=("SWADE-INDEX-206",))
    g.inflict(target, comes, rules=("SWADE-INDEX-206",))
    holding = list(g.state_of(holder).get("holding", ()))
    if target not in holding:
        holding.append(target)
    changes = g.put(holder, holding=holding, holding_bound=is_bound)
    changes += g.put(target, held_by=holder)
    g.emit("seized", target, rules=("SWADE-INDEX-206", "SWADE-INDEX-207"), changes=changes)


def let_go(g: Game, holder: str, target: str) -> None:
    """End one grip."""
    holding = [who for who in g.state_of(holder).get("holding", ()) if who != target]
    bound = any("bound" in g.state_of(who).get("conditions", ()) for who in holding)
    changes = g.put(holder, holding=holding, holding_bound=bound)
    changes += g.put(target, held_by=None)
    g.emit("released", target, rules=("SWADE-INDEX-207",), changes=changes)


def break_free(g: Game, intent: Intent) -> Flow[None]:
    """Struggle: Athletics, or Strength at -2 (SWADE-INDEX-203, SWADE-GAP-037)."""
    actor_id = intent.actor
    state = g.state_of(actor_id)
    held = [name for name in ("bound", "entangled") if name in state.get("conditions", ())]
    if not held:
        raise refuse("SWADE-INDEX-203", "No está sujeto.", "The character is not held.")
    if state.get("bonds_locked"):
        raise refuse(
            "SWADE-INDEX-204", "Nada ha cambiado desde el último intento.", "Nothing has changed."
        )
    use_action(g, actor_id, name="break_free")
    modifiers = [*action_modifiers(g, actor_id), *given(intent)]
    trait_id = "skill.athletics"
    if text(intent, "with") == "strength":
        trait_id = "attribute.strength"
        modifiers.append(named("SWADE-INDEX-203", "A la fuerza", "By Strength", -2))
    holder = state.get("held_by")
    if g.edition.break_opposed and holder:
        result = yield from opposed(
            g, actor_id, trait_id, holder, "skill.athletics", purpose="break_free",
            modifiers=modifiers,
        )  # fmt: skip
        succeeded, raises = result.winner == "active", result.raises
    else:
        rolled = yield from trait(
            g, actor_id, trait_id, purpose="break_free", modifiers=modifiers,
            rules=("SWADE-INDEX-203",),
        )  # fmt: skip
        succeeded, raises = rolled.succeeded, rolled.roll.raises
    if not succeeded:
        if not holder:
            # SWADE-INDEX-204: bound by a thing, until the GM says that something has changed.
            g.emit(
                "bonds_hold",
                actor_id,
                rules=("SWADE-INDEX-204",),
                changes=g.put(actor_id, bonds_locked=True),
            )
            g.prompt("bonds", actor_id)
        return
    if held[0] == "bound" and not raises:
        g.relieve(actor_id, "bound", rules=("SWADE-INDEX-203",))
        g.inflict(actor_id, "entangled", rules=("SWADE-INDEX-203",))
        if holder:
            g.emit("loosened", actor_id, changes=g.put(holder, holding_bound=False))
        return
    g.relieve(actor_id, "bound", "entangled", rules=("SWADE-INDEX-203",))
    if holder:
        let_go(g, holder, actor_id)


def release_hold(g: Game, intent: Intent) -> Flow[None]:
    """Let somebody go of one's own will: free (SWADE-INDEX-207)."""
    target = text(intent, "target")
    if target not in g.state_of(intent.actor).get("holding", ()):
        raise refuse("SWADE-INDEX-207", "No lo tiene agarrado.", "That one is not being held.")
    g.relieve(target, "bound", "entangled", rules=("SWADE-INDEX-207",))
    let_go(g, intent.actor, target)
    yield from ()


def crush(g: Game, intent: Intent) -> Flow[None]:
    """Squeeze somebody that is held: Strength as damage (SWADE-INDEX-209)."""
    actor_id, target = intent.actor, text(intent, "target")
    if target not in g.state_of(actor_id).get("holding", ()):
        raise refuse("SWADE-INDEX-209", "No lo tiene agarrado.", "That one is not being held.")
    use_action(g, actor_id, name="crush")
    sides, added = damage_dice("str", strength_die(g, actor_id))
    modifiers = damage_modifiers(g, actor_id)
    if added:
        modifiers.append(named("SWADE-GAP-004", "Por encima de d12", "Beyond d12", added))
    tough = toughness_against(g, target)
    rolled = yield from damage(
        g, actor_id, target, sides, modifiers, bonus_die=False, toughness=tough
    )
    yield from suffer(g, target, rolled.roll.total, roll=rolled.number, toughness=tough)


def cut(g: Game, intent: Intent) -> Flow[None]:
    """Cut somebody's bonds: a sure hit, damage against Hardness, no aces (SWADE-INDEX-205)."""
    actor_id, target = intent.actor, text(intent, "target") or intent.actor
    weapon = g.weapon(actor_id, text(intent, "weapon"))
    state = g.state_of(target)
    if state.get("held_by") or not {"bound", "entangled"} & set(state.get("conditions", ())):
        raise refuse("SWADE-INDEX-205", "No hay ataduras que cortar.", "There are no bonds to cut.")
    use_action(g, actor_id, name="break_free")
    sides, _added = damage_dice(weapon.damage, strength_die(g, actor_id))
    rolled = throw_damage(g, actor_id, sides, (), aces=False, purpose="cut", victim=target)
    if rolled.roll.total >= integer(intent, "hardness"):
        g.relieve(target, "bound", "entangled", rules=("SWADE-INDEX-205",))
    yield from ()
