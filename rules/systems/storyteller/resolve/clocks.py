"""Clocks: hours, nights, scenes and stories; healing, bleeding, waking, Willpower coming back."""

from rules.engine.events import Change
from rules.engine.intents import Intent
from rules.engine.resolution import Flow
from rules.systems.storyteller import pool, track
from rules.systems.storyteller import sheet as sheets
from rules.systems.storyteller.game import Game, ask_for, flag, integer, refuse, text
from rules.systems.storyteller.resolve import harm


def spend_willpower(t: Game, intent: Intent) -> Flow[None]:
    """Spend a point on ignoring wounds or on resisting instinct (STO-WILL-011, -015)."""
    actor, use = intent.actor, text(intent, "use")
    if use == "ignore_wounds":
        level = t.level(actor)
        if not level.acts and not (
            level.id == "incapacitated" and t.option("incapacitated_may_ignore")
        ):
            raise refuse(
                "STO-WILL-016",
                "Un incapacitado no puede ignorar sus heridas.",
                "The incapacitated cannot ignore their wounds.",
            )
        t.pay(actor, "STO-WILL-015")
        changes = t.put(actor, ignoring_wounds=True)
        t.emit("ignores_wounds", actor, rules=("STO-WILL-015",), changes=changes)
    elif use == "instinct":
        if not t.state.get("instincts", {}).get(actor):
            raise refuse(
                "STO-WILL-012", "El Narrador no lo permite.", "The Storyteller forbids it."
            )
        t.pay(actor, "STO-WILL-011")
        changes = [Change(("instincts", actor), "resisted")]
        t.emit("instinct_resisted", actor, rules=("STO-WILL-011",), changes=changes)
    yield from ()


def instinct(t: Game, intent: Intent) -> Flow[None]:
    """Declare that somebody acts on instinct; without a point paid it prevails (STO-WILL-014)."""
    target = text(intent, "target")
    if not flag(intent, "may_resist"):
        changes = [Change(("instincts", target), removes=True)]
        t.emit("instinct", target, rules=("STO-WILL-012",), changes=changes, prevails=True)
        return
    prevails = not t.has_pool_point(target)
    changes = [Change(("instincts", target), "open")]
    t.emit("instinct", target, rules=("STO-WILL-014",), changes=changes, prevails=prevails)
    yield from ()


def give_willpower(t: Game, intent: Intent) -> Flow[None]:
    """Give points back, or a dot of the rating, ten at most (STO-WILL-017, -022, STO-GAP-026)."""
    target = text(intent, "target")
    rating = sheets.willpower(t.sheet(target))
    if flag(intent, "permanent"):
        rating = min(sheets.MOST_WILLPOWER, rating + 1)
        changes = [Change(("actors", target, "sheet", "willpower"), rating)]
        t.emit("willpower_rating", target, rules=("STO-WILL-022",), changes=changes, rating=rating)
        return
    refill(t, target, integer(intent, "points"), "STO-WILL-017")
    yield from ()


def refill(t: Game, target: str, points: int, rule: str) -> None:
    """Give points back, never beyond the rating (STO-WILL-002)."""
    rating = sheets.willpower(t.sheet(target))
    after = min(rating, int(t.state_of(target).get("willpower", 0)) + points)
    t.emit("willpower", target, rules=(rule,), changes=t.put(target, willpower=after), left=after)


def wake_up(t: Game, _intent: Intent) -> Flow[None]:
    """Begin a day: everybody who gets up has a point of Willpower back (STO-WILL-021)."""
    for actor in t.state["actors"]:
        if t.level(actor).id not in ("unconscious", "dead"):
            refill(t, actor, 1, "STO-WILL-021")
    yield from ()


def end_story(t: Game, intent: Intent) -> Flow[None]:
    """End a story: pools fill up, if the aims it was tied to were reached (STO-WILL-018)."""
    for actor in t.state["actors"]:
        if text(intent, "outcome") != "failed":
            refill(t, actor, sheets.MOST_WILLPOWER, "STO-WILL-018")
    yield from ()


def end_scene(t: Game, _intent: Intent) -> Flow[None]:
    """End a scene: what belonged to it goes (STO-SOC-037, STO-GAP-100)."""
    changes = [Change(("barred",), {}), Change(("chase",), removes=True)]
    t.emit("scene_over", rules=("STO-GAP-100",), changes=changes)
    for actor in t.state["actors"]:
        gone = [key for key in t.conditions(actor) if key in sheets.SCENE_CONDITIONS]
        t.relieve(actor, *gone)
    yield from ()


def heal(t: Game, intent: Intent) -> Flow[None]:
    """
    Heal one mark with the time and the care that its kind asks for.

    :raises Refusal: without rest, before its time, or for want of the right care.
    """
    target, hours = text(intent, "target"), integer(intent, "hours")
    before = t.track(target)
    kind = track.least_kind(before)
    if before.is_dead or not kind:
        raise refuse("STO-HEAL-001", "No hay nada que curar.", "There is nothing to heal.")
    care = text(intent, "care")
    if text(intent, "kind") == "aggravated" and before.aggravated:
        kind = "aggravated"
    if not flag(intent, "rest"):
        raise refuse("STO-HEAL-001", "Sin reposo no se cura.", "Nothing heals without rest.")
    if kind == "aggravated":
        if care != "excellent" or hours < 8:
            raise refuse(
                "STO-HEAL-012",
                "Pide una noche entera y atención excelente.",
                "It takes a full night and excellent care.",
            )
        rule = "STO-HEAL-010"
    else:
        needed = track.hours_to_heal(before)
        if hours < needed:
            raise refuse("STO-GAP-067", f"Tarda {needed} horas.", f"It takes {needed} hours.")
        if kind == "lethal" and care == "none":
            raise refuse("STO-HEAL-001", "Pide atención médica.", "It needs medical care.")
        rule = "STO-HEAL-003"
    after = track.heal_kind(before, kind)
    t.emit(
        "healed",
        target,
        rules=(rule, "STO-HEAL-002"),
        changes=t.put(target, **after.to_state()),
        type=kind,
        track=str(after),
    )
    yield from ()


def treat(t: Game, intent: Intent) -> Flow[None]:
    """Treat somebody: bleeding stops, side effects go, the unconscious may wake (STO-GAP-064)."""
    target = text(intent, "target")
    extra = t.sheet(intent.actor).get("extra_abilities", {}) if intent.actor != "gm" else {}
    if intent.actor != "gm" and t.track(target).beyond == track.UNCONSCIOUS:
        ability = "medicine" if "medicine" in extra else ""
        asked = ask_for(t, intent.actor, "intelligence", ability, rules=("STO-GAP-064",))
        if t.throw(intent.actor, asked, "treat").total:
            _wake(t, target)
    changes = t.put(target, treated=True)
    t.emit("treated", target, rules=("STO-HEAL-006",), changes=changes)
    t.relieve(target, "concussion", rules=("STO-HEAL-006",))
    yield from ()


def recover(t: Game, intent: Intent) -> Flow[None]:
    """Roll Stamina at 8 after a night, to come to without help (STO-GAP-064)."""
    actor = intent.actor
    if t.track(actor).beyond != track.UNCONSCIOUS:
        raise refuse("STO-HLTH-016", "No está inconsciente.", "Is not unconscious.")
    asked = ask_for(t, actor, "stamina", difficulty=8, reflexive=True, rules=("STO-GAP-064",))
    if t.throw(actor, asked, "recover").total:
        _wake(t, actor)
    yield from ()


def _wake(t: Game, actor: str) -> None:
    after = track.wake(t.track(actor))
    changes = t.put(actor, **after.to_state())
    t.emit("woke", actor, rules=("STO-HLTH-017", "STO-GAP-065"), changes=changes, track=str(after))


def hours(t: Game, intent: Intent) -> Flow[None]:
    """Let hours pass: untreated lethal wounds past Hurt go on bleeding (STO-GAP-069)."""
    count = integer(intent, "hours")
    passed = int(t.state.get("hours", 0)) + count
    t.emit("hours", changes=[Change(("hours",), passed)], hours=count)
    for actor in t.state["actors"]:
        for _ in range(count):
            if track.bleeds(t.track(actor)) and not t.state_of(actor).get("treated"):
                harm.hurt(t, actor, "lethal", 1, ("STO-HEAL-007", "STO-GAP-069"))
    yield from ()


def swim(t: Game, intent: Intent) -> Flow[None]:
    """
    Swim for some minutes: a roll for each full hour (STO-PHY-063, STO-GAP-080).

    :raises Refusal: for somebody who cannot swim (STO-PHY-060).
    """
    actor = intent.actor
    if t.sheet(actor).get("devil_fruit"):
        t.inflict(actor, "sinking", rules=("STO-PHY-062",))
        return
    if t.dots(actor, "athletics") == 0:
        raise refuse("STO-PHY-060", "No sabe nadar.", "Cannot swim.")
    for hour in range(integer(intent, "minutes") // 60):
        given = intent.parameters.get("difficulty")
        asked = ask_for(
            t,
            actor,
            "stamina",
            "athletics",
            difficulty=int(given or pool.STANDARD),
            rules=("STO-ACT-021",),
        )
        thrown = t.throw(actor, asked, "swim", hour=hour + 1)
        if thrown.critical_failure:
            t.inflict(actor, "sinking", rules=("STO-PHY-066",))
            return
        if not thrown.total:
            t.prompt("current", actor)
    yield from ()


def rescue(t: Game, intent: Intent) -> Flow[None]:
    """Pull somebody out of the water: Strength + Athletics, once a turn (STO-GAP-080)."""
    target = text(intent, "target")
    asked = ask_for(t, intent.actor, "strength", "athletics", rules=("STO-GAP-080",))
    if t.throw(intent.actor, asked, "rescue").total:
        t.relieve(target, "sinking", rules=("STO-GAP-080",))
    yield from ()


def condition(t: Game, intent: Intent) -> Flow[None]:
    """Put somebody in a condition, or take them out of it, by the Storyteller's word."""
    target, name = text(intent, "target"), text(intent, "condition")
    if flag(intent, "ends"):
        t.relieve(target, name, rules=("STO-COMP-001",))
        return
    until = t.turn + integer(intent, "turns") if integer(intent, "turns") else 0
    t.inflict(target, name, rules=("STO-COMP-001",), until=until)
    yield from ()


def ruling(t: Game, intent: Intent) -> Flow[None]:
    """Keep a question for the Storyteller, or the answer to one (STO-GEN-010)."""
    number, answer = integer(intent, "number"), text(intent, "answer")
    if not number:
        t.prompt(text(intent, "prompt") or "ruling", text(intent, "target"), text=answer)
        return
    known = t.state.get("prompts", {}).get(str(number))
    if known is None:
        raise refuse("precondition.prompt", "No hay tal pregunta.", "There is no such prompt.")
    changes = [Change(("prompts", str(number), "answer"), answer)]
    t.emit("ruled", rules=(known["rule"],), changes=changes, number=number, answer=answer)
    yield from ()
