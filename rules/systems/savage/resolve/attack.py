"""Attacks in melee and from afar: the roll against Parry or 4, the hits, what each of them does."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.engine.decisions import Decision, Option
from rules.engine.events import Change
from rules.engine.intents import Intent
from rules.engine.modifiers import Modifier
from rules.engine.resolution import Flow, ask, named
from rules.engine.text import Text
from rules.systems.savage.catalogue import Weapon
from rules.systems.savage.game import Game, integer, refuse, text
from rules.systems.savage.resolve import manners, reach, riding, wills
from rules.systems.savage.resolve.actions import require_target, use_action
from rules.systems.savage.resolve.harm import damage_modifiers, suffer, toughness_against
from rules.systems.savage.resolve.incapacitation import knock_out
from rules.systems.savage.rolling import (
    Rolled,
    action_modifiers,
    damage,
    damage_dice,
    limited_sides,
    strength_die,
    throw_damage,
    trait,
)
from rules.systems.savage.traits import IGNORED, hits


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack as it was declared, its choices checked."""

    actor: str
    targets: tuple[str, ...]  # one for each shot, in the order of the dice
    weapon: Weapon
    distance: int = 1
    cover: str = "none"
    illumination: str = "none"
    called: str = "none"
    limb: str = "arm"
    is_wild: bool = False
    is_touch: bool = False
    is_nonlethal: bool = False
    is_off_hand: bool = False
    has_drop: bool = False
    is_evadable: bool = False
    is_area: bool = False
    modifier: int = 0
    aims: str = "auto"
    bystanders: tuple[str, ...] = ()
    is_free: bool = False
    # what only some editions know
    is_rapid: bool = False
    is_double_tap: bool = False
    is_burst: bool = False
    is_frenzy: bool = False
    is_blind: bool = False
    is_charge: bool = False
    is_unstable: bool = False
    disarms: bool = False
    is_slit: bool = False
    obstacle: int = 0
    at_shield: bool = False  # comes from the shielded side
    everyone: bool = False  # anybody near the target may be a bystander

    @property
    def target(self) -> str:
        return self.targets[0]

    @property
    def is_thrown(self) -> bool:
        far = (
            self.weapon.is_melee
            and self.weapon.thrown_range
            and self.distance > 1 + self.weapon.reach
        )
        return self.weapon.kind == "thrown" or bool(far)

    @property
    def is_ranged(self) -> bool:
        return self.weapon.kind == "ranged" or self.is_thrown

    @property
    def location(self) -> str:
        return self.limb if self.called == "limb" else "" if self.called == "none" else self.called


def trait_of(g: Game, a: Attack) -> str:
    """Return what an attack is rolled with."""
    if a.weapon.kind == "ranged":
        return "skill.shooting"
    if a.is_thrown:
        return g.edition.throwing_trait
    return riding.fighting_trait(g, a.actor)


def attack(g: Game, intent: Intent) -> Flow[None]:
    """Attack somebody (SWADE-INDEX-061 to -074)."""
    a = _read(g, intent)
    require_target(g, a.actor, a.target)
    check(g, a)
    pays_ammunition(g, a)
    use_action(g, a.actor, name=_action_name(g, a))
    yield from carry_out(g, a, action_modifiers(g, a.actor))


def _read(g: Game, intent: Intent) -> Attack:
    p = intent.parameters
    weapon = g.weapon(intent.actor, text(intent, "weapon"))
    shots = integer(intent, "shots")
    called = text(intent, "called")
    named_targets = tuple(p["targets"] or ())
    targets = named_targets or (text(intent, "target"),) * shots
    for target in targets:
        require_target(g, intent.actor, target)
    return Attack(
        actor=intent.actor,
        targets=targets,
        weapon=weapon,
        distance=integer(intent, "distance"),
        cover=text(intent, "cover"),
        illumination=text(intent, "illumination"),
        called="tiny" if called == "slit" else called,
        limb=text(intent, "limb"),
        is_wild=bool(p["wild"]),
        is_touch=bool(p["touch"]),
        is_nonlethal=bool(p["nonlethal"]),
        is_off_hand=bool(p["off_hand"]),
        has_drop=bool(p["drop"]) or g.actor(intent.actor).get("drop") == targets[0],
        is_evadable=bool(p.get("evadable")),
        is_area=bool(p.get("area")),
        modifier=integer(intent, "modifier"),
        aims=str(p.get("aim", "auto")),
        bystanders=tuple(p.get("bystanders") or ()),
        is_rapid=bool(p.get("rapid")),
        is_double_tap=bool(p.get("double_tap")),
        is_burst=bool(p.get("burst")),
        is_frenzy=bool(p.get("frenzy")),
        is_blind=bool(p.get("blind")),
        is_charge=bool(p.get("charge")),
        is_unstable=bool(p.get("unstable")),
        disarms=bool(p.get("disarm")),
        is_slit=called == "slit",
        obstacle=manners.obstacle_armor(g, str(p.get("obstacle") or "")),
        at_shield=bool(p.get("at_shield")),
        everyone=bool(p.get("everyone")),
    )


def _action_name(g: Game, a: Attack) -> str:
    return f"attack.{a.weapon.id}"


def check(g: Game, a: Attack) -> None:
    """:raises Refusal: when this weapon cannot do that from here."""
    shots = len(a.targets)
    manners.check(g, a)
    most = manners.most_dice(g, a)
    if shots > most or not shots:
        raise refuse(
            "SWADE-INDEX-067",
            f"Cadencia de fuego {most}.",
            f"The rate of fire is {most}.",
        )
    if not a.is_ranged and a.distance > 1 + a.weapon.reach:
        raise refuse("SWADE-INDEX-063", "No llega hasta allí.", "The weapon does not reach so far.")
    if a.is_wild and a.is_ranged:
        raise refuse("SWADE-INDEX-301", "Solo cuerpo a cuerpo.", "Only in melee.")
    foes = _foes_around(g, a.actor)
    if a.is_ranged and foes and not (a.weapon.in_melee or a.is_thrown):
        raise refuse(
            "SWADE-INDEX-241",
            "Trabado en combate solo valen armas de una mano.",
            "In melee only one-handed ranged weapons can be used.",
        )
    holder = g.state_of(a.actor).get("held_by")
    if a.is_ranged and holder and holder not in a.targets:
        raise refuse("SWADE-INDEX-241", "Está agarrado.", "The attacker is held.")


def _foes_around(g: Game, actor_id: str) -> list[str]:
    return [
        who for who in g.adjacent(actor_id) if g.are_foes(who, actor_id) and not g.is_helpless(who)
    ]


def pays_ammunition(g: Game, a: Attack) -> None:
    """:raises Refusal: when there are not enough bullets for so many shots (SWADE-INDEX-069)."""
    if not a.weapon.shots:
        return
    shots = len(a.targets)
    by_table = g.edition.ammo_model == "table"
    needed = g.edition.bullets[shots - 1] if by_table else manners.bullets(a)
    left = int(g.state_of(a.actor).get("ammunition", {}).get(a.weapon.id, a.weapon.shots))
    if left < needed:
        raise refuse("SWADE-INDEX-069", "No quedan balas bastantes.", "There are too few bullets.")
    change = Change(("actors", a.actor, "state", "ammunition", a.weapon.id), left - needed)
    g.emit(
        "ammunition", a.actor, rules=("SWADE-INDEX-069",), changes=(change,), used=needed,
        left=left - needed,
    )  # fmt: skip


def carry_out(g: Game, a: Attack, extra: Sequence[Modifier]) -> Flow[None]:
    """Roll an attack that may be made, and apply its hits."""
    if not a.is_ranged:
        reach.meet(g, a.actor, a.target)
    a = manners.with_bystanders(g, a)
    modifiers = [*extra, *_aimed(g, a, attack_modifiers(g, a)), *wills.spend(g, a.actor, a.target)]
    manners.expose(g, a)
    if a.is_wild and g.edition.wild_attack_cost == "vulnerable":
        g.inflict(a.actor, "vulnerable", rules=("SWADE-INDEX-301",))
    if a.is_ranged and g.edition.shoot_out_of_melee == "vulnerable":
        foes = _foes_around(g, a.actor)
        if foes and any(target not in foes for target in a.targets):
            g.inflict(a.actor, "vulnerable", rules=("SWADE-INDEX-242",))
    rolled = yield from trait(
        g, a.actor, trait_of(g, a), purpose="attack", modifiers=modifiers,
        target=target_number(g, a, a.target), count=len(a.targets), confirm=True,
        rules=("SWADE-INDEX-064",) if a.is_ranged else ("SWADE-INDEX-061",),
    )  # fmt: skip
    totals: tuple[int, ...] = ()
    if not rolled.roll.critical_failure:
        place = yield from _stand_in(g, a, rolled)
        totals = hits(rolled.roll, place)
    if rolled.roll.dice[-1].role == "check":
        totals = ()  # SWADE-GAP-007
    without = -sum(m.value for m in modifiers if m.rule == "SWADE-INDEX-071") if a.obstacle else 0
    landed = [
        (target, total)
        for target, total in zip(a.targets, totals, strict=False)
        if total + without >= target_number(g, a, target)
    ]
    g.emit(
        "attack", a.actor, rules=rolled.roll.rules, roll_number=rolled.number,
        targets=list(a.targets), totals=list(totals), hits=len(landed), weapon=a.weapon.id,
    )  # fmt: skip
    if rolled.roll.critical_failure:
        g.prompt("critical_failure", a.actor, roll_number=rolled.number)
    else:
        yield from _bystanders(g, a, rolled, len(landed), totals)
    for target, total in landed:
        over = total - target_number(g, a, target)
        if a.is_blind and (yield from manners.saved_by_stealth(g, a, target)):
            continue
        # SWD-OBST-002: by no more than the cover it goes through what is in the way.
        armor = a.obstacle if over < 0 else 0
        armor += manners.shelter(g, a, target)
        raises = max(0, over // g.edition.raise_step)
        yield from strike(g, a, target, raises=raises, armor=armor)


_STAND_IN = Text(es="¿A qué dado sustituye el dado salvaje?", en="Which die is replaced?")
_IGNORE = Option("ignore", Text(es="A ninguno", en="None"))


def _stand_in(g: Game, a: Attack, rolled: Rolled) -> Flow[int | None]:
    """
    Let the attacker say which die the wild die stands in for, once the dice are seen.

    With one target the lowest is the only choice that matters; with several it is the player's
    (SWADE-WDIE-005).
    """
    values = [die.value for die in rolled.roll.dice if die.role == "trait"]
    wild = next((die.value for die in rolled.roll.dice if die.role == "wild"), 0)
    worse = [place for place, value in enumerate(values) if value < wild]
    if not worse or len(set(a.targets)) < 2:
        return None
    options = [
        Option(
            str(place + 1),
            Text(es=f"Dado {place + 1}: {values[place]}", en=f"Die {place + 1}: {values[place]}"),
        )
        for place in worse
    ]
    lowest = min(worse, key=lambda place: values[place])

    def decide() -> Decision:
        facts = {"wild": wild, "dice": values, "targets": list(a.targets), "roll": rolled.number}
        choices = (*options, _IGNORE)
        default = str(lowest + 1)
        return Decision("wild_die", a.actor, _STAND_IN, choices, default, "SWADE-WDIE-005", facts)

    option = yield from ask(decide)
    return IGNORED if option == "ignore" else int(option or lowest + 1) - 1


def target_number(g: Game, a: Attack, target_id: str) -> int:
    """Return Parry in melee, also for a shot at somebody adjacent; 4 from afar."""
    near = a.is_ranged and target_id in _foes_around(g, a.actor)
    if a.is_ranged and not near:
        return g.edition.target
    rule_parry = g.derived(target_id)["parry"]
    return int(rule_parry)


def attack_modifiers(g: Game, a: Attack) -> list[Modifier]:
    """Return everything that counts for the attack roll besides the attacker's own state."""
    found: list[Modifier] = []
    target = a.target
    unarmed: list[Modifier] = []
    if a.is_ranged:
        aims = _has_aim(g, a)
        covered = cover_found = reach.cover_modifier(g, reach.worse_cover(g, a))
        found += reach.range_modifier(g, a.weapon, a.distance, is_thrown=a.is_thrown, aims=aims)
        found += cover_found
        found += reach.prone_modifier(g, target, a.distance, is_covered=bool(covered))
        if len(a.targets) > 1 and a.weapon.rof >= 2 and not a.is_rapid:
            found.append(named("SWADE-INDEX-068", "Retroceso", "Recoil", g.edition.recoil))
        if a.weapon.kind == "ranged" or g.edition.thrown_needs_strength:
            short = reach.strength_short(a.weapon, strength_die(g, a.actor))
            if short:
                found.append(named("SWADE-INDEX-085", "Fuerza mínima", "Minimum Strength", -short))
    else:
        found += reach.gang_up_modifier(g, a.actor, target)
        unarmed = reach.unarmed_modifier(g, a.weapon, target)
        if g.has(a.actor, "prone"):
            value = g.edition.prone_melee
            found.append(named("SWADE-INDEX-047", "Atacante tumbado", "Prone attacker", value))
        if not a.is_free:
            found += reach.two_weapons_modifier(g, a.actor, target)
        if a.is_wild:
            value = g.edition.wild_attack
            found.append(named("SWADE-INDEX-301", "Ataque salvaje", "Wild Attack", value))
        if a.is_touch:
            found.append(
                named("SWADE-INDEX-321", "Ataque de toque", "Touch attack", g.edition.touch)
            )
    if not a.is_blind:
        found += reach.light_modifier(g, a.illumination, a.distance)
    found += manners.modifiers(g, a)
    found += reach.called_modifier(g, a.called)
    found += reach.scale_modifier(g, a.actor, target)
    drop = reach.gives_drop(g, target, ruled=a.has_drop)
    found += reach.exposed_modifiers(g, target, has_drop=drop, unarmed=unarmed)
    found += _weapon_modifiers(g, a)
    if a.modifier:
        found.append(named("SWADE-ROLL-003", "Circunstancias", "Circumstances", a.modifier))
    return found


def _weapon_modifiers(g: Game, a: Attack) -> list[Modifier]:
    found = []
    if a.weapon.improvised:
        value = g.edition.improvised
        found.append(named("SWADE-INDEX-261", "Arma improvisada", "Improvised weapon", value))
    if a.is_nonlethal and a.weapon.edged:
        value = g.edition.edged_nonlethal
        found.append(named("SWADE-INDEX-381", "De plano", "Flat of the blade", value))
    if a.is_off_hand and not g.system.waives(g.sheet(a.actor), "off_hand"):
        found.append(named("SWADE-INDEX-482", "Mano torpe", "Off hand", g.edition.off_hand))
    return found


# ---- aim ----


def _has_aim(g: Game, a: Attack) -> bool:
    aim = g.actor(a.actor).get("aim")
    turn = g.turn or {}
    if not aim or a.is_free or turn.get("actor") != a.actor:
        return False
    first = int(turn["used"]) <= 1 and not turn["inches"] and not turn["ran"]
    return bool(first and aim["target"] == a.target and aim["ready"])


def _aimed(g: Game, a: Attack, found: list[Modifier]) -> list[Modifier]:
    """SWADE-INDEX-221: take away up to four points of some penalties, or add the bonus."""
    if not _has_aim(g, a):
        return found
    g.emit("aim_used", a.actor, rules=("SWADE-INDEX-221",), changes=g.set(a.actor, aim=None))
    if any(modifier.rule == "SWADE-INDEX-066" for modifier in found):
        return found  # it has bought the shot and removes nothing
    penalty = -sum(m.value for m in found if m.rule in AIMED_RULES and m.value < 0)
    ignored = min(penalty, g.edition.aim_ignore)
    takes_bonus = a.aims == "bonus" or (a.aims == "auto" and ignored <= g.edition.aim_bonus)
    value = g.edition.aim_bonus if takes_bonus else ignored
    return [*found, named("SWADE-INDEX-221", "Apuntar", "Aim", value)]


AIMED_RULES = frozenset(reach.AIMED)


# ---- hits ----


def strike(g: Game, a: Attack, target: str, *, raises: int, armor: int = 0) -> Flow[None]:
    """Let one hit do its damage, after whatever the target may do about it."""
    if a.is_touch:
        g.emit("touched", target, rules=("SWADE-INDEX-321",))
        return
    if a.is_evadable:
        evaded = yield from evade(g, target, is_area=a.is_area)
        if evaded:
            return
    if a.called in ("large_item", "small_item", "object"):
        yield from _disarm(g, a, target)
        return
    sides, modifiers = damage_of(g, a, target)
    if raises:
        sides = [*sides, g.edition.raise_damage_die]  # SWADE-INDEX-070: one, however many raises
    location = a.location if a.called in ("head", "limb") else "torso"
    ap = a.weapon.ap + (a.weapon.charge_ap if manners.charges(g, a) else 0)
    tough = armor + toughness_against(g, target, ap=99 if a.is_slit else ap, location=location)
    rolled = yield from damage(
        g, a.actor, target, sides, modifiers, bonus_die=bool(raises), toughness=tough
    )
    drop = reach.gives_drop(g, target, ruled=a.has_drop)
    effect = yield from suffer(
        g, target, rolled.roll.total, roll=rolled.number, toughness=tough, location=a.location,
        is_lethal=not a.is_nonlethal,
    )  # fmt: skip
    if a.disarms:
        yield from hold_against(g, target, rolled.roll.total)
    if g.edition.disarm_model == "ae" and effect in ("shaken", "wounded"):
        if drop and g.edition.drop_knockout:
            yield from knock_out(g, target, location=a.called)
        if a.called in ("limb", "hand"):
            yield from _keep_hold(g, target, a.called)


def damage_of(g: Game, a: Attack, target: str) -> tuple[list[int], list[Modifier]]:
    """Return a weapon's damage dice in this attacker's hands, and what is added."""
    strength = strength_die(g, a.actor)
    sides, added = damage_dice(manners.damage_text(a), strength)
    if a.weapon.is_melee or a.is_thrown:
        sides = limited_sides(sides, strength)
    found = damage_modifiers(g, a.actor)
    if added:
        found.append(named("SWADE-INDEX-081", "Fijo", "Fixed", added))
    if a.is_wild:
        value = g.edition.wild_attack
        found.append(named("SWADE-INDEX-301", "Ataque salvaje", "Wild Attack", value))
    found += manners.damage_modifiers(g, a)
    if a.called in ("head", "vitals") or a.is_slit:
        value = g.edition.vital_damage
        found.append(named("SWADE-INDEX-073", "Punto vital", "Vitals", value))
    if reach.gives_drop(g, target, ruled=a.has_drop):
        found.append(named("SWADE-INDEX-661", "Superioridad", "The Drop", g.edition.drop))
    return sides, found


def evade(g: Game, target: str, *, is_area: bool) -> Flow[bool]:
    """Let a target get out of the way of an attack that says it can (SWADE-INDEX-541)."""
    if g.is_helpless(target):
        return False
    modifier = named("SWADE-INDEX-541", "Evasión", "Evasion", g.edition.evade)
    rolled = yield from trait(
        g, target, "attribute.agility", purpose="evade", modifiers=(modifier,),
        rules=("SWADE-INDEX-541",),
    )  # fmt: skip
    if rolled.succeeded and is_area:
        g.prompt("evaded_place", target)
    g.emit("evaded", target, rules=("SWADE-INDEX-541",), success=rolled.succeeded)
    return rolled.succeeded


def _disarm(g: Game, a: Attack, target: str) -> Flow[None]:
    """SWADE-INDEX-442: the holder's Strength against the damage, without aces or bonus die."""
    sides, modifiers = damage_of(g, a, target)
    aces = g.edition.disarm_model == "dx"
    rolled = throw_damage(g, a.actor, sides, modifiers, aces=aces, purpose="disarm", victim=target)
    yield from hold_against(g, target, rolled.roll.total)


def hold_against(g: Game, target: str, total: int) -> Flow[None]:
    """Let somebody who was hit keep what is in hand: Strength against the damage."""
    if g.is_helpless(target):
        drop_weapon(g, target, rule="SWADE-INDEX-442")
        return
    held = yield from trait(
        g, target, "attribute.strength", purpose="disarm.hold", target=total,
        rules=("SWADE-INDEX-442",),
    )  # fmt: skip
    if not held.succeeded:
        drop_weapon(g, target, rule="SWADE-INDEX-442")


def _keep_hold(g: Game, target: str, called: str) -> Flow[None]:
    """SWADE-INDEX-443: a hurt limb or hand may let go of what it holds."""
    if g.is_helpless(target) or not g.weapons(target):
        return
    value = -2 if called == "limb" else -4
    modifier = named("SWADE-INDEX-443", "Miembro herido", "Hurt limb", value)
    held = yield from trait(
        g, target, "attribute.strength", purpose="disarm.hold", modifiers=(modifier,),
        rules=("SWADE-INDEX-443",),
    )  # fmt: skip
    if not held.succeeded:
        drop_weapon(g, target, rule="SWADE-INDEX-443")


def drop_weapon(g: Game, target: str, *, rule: str) -> None:
    """Let somebody drop the first thing in hand that can be dropped."""
    held = [weapon.id for weapon in g.weapons(target) if weapon.kind != "natural"]
    if held:
        dropped = [*g.state_of(target).get("dropped", ()), held[0]]
        changes = g.put(target, dropped=dropped)
        g.emit("dropped", target, rules=(rule,), changes=changes, weapon=held[0])


def _bystanders(
    g: Game, a: Attack, rolled: Rolled, landed: int, totals: tuple[int, ...]
) -> Flow[None]:
    """
    Let stray shots hit those nearby: the trait dice that show a one, never the wild die.

    Only of an attack that missed, or for the dice of a burst that did not hit (SWADE-INDEX-561).
    """
    if not a.is_ranged or not a.bystanders or landed >= len(a.targets):
        return
    single, automatic = g.edition.bystander_face
    most = automatic if a.weapon.shotgun or a.weapon.rof > 1 else single
    traits = [die for die in rolled.roll.dice if die.role == "trait"]
    stray = sum(die.faces[0] <= most for die in traits)
    if g.edition.disarm_model == "dx":
        numbers = [target_number(g, a, target) for target in a.targets]
        stray = manners.stray(rolled.roll, most, totals, numbers)
    for _shot in range(min(stray, len(a.targets) - landed)):
        place = g.dice.draw(len(a.bystanders)) - 1 if len(a.bystanders) > 1 else 0
        victim = a.bystanders[place]
        g.emit("bystander", victim, rules=("SWADE-INDEX-561",), shooter=a.actor)
        yield from strike(g, a, victim, raises=0)


def free_attack(g: Game, actor_id: str, target_id: str) -> Flow[None]:
    """Make one plain attack that is no action (SWADE-INDEX-341)."""
    armed = [w for w in g.weapons(actor_id) if w.is_melee and not w.worn]
    weapon = armed[0] if armed else g.weapon(actor_id, "unarmed")
    g.emit("free_attack", actor_id, rules=("SWADE-INDEX-341",), target=target_id)
    a = Attack(actor_id, (target_id,), weapon, is_free=True)
    if g.has(target_id, "dead"):
        return
    yield from carry_out(g, a, ())
