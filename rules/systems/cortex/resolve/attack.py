"""Attacks: what moves the dice, the difficulty, the damage and what a hit leads to."""

from dataclasses import dataclass
from typing import Any

from rules.engine.intents import Intent
from rules.engine.modifiers import Modifier
from rules.engine.resolution import Flow
from rules.engine.rolls import Roll
from rules.engine.text import Text
from rules.systems.cortex import damage, ladder, points, pool, rolling
from rules.systems.cortex.catalogue import Weapon
from rules.systems.cortex.damage import Harm
from rules.systems.cortex.game import Game, flag, integer, refuse, text
from rules.systems.cortex.pool import Step
from rules.systems.cortex.resolve import defence, harm, turns
from rules.systems.cortex.resolve.defence import Defence, Threat

SIGHT = 10  # feet within which smoke and weak light do not matter, COR-RNG-009
POINT_BLANK, THROWN_POINT_BLANK = 15, 5


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an attack went: its roll, the difficulty in it, the defence that it met."""

    roll: Roll
    defence: Defence

    @property
    def is_hit(self) -> bool:
        return pool.is_success(self.roll)

    @property
    def margin(self) -> int:
        return pool.margin(self.roll)


def strike(
    g: Game,
    attacker: str,
    weapon: Weapon,
    options: dict[str, Any],
    *,
    extra_steps: tuple[Step, ...] = (),
    keeps: tuple[str, ...] = (),
    purpose: str = "attack",
    is_out_of_turn: bool = False,
) -> Flow[Outcome]:
    """Roll one attack, from its preconditions to whether it hits (COR-SEQ-001)."""
    target = str(options["target"])
    g.actor(target)
    if target == attacker:
        raise refuse("precondition.target", "No contra sí mismo.", "Not against oneself.")
    is_melee = not (weapon.is_ranged or weapon.is_thrown)
    _may_attack(g, attacker, target)
    taken = turns.claim(g, attacker, is_reaction=is_out_of_turn)
    called, difficulty_steps = options["called"], g.tables["called"]
    skill_steps = [
        *turns.penalty(taken),
        *_range(weapon, int(options["distance"])),
        *_light(g, attacker, target, weapon, options, is_melee=is_melee),
        *_aim(g, attacker, target, weapon),
        *_threat(g, attacker, target, is_out_of_turn=is_out_of_turn),
        *extra_steps,
    ]
    if options["off_hand"]:
        skill_steps.append(Step("COR-MAN-023", _OFF_HAND, -2))
    if weapon.improvised:
        skill_steps.append(Step("COR-MAN-018", _IMPROVISED, -weapon.improvised))
    if is_melee and g.has(target, "prone"):
        skill_steps.append(Step("COR-DEF-028", _LYING_TARGET, 2))
    if options["steps"]:
        skill_steps.append(Step("COR-MOD-005", _GM, int(options["steps"])))
    body_steps = []
    if is_melee and g.has(attacker, "prone"):
        body_steps.append(Step("COR-MAN-021", _LYING, -2))
    key = str(options["attribute"] or _attribute(weapon, is_melee=is_melee))
    if options["skill"] == "none":
        parts = [g.attribute(attacker, key, body_steps)]
    else:
        skill = g.skill(attacker, str(options["skill"] or weapon.skill), skill_steps)
        turns.check_skill(taken, skill)
        parts = [g.attribute(attacker, key, body_steps), skill]
    level = str(options["cover"])
    cover = defence.cover(
        g, target, level, is_melee=is_melee, is_indirect=bool(options["indirect"])
    )
    plot = int(options["plot"])
    if plot > g.points(attacker):
        raise refuse("COR-PPS-023", "No tiene tantos puntos.", "There are not so many points.")
    threat = Threat(
        attacker, is_melee, bool(options["unaware"]), int(options["evading"]),
        bool(options["may_dodge_climbing"]), purpose == "grapple",
    )  # fmt: skip
    # COR-GAP-077: the attacker's action is counted first, a defence in the order of its use.
    vigorous = {"vigorous": True} if is_melee else {}
    turns.spend(g, attacker, keeps=(*keeps, "aiming"), **vigorous)
    met = yield from defence.defend(g, target, threat)
    if g.detail(target, "feinted").get("by") == attacker:
        g.relieve(target, "feinted", rules=("COR-COND-015",))
    total = met.difficulty + cover + int(difficulty_steps[called][0]) + int(options["circumstance"])
    roll = yield from rolling.make(
        g, attacker, parts, purpose=purpose, target=max(0, total), plot=plot,
        rules=("COR-ATK-001" if not is_melee else "COR-ATK-002", "COR-ATK-003"),
        botch_face=2 if options["bystanders"] else 1, modifiers=_modifiers(options),
    )  # fmt: skip
    g.relieve(attacker, "aiming", rules=("COR-COND-016",))
    return Outcome(roll, met)


def _modifiers(options: dict[str, Any]) -> list[Modifier]:
    value = int(options["modifier"])
    return [Modifier("COR-ROLL-002", _GM, value)] if value else []


def _may_attack(g: Game, attacker: str, target: str) -> None:
    holder = g.detail(attacker, "grappled").get("by")
    if holder and holder != target:
        raise refuse("COR-MAN-013", "Solo puede atacar a quien lo sujeta.", "Only the holder.")


def _attribute(weapon: Weapon, *, is_melee: bool) -> str:
    if weapon.is_thrown:
        return weapon.throw_attribute  # COR-MAN-029
    return "strength" if is_melee else "agility"


def _range(weapon: Weapon, distance: int) -> list[Step]:
    """Return the step for a distance (COR-RNG-001 to -007, COR-GAP-057)."""
    if not (weapon.is_ranged or weapon.is_thrown):
        return []
    if distance <= (THROWN_POINT_BLANK if weapon.is_thrown else POINT_BLANK):
        rule = "COR-RNG-002" if weapon.is_thrown else "COR-RNG-001"
        return [Step(rule, _POINT_BLANK, 1)]
    if distance >= 10 * weapon.increment:
        raise refuse("COR-RNG-007", "Está fuera de alcance.", "The target is out of range.")
    for times, rule, value in ((1, "", 0), (2, "COR-RNG-004", -1), (4, "COR-RNG-005", -3)):
        if distance <= times * weapon.increment:
            return [Step(rule, _RANGE, value)] if value else []
    return [Step("COR-RNG-006", _RANGE, -6)]


def _light(
    g: Game, attacker: str, target: str, weapon: Weapon, options: dict[str, Any], *, is_melee: bool
) -> list[Step]:
    """Return the step for bad sight (COR-RNG-008 to -018, COR-GAP-056)."""
    light = options["light"]
    if light == "black" or g.has(attacker, "blinded"):
        if g.round_of(attacker).get("located") != target:
            raise refuse("COR-RNG-012", "Antes hay que localizarlo.", "Locate the target first.")
        if is_melee:
            return [Step("COR-RNG-018", _DARK, -4)]
        return [Step("COR-RNG-017", _DARK, -6)]
    if light == "good" or int(options["distance"]) <= SIGHT or weapon.is_burst:
        return []
    if light == "weak":
        return [Step("COR-RNG-009", _DARK, -2)]
    return [Step("COR-RNG-010", _DARK, -4)]


def _aim(g: Game, attacker: str, target: str, weapon: Weapon) -> list[Step]:
    aim = g.detail(attacker, "aiming")
    if not weapon.is_ranged or aim.get("target") != target:
        return []
    return [Step("COR-ATK-011", _AIM, min(3, int(aim["turns"])))]


def _threat(g: Game, attacker: str, target: str, *, is_out_of_turn: bool) -> list[Step]:
    held = g.detail(attacker, "threatening")
    since = int(held.get("since", 0))
    if not held or not is_out_of_turn or since >= int(g.state["turn"]):
        return []
    return [Step("COR-FIRE-009", _THREAT, 2)]


# ---- damage ----


def hurt(
    g: Game, attacker: str, weapon: Weapon, options: dict[str, Any], hit: Outcome
) -> Flow[None]:
    """Deal what a hit deals (COR-ATK-007 to -010, COR-DEF-030 to -032, COR-DMG-013)."""
    target = str(options["target"])
    called = g.tables["called"][options["called"]]
    initial = weapon.kind if weapon.id == "unarmed" else "basic"  # COR-MAN-025
    found = damage.of_kind(initial, hit.margin)
    kind = "wound" if called[2] == "vital" else weapon.kind  # COR-ATK-025
    found = found.plus(weapon_harm(g, attacker, weapon, kind, int(called[1])))
    is_great = hit.roll.outcome == "extraordinary"
    if not is_great:
        found = found.less(armour(g, target))
    found = yield from points.alive(g, target, found)
    if called[2] == "limb":
        found = _never_deadly(g, target, found)
    yield from harm.mark(g, target, found, rules=("COR-ATK-007", "COR-ATK-008"))
    if g.has(target, "dead"):
        return
    if is_great:
        yield from harm.resist_extraordinary(g, target, kind, found.stun)
    if called[2]:
        yield from _called(g, target, str(called[2]), str(options["called"]), hit)


def weapon_harm(g: Game, attacker: str, weapon: Weapon, kind: str, steps: int) -> Harm:
    """Throw a weapon's damage dice, as of a kind (COR-ATK-010, COR-GAP-064)."""
    step = ladder.shift(weapon.step, steps)
    if not step:
        return Harm()
    roll = pool.damage_roll(step, g.dice, _DAMAGE, ("COR-ATK-010",))
    g.record_roll(attacker, roll, purpose="damage", damage=kind)
    return damage.of_kind(kind, roll.total)


def armour(g: Game, target: str) -> int:
    return int(g.sheet(target).get("armour", {}).get("rating", 0))


def _never_deadly(g: Game, target: str, found: Harm) -> Harm:
    """Turn into stun what would make a limb's wound deadly (COR-ATK-020, COR-GAP-045)."""
    room = max(0, g.life(target) - 1 - int(g.state_of(target)["wounds"]))
    wounds = min(found.wounds, room)
    return Harm(found.stun + found.wounds - wounds, wounds)


def _called(g: Game, target: str, effect: str, where: str, hit: Outcome) -> Flow[None]:
    if effect == "vital":
        harm.bleed(g, target, ("COR-ATK-026", "COR-GAP-048"))
    elif effect == "limb":
        g.inflict(target, "disabled_limb", rules=("COR-ATK-019",), limb=where)
        g.prompt("limb", target, limb=where)
    elif effect == "object":
        g.prompt("object", target)
    else:
        roll = yield from rolling.endurance(g, target, hit.roll.total, "breath")
        if not pool.is_success(roll):
            g.inflict(target, "breathless", rules=("COR-ATK-021", "COR-GAP-046"), turns=2)


# ---- intents ----


def attack(g: Game, intent: Intent) -> Flow[None]:
    """Attack somebody with a weapon or bare hands."""
    yield from resolve(g, intent.actor, dict(intent.parameters))


def resolve(
    g: Game,
    attacker: str,
    options: dict[str, Any],
    *,
    keeps: tuple[str, ...] = (),
    is_out_of_turn: bool = False,
) -> Flow[None]:
    """Roll an attack and deal its damage."""
    weapon = g.weapon(attacker, str(options["weapon"]))
    if weapon.improvised:
        g.prompt("improvised", attacker, weapon=weapon.id)
        if weapon.improvised > 4:
            g.prompt("improvised_steps", attacker)
    hit = yield from strike(
        g, attacker, weapon, options, keeps=keeps, is_out_of_turn=is_out_of_turn
    )
    target = str(options["target"])
    if hit.roll.critical_failure and options["bystanders"]:
        yield from _stray(g, attacker, weapon, list(options["bystanders"]))
        return
    if hit.roll.critical_failure:
        g.prompt("botch", attacker)
    if not hit.is_hit:
        g.emit("missed", attacker, rules=("COR-ATK-003",), target=target)
        if hit.defence.kind == "block_unarmed" and weapon.id != "unarmed":
            # COR-DEF-014: bare hands stop the blow and take the blade.
            found = weapon_harm(g, attacker, weapon, weapon.kind, 0).less(armour(g, target))
            found = yield from points.alive(g, target, found)
            yield from harm.mark(g, target, found, rules=("COR-DEF-014", "COR-GAP-073"))
        return
    g.emit("hit", attacker, rules=("COR-ATK-003",), target=target, margin=hit.margin)
    yield from hurt(g, attacker, weapon, options, hit)


def _stray(g: Game, attacker: str, weapon: Weapon, bystanders: list[str]) -> Flow[None]:
    """Hit a bystander at random with the weapon's dice (COR-FIRE-011, COR-GAP-051)."""
    for one in bystanders:
        g.actor(one)
    place = g.dice.draw(len(bystanders)) if len(bystanders) > 1 else 1
    victim = bystanders[place - 1]
    g.emit("stray", attacker, rules=("COR-FIRE-010", "COR-FIRE-011"), target=victim, drawn=place)
    found = weapon_harm(g, attacker, weapon, weapon.kind, 0).less(armour(g, victim))
    found = yield from points.alive(g, victim, found)
    yield from harm.mark(g, victim, found, rules=("COR-FIRE-011", "COR-GAP-051"))


def aim(g: Game, intent: Intent) -> Flow[None]:
    """Spend a turn aiming; up to three of them count (COR-ATK-011 to -013)."""
    actor_id, target = intent.actor, text(intent, "target")
    g.actor(target)
    if not g.weapon(actor_id, text(intent, "weapon")).is_ranged:
        raise refuse("COR-ATK-011", "Solo con un arma a distancia.", "Only with a ranged weapon.")
    done = g.round_of(actor_id)
    if done.get("feet"):
        raise refuse("COR-ATK-013", "No se apunta caminando.", "No walking while aiming.")
    if turns.claim(g, actor_id):
        raise refuse("COR-ATK-013", "Apuntar ocupa el turno.", "Aiming takes the turn.")
    before = g.detail(actor_id, "aiming")
    count = int(before["turns"]) if before.get("target") == target else 0
    turns.spend(g, actor_id, keeps=("aiming",), aimed=True)
    rules = ("COR-ATK-011", "COR-ATK-012")
    g.inflict(actor_id, "aiming", rules=rules, target=target, turns=min(3, count + 1))
    yield from ()


def locate(g: Game, intent: Intent) -> Flow[None]:
    """Find by ear somebody who cannot be seen (COR-RNG-012 to -016)."""
    actor_id, target = intent.actor, text(intent, "target")
    g.actor(target)
    if g.has(actor_id, "deafened"):
        raise refuse("COR-COND-012", "No oye nada.", "The character hears nothing.")
    parts = [g.attribute(actor_id, "alertness"), g.skill(actor_id, "listen")]
    roll = yield from rolling.make(
        g, actor_id, parts, purpose="locate", target=int(g.tables["noise"][text(intent, "noise")]),
        plot=integer(intent, "plot"), rules=("COR-RNG-012",),
    )  # fmt: skip
    found = pool.is_success(roll)
    changes = g.noted(actor_id, located=target if found else "")
    g.emit("located", actor_id, rules=("COR-RNG-012",), changes=changes, found=found)


def damage_by_gm(g: Game, intent: Intent) -> Flow[None]:
    """Deal damage that has no attack: fire, an accident, a blow in the story."""
    target = text(intent, "target")
    g.actor(target)
    found = Harm(integer(intent, "stun"), integer(intent, "wounds"))
    found = found.plus(damage.split(integer(intent, "basic")))
    if flag(intent, "armour"):
        found = found.less(armour(g, target))
    found = yield from points.alive(g, target, found)
    heals = "burn" if flag(intent, "fire") else ""
    if heals and (found.stun or found.wounds):
        g.inflict(target, "burned", rules=("COR-HAZ-015", "COR-COND-022"))
        g.prompt("scars", target)
    yield from harm.mark(g, target, found, heals=heals, rules=("COR-DMG-001",))


def explode(g: Game, intent: Intent) -> Flow[None]:
    """Set off an explosive: hard cover takes dice away from it (COR-DEF-020 to -024)."""
    target, level = text(intent, "target"), text(intent, "cover")
    g.actor(target)
    fewer = int(g.tables["cover"][level][1])
    if g.has(target, "prone"):
        fewer = max(fewer, int(g.tables["cover"]["light"][1]))
    count = max(0, integer(intent, "count") - fewer)
    g.emit("explosion", target, rules=("COR-DEF-020",), dice=count)
    found = Harm()
    step = ladder.read(text(intent, "die")) or 0
    if not step:
        raise refuse("COR-GAP-042", "El explosivo necesita dados.", "An explosive needs dice.")
    for _die in range(count):
        roll = pool.damage_roll(step, g.dice, _DAMAGE, ("COR-DEF-020",))
        g.record_roll(target, roll, purpose="explosion")
        found = found.plus(damage.of_kind(text(intent, "kind"), roll.total))
    found = found.less(armour(g, target))
    found = yield from points.alive(g, target, found)
    heals = "burn" if flag(intent, "fire") else ""
    if heals and (found.stun or found.wounds):
        g.inflict(target, "burned", rules=("COR-HAZ-015", "COR-COND-022"))
    yield from harm.mark(g, target, found, heals=heals, rules=("COR-DEF-020", "COR-DMG-001"))


_OFF_HAND = Text(es="Mano torpe", en="Off hand")
_IMPROVISED = Text(es="Arma improvisada", en="Improvised weapon")
_LYING_TARGET = Text(es="Objetivo en el suelo", en="Target on the ground")
_LYING = Text(es="Lucha en el suelo", en="Fighting on the ground")
_GM = Text(es="Circunstancias", en="Circumstances")
_POINT_BLANK = Text(es="A quemarropa", en="Point blank")
_RANGE = Text(es="Alcance", en="Range")
_DARK = Text(es="Mala visibilidad", en="Poor visibility")
_AIM = Text(es="Apuntar", en="Aiming")
_THREAT = Text(es="Fuego de amenaza", en="Threatening fire")
_DAMAGE = Text(es="Daño", en="Damage")
