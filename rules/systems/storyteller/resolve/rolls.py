"""Rolls of a scene: ad hoc ones, and every listed action system."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.events import Change
from rules.engine.intents import Intent
from rules.engine.modifiers import Modifier
from rules.engine.resolution import Flow
from rules.engine.rolls import Roll
from rules.systems.storyteller import catalogue
from rules.systems.storyteller import sheet as sheets
from rules.systems.storyteller.catalogue import ACTIONS, Action
from rules.systems.storyteller.game import Game, ask_for, flag, integer, refuse, text
from rules.systems.storyteller.pool import HIGHEST, LOWEST, MOST_DICE, STANDARD, named
from rules.systems.storyteller.resolve import harm, turns


def extras(intent: Intent) -> tuple[list[Modifier], list[Modifier]]:
    """Return the dice and the difficulty that the table adds to a roll by ruling."""
    more, harder = integer(intent, "more"), integer(intent, "harder")
    dice = [named("STO-ROLL-021", "a juicio del Narrador", "Storyteller", more)] if more else []
    metres = integer(intent, "running")
    if metres:
        # STO-AUTO-010: a die for each metre moved while acting.
        dice.append(named("STO-AUTO-010", "en movimiento", "on the move", -metres))
    return (
        dice,
        [named("STO-ROLL-021", "a juicio del Narrador", "Storyteller", harder)] if harder else [],
    )


def difficulty(intent: Intent, usual: int = STANDARD) -> int:
    """
    Return the difficulty that was named, or the usual one (STO-ROLL-007).

    :raises Refusal: outside 2 to 10 (STO-ROLL-006).
    """
    given = intent.parameters.get("difficulty")
    if given is None:
        return usual
    if not LOWEST <= int(given) <= HIGHEST:
        raise refuse(
            "STO-ROLL-006", "La dificultad va de 2 a 10.", "A difficulty goes from 2 to 10."
        )
    return int(given)


def roll(t: Game, intent: Intent) -> Flow[None]:
    """Roll any Attribute with any Ability or none (STO-GEN-009)."""
    dice, harder = extras(intent)
    attribute = text(intent, "attribute")
    if flag(intent, "haki"):
        dice += haki_dice(t, intent.actor, attribute)
    share = turns.spend(t, intent, _trait(attribute, text(intent, "ability")))
    bought = t.buy(intent.actor) if flag(intent, "willpower") else 0
    ask = ask_for(
        t,
        intent.actor,
        attribute,
        text(intent, "ability"),
        difficulty=difficulty(intent),
        dice=dice,
        harder=harder,
        speciality=flag(intent, "speciality"),
        bought=bought,
        share=share,
        sight=flag(intent, "sight"),
    )
    thrown = t.throw(intent.actor, ask, "roll")
    if thrown.critical_failure:
        t.prompt("mishap", intent.actor)
    yield from ()


def _trait(attribute: str, ability: str) -> str:
    return f"{attribute}+{ability}" if ability else attribute


def haki_dice(t: Game, actor_id: str, attribute: str) -> list[Modifier]:
    """Return a die for each dot of Armour Haki on a physical roll (STO-PHY-002)."""
    dots = sheets.haki(t.sheet(actor_id))
    if attribute not in catalogue.PHYSICAL or not dots:
        return []
    return [named("STO-PHY-002", "Haki de Armadura", "Armour Haki", dots)]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A try at a listed action: what was asked, and what fell."""

    intent: Intent
    action: Action
    roll: Roll
    successes: int

    @property
    def actor(self) -> str:
        return self.intent.actor

    @property
    def is_botch(self) -> bool:
        return self.roll.critical_failure


# What an action asks before it is rolled: it may refuse, and may return dice, difficulty, cap.
@dataclass(slots=True)
class Frame:
    """What a single action changes of its own roll."""

    dice: list[Modifier]
    harder: list[Modifier]
    difficulty: int
    most: int = MOST_DICE


def action(t: Game, intent: Intent) -> Flow[None]:
    """Do a listed action: alone, against somebody, with help, or as a part of something longer."""
    known = ACTIONS.get(text(intent, "action"))
    if known is None or known.group == "combat":
        raise refuse("precondition.action", "No hay tal acción.", "There is no such action.")
    if not known.difficulty and not known.target:
        share = turns.spend(t, intent, known.id)
        AUTOMATIC.get(known.id, _automatic)(t, intent, known, share)
        return
    attribute, ability = _pair(intent, known)
    dice, harder = extras(intent)
    frame = Frame(dice, harder, _difficulty(t, intent, known))
    if flag(intent, "haki"):
        frame.dice += haki_dice(t, intent.actor, attribute)
    before = BEFORE.get(known.id)
    if before is not None and before(t, intent, frame):
        return
    share = turns.spend(t, intent, _trait(attribute, ability))
    bought = t.buy(intent.actor) if flag(intent, "willpower") else 0
    ask = ask_for(
        t,
        intent.actor,
        attribute,
        ability,
        difficulty=frame.difficulty,
        dice=frame.dice,
        harder=frame.harder,
        speciality=flag(intent, "speciality"),
        bought=bought,
        share=share,
        sight=flag(intent, "sight"),
        most=frame.most,
        rules=(known.rule,),
    )
    thrown = t.throw(intent.actor, ask, known.id)
    helped = _helped(t, intent, known, frame.difficulty)
    attempt = Attempt(intent, known, thrown, thrown.total + helped)
    if known.against:
        _opposed(t, attempt)
    elif known.id == "climb" or integer(intent, "need"):
        _longer(t, attempt)
    else:
        _say(t, attempt, attempt.successes > 0)
    after = AFTER.get(known.id)
    if after is not None:
        after(t, attempt)
    yield from ()


def _pair(intent: Intent, known: Action) -> tuple[str, str]:
    """Return the Attribute and Ability rolled: the first listed unless another is named."""
    attribute, ability = text(intent, "attribute"), text(intent, "ability")
    if attribute and attribute not in known.attributes and "any" not in known.attributes:
        raise refuse(
            known.rule, "Ese Atributo no vale aquí.", "That Attribute does not serve here."
        )
    if ability and ability not in known.abilities and "any" not in known.abilities:
        raise refuse(known.rule, "Esa Habilidad no vale aquí.", "That Ability does not serve here.")
    first = next((key for key in known.attributes if key != "any"), "")
    second = next((key for key in known.abilities if key != "any"), "")
    return attribute or first, ability or known.proposed or second


def _difficulty(t: Game, intent: Intent, known: Action) -> int:
    if known.target:
        trait = str(known.target["trait"])
        return t.dots(text(intent, "target"), trait) + int(known.target["plus"])
    asked = difficulty(intent, known.usual)
    lowest, _usual, highest = known.difficulty
    if lowest != highest and not lowest <= asked <= highest:
        raise refuse(
            known.rule,
            f"La dificultad va aquí de {lowest} a {highest}.",
            f"The difficulty goes from {lowest} to {highest} here.",
        )
    return asked if lowest != highest else known.usual


def _say(t: Game, attempt: Attempt, won: bool, **data: Any) -> None:
    words = attempt.action.success if won else attempt.action.botch if attempt.is_botch else None
    t.emit(
        "outcome",
        attempt.actor,
        rules=(attempt.action.rule,),
        action=attempt.action.id,
        won=won,
        successes=attempt.successes,
        botch=attempt.is_botch,
        text=words.to_json() if words else None,
        **data,
    )


def _automatic(t: Game, intent: Intent, known: Action, _share: int) -> None:
    t.emit("automatic", intent.actor, rules=(known.rule,), action=known.id)


def _ready(t: Game, intent: Intent, known: Action, _share: int) -> None:
    weapon = t.weapon(intent.actor, text(intent, "weapon"))
    if weapon.complex and len((t.actor(intent.actor).get("plan")) or ()) < 2:
        turns.whole_turn(t, intent.actor, "STO-RNG-021")
    loaded = {**t.state_of(intent.actor).get("fired", {}), weapon.id: 0}
    t.emit(
        "ready",
        intent.actor,
        rules=(known.rule,),
        changes=t.put(intent.actor, fired=loaded, ready=weapon.id),
        weapon=weapon.id,
    )


def _stand(t: Game, intent: Intent, known: Action, _share: int) -> None:
    t.relieve(intent.actor, "prone", rules=(known.rule, "STO-AUTO-004"))


AUTOMATIC: Mapping[str, Callable[[Game, Intent, Action, int], None]] = {
    "ready_a_weapon": _ready,
    "stand_up": _stand,
}

# ---- help ----

# STO-PHY-009, STO-PHY-088, STO-SOC-028: the only systems that let several add up.
TEAMS = {
    "force_open_or_shut": "STO-PHY-009",
    "shadow_someone": "STO-PHY-088",
    "interrogate_gently": "STO-SOC-028",
    "interrogate_by_force": "STO-SOC-029",
}


def _helped(t: Game, intent: Intent, known: Action, against: int) -> int:
    """Roll for those who help, and return their successes (STO-GAP-007)."""
    helpers = intent.parameters.get("helpers") or []
    if not helpers:
        return 0
    if known.id not in TEAMS:
        raise refuse("STO-GAP-007", "Aquí no se suman éxitos.", "Successes are not added here.")
    if known.id == "shadow_someone" and not flag(intent, "trained"):
        raise refuse(
            "STO-PHY-088",
            "Solo quienes se han entrenado juntos suman sus éxitos.",
            "Only people who trained together add their successes.",
        )
    total = 0
    attribute, usual = _pair(intent, known)
    ability = text(intent, "helper_ability") or usual
    for helper in helpers:
        ask = ask_for(t, helper, attribute, ability, difficulty=against, rules=(TEAMS[known.id],))
        thrown = t.throw(helper, ask, known.id, helps=intent.actor)
        if thrown.critical_failure:
            t.prompt("mishap", helper)
        total += thrown.total
    return total


# ---- opposed ----


def _opposed(t: Game, attempt: Attempt) -> None:
    """Roll for the other side, or sides, and compare net successes (STO-ROLL-019)."""
    intent, known = attempt.intent, attempt.action
    targets = against(intent)
    margins = []
    ties = []
    for target in targets:
        theirs = _answer(t, attempt, target)
        margins.append(attempt.successes - theirs)
        ties.append(attempt.successes == theirs)
    margin = min(margins)
    won = not attempt.is_botch and (
        margin > 0 or (any(ties) and margin == 0 and known.tie == "actor")
    )
    if known.id in NEEDS_ONE and attempt.successes == 0:
        won = False
    again = known.tie == "retry" and margin == 0 and not attempt.is_botch
    _say(t, attempt, won, margin=margin, targets=list(targets), again=again)


def against(intent: Intent) -> list[str]:
    """Return those whom an opposed action is against."""
    several: list[str] = intent.parameters.get("targets") or []
    return several or [text(intent, "target")]


# STO-GAP-018: at nought each, whoever threatens or lies gets nothing.
NEEDS_ONE = frozenset({"deceive", "intimidate_veiled_threat", "intimidate_physical_threat"})


def opposing(t: Game, target: str, known: Action, *, violent: bool = False) -> tuple[str, str, int]:
    """Return what the other side rolls: Attribute, Ability, and the dice if a larger pool is."""
    against = "max(Stamina+3,Willpower)" if violent else known.against
    if against == "Willpower":
        return "willpower", "", 0
    if against.startswith("max("):
        if "Strength" in against:
            strength = t.dots(target, "strength") + t.dots(target, "intimidation")
            if strength > t.dots(target, "willpower"):
                return "strength", "intimidation", 0
            return "willpower", "", 0
        return "willpower", "", sheets.resistance(t.sheet(target))
    attribute, _plus, ability = against.lower().partition("+")
    return attribute, ability, 0


def _answer(t: Game, attempt: Attempt, target: str) -> int:
    intent, known = attempt.intent, attempt.action
    helper_ability = text(intent, "helper_ability")
    violent = "intimidation" in (helper_ability, text(intent, "ability"))
    is_mixed = known.id == "interrogate_gently" and violent
    attribute, ability, dots = opposing(t, target, known, violent=is_mixed)
    harder = integer(intent, "target_harder")
    extra = [named("STO-ROLL-021", "situación", "situation", harder)] if harder else []
    more = [
        named("STO-SOC-022", "Resistencia + 3", "Stamina + 3", dots - t.dots(target, attribute))
    ]
    ask = ask_for(
        t,
        target,
        attribute,
        ability,
        difficulty=int(known.against_difficulty.removeprefix("gm:")),
        dice=more if dots else (),
        harder=extra,
        reflexive=attribute == "willpower",
        rules=(known.rule,),
    )
    thrown = t.throw(target, ask, f"{known.id}_resisted")
    if thrown.critical_failure:
        t.prompt("mishap", target)
    return thrown.total


# ---- longer work ----

RATES = {"normal": 3, "easy": 5, "hard": 2}


def _longer(t: Game, attempt: Attempt) -> None:
    """Add a roll to an extended action, which waits in the state between posts (STO-ROLL-018)."""
    intent, known = attempt.intent, attempt.action
    key = text(intent, "work") or f"{intent.actor}:{known.id}"
    work: Mapping[str, Any] = t.state.get("works", {}).get(key) or {}
    need = int(work.get("need") or _need(intent, known))
    total = int(work.get("total", 0)) + attempt.successes
    rolls = int(work.get("rolls", 0)) + 1
    done = total >= need
    minutes = 10 * need if known.id == "repair" else 0
    data: dict[str, Any] = {
        "work": key,
        "need": need,
        "total": total,
        "rolls": rolls,
        "minutes": minutes,
    }
    if known.id == "climb":
        data["metres"] = total * RATES[text(intent, "terrain") or "normal"]
    if attempt.is_botch or done:
        changes = [Change(("works", key), removes=True)]
    else:
        changes = [Change(("works", key), {"need": need, "total": total, "rolls": rolls})]
    t.emit("work", intent.actor, rules=("STO-ROLL-018",), changes=changes, done=done, **data)
    _say(t, attempt, done and not attempt.is_botch)


def _need(intent: Intent, known: Action) -> int:
    if integer(intent, "need"):
        return integer(intent, "need")
    if known.id == "climb":
        rate = RATES[text(intent, "terrain") or "normal"]
        return max(1, -(-integer(intent, "metres") // rate))
    return 1


# ---- before and after single systems ----


def _least(rule: str, attribute: str) -> Callable[[Game, Intent, Frame], bool]:
    def check(t: Game, intent: Intent, _frame: Frame) -> bool:
        least = integer(intent, "minimum")
        if t.dots(intent.actor, attribute) < least:
            raise refuse(
                rule, f"Hace falta al menos {least}.", f"It takes at least {least} to try."
            )
        return False

    return check


def _locked(t: Game, intent: Intent, frame: Frame) -> bool:
    """STO-PHY-010: a door that nobody holds or locks is simply opened."""
    if flag(intent, "routine"):
        raise refuse("STO-PHY-010", "Está abierta: sin tirada.", "It is not locked: no roll.")
    return _least("STO-PHY-012", "strength")(t, intent, frame)


def _ship(t: Game, intent: Intent, frame: Frame) -> bool:
    """STO-PHY-031: the ship's manoeuvre rating caps the dice; calm handling needs none."""
    if flag(intent, "routine") and t.dots(intent.actor, "seamanship") > 0:
        raise refuse("STO-PHY-023", "En calma no hace falta tirar.", "In calm no roll is needed.")
    rating = integer(intent, "ship_rating") or catalogue.MERCHANTMAN
    frame.most = rating
    return False


def _swim(t: Game, intent: Intent, _frame: Frame) -> bool:
    if t.sheet(intent.actor).get("devil_fruit"):
        # STO-PHY-062: dead weight in the water, whatever the Athletics.
        t.inflict(intent.actor, "sinking", rules=("STO-PHY-062",))
        return True
    if t.dots(intent.actor, "athletics") == 0:
        raise refuse("STO-PHY-060", "No sabe nadar.", "Cannot swim.")
    return False


def _track(t: Game, intent: Intent, frame: Frame) -> bool:
    covered = int(t.state.get("covered_tracks", {}).get(text(intent, "work"), 0))
    if text(intent, "work") in t.state.get("lost_trails", ()):
        raise refuse("STO-MEN-021", "Ese rastro se ha perdido.", "That trail is lost.")
    if covered:
        frame.harder.append(named("STO-MEN-019", "huellas cubiertas", "covered tracks", covered))
    return False


def _repair(t: Game, intent: Intent, _frame: Frame) -> bool:
    if text(intent, "work") not in t.state.get("diagnosed", ()):
        raise refuse(
            "STO-MEN-023", "Antes hay que identificar el fallo.", "The fault must be found first."
        )
    return False


def _threat(t: Game, intent: Intent, _frame: Frame) -> bool:
    barred = t.state.get("barred", {}).get(intent.actor, ())
    if any(target in barred for target in against(intent)):
        raise refuse(
            "STO-SOC-037",
            "Ante esos ya no intimida en esta escena.",
            "Those present are not to be intimidated in this scene.",
        )
    return False


def _speak(t: Game, intent: Intent, frame: Frame) -> bool:
    speech = int(t.actor(intent.actor).get("speech", 0))
    if speech:
        frame.harder.append(named("STO-SOC-047", "discurso preparado", "prepared speech", speech))
        t.emit("speech_used", intent.actor, changes=t.set(intent.actor, speech=0))
    return False


BEFORE: Mapping[str, Callable[[Game, Intent, Frame], bool]] = {
    "force_open_or_shut": _locked,
    "intrusion": _least("STO-PHY-046", "larceny"),
    "sail_a_ship": _ship,
    "swim": _swim,
    "track": _track,
    "repair": _repair,
    "intimidate_veiled_threat": _threat,
    "intimidate_physical_threat": _threat,
    "oratory": _speak,
}


def _door(t: Game, attempt: Attempt) -> None:
    if attempt.is_botch:
        harm.hurt(t, attempt.actor, "bashing", 1, ("STO-PHY-011", "STO-GAP-008"))


def _hunted(t: Game, attempt: Attempt) -> None:
    hours = int(t.state.get("hours", 0)) + 1
    t.emit("hour", attempt.actor, rules=("STO-PHY-018",), changes=[Change(("hours",), hours)])
    if attempt.is_botch:
        t.prompt("complication", attempt.actor)


def _sailed(t: Game, attempt: Attempt) -> None:
    if attempt.is_botch:
        t.prompt("loss_of_control", attempt.actor)
    elif not attempt.successes:
        t.prompt("sailing_trouble", attempt.actor)


def _sneaked(t: Game, attempt: Attempt) -> None:
    if attempt.is_botch:
        t.emit("detected", attempt.actor, rules=("STO-PHY-036",))


def _climbed(t: Game, attempt: Attempt) -> None:
    if attempt.is_botch:
        t.prompt("climb_mishap", attempt.actor)


def _swam(t: Game, attempt: Attempt) -> None:
    if attempt.is_botch:
        t.inflict(attempt.actor, "sinking", rules=("STO-PHY-066",))
    elif not attempt.successes:
        t.prompt("current", attempt.actor)


def _jumped(t: Game, attempt: Attempt) -> None:
    """STO-PHY-078: 50 cm up or one metre across for each success."""
    across, wanted = attempt.successes, integer(attempt.intent, "metres")
    t.emit(
        "jump",
        attempt.actor,
        rules=("STO-PHY-078",),
        across=across,
        up_centimetres=50 * across,
        short=max(0, wanted - across),
        cleared=across >= max(1, wanted),
    )


def _gauged(t: Game, attempt: Attempt) -> None:
    known = attempt.successes >= 3
    t.emit("gauged", attempt.actor, rules=("STO-PHY-082",), known=known)


QUALITIES = ("mediocre", "average", "good", "excellent", "masterpiece")


def _created(t: Game, attempt: Attempt) -> None:
    if attempt.successes:
        quality = QUALITIES[min(attempt.successes, 5) - 1]
        t.emit("work_of_art", attempt.actor, rules=("STO-MEN-006",), quality=quality)


def _informed(t: Game, attempt: Attempt) -> None:
    t.emit("information", attempt.actor, rules=("STO-MEN-010",), units=attempt.successes)
    t.prompt("information", attempt.actor, units=attempt.successes, false=attempt.is_botch)


def _investigated(t: Game, attempt: Attempt) -> None:
    if attempt.is_botch:
        t.emit("clues_destroyed", attempt.actor, rules=("STO-MEN-015",))
    _informed(t, attempt)


def _tracked(t: Game, attempt: Attempt) -> None:
    details = max(0, attempt.successes - 1)
    t.emit("trail", attempt.actor, rules=("STO-MEN-017",), details=details)
    if attempt.is_botch:
        lost = [*t.state.get("lost_trails", ()), text(attempt.intent, "work")]
        t.emit(
            "trail_lost",
            attempt.actor,
            rules=("STO-MEN-021",),
            changes=[Change(("lost_trails",), lost)],
        )


def _covered(t: Game, attempt: Attempt) -> None:
    path = ("covered_tracks", text(attempt.intent, "work"))
    changes = [Change(path, attempt.successes)]
    t.emit("tracks_covered", attempt.actor, rules=("STO-MEN-019",), changes=changes)


def _repaired(t: Game, attempt: Attempt) -> None:
    """Say on which clock a repair runs: turns, or ten minutes a success needed (STO-MEN-028)."""
    need = integer(attempt.intent, "need")
    clock = "minutes" if need else "turns"
    t.emit("repair", attempt.actor, rules=("STO-MEN-028",), clock=clock, minutes=10 * need)


def _diagnosed(t: Game, attempt: Attempt) -> None:
    if attempt.successes:
        found = [*t.state.get("diagnosed", ()), text(attempt.intent, "work")]
        changes = [Change(("diagnosed",), found)]
        t.emit("diagnosed", attempt.actor, rules=("STO-MEN-023",), changes=changes)


def _mocked(t: Game, attempt: Attempt) -> None:
    if attempt.is_botch:
        present = [key for key in t.state["actors"] if key != attempt.actor]
        changes = [Change(("barred", attempt.actor), present)]
        t.emit("ridiculed", attempt.actor, rules=("STO-SOC-037", "STO-GAP-100"), changes=changes)


def _exposed(t: Game, attempt: Attempt) -> None:
    if attempt.is_botch:
        t.emit("exposed", attempt.actor, rules=("STO-SOC-014",))


def _angered(t: Game, attempt: Attempt) -> None:
    if attempt.is_botch:
        for target in against(attempt.intent):
            t.inflict(target, "angry", rules=("STO-SOC-041",))


def _prepared(t: Game, attempt: Attempt) -> None:
    speech = 1 if attempt.is_botch else -1 if attempt.successes else 0
    rule = "STO-SOC-049" if speech > 0 else "STO-SOC-047" if speech else "STO-SOC-048"
    t.emit("speech", attempt.actor, rules=(rule,), changes=t.set(attempt.actor, speech=speech))


def _spoke(t: Game, attempt: Attempt) -> None:
    if attempt.is_botch:
        t.prompt("crowd", attempt.actor)


def _interrogated(t: Game, attempt: Attempt) -> None:
    """STO-SOC-030, -031: the margin is what is told; beyond the rating the subject breaks."""
    last = next(e for e in reversed(t.events) if e.kind == "outcome")
    units = max(0, int(last.data["margin"]))
    target = against(attempt.intent)[0]
    breaks = units > t.dots(target, "willpower")
    t.emit("revealed", target, rules=("STO-SOC-030", "STO-SOC-031"), units=units, breaks=breaks)
    if attempt.is_botch:
        t.prompt("body_and_mind", attempt.actor)
    elif units:
        t.prompt("revealed", attempt.actor)


def _rose(t: Game, attempt: Attempt) -> None:
    if attempt.successes:
        t.relieve(attempt.actor, "prone", rules=("STO-AUTO-005",))
    elif attempt.is_botch:
        t.prompt("mishap", attempt.actor)


def _drew(t: Game, attempt: Attempt) -> None:
    weapon = t.weapon(attempt.actor, text(attempt.intent, "weapon"))
    if attempt.successes:
        loaded = {**t.state_of(attempt.actor).get("fired", {}), weapon.id: 0}
        t.emit(
            "ready",
            attempt.actor,
            rules=("STO-AUTO-013",),
            changes=t.put(attempt.actor, fired=loaded, ready=weapon.id),
            weapon=weapon.id,
        )


AFTER: Mapping[str, Callable[[Game, Attempt], None]] = {
    "stand_up_while_acting": _rose,
    "ready_a_weapon_while_acting": _drew,
    "force_open_or_shut": _door,
    "hunt": _hunted,
    "sail_a_ship": _sailed,
    "sneak": _sneaked,
    "climb": _climbed,
    "swim": _swam,
    "standing_jump": _jumped,
    "running_jump": _jumped,
    "jump_gauge_the_distance": _gauged,
    "create_a_work": _created,
    "research": _informed,
    "investigate_a_scene": _investigated,
    "track": _tracked,
    "cover_tracks": _covered,
    "diagnose_the_fault": _diagnosed,
    "repair": _repaired,
    "deceive": _exposed,
    "intimidate_veiled_threat": _mocked,
    "intimidate_physical_threat": _mocked,
    "fast_talk": _angered,
    "prepare_a_speech": _prepared,
    "oratory": _spoke,
    "interrogate_gently": _interrogated,
    "interrogate_by_force": _interrogated,
}


def throw(t: Game, intent: Intent) -> Flow[None]:
    """Throw an object at a place: range by Strength and weight, 6 to half of it, 7 beyond."""
    metres, grams = integer(intent, "metres"), integer(intent, "grams")
    sheet = t.sheet(intent.actor)
    if not sheets.can_lift(sheet, grams / 1000):
        raise refuse("STO-PHY-055", "No puede levantarlo.", "It cannot be lifted.")
    reach = sheets.throwing_range(sheet, grams / 1000)
    if reach == 0:
        if metres > 1:
            raise refuse("STO-PHY-054", "Solo puede dejarlo caer.", "It can only be dropped aside.")
        turns.spend(t, intent, "throw")
        t.emit("dropped_aside", intent.actor, rules=("STO-PHY-054",))
        return
    if metres > reach:
        raise refuse("STO-PHY-057", f"Llega a {reach} m.", f"It reaches {reach} m.")
    known = ACTIONS["throw_near_half" if metres <= reach // 2 else "throw_far_half"]
    inner = Intent("action", intent.actor, {**_SIMPLE, **intent.parameters, "action": known.id})
    t.emit("thrown", intent.actor, rules=("STO-PHY-051",), reach=reach)
    yield from action(t, inner)


_SIMPLE: Mapping[str, Any] = {}
