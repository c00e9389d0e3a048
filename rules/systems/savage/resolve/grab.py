"""Grappling by opposed Fighting, pushing, shield bashes, breaking things (Deluxe)."""

from rules.engine.intents import Intent
from rules.engine.modifiers import Modifier
from rules.engine.resolution import Flow, named
from rules.systems.savage.game import Game, integer, refuse, text
from rules.systems.savage.resolve import reach, wills
from rules.systems.savage.resolve.actions import require_target, use_action
from rules.systems.savage.resolve.attack import Attack, damage_of
from rules.systems.savage.resolve.grapple import let_go
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


def grab(g: Game, intent: Intent) -> Flow[None]:
    """Take hold of somebody: opposed Fighting, with a raise also Shaken (SWD-GRAP-001 to -003)."""
    actor_id, target = intent.actor, text(intent, "target")
    require_target(g, actor_id, target)
    use_action(g, actor_id, name="grapple")
    reach.meet(g, actor_id, target)
    modifiers = [
        *action_modifiers(g, actor_id),
        *reach.gang_up_modifier(g, actor_id, target),
        *wills.spend(g, actor_id, target),
        *wills.given(intent),
    ]
    result = yield from opposed(
        g, actor_id, "skill.fighting", target, "skill.fighting", purpose="grapple",
        modifiers=modifiers,
    )  # fmt: skip
    if result.winner != "active":
        return
    g.inflict(target, "grappled", rules=("SWD-GRAP-001",))
    holding = [*g.state_of(actor_id).get("holding", ())]
    changes = g.put(actor_id, holding=[*holding, target]) + g.put(target, held_by=actor_id)
    g.emit("seized", target, rules=("SWD-GRAP-001",), changes=changes)
    if result.raises:
        g.inflict(target, "shaken", rules=("SWD-GRAP-003",))


def struggle(g: Game, intent: Intent) -> Flow[None]:
    """Try to get free, each with Strength or Agility (SWD-GRAP-004 to -006)."""
    actor_id = intent.actor
    holder = g.state_of(actor_id).get("held_by")
    if not holder or not g.has(actor_id, "grappled"):
        raise refuse("SWD-GRAP-004", "No está aferrado.", "The character is not held.")
    use_action(g, actor_id, name="struggle")
    held = [m for m in action_modifiers(g, actor_id) if m.rule != "SWADE-INDEX-203"]
    result = yield from opposed(
        g, actor_id, f"attribute.{text(intent, 'with')}", str(holder),
        f"attribute.{text(intent, 'against')}", purpose="struggle",
        modifiers=[*held, *wills.given(intent)],
    )  # fmt: skip
    if result.winner != "active":
        return
    g.relieve(actor_id, "grappled", rules=("SWD-GRAP-005",))
    let_go(g, str(holder), actor_id)
    if result.raises:
        # SWD-GRAP-006: free, and the action is not used up.
        used = max(0, int((g.turn or {}).get("used", 1)) - 1)
        g.emit("free_to_act", actor_id, rules=("SWD-GRAP-006",), changes=g.turn_changes(used=used))


def release(g: Game, intent: Intent) -> Flow[None]:
    """Let somebody go: free (SWD-GAP-072)."""
    target = text(intent, "target")
    if target not in g.state_of(intent.actor).get("holding", ()):
        raise refuse("SWD-GAP-072", "No lo tiene agarrado.", "That one is not being held.")
    g.relieve(target, "grappled", rules=("SWD-GAP-072",))
    let_go(g, intent.actor, target)
    yield from ()


def squeeze(g: Game, intent: Intent) -> Flow[None]:
    """Hurt somebody who is held: another opposed roll, then Strength (SWD-GRAP-008 to -010)."""
    actor_id, target = intent.actor, text(intent, "target")
    if target not in g.state_of(actor_id).get("holding", ()):
        raise refuse("SWD-GRAP-008", "No lo tiene agarrado.", "That one is not being held.")
    use_action(g, actor_id, name="squeeze")
    result = yield from opposed(
        g, actor_id, f"attribute.{text(intent, 'with')}", target,
        f"attribute.{text(intent, 'against')}", purpose="squeeze",
        modifiers=[*action_modifiers(g, actor_id), *wills.given(intent)],
    )  # fmt: skip
    if result.winner == "active":
        yield from _strength_damage(g, actor_id, target, raised=result.raises > 0, bonus=())


def _strength_damage(
    g: Game, actor_id: str, target: str, *, raised: bool, bonus: tuple[Modifier, ...]
) -> Flow[None]:
    sides, added = damage_dice("str", strength_die(g, actor_id))
    modifiers = [*damage_modifiers(g, actor_id), *bonus]
    if added:
        modifiers.append(named("SWADE-GAP-004", "Por encima de d12", "Beyond d12", added))
    if raised:
        sides = [*sides, g.edition.raise_damage_die]
    tough = toughness_against(g, target)
    rolled = yield from damage(
        g, actor_id, target, sides, modifiers, bonus_die=raised, toughness=tough
    )
    yield from suffer(g, target, rolled.roll.total, roll=rolled.number, toughness=tough)


# ---- pushing ----


def push(g: Game, intent: Intent) -> Flow[None]:
    """Push, bash with a shield or knock down: opposed Strength (SWD-PUSH-001 to -008)."""
    actor_id, target, how = intent.actor, text(intent, "target"), text(intent, "how")
    require_target(g, actor_id, target)
    shield = next((w for w in g.weapons(actor_id) if w.worn == "shield"), None)
    if how == "bash" and shield is None:
        raise refuse("SWD-PUSH-004", "Hace falta un escudo.", "That takes a shield.")
    use_action(g, actor_id, name="push")
    modifiers = [*action_modifiers(g, actor_id), *wills.spend(g, actor_id, target)]
    modifiers += wills.given(intent)
    least, bonus = g.edition.push_run_up
    if (g.turn or {}).get("ran") and integer(intent, "run_up") >= least:
        modifiers.append(named("SWD-PUSH-007", "Carrerilla", "Run-up", bonus))
    result = yield from opposed(
        g, actor_id, "attribute.strength", target, "attribute.strength", purpose="push",
        modifiers=modifiers,
    )  # fmt: skip
    if result.winner != "active":
        return
    if how == "knockdown":
        g.inflict(target, "prone", rules=("SWD-PUSH-006",))
        return
    yield from _back(g, intent, target, raised=result.raises > 0)
    if how == "bash" and shield is not None:
        value = named("SWD-PUSH-005", "Escudo", "Shield", shield.bash)
        yield from _strength_damage(g, actor_id, target, raised=False, bonus=(value,))


def _back(g: Game, intent: Intent, target: str, *, raised: bool) -> Flow[None]:
    paces = 2 if raised else 1
    wall = integer(intent, "wall_after") if intent.parameters["wall_after"] is not None else None
    moved = paces if wall is None else min(paces, wall)
    g.emit("pushed", target, rules=("SWD-PUSH-002",), inches=moved)
    g.prompt("push_hazard", target, inches=moved)
    if wall is None or wall > paces or not raised:
        return
    dice = max(moved, g.edition.obstacle_minimum)
    if dice:
        rolled = throw_damage(g, target, [6] * dice, (), purpose="wall", victim=target)
        tough = toughness_against(g, target)
        yield from suffer(g, target, rolled.roll.total, roll=rolled.number, toughness=tough)


# ---- breaking things ----


def break_thing(g: Game, intent: Intent) -> Flow[None]:
    """
    Break an object: no aces, no bonus die, every blow on its own (SWD-BREAK-001 to -011).
    """
    actor_id, thing = intent.actor, text(intent, "object")
    weapon = g.weapon(actor_id, text(intent, "weapon"))
    row = g.edition.objects.get(thing)
    if row is None:
        raise refuse("SWD-GAP-002", "Ese objeto no está en la tabla.", "No such object.")
    distance = integer(intent, "distance")
    kinds = {"blunt"} if weapon.shotgun and _is_short(weapon.range, distance) else set(weapon.kinds)
    if weapon.kind == "unarmed" or weapon.improvised:
        kinds = kinds or {"blunt"}
    works = kinds & set(row["kinds"])
    pierces = not works and "piercing" in kinds and row.get("pierced", False)
    if not works and not pierces:
        raise refuse("SWD-BREAK-009", "Con eso no se daña.", "That cannot damage it.")
    use_action(g, actor_id, name=f"attack.{weapon.id}")
    is_melee = weapon.is_melee
    found = action_modifiers(g, actor_id)
    if not is_melee:
        found += reach.range_modifier(g, weapon, distance, is_thrown=False, aims=False)
    rolled = yield from trait(
        g, actor_id, "skill.fighting" if is_melee else "skill.shooting", purpose="break",
        modifiers=[*found, *wills.given(intent)], target=2 if is_melee else g.edition.target,
        rules=("SWD-BREAK-001",) if is_melee else ("SWD-GAP-115",),
    )  # fmt: skip
    if not rolled.succeeded:
        return
    sides, modifiers = damage_of(g, Attack(actor_id, (actor_id,), weapon, distance), actor_id)
    hit = throw_damage(g, actor_id, sides, modifiers, aces=False, purpose="break")
    reached = hit.roll.total >= int(row["toughness"])
    broken = reached and not pierces
    g.emit(
        "object_hit", actor_id, rules=("SWD-BREAK-004",), object=thing, total=hit.roll.total,
        toughness=int(row["toughness"]), broken=broken, pierced=bool(pierces),
    )  # fmt: skip
    if broken:
        g.prompt("broken", actor_id, object=thing)


def _is_short(range_: str, distance: int) -> bool:
    return bool(range_) and distance <= int(range_.split("/")[0])
