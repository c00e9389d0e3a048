"""What the GM does, and what bennies buy at once."""

import json

from rules.engine.events import Change
from rules.engine.intents import Intent
from rules.engine.modifiers import Modifier
from rules.engine.resolution import Flow, named
from rules.engine.rolls import Roll
from rules.systems.savage import bennies, conditions
from rules.systems.savage.game import Game, integer, refuse, text
from rules.systems.savage.resolve import reach
from rules.systems.savage.traits import reread


def correct(g: Game, intent: Intent) -> Flow[None]:
    """
    Read a roll again with another modifier or target: same dice, both outcomes kept.

    The roll under way is known; of one that is done with, `was` brings what was recorded.
    """
    number = integer(intent, "roll")
    before = g.rolled.get(number) or _recorded(intent)
    if before is None:
        raise refuse(
            "precondition.roll", "Esa tirada no está a mano.", "There is no such roll here."
        )
    extra: tuple[Modifier, ...] = ()
    value = integer(intent, "modifier")
    if value:
        extra = (named("SWADE-ROLL-005", "Corrección del DJ", "GM's correction", value),)
    after = reread(
        before, modifiers=(*before.modifiers, *extra), target=intent.parameters["target_number"]
    )
    if number in g.rolled:
        g.rolled[number] = after
    g.emit(
        "corrected", intent.actor, rules=("SWADE-ROLL-005",), roll=after,
        roll_number=number, before=before.to_json(), after=after.to_json(),
        reason=text(intent, "reason"),
    )  # fmt: skip
    yield from ()


def _recorded(intent: Intent) -> Roll | None:
    was = intent.parameters["was"]
    if not was:
        return None
    try:
        return Roll.from_json(json.loads(was))
    except (ValueError, TypeError, KeyError):
        return None


def answer_prompt(g: Game, intent: Intent) -> Flow[None]:
    """Record the GM's answer to a prompt."""
    number = text(intent, "number")
    entry = g.state.get("prompts", {}).get(number)
    if entry is None:
        raise refuse(
            "precondition.prompt", "Esa pregunta no está abierta.", "No such prompt is open."
        )
    answer = text(intent, "answer")
    changes = [Change(("prompts", number), removes=True)]
    g.emit(
        "ruled", intent.actor, rules=(entry["rule"],), changes=changes, prompt=entry["prompt"],
        answer=answer, about=entry["actor"],
    )  # fmt: skip
    if entry["prompt"] == "stun_fall" and answer == "kneeling":
        g.relieve(entry["actor"], "prone", rules=("SWADE-GAP-032",))
    if entry["prompt"] == "bonds":
        changes = g.put(entry["actor"], bonds_locked=False)
        g.emit("bonds_change", entry["actor"], rules=("SWADE-INDEX-204",), changes=changes)
    if entry["prompt"] == "hazard" and answer == "prone":
        g.inflict(entry["actor"], "prone", rules=("SWADE-INDEX-049",))
    yield from ()


def rule(g: Game, intent: Intent) -> Flow[None]:
    """Record a ruling on one of the things that the rules leave to the GM."""
    known = g.system.prompts.get(text(intent, "prompt"))
    if known is None:
        raise refuse("precondition.prompt", "No hay tal pregunta.", "There is no such prompt.")
    g.emit(
        "ruled", intent.actor, rules=(known.rule,), prompt=text(intent, "prompt"),
        answer=text(intent, "answer"), about=text(intent, "target"),
    )  # fmt: skip
    yield from ()


def inflict(g: Game, intent: Intent) -> Flow[None]:
    """Put somebody in a condition: what an attack, a power or a place does to it."""
    target, condition = text(intent, "target"), text(intent, "condition")
    g.actor(target)
    if condition not in conditions.NAMES:
        raise refuse("precondition.condition", "No hay tal estado.", "There is no such condition.")
    g.inflict(target, condition, rules=(g.system.condition_rules.get(condition, "SWADE-STUN-001"),))
    if condition == "stunned":
        g.inflict(target, "prone", rules=("SWADE-STUN-003",))
        g.prompt("stun_fall", target)
        if g.edition.stunned_variant == "revised":
            g.inflict(target, "distracted", rules=("SWADE-INDEX-363",))
    yield from ()


def relieve(g: Game, intent: Intent) -> Flow[None]:
    """Take somebody out of a condition, by the GM's word."""
    target = text(intent, "target")
    g.actor(target)
    g.relieve(target, text(intent, "condition"), rules=("SWADE-INDEX-662",))
    yield from ()


def place(g: Game, intent: Intent) -> Flow[None]:
    """Say who stands next to whom."""
    target = text(intent, "target")
    g.actor(target)
    for other in intent.parameters["others"]:
        g.actor(other)
        if other != target:
            reach.meet(g, target, other)
    yield from ()


# ---- bennies ----


def award(g: Game, intent: Intent) -> Flow[None]:
    """Give a benny for good play, with a reason (SWADE-BENNY-003)."""
    target = text(intent, "target")
    g.actor(target)
    bennies.award(g, target, rules=("SWADE-BENNY-003",), reason=text(intent, "reason"))
    yield from ()


def shake_off(g: Game, intent: Intent) -> Flow[None]:
    """Spend a benny not to be shaken any more, at any moment (SWADE-BENNY-007)."""
    if "stunned" in g.state_of(intent.actor).get("conditions", ()):
        raise refuse("SWADE-INDEX-362", "Un beni no quita la conmoción.", "Not while Stunned.")
    if not g.has(intent.actor, "shaken"):
        raise refuse("SWADE-BENNY-007", "No está aturdido.", "The character is not Shaken.")
    bennies.pay(g, intent.actor, "shaken", rules=("SWADE-BENNY-007",))
    g.relieve(intent.actor, "shaken", rules=("SWADE-BENNY-007",))
    yield from ()


def power(g: Game, intent: Intent) -> Flow[None]:
    """Spend a benny on power points, up to the maximum (SWADE-BENNY-006, SWADE-GAP-013)."""
    sheet = g.sheet(intent.actor)
    if not list(g.system.catalogue.effects(sheet, "arcane_background")):
        raise refuse("SWADE-BENNY-006", "No tiene Trasfondo Arcano.", "No Arcane Background.")
    most = int(sheet.get("power_points", 0))
    had = int(g.state_of(intent.actor).get("power_points", most))
    if had >= most:
        raise refuse("SWADE-GAP-013", "Ya los tiene todos.", "There are no points to regain.")
    bennies.pay(g, intent.actor, "power", rules=("SWADE-BENNY-006",))
    has = min(most, had + g.edition.power_points_per_benny)
    changes = g.put(intent.actor, power_points=has)
    g.emit("power", intent.actor, rules=("SWADE-BENNY-006",), changes=changes, power_points=has)
    yield from ()


def influence(g: Game, intent: Intent) -> Flow[None]:
    """Let the GM grant or refuse a wish; only what is granted costs a benny (SWADE-BENNY-005)."""
    target = text(intent, "target")
    granted = bool(intent.parameters["granted"])
    if granted:
        bennies.pay(g, target, "story", rules=("SWADE-BENNY-005",))
    g.emit(
        "ruled", intent.actor, rules=("SWADE-BENNY-005",), prompt="influence",
        answer="granted" if granted else "refused", about=target, wish=text(intent, "wish"),
    )  # fmt: skip
    yield from ()


# ---- the table ----


def join(g: Game, intent: Intent) -> Flow[None]:
    """Make somebody present or absent in the scene."""
    target = text(intent, "target")
    g.actor(target)
    present = bool(intent.parameters["present"])
    g.emit("present", target, changes=g.set(target, present=present), present=present)
    yield from ()


def orders(g: Game, intent: Intent) -> Flow[None]:
    """Leave standing orders: the answers to decisions while one is away."""
    entry = {
        "decision": text(intent, "decision"),
        "option": text(intent, "option"),
        "conditions": _conditions(intent),
    }
    kept = [
        o for o in g.actor(intent.actor).get("orders", ()) if o["decision"] != entry["decision"]
    ]
    if entry["option"]:
        kept.append(entry)
    changes = g.set(intent.actor, orders=kept)
    g.emit("ordered", intent.actor, changes=changes, order=entry)
    yield from ()


def _conditions(intent: Intent) -> list[list[object]]:
    found: list[list[object]] = []
    for key in ("wounds", "bennies"):
        least = integer(intent, f"{key}_at_least")
        if least:
            found.append([key, "at_least", least])
    if intent.parameters["only_failures"]:
        found.append(["outcome", "is", "failure"])
    return found


def session(g: Game, intent: Intent) -> Flow[None]:
    """Begin or end a game session: bennies are dealt out anew, or lost (SWADE-BENNY-001, -002)."""
    begins = text(intent, "moment") == "start"
    changes: list[Change] = []
    players = 0
    for actor_id, actor in g.state["actors"].items():
        is_player = bool(actor.get("player_character"))
        players += is_player and bool(actor.get("present", True))
        if not begins or not g.is_wild(actor_id):
            changes += g.put(actor_id, bennies=0)
        elif is_player:
            changes += g.put(actor_id, bennies=g.system.session_bennies(g.sheet(actor_id)))
        else:
            changes += g.put(actor_id, bennies=g.edition.gm_bennies[1])
    pool = players * g.edition.gm_bennies[0] if begins else 0
    changes.append(Change(("pool",), pool))
    rule_id = "SWADE-BENNY-001" if begins else "SWADE-BENNY-002"
    g.emit(
        "session",
        rules=(rule_id, "SWADE-INDEX-002"),
        changes=changes,
        moment=text(intent, "moment"),
    )
    yield from ()
