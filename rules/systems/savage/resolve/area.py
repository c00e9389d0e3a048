"""Blasts and bullets that cover an area: where they land, whom they hurt, who gets out."""

from typing import Any

from rules.engine.events import Change
from rules.engine.intents import Intent
from rules.engine.modifiers import Modifier
from rules.engine.resolution import Flow, named
from rules.systems.savage.game import Game, integer, refuse, text
from rules.systems.savage.resolve import manners, reach
from rules.systems.savage.resolve.actions import use_action
from rules.systems.savage.resolve.attack import Attack, damage_of, evade, trait_of
from rules.systems.savage.resolve.harm import suffer, toughness_against
from rules.systems.savage.rolling import action_modifiers, throw_damage, trait

DRIFT = {"skill.shooting": 10}
THROWN_DRIFT = 6


def _attack(g: Game, intent: Intent, targets: tuple[str, ...]) -> Attack:
    return Attack(
        actor=intent.actor,
        targets=targets or (intent.actor,),
        weapon=g.weapon(intent.actor, text(intent, "weapon")),
        distance=integer(intent, "distance"),
        illumination=text(intent, "illumination"),
        modifier=integer(intent, "modifier"),
        is_unstable=bool(intent.parameters["unstable"]),
        is_area=True,
    )


def band(a: Attack) -> int:
    """Return 1, 2 or 3 for the range that is aimed at (SWD-AREA-009)."""
    text_ = a.weapon.thrown_range if a.is_thrown and a.weapon.thrown_range else a.weapon.range
    bands = [int(part) for part in text_.split("/")]
    return next((i for i, most in enumerate(bands, 1) if a.distance <= most), len(bands))


def area_attack(g: Game, intent: Intent) -> Flow[None]:
    """
    Aim at a place: centred on a success, adrift on a failure (SWD-AREA-001 to -015).

    `inside` are those under the template where it was aimed; after a drift the GM says who is
    there now, with `blast`.
    """
    p = intent.parameters
    inside: list[str] = list(p["inside"] or ())
    for who in inside:
        g.actor(who)
    a = _attack(g, intent, ())
    if not a.weapon.area:
        raise refuse("SWD-AREA-001", "No es un arma de área.", "That is no area weapon.")
    use_action(g, a.actor, name=f"attack.{a.weapon.id}")
    modifiers = [*action_modifiers(g, a.actor), *_place_modifiers(g, a)]
    rolled = yield from trait(
        g, a.actor, trait_of(g, a), purpose="attack", modifiers=modifiers,
        rules=("SWADE-INDEX-064",),
    )  # fmt: skip
    if not rolled.succeeded:
        _drift(g, a)
        return
    size = template_size(g, a.weapon.area)
    g.emit("centred", a.actor, rules=("SWD-AREA-001",), template=a.weapon.area, **size)
    raises = rolled.roll.raises
    yield from _burst(g, a, inside, list(p["diving"] or ()), text(intent, "cover"), raises)


def _place_modifiers(g: Game, a: Attack) -> list[Modifier]:
    """Return what counts for hitting a place: nothing of whoever stands there (SWD-AUTO-012)."""
    found = reach.range_modifier(g, a.weapon, a.distance, is_thrown=a.is_thrown, aims=False)
    found += reach.light_modifier(g, a.illumination, a.distance)
    found += manners.modifiers(g, a)
    if a.modifier:
        found.append(named("SWADE-ROLL-003", "Circunstancias", "Circumstances", a.modifier))
    return found


def template_size(g: Game, template: str) -> dict[str, Any]:
    """Return a template's measures in paces: its radius, or a cone's length and far width."""
    if template == "cone":
        return dict(g.edition.cone)
    return {"radius": g.edition.templates.get(template, 0)}


def _drift(g: Game, a: Attack) -> None:
    """SWD-AREA-006 to -011, SWD-GAP-083, SWD-GAP-084."""
    sides = DRIFT.get(trait_of(g, a), THROWN_DRIFT)
    face = g.dice.draw(sides)
    paces = min(face * band(a), a.distance // 2)
    hour = g.dice.draw(12)
    g.emit(
        "drifted", a.actor, rules=("SWD-AREA-006", "SWD-AREA-011"), sides=sides, face=face,
        paces=paces, hour=hour, weapon=a.weapon.id,
    )  # fmt: skip
    g.prompt("who_is_there", a.actor, paces=paces, hour=hour)


def blast(g: Game, intent: Intent) -> Flow[None]:
    """Let an area weapon go off where it has drifted to, among those whom the GM finds there."""
    owner = text(intent, "target")
    weapon = g.weapon(owner, text(intent, "weapon"))
    a = Attack(owner, (owner,), weapon, is_area=True)
    inside: list[str] = list(intent.parameters["inside"] or ())
    diving: list[str] = list(intent.parameters["diving"] or ())
    yield from _burst(g, a, inside, diving, text(intent, "cover"), 0)


def _burst(
    g: Game, a: Attack, inside: list[str], diving: list[str], cover: str, raises: int
) -> Flow[None]:
    """Hurt everybody under or touched by the template; a group of extras by one damage roll."""
    by_group: dict[str, tuple[int, int]] = {}
    for who in inside:
        if who in diving and (yield from evade(g, who, is_area=True)):
            g.emit("out_of_area", who, rules=("SWD-AREA-015",))
            continue
        group = "" if g.is_wild(who) else str(g.actor(who).get("group") or "")
        known = by_group.get(group) if group else None
        if known is None:
            sides, modifiers = damage_of(g, a, who)
            if raises:
                sides = [*sides, g.edition.raise_damage_die]  # SWD-GAP-082
            rolled = throw_damage(g, a.actor, sides, modifiers, bonus_die=bool(raises), victim=who)
            known = by_group[group] = (rolled.roll.total, rolled.number)
        tough = area_toughness(g, who, a, cover)
        yield from suffer(g, who, known[0], roll=known[1], toughness=tough)


def area_toughness(g: Game, who: str, a: Attack, cover: str) -> int:
    """
    Return Toughness with the lowest armor worn, and cover as armor (SWD-AREA-004, -005, -012).

    A sheet's plain armor is a torso piece; only "all" covers the whole body.
    """
    numbers = g.derived(who)
    whole = g.system.armor(g.sheet(who), "all")
    lying = g.edition.prone_ranged[0] if g.has(who, "prone") else 0
    shelter = -min(g.edition.cover[cover], lying)
    pierced = min(a.weapon.ap, whole)
    return numbers["toughness"] - numbers["armor"] + whole - pierced + shelter


def throw_back(g: Game, intent: Intent) -> Flow[None]:
    """
    Throw a grenade back: only on hold or with a joker, faster than the thrower (SWD-GAP-086).
    """
    actor_id, thrower = intent.actor, text(intent, "target")
    actor = g.actor(actor_id)
    if not (actor.get("hold") or actor.get("joker")):
        raise refuse("SWD-GAP-086", "En espera o con un joker.", "Only on hold or with a joker.")
    rules = ("SWD-GAP-086",)
    with_ = g.edition.interrupt_trait
    mine = yield from trait(g, actor_id, with_, purpose="interrupt", rules=rules)
    theirs = yield from trait(g, thrower, with_, purpose="interrupt.resist", rules=rules)
    if mine.roll.total <= theirs.roll.total:
        g.emit("too_late", actor_id, rules=rules)
        return
    late = (named("SWD-GAP-086", "A bote pronto", "In a hurry", -2),)
    rolled = yield from trait(
        g, actor_id, g.edition.throwing_trait, purpose="throw_back", modifiers=late, rules=rules
    )
    g.emit("thrown_back", actor_id, rules=rules, success=rolled.succeeded)


# ---- suppressive fire ----


def suppress(g: Game, intent: Intent) -> Flow[None]:
    """Cover an area with bullets: one roll, then everybody's nerve (SWD-AUTO-010 to -017)."""
    a = _attack(g, intent, ())
    if a.weapon.rof < 2:
        raise refuse("SWD-GAP-107", "No es automática.", "The weapon is not automatic.")
    inside: list[str] = list(intent.parameters["inside"] or ())
    needed = 5 * a.weapon.rof
    if a.weapon.shots:
        had = g.state_of(a.actor).get("ammunition", {})
        left = int(had.get(a.weapon.id, a.weapon.shots))
        if left < needed:
            raise refuse("SWD-AUTO-017", "No quedan balas bastantes.", "Too few bullets.")
        change = Change(("actors", a.actor, "state", "ammunition", a.weapon.id), left - needed)
        g.emit("ammunition", a.actor, rules=("SWD-AUTO-017",), changes=(change,), used=needed)
    use_action(g, a.actor, name=f"attack.{a.weapon.id}")
    recoil = named("SWADE-INDEX-068", "Retroceso", "Recoil", g.edition.recoil)
    rolled = yield from trait(
        g, a.actor, "skill.shooting", purpose="suppress", rules=("SWD-AUTO-010",),
        modifiers=[*action_modifiers(g, a.actor), recoil, *_place_modifiers(g, a)],
    )  # fmt: skip
    radius = g.edition.templates["medium"]
    g.emit("suppressed", a.actor, rules=("SWD-GAP-005",), radius=radius, hit=rolled.succeeded)
    if not rolled.succeeded:
        return
    for who in inside:
        yield from _flinch(g, a, who, text(intent, "cover"))


def _flinch(g: Game, a: Attack, who: str, cover: str) -> Flow[None]:
    lying = g.edition.prone_ranged[0] if g.has(who, "prone") else 0
    shelter = -min(g.edition.cover[cover], lying)
    found = [named("SWD-AUTO-014", "Cobertura", "Cover", shelter)] if shelter else []
    rolled = yield from trait(
        g, who, "attribute.spirit", purpose="suppressed", modifiers=found, rules=("SWD-AUTO-014",)
    )
    is_hit = rolled.roll.dice[0].faces[0] == 1
    if is_hit and g.edition.damage_first:
        yield from _bullet(g, a, who)
    if not rolled.succeeded:
        g.inflict(who, "shaken", rules=("SWD-AUTO-015",))
    if is_hit and not g.edition.damage_first:
        yield from _bullet(g, a, who)


def _bullet(g: Game, a: Attack, who: str) -> Flow[None]:
    g.emit("bullet", who, rules=("SWD-AUTO-016",))
    sides, modifiers = damage_of(g, a, who)
    rolled = throw_damage(g, a.actor, sides, modifiers, victim=who)
    tough = toughness_against(g, who, ap=a.weapon.ap)
    yield from suffer(g, who, rolled.roll.total, roll=rolled.number, toughness=tough)
