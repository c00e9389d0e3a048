"""Healing wounds, by skill and by time, and getting over fatigue."""

from rules.engine.intents import Intent
from rules.engine.resolution import Flow, named
from rules.systems.savage.game import Game, integer, refuse, text
from rules.systems.savage.resolve.grapple import given
from rules.systems.savage.resolve.harm import wound
from rules.systems.savage.resolve.incapacitation import patient_modifier
from rules.systems.savage.rolling import trait


def heal_wounds(g: Game, actor_id: str, count: int, *, rule: str) -> None:
    """Take wounds away; with the first the character comes round (SWADE-INDEX-132)."""
    had = int(g.state_of(actor_id).get("wounds", 0))
    healed = min(count, had)
    if healed:
        changes = g.put(actor_id, wounds=had - healed)
        g.emit("healed", actor_id, rules=(rule,), changes=changes, wounds=had - healed)
        g.relieve(
            actor_id, "incapacitated", "bleeding_out", "unconscious", rules=("SWADE-INDEX-132",)
        )
    if had - healed == 0:
        end_injuries(g, actor_id, {"healed", "day"})


def end_injuries(g: Game, actor_id: str, ending: set[str]) -> None:
    """End the injuries that last no longer than this."""
    known = g.state_of(actor_id).get("injuries", [])
    left = [injury for injury in known if injury["lasts"] not in ending]
    if len(left) < len(known):
        changes = g.put(actor_id, injuries=left)
        g.emit(
            "injuries_healed",
            actor_id,
            rules=("SWADE-INDEX-125", "SWADE-INDEX-126"),
            changes=changes,
        )


def heal(g: Game, intent: Intent) -> Flow[None]:
    """Treat wounds less than an hour old, once for each healer (SWADE-INDEX-161 to -164)."""
    healer, patient = intent.actor, text(intent, "target")
    state = g.state_of(patient)
    wounds = int(state.get("wounds", 0))
    if not wounds:
        raise refuse("SWADE-INDEX-162", "No tiene heridas.", "There are no wounds to treat.")
    if integer(intent, "minutes_old") > g.edition.heal_within:
        raise refuse("SWADE-INDEX-164", "Ya ha pasado la hora dorada.", "The golden hour is over.")
    if healer in state.get("treated_by", ()):
        raise refuse("SWADE-INDEX-164", "Ya lo ha intentado.", "This healer has tried already.")
    modifiers = given(intent)
    if not intent.parameters["kit"]:
        value = g.edition.heal_without_kit
        modifiers.append(named("SWADE-INDEX-161", "Sin botiquín", "No first-aid kit", value))
    modifiers += patient_modifier(g, patient)
    minutes = g.edition.heal_minutes * (1 if g.edition.heal_model == "dx" else wounds)
    changes = g.put(patient, treated_by=[*state.get("treated_by", ()), healer])
    g.emit("treated", patient, rules=("SWADE-INDEX-161",), changes=changes, minutes=minutes)
    rolled = yield from trait(
        g, healer, "skill.healing", purpose="heal", modifiers=modifiers, confirm=True,
        rules=("SWADE-INDEX-162",),
    )  # fmt: skip
    if rolled.roll.critical_failure:
        yield from wound(g, patient, 1)
    elif rolled.succeeded and g.edition.heal_model == "dx":
        count = 1 + rolled.roll.raises
        if g.has(patient, "incapacitated"):
            # SWD-GAP-007: the first success only brings the patient round.
            rules = ("SWD-GAP-007",)
            g.relieve(patient, "incapacitated", "bleeding_out", "unconscious", rules=rules)
            count -= 1
        if count:
            heal_wounds(g, patient, count, rule="SWADE-INDEX-162")
    elif rolled.succeeded:
        heal_wounds(g, patient, 2 if rolled.roll.raises else 1, rule="SWADE-INDEX-162")


def natural(g: Game, intent: Intent) -> Flow[None]:
    """Roll for five days of rest (SWADE-INDEX-165 to -167)."""
    actor_id = intent.actor
    if not int(g.state_of(actor_id).get("wounds", 0)):
        raise refuse("SWADE-INDEX-165", "No tiene heridas.", "There are no wounds to heal.")
    modifiers = given(intent)
    reasons = (
        ("rough", "Viaje duro", "Rough travel"),
        ("untended", "Sin atención médica", "No medical attention"),
        ("harsh", "Entorno hostil", "Harsh environment"),
    )
    for key, es, en in reasons:
        if intent.parameters[key]:
            modifiers.append(named("SWADE-INDEX-166", es, en, -2))
    rolled = yield from trait(
        g, actor_id, "attribute.vigor", purpose="natural_healing", modifiers=modifiers,
        confirm=True, rules=("SWADE-INDEX-165",),
    )  # fmt: skip
    if rolled.roll.critical_failure:
        _worsen(g, actor_id)
    elif rolled.succeeded and g.edition.heal_model == "dx" and g.has(actor_id, "incapacitated"):
        g.relieve(actor_id, "incapacitated", "bleeding_out", "unconscious", rules=("SWD-GAP-007",))
        if rolled.roll.raises:
            heal_wounds(g, actor_id, 1, rule="SWADE-INDEX-165")
    elif rolled.succeeded:
        heal_wounds(g, actor_id, 2 if rolled.roll.raises else 1, rule="SWADE-INDEX-165")


def _worsen(g: Game, actor_id: str) -> None:
    had = int(g.state_of(actor_id).get("wounds", 0))
    if had < g.edition.most_wounds:
        changes = g.put(actor_id, wounds=had + 1)
        g.emit("wounded", actor_id, rules=("SWADE-INDEX-167",), changes=changes, wounds=had + 1)
        return
    g.inflict(actor_id, "incapacitated", rules=("SWADE-INDEX-167",))
    changes = g.put(actor_id, clock_12h=True)
    g.emit("clock_started", actor_id, rules=("SWADE-INDEX-167",), changes=changes, hours=12)


# ---- fatigue ----


def fatigue(g: Game, intent: Intent) -> Flow[None]:
    """Tire somebody, with its source; a Vigor roll may resist (SWADE-INDEX-581 to -585)."""
    target, source = text(intent, "target"), text(intent, "source")
    if intent.parameters["resist"]:
        rolled = yield from trait(
            g, target, "attribute.vigor", purpose="fatigue", modifiers=given(intent),
            rules=("SWADE-ATTR-012",),
        )  # fmt: skip
        if rolled.succeeded:
            return
    state = g.state_of(target)
    sources = dict(state.get("fatigue_sources", {}))
    sources[source] = int(sources.get(source, 0)) + integer(intent, "levels")
    levels = min(sum(sources.values()), g.edition.most_fatigue + 1)
    shown = min(levels, g.edition.most_fatigue)
    changes = g.put(target, fatigue=shown, fatigue_sources=sources)
    g.emit(
        "tired", target, rules=("SWADE-INDEX-585",), changes=changes, source=source, levels=levels
    )
    if levels > g.edition.most_fatigue and not g.has(target, "incapacitated"):
        # SWADE-INDEX-584: no Vigor roll and no injury.
        g.inflict(target, "incapacitated", rules=("SWADE-INDEX-584",))
        changes = g.put(target, incapacitated_by="fatigue")
        g.emit("collapsed", target, rules=("SWADE-INDEX-584",), changes=changes)


def rest(g: Game, intent: Intent) -> Flow[None]:
    """
    Let time pass once a cause of fatigue is gone: a level an hour (SWADE-INDEX-583).

    With `gone` the source's levels end at once, as when somebody gets warm (SWADE-INDEX-585).
    """
    target, source = text(intent, "target"), text(intent, "source")
    sources = dict(g.state_of(target).get("fatigue_sources", {}))
    if source not in sources:
        raise refuse("SWADE-INDEX-585", "Esa fatiga no la tiene.", "There is no such fatigue.")
    hours = integer(intent, "minutes") // g.edition.fatigue_recovery_minutes
    sources[source] = 0 if intent.parameters["gone"] else max(0, int(sources[source]) - hours)
    if not sources[source]:
        del sources[source]
    levels = sum(sources.values())
    changes = g.put(target, fatigue=min(levels, g.edition.most_fatigue), fatigue_sources=sources)
    g.emit(
        "rested", target, rules=("SWADE-INDEX-583",), changes=changes, source=source, levels=levels
    )
    if levels <= g.edition.most_fatigue and g.state_of(target).get("incapacitated_by") == "fatigue":
        g.relieve(target, "incapacitated", rules=("SWADE-INDEX-583",))
        g.emit("up_again", target, changes=g.put(target, incapacitated_by=None))
    yield from ()


__all__ = ["fatigue", "heal", "heal_wounds", "natural", "rest"]
