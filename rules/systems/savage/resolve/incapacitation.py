"""Beyond the last wound: the Vigor roll, the injury table, bleeding out, who lives."""

from rules.engine.intents import Intent
from rules.engine.modifiers import Modifier
from rules.engine.resolution import Flow, named
from rules.systems.savage.game import Game, refuse, text
from rules.systems.savage.resolve.actions import use_action
from rules.systems.savage.rolling import Rolled, action_modifiers, throw_damage, trait

INJURIES = {"head": "head", "hand": "arm", "arm": "arm", "leg": "leg", "vitals": "guts"}


def incapacitate(
    g: Game, actor_id: str, *, rules: tuple[str, ...], location: str = "", is_lethal: bool = True
) -> Flow[None]:
    """
    Put somebody out of the fight; a wild card hurt by damage rolls for its life at once.

    An extra waits for the end of the fight (SWADE-INDEX-133).
    """
    g.inflict(actor_id, "incapacitated", rules=rules)
    release(g, actor_id)
    if not is_lethal:
        hours = g.dice.draw(6)
        g.inflict(actor_id, "unconscious", rules=("SWADE-INDEX-382",))
        g.emit("knocked_out", actor_id, rules=("SWADE-INDEX-382",), hours=hours)
        return
    if not g.is_wild(actor_id):
        return
    rolled = yield from trait(
        g, actor_id, "attribute.vigor", purpose="incapacitation", rules=("SWADE-INDEX-122",),
        modifiers=_hard_to_kill(g, actor_id),
    )  # fmt: skip
    if _dies(g, rolled):
        die(g, actor_id, rule="SWADE-INDEX-123")
        return
    if not rolled.succeeded:
        lasts, rule = "permanent", "SWADE-INDEX-124"
    elif rolled.roll.raises:
        lasts, rule = "day", "SWADE-INDEX-126"
    else:
        lasts, rule = "healed", "SWADE-INDEX-125"
    injure(g, actor_id, lasts=lasts, rule=rule, location=location)
    if not rolled.succeeded:
        g.inflict(actor_id, "bleeding_out", rules=("SWADE-INDEX-124",))


def _hard_to_kill(g: Game, actor_id: str) -> list[Modifier]:
    """Return what gives the wound penalty back to those whom an edge lets ignore it now."""
    wounds = min(int(g.state_of(actor_id).get("wounds", 0)), g.edition.most_wounds)
    effects = list(g.system.catalogue.effects(g.sheet(actor_id), "hard_to_kill"))
    if not wounds or not effects:
        return []
    edge, _effect = effects[0]
    return [Modifier(edge.rule, edge.name, wounds)]


def _dies(g: Game, rolled: Rolled) -> bool:
    if g.edition.incap_death == "total_1":
        return rolled.roll.total <= 1
    return rolled.roll.critical_failure


def die(g: Game, actor_id: str, *, rule: str) -> None:
    """Let somebody die; nothing else is said of them any more."""
    g.relieve(actor_id, "bleeding_out", rules=(rule,))
    g.inflict(actor_id, "dead", rules=(rule,))


def release(g: Game, actor_id: str) -> None:
    """Let go of whomever somebody holds."""
    for held in g.state_of(actor_id).get("holding", ()):
        g.relieve(held, "entangled", "bound", "grappled", rules=("SWADE-INDEX-207",))
        g.emit("released", held, changes=g.put(held, held_by=None))
    if g.state_of(actor_id).get("holding"):
        changes = g.put(actor_id, holding=[], holding_bound=False)
        g.emit("let_go", actor_id, rules=("SWADE-INDEX-207",), changes=changes)


def injure(g: Game, actor_id: str, *, lasts: str, rule: str, location: str = "") -> None:
    """Roll on the injury table, or use the row of the location that was aimed at."""
    row = INJURIES.get(location) if g.edition.injury_by_location else None
    if row is None:
        rolled = throw_damage(g, actor_id, [6, 6], (), aces=False, purpose="injury")
        row = next(name for most, name in g.edition.injury_table if rolled.roll.total <= most)
    injury: dict[str, object] = {"kind": row, "lasts": lasts}
    if row == "arm":
        injury["side"] = ("left", "right")[g.dice.draw(2) - 1]
    elif row == "leg":
        injury["hindrance"] = _slower(g, actor_id)
    elif row == "guts":
        injury["lowers"] = ("agility", "vigor", "strength")[(g.dice.draw(6) - 1) // 2]
    elif row == "head":
        injury |= _head(g, actor_id)
    known = g.state_of(actor_id).get("injuries", [])
    changes = g.put(actor_id, injuries=[*known, injury])
    rules = (rule, "SWADE-INDEX-127")
    g.emit("injured", actor_id, rules=rules, changes=changes, injury=injury)


def _hindrances(g: Game, actor_id: str) -> list[str]:
    injuries = g.state_of(actor_id).get("injuries", ())
    hurt = [str(injury["hindrance"]) for injury in injuries if injury.get("hindrance")]
    return [*g.sheet(actor_id).get("hindrances", ()), *hurt]


def _slower(g: Game, actor_id: str) -> str:
    had = _hindrances(g, actor_id)
    first, second = g.edition.injury_leg
    return second if first in had or second in had else first


def _head(g: Game, actor_id: str) -> dict[str, object]:
    face = g.dice.draw(6)
    row = next(name for most, name in g.edition.injury_head if face <= most)
    if row == "eye":
        return {"hindrance": "blind" if "one_eye" in _hindrances(g, actor_id) else "one_eye"}
    return {"lowers": "smarts"} if row == "smarts" else {"hindrance": row}


def bleed(g: Game, actor_id: str) -> Flow[None]:
    """Roll whether somebody bleeds to death (SWADE-INDEX-130)."""
    rolled = yield from trait(
        g, actor_id, "attribute.vigor", purpose="bleeding_out", rules=("SWADE-INDEX-130",),
        modifiers=_hard_to_kill(g, actor_id),
    )  # fmt: skip
    if not rolled.succeeded:
        die(g, actor_id, rule="SWADE-INDEX-130")
    elif rolled.roll.raises:
        g.relieve(actor_id, "bleeding_out", rules=("SWADE-INDEX-130",))


def bleed_outside(g: Game, intent: Intent) -> Flow[None]:
    """Roll for a minute of bleeding out when nobody counts rounds (SWADE-INDEX-130)."""
    if not g.has(intent.actor, "bleeding_out"):
        raise refuse("SWADE-INDEX-130", "No se desangra.", "The character is not bleeding out.")
    yield from bleed(g, intent.actor)


def recover(g: Game, intent: Intent) -> Flow[None]:
    """Roll the twelve-hour Vigor of somebody whom natural healing incapacitated."""
    state = g.state_of(intent.actor)
    if not state.get("clock_12h"):
        raise refuse("SWADE-INDEX-167", "No hay ningún plazo de 12 horas.", "No such clock runs.")
    rolled = yield from trait(
        g, intent.actor, "attribute.vigor", purpose="recovery", rules=("SWADE-INDEX-167",)
    )
    if not rolled.succeeded:
        die(g, intent.actor, rule="SWADE-INDEX-167")
    if not rolled.succeeded or rolled.roll.raises:
        changes = g.put(intent.actor, clock_12h=False)
        g.emit("clock_stopped", intent.actor, rules=("SWADE-INDEX-167",), changes=changes)
    if rolled.succeeded and rolled.roll.raises:
        g.relieve(intent.actor, "incapacitated", "unconscious", rules=("SWADE-INDEX-167",))


def fate(g: Game, intent: Intent) -> Flow[None]:
    """After a fight: an incapacitated extra lives on a successful Vigor roll."""
    actor_id = intent.actor
    if g.is_wild(actor_id) or not g.has(actor_id, "incapacitated") or g.has(actor_id, "dead"):
        raise refuse("SWADE-INDEX-133", "No es un extra incapacitado.", "No incapacitated extra.")
    rolled = yield from trait(
        g, actor_id, "attribute.vigor", purpose="fate", rules=("SWADE-INDEX-133",)
    )
    if not rolled.succeeded:
        die(g, actor_id, rule="SWADE-INDEX-133")


def knock_out(g: Game, actor_id: str, *, location: str) -> Flow[None]:
    """SWADE-INDEX-664: shaken or wounded by an attack with the drop, or unconscious."""
    if g.has(actor_id, "incapacitated") or g.has(actor_id, "dead"):
        return
    modifiers: tuple[Modifier, ...] = ()
    if location == "head":
        modifiers = (named("SWADE-INDEX-664", "Golpe en la cabeza", "Hit in the head", -2),)
    rolled = yield from trait(
        g, actor_id, "attribute.vigor", purpose="knockout", modifiers=modifiers,
        rules=("SWADE-INDEX-664",),
    )  # fmt: skip
    if not rolled.succeeded:
        g.inflict(actor_id, "unconscious", rules=("SWADE-INDEX-664",))
        g.emit("knocked_out", actor_id, rules=("SWADE-INDEX-664",), minutes=30)


def patient_modifier(g: Game, patient: str) -> list[Modifier]:
    """Return what the patient's own wounds cost the healer, where an edition says so."""
    wounds = int(g.state_of(patient).get("wounds", 0))
    if not wounds or not g.edition.patient_penalty:
        return []
    return [named("SWD-GAP-065", "Heridas del paciente", "The patient's wounds", -wounds)]


def stabilise(g: Game, intent: Intent) -> Flow[None]:
    """Stop somebody's bleeding with a Healing roll, as an action (SWADE-INDEX-131)."""
    patient = text(intent, "target")
    if not g.has(patient, "bleeding_out"):
        raise refuse("SWADE-INDEX-131", "No se desangra.", "The patient is not bleeding out.")
    use_action(g, intent.actor, name="stabilise")
    rolled = yield from trait(
        g, intent.actor, "skill.healing", purpose="stabilise",
        modifiers=[*action_modifiers(g, intent.actor), *patient_modifier(g, patient)],
        rules=("SWADE-INDEX-131",),
    )  # fmt: skip
    if rolled.succeeded:
        g.relieve(patient, "bleeding_out", rules=("SWADE-INDEX-131",))
