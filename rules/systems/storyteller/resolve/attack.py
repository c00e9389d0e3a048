"""Attacks: who reaches whom, the pool and difficulty, the defence, the hit and what follows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.intents import Intent
from rules.engine.modifiers import Modifier
from rules.engine.resolution import Flow
from rules.systems.storyteller import sheet as sheets
from rules.systems.storyteller import track
from rules.systems.storyteller.catalogue import COVER, MANOEUVRES, SPOTS, VITALS, Manoeuvre, Weapon
from rules.systems.storyteller.game import (
    Game,
    ask_for,
    flag,
    integer,
    refuse,
    text,
    unbotched,
)
from rules.systems.storyteller.pool import MOST_DICE, named
from rules.systems.storyteller.resolve import defence, harm, turns
from rules.systems.storyteller.resolve.defence import Defence, Incoming
from rules.systems.storyteller.resolve.rolls import extras

SHARE_OF_LONG = 2  # the farthest shot goes twice the listed range (STO-RNG-003)


@dataclass(slots=True)
class Blow:
    """An attack as it is put together: what it is made with, its dice and its difficulty."""

    intent: Intent
    manoeuvre: Manoeuvre
    weapon: Weapon
    ability: str
    difficulty: int
    dice: list[Modifier]
    harder: list[Modifier]
    damage: int
    type: str

    @property
    def attacker(self) -> str:
        return self.intent.actor

    @property
    def target(self) -> str:
        return text(self.intent, "target")

    @property
    def is_close(self) -> bool:
        return self.weapon.kind in ("unarmed", "close")


def attack(t: Game, intent: Intent) -> Flow[None]:
    """Attack somebody: the roll, a defence against it, damage, soak, marks."""
    blow = _blow(t, intent)
    t.actor(blow.target)
    if t.track(blow.target).is_dead:
        raise refuse("precondition.target", "Está muerto.", "Is dead.")
    free = _free(t, intent)
    share = 0 if free else turns.spend(t, intent, f"dexterity+{blow.ability}")
    _shot(t, blow)
    crowd = crowded(integer(intent, "opponents"))
    incoming = Incoming(
        attacker=blow.attacker,
        target=blow.target,
        is_close=blow.is_close,
        type=blow.type,
        unaware=flag(intent, "unaware") or bool(free and free["undefended"]),
        no_room=flag(intent, "no_room"),
        opponents=integer(intent, "target_opponents"),
    )
    if t.has(blow.target, "bound"):
        # STO-COMP-013: no roll, one success.
        t.emit("sure_hit", blow.attacker, rules=("STO-COMP-013",), target=blow.target)
        _hit(t, blow, 1, None)
        return
    kind = yield from defence.choose(t, incoming)
    bought = _bought(t, intent)
    if free and free["dice"]:
        blow.dice.append(named("STO-MAN-011", "emboscada", "ambush", int(free["dice"])))
    asked = ask_for(
        t,
        blow.attacker,
        "dexterity",
        blow.ability,
        difficulty=blow.difficulty,
        dice=blow.dice,
        harder=[*blow.harder, *(crowd if blow.is_close else ())],
        speciality=flag(intent, "speciality"),
        bought=bought,
        share=share,
        rules=("STO-ATK-011", blow.manoeuvre.rule),
    )
    thrown = t.throw(blow.attacker, asked, "attack", target=blow.target)
    parried: Defence | None = None
    if kind:
        theirs = crowded(incoming.opponents) if blow.is_close else []
        parried = defence.roll(t, incoming, kind, theirs)
        if kind == "dodge" and not blow.is_close:
            defence.take_cover(t, blow.target, flag(intent, "cover_near"))
    against = parried.roll.total if parried else 0
    net = thrown.total - against
    if thrown.critical_failure:
        t.prompt(
            "disarm_mishap" if blow.manoeuvre.id == "disarm" else "attack_mishap", blow.attacker
        )
    if net <= 0:
        t.emit("miss", blow.attacker, rules=("STO-ATK-013",), target=blow.target, net=net)
        if parried:
            _riposte(t, blow, parried, -net)
        return
    wanted = integer(intent, "use")
    _hit(t, blow, min(net, wanted) if wanted else net, parried)


def _bought(t: Game, intent: Intent) -> int:
    if not flag(intent, "willpower"):
        return 0
    if not t.option("willpower_on_attacks"):
        raise refuse(
            "STO-WILL-009",
            "En un ataque no se gasta Voluntad.",
            "Willpower is not spent on an attack.",
        )
    return t.buy(intent.actor)


def crowded(opponents: int) -> list[Modifier]:
    """Return what facing several at close quarters adds, four at most (STO-GAP-046)."""
    more = min(4, max(0, opponents - 1))
    return [named("STO-GAP-046", "varios oponentes", "several opponents", more)] if more else []


def _free(t: Game, intent: Intent) -> Mapping[str, Any] | None:
    """Take the attack that an ambush gave; None when there is none on this target."""
    free: Mapping[str, Any] | None = t.actor(intent.actor).get("free_attack")
    if not free or free["target"] != text(intent, "target"):
        return None
    t.emit(
        "ambushes",
        intent.actor,
        rules=("STO-MAN-011",),
        changes=t.set(intent.actor, free_attack=None),
    )
    return free


# ---- putting it together ----


def _blow(t: Game, intent: Intent) -> Blow:
    actor = intent.actor
    weapon = t.weapon(actor, text(intent, "weapon") or "unarmed")
    manoeuvre = _manoeuvre(intent, weapon)
    if manoeuvre.id == "claws_and_bites" and not t.sheet(actor).get("claws"):
        raise refuse("STO-MEL-018", "No tiene garras.", "Has no claws.")
    if manoeuvre.kind == "melee" and weapon.kind != "unarmed" and not manoeuvre.weapon:
        raise refuse("STO-MNV-021", "Eso se hace sin armas.", "That is done without a weapon.")
    ability = weapon.ability
    dice, harder = extras(intent)
    blow = Blow(
        intent=intent,
        manoeuvre=manoeuvre,
        weapon=weapon,
        ability=ability,
        difficulty=6,
        dice=dice,
        harder=harder,
        damage=damage_dice(t, actor, manoeuvre, weapon),
        type=weapon.type if weapon.kind != "unarmed" else manoeuvre.type,
    )
    if manoeuvre.plus:
        blow.harder.append(Modifier(manoeuvre.rule, manoeuvre.name, manoeuvre.plus))
    if manoeuvre.id == "sweep" and t.option("harder_sweep"):
        blow.harder.append(Modifier("STO-GAP-048", manoeuvre.name, 1))
    if weapon.dice:
        blow.dice.append(Modifier("STO-ATK-010", weapon.name, weapon.dice))
    if weapon.difficulty:
        blow.harder.append(Modifier("STO-ATK-010", weapon.name, weapon.difficulty))
    _reach(t, blow)
    _place(t, blow)
    _aimed_at(blow)
    _covers(t, blow)
    _aim(t, blow)
    return blow


def _manoeuvre(intent: Intent, weapon: Weapon) -> Manoeuvre:
    given = text(intent, "manoeuvre")
    usual = {"unarmed": "punch", "close": "weapon_strike"}.get(weapon.kind, "single_shot")
    known = MANOEUVRES[given or usual]
    if known.kind == "melee" and weapon.kind in ("ranged", "thrown"):
        raise refuse(known.rule, "Eso es cuerpo a cuerpo.", "That is close combat.")
    is_close = weapon.kind in ("unarmed", "close")
    needs_weapon = weapon.kind == "unarmed" and not known.type and known.id != "hold"
    if needs_weapon or (known.kind == "ranged" and is_close):
        raise refuse(known.rule, "Hace falta un arma.", "It takes a weapon.")
    return known


def damage_dice(t: Game, actor: str, manoeuvre: Manoeuvre, weapon: Weapon) -> int:
    """Return the damage dice before surplus: Strength with Armour Haki, and what adds to it."""
    if weapon.kind == "unarmed":
        return manoeuvre.damage + (strength(t, actor) if manoeuvre.strength else 0)
    return weapon.damage + (strength(t, actor) if weapon.strength else 0)


def strength(t: Game, actor: str) -> int:
    """Return Strength in close combat, Armour Haki added (STO-MEL-005)."""
    return t.dots(actor, "strength") + sheets.haki(t.sheet(actor))


def _reach(t: Game, blow: Blow) -> None:
    """See that the target is within reach, and set the difficulty of a shot's distance."""
    distance = integer(blow.intent, "centimetres")
    weapon = blow.weapon
    if weapon.kind == "unarmed" and distance > 100:
        raise refuse("STO-ATK-003", "Sin armas hay que tocarse.", "Unarmed means within a metre.")
    if weapon.kind == "close":
        if distance > 200:
            raise refuse("STO-ATK-005", "Está a más de dos metros.", "Farther than two metres.")
        if distance < 100 and not weapon.short:
            blow.harder.append(named("STO-GAP-033", "demasiado cerca", "too close", 1))
    if blow.is_close:
        return
    if flag(blow.intent, "unseen"):
        raise refuse("STO-ATK-008", "No ve al objetivo.", "The target is out of sight.")
    reach = weapon.range * 100
    if distance > SHARE_OF_LONG * reach:
        raise refuse("STO-RNG-003", "Fuera de alcance.", "Out of range.")
    blow.difficulty = 4 if distance < 200 else 6 if distance <= reach else 8


def _place(t: Game, blow: Blow) -> None:
    """Add what flank, rear, blindness and being held bring (STO-GAP-042)."""
    side = text(blow.intent, "position")
    if side in ("flank", "rear"):
        one = MANOEUVRES[f"{side}_attack"]
        rule = "STO-MAN-008" if side == "flank" else "STO-MAN-009"
        blow.dice.append(Modifier(rule, one.name, one.dice))
    if t.has(blow.target, "blinded"):
        blow.dice.append(named("STO-COMP-005", "enemigo cegado", "blinded enemy", 2))
    if t.has(blow.target, "held") or t.has(blow.target, "grappled"):
        blow.dice.append(named("STO-COMP-012", "inmovilizado", "immobilised", 2))
    if t.has(blow.attacker, "blinded") or flag(blow.intent, "dark"):
        if blow.is_close:
            blow.harder.append(named("STO-MAN-020", "a ciegas", "blind", 2))
        elif t.option("blind_shots"):
            blow.harder.append(named("STO-GAP-040", "a ciegas", "blind", 4))
        else:
            raise refuse("STO-MAN-021", "A ciegas no se dispara.", "Blind shots are no use.")


def _aimed_at(blow: Blow) -> None:
    """Add a targeted spot; a vital one has a difficulty of its own (STO-GAP-093)."""
    spot = text(blow.intent, "spot") or "none"
    if spot in VITALS and spot != "none":
        blow.difficulty = VITALS[spot]
        if flag(blow.intent, "lethal") and blow.type == "bashing":
            blow.type = "lethal"
        return
    harder, damage = SPOTS[spot]
    if harder:
        blow.harder.append(named("STO-MAN-005", "localización", "targeted spot", harder))
        blow.damage += damage


def _covers(t: Game, blow: Blow) -> None:
    """Add the target's cover, and one less than the shooter's own (STO-RNG-010, -011)."""
    if blow.is_close:
        return
    theirs = cover_of(t, blow.target, text(blow.intent, "cover"))
    mine = max(0, cover_of(t, blow.attacker, text(blow.intent, "own_cover")) - 1)
    if theirs and text(blow.intent, "spot") not in ("head", "eye"):
        blow.harder.append(named("STO-RNG-010", "cobertura", "cover", theirs))
    if mine:
        blow.harder.append(named("STO-RNG-011", "desde cobertura", "from cover", mine))


def cover_of(t: Game, actor: str, named_cover: str) -> int:
    """Return the cover that was named, or what somebody's own place gives."""
    if named_cover and named_cover != "auto":
        return COVER[named_cover]
    if t.has(actor, "covered"):
        return COVER["wall"]
    return COVER["prone"] if t.has(actor, "prone") else 0


def _aim(t: Game, blow: Blow) -> None:
    aimed: Mapping[str, Any] | None = t.actor(blow.attacker).get("aim")
    if not aimed or aimed["weapon"] != blow.weapon.id or blow.manoeuvre.id != "single_shot":
        return
    dice = min(t.dots(blow.attacker, "perception"), int(aimed["turns"]))
    blow.dice.append(named("STO-RNG-005", "apuntar", "taking aim", dice))
    if blow.weapon.sight:
        blow.dice.append(named("STO-RNG-008", "mira", "sight", 2))


def _shot(t: Game, blow: Blow) -> None:
    """Count a shot: the weapon's rate in a turn, two weapons on two targets, what is loaded."""
    weapon = blow.weapon
    if weapon.kind != "ranged":
        return
    seat = t.actor(blow.attacker)
    shots: dict[str, list[str]] = {k: list(v) for k, v in (seat.get("shots") or {}).items()}
    mine = [*shots.get(weapon.id, ()), blow.target]
    if len(mine) > weapon.rate:
        raise refuse("STO-RNG-017", "Supera la cadencia de fuego.", "Beyond the rate of fire.")
    others = [target for key, targets in shots.items() if key != weapon.id for target in targets]
    if blow.target in others:
        raise refuse("STO-RNG-019", "Dos armas, dos objetivos.", "Two weapons, two targets.")
    if others and t.option("off_hand"):
        blow.harder.append(named("STO-GAP-055", "mano torpe", "off hand", 1))
    fired = dict(t.state_of(blow.attacker).get("fired", {}))
    if weapon.shots:
        if fired.get(weapon.id, 0) >= weapon.shots:
            raise refuse("STO-RNG-021", "Hay que recargar.", "It has to be reloaded.")
        fired[weapon.id] = fired.get(weapon.id, 0) + 1
    shots[weapon.id] = mine
    changes = [
        *t.set(blow.attacker, shots=shots, aim=None),
        *t.put(blow.attacker, fired=fired),
    ]
    t.emit("shot", blow.attacker, rules=("STO-RNG-015",), changes=changes, weapon=weapon.id)


# ---- hits ----


def _riposte(t: Game, blow: Blow, parried: Defence, surplus: int) -> None:
    """Hurt somebody who struck with bare hands at a lethal weapon's parry (STO-DEF-021)."""
    weapon = parried.weapon
    if weapon is None or surplus <= 0 or blow.ability != "brawl" or weapon.type != "lethal":
        return
    base = damage_dice(t, blow.target, MANOEUVRES["weapon_strike"], weapon)
    harm.strike(
        t,
        blow.target,
        blow.attacker,
        dice=base + surplus,
        kind=weapon.type,
        rules=("STO-DEF-021", "STO-GAP-045"),
    )


def _hit(t: Game, blow: Blow, net: int, _parried: Defence | None) -> None:
    t.emit("hit", blow.attacker, rules=("STO-ATK-015",), target=blow.target, net=net)
    follow = FOLLOWS.get(blow.manoeuvre.follows)
    if blow.manoeuvre.id == "hold":
        _seize(t, blow, "held", "STO-MEL-026")
        return
    surplus = 0 if blow.manoeuvre.id == "grapple" else net - 1
    if blow.manoeuvre.id == "disarm":
        _disarm(t, blow, surplus)
        return
    dice = blow.damage + surplus + integer(blow.intent, "damage")
    harm.strike(t, blow.attacker, blow.target, dice=dice, kind=blow.type, rules=("STO-ATK-015",))
    if text(blow.intent, "spot") not in ("", "none"):
        t.prompt("targeted", blow.attacker, spot=text(blow.intent, "spot"))
    if follow is not None:
        follow(t, blow)


def _seize(t: Game, blow: Blow, condition: str, rule: str) -> None:
    t.inflict(blow.target, condition, rules=(rule,))
    changes = t.set(blow.target, **{f"{condition}_by": blow.attacker, "seized_in": t.turn})
    t.emit("seized", blow.target, rules=(rule,), changes=changes, by=blow.attacker)


def _grappled(t: Game, blow: Blow) -> None:
    if t.is_able(blow.target):
        _seize(t, blow, "grappled", "STO-MEL-007")


def _disarm(t: Game, blow: Blow, surplus: int) -> None:
    """Compare the damage successes before soak with the opponent's Strength (STO-GAP-049)."""
    dice = blow.damage + surplus + integer(blow.intent, "damage")
    asked = unbotched(t, blow.manoeuvre.name, dice, "damage", ("STO-MEL-016",))
    rolled = t.throw(blow.attacker, asked, "damage", target=blow.target, type=blow.type).total
    weapon = t.in_hand(blow.target)
    if rolled > t.dots(blow.target, "strength") and weapon is not None:
        dropped = [*t.state_of(blow.target).get("dropped", ()), weapon.id]
        changes = t.put(blow.target, dropped=dropped)
        t.emit("disarmed", blow.target, rules=("STO-MEL-016",), changes=changes, weapon=weapon.id)
    else:
        harm.take(t, blow.target, blow.type, rolled)


def keeps_feet(t: Game, actor: str, difficulty: int, action_rule: str) -> bool:
    """Roll to stay on one's feet; a botch is a bad fall as well."""
    asked = ask_for(t, actor, "dexterity", "athletics", difficulty=difficulty, rules=(action_rule,))
    if asked.size <= 0:
        fall(t, actor)
        return False
    thrown = t.throw(actor, asked, "keep_feet")
    if not thrown.total:
        fall(t, actor)
    return bool(thrown.total)


def fall(t: Game, actor: str) -> None:
    """Knock somebody down, and roll for rising (STO-COMP-007 to -010)."""
    t.inflict(actor, "prone", rules=("STO-COMP-007",))
    asked = ask_for(t, actor, "dexterity", "athletics", rules=("STO-ACT-063",))
    if asked.size <= 0 or not t.is_able(actor):
        return
    thrown = t.throw(actor, asked, "knockdown")
    if thrown.total:
        t.relieve(actor, "prone", rules=("STO-COMP-008",))
        t.inflict(actor, "slow", rules=("STO-COMP-008",), until=t.turn + 1)
    elif thrown.critical_failure:
        harm.hurt(t, actor, "bashing", 1, ("STO-COMP-010",))


def _swept(t: Game, blow: Blow) -> None:
    if t.is_able(blow.target):
        keeps_feet(t, blow.target, 8, "STO-ACT-061")


def _tackled(t: Game, blow: Blow) -> None:
    keeps_feet(t, blow.attacker, 7, "STO-ACT-062")
    if t.is_able(blow.target) and keeps_feet(t, blow.target, 7, "STO-ACT-062"):
        t.inflict(blow.target, "off_balance", rules=("STO-MEL-024",), until=t.turn + 1)


FOLLOWS: Mapping[str, Callable[[Game, Blow], None]] = {
    "grapple": _grappled,
    "sweep": _swept,
    "tackle": _tackled,
}


# ---- around attacks ----


def knockdown(t: Game, intent: Intent) -> Flow[None]:
    """Let a very powerful blow knock somebody down, by the Storyteller's word (STO-COMP-011)."""
    fall(t, text(intent, "target"))
    yield from ()


def take_aim(t: Game, intent: Intent) -> Flow[None]:
    """Spend a turn aiming a firearm (STO-RNG-005)."""
    weapon = t.weapon(intent.actor, text(intent, "weapon"))
    if t.dots(intent.actor, "firearms") < 1:
        raise refuse("STO-RNG-007", "Hace falta Armas de Fuego 1.", "It takes Firearms 1.")
    turns.spend(t, intent, turns.AIM)
    turns.whole_turn(t, intent.actor, "STO-RNG-009")
    aimed = t.actor(intent.actor).get("aim") or {}
    count = int(aimed.get("turns", 0)) + 1 if aimed.get("weapon") == weapon.id else 1
    changes = t.set(intent.actor, aim={"weapon": weapon.id, "turns": count})
    t.emit("aims", intent.actor, rules=("STO-RNG-005",), changes=changes, turns=count)
    yield from ()


def reload(t: Game, intent: Intent) -> Flow[None]:
    """Reload a weapon: an action, the whole turn if it is complex (STO-RNG-021, STO-GAP-088)."""
    weapon = t.weapon(intent.actor, text(intent, "weapon"))
    turns.spend(t, intent, "reload")
    if weapon.complex and not t.actor(intent.actor).get("plan"):
        turns.whole_turn(t, intent.actor, "STO-RNG-021")
    fired = {**t.state_of(intent.actor).get("fired", {}), weapon.id: 0}
    changes = t.put(intent.actor, fired=fired)
    t.emit("reloaded", intent.actor, rules=("STO-RNG-021",), changes=changes, weapon=weapon.id)
    yield from ()


def ambush(t: Game, intent: Intent) -> Flow[None]:
    """Lie in wait: a free attack with the surplus, a tie, or a target who noticed."""
    target = text(intent, "target")
    if t.phase != "scene" or t.actor(target).get("in_combat"):
        raise refuse(
            "STO-MAN-014",
            "Quien ya combate no cae en una emboscada.",
            "Nobody in a fight already can be ambushed.",
        )
    dice, harder = extras(intent)
    mine = t.throw(
        intent.actor,
        ask_for(
            t,
            intent.actor,
            "dexterity",
            "stealth",
            dice=dice,
            harder=harder,
            rules=("STO-ACT-051",),
        ),
        "ambush",
    )
    theirs = t.throw(
        target,
        ask_for(t, target, "perception", "alertness", rules=("STO-ACT-051",)),
        "ambush_noticed",
    )
    margin = mine.total - theirs.total
    result = "noticed"
    if margin >= 0 and not mine.critical_failure:
        result = "won" if margin > 0 else "tied"
    free = None
    if result != "noticed":
        free = {"target": target, "dice": max(0, margin), "undefended": margin > 0}
    rule = {"won": "STO-MAN-011", "tied": "STO-MAN-012", "noticed": "STO-MAN-013"}[result]
    changes = t.set(intent.actor, free_attack=free)
    t.emit("ambush", intent.actor, rules=(rule,), changes=changes, result=result, margin=margin)
    yield from ()


def squeeze(t: Game, intent: Intent) -> Flow[None]:
    """Do Strength damage to the other in a grapple, without an attack roll (STO-GAP-047)."""
    actor = intent.actor
    other = _other(t, actor)
    _in_a_grapple(t, intent, "squeeze")
    harm.strike(t, actor, other, dice=strength(t, actor), kind="bashing", rules=("STO-MEL-008",))
    yield from ()


def _other(t: Game, actor: str) -> str:
    """Return the other one of a grapple or hold."""
    seat = t.actor(actor)
    for name in ("grappled", "held"):
        if t.has(actor, name) and seat.get(f"{name}_by"):
            return str(seat[f"{name}_by"])
    for key, one in t.state["actors"].items():
        if one.get("grappled_by") == actor and t.has(key, "grappled"):
            return str(key)
    raise refuse("STO-MEL-009", "No hay nadie agarrado.", "Nobody is seized.")


def _in_a_grapple(t: Game, intent: Intent, what: str) -> None:
    """Take the place of somebody in a grapple or hold; their action is what the bond allows."""
    if t.phase == "scene":
        return
    if not turns.is_up(t, intent.actor):
        raise refuse("STO-TURN-012", "No le toca actuar.", "It is not their place to act.")
    if not t.is_able(intent.actor) or t.has(intent.actor, "stunned"):
        raise refuse("STO-HLTH-012", "No está en condiciones de actuar.", "In no state to act.")
    turns.take_place(t, intent.actor, what)


def break_free(t: Game, intent: Intent) -> Flow[None]:
    """Roll Strength + Brawl against the other's: more for a grapple, as many for a hold."""
    actor = intent.actor
    other = _other(t, actor)
    held = t.has(actor, "held")
    _in_a_grapple(t, intent, "break_free")
    rule = "STO-ACT-060" if held else "STO-ACT-059"
    dice, harder = extras(intent)
    mine = t.throw(
        actor,
        ask_for(t, actor, "strength", "brawl", dice=dice, harder=harder, rules=(rule,)),
        "break_free",
    )
    theirs = t.throw(other, ask_for(t, other, "strength", "brawl", rules=(rule,)), "keep_hold")
    margin = mine.total - theirs.total
    if margin > 0 or (held and margin == 0):
        t.relieve(actor, "held", "grappled", rules=("STO-MEL-027" if held else "STO-MEL-010",))
    else:
        t.emit("still_held", actor, rules=("STO-MEL-010",), margin=margin)
    yield from ()


def release(t: Game, intent: Intent) -> Flow[None]:
    """Let go of whomever one has seized."""
    harm.let_go(t, intent.actor)
    yield from ()


def torture(t: Game, intent: Intent) -> Flow[None]:
    """Take a level or a point, or both, for each interval of torture (STO-SOC-024 to -026)."""
    target = text(intent, "target")
    for _ in range(integer(intent, "intervals")):
        if flag(intent, "physical"):
            harm.hurt(t, target, text(intent, "type"), 1, ("STO-SOC-024", "STO-GAP-016"))
        if flag(intent, "mental"):
            left = max(0, int(t.state_of(target).get("willpower", 0)) - 1)
            changes = t.put(target, willpower=left)
            t.emit("willpower", target, rules=("STO-SOC-025",), changes=changes, left=left)
    yield from ()


def drop(t: Game, intent: Intent) -> Flow[None]:
    """Let somebody fall from so many metres: a die for each three (STO-GAP-081)."""
    metres = integer(intent, "metres")
    dice = min(10, metres // 3)
    if dice:
        kind = "lethal" if metres >= 30 else "bashing"
        target = text(intent, "target")
        harm.strike(t, target, target, dice=dice, kind=kind, rules=("STO-GAP-081",))
    yield from ()


def damage(t: Game, intent: Intent) -> Flow[None]:
    """Mark damage by the Storyteller's word: rolled and soaked, rolled already, or as it is."""
    target, kind = text(intent, "target"), text(intent, "type")
    if integer(intent, "dice_of_damage"):
        dice = min(MOST_DICE, integer(intent, "dice_of_damage"))
        harm.strike(t, target, target, dice=dice, kind=kind, rules=("STO-DMG-001",))
    elif integer(intent, "successes"):
        harm.take(t, target, kind, integer(intent, "successes"))
    else:
        harm.hurt(t, target, kind, integer(intent, "levels"), (f"STO-MARK-00{_MARKED[kind]}",))
    yield from ()


_MARKED = {kind: place for place, kind in enumerate(track.KINDS, 1)}
