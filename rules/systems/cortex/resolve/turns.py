"""Turns, initiative, actions: who acts when, how much, and at which penalty."""

from rules.engine.events import Change
from rules.engine.intents import Intent
from rules.engine.resolution import Flow
from rules.engine.rolls import Roll
from rules.engine.text import Text
from rules.systems.cortex import points, rolling
from rules.systems.cortex.game import TURN, Game, flag, integer, refuse, text
from rules.systems.cortex.pool import Part, Step
from rules.systems.cortex.resolve import clocks, harm

MOST_ACTIONS = 3  # COR-TURN-016


def claim(g: Game, actor_id: str, *, is_reaction: bool = False, is_full_turn: bool = False) -> int:
    """
    Return how many actions somebody has taken before the one that is about to be.

    :raises Refusal: when no further one may be taken.
    """
    active, done = g.active(actor_id), g.round_of(actor_id)
    if g.is_helpless(actor_id):
        raise refuse("COR-COND-002", "No está en condiciones de actuar.", "In no state to act.")
    if "breathless" in active:
        raise refuse("COR-GAP-046", "Está sin respiración.", "The character is breathless.")
    if "pinned" in active and not is_reaction:
        raise refuse(
            "COR-GAP-053", "Inmovilizado: solo puede zafarse.", "Pinned: break free first."
        )
    if not is_reaction and g.state["phase"] == "turns" and actor_id not in g.state["active"]:
        raise refuse("precondition.turn", "No es su momento.", "It is not this character's moment.")
    taken = int(done.get("actions", 0))
    if done.get("sprinted"):
        raise refuse("COR-MOVE-009", "Esprinta: nada más este turno.", "Sprinting rules it out.")
    if done.get("full_turn") or (is_full_turn and taken):
        raise refuse("COR-TURN-024", "Esa acción ocupa todo el turno.", "It takes the whole turn.")
    if done.get("aimed") and not is_reaction:
        raise refuse("COR-ATK-013", "Este turno apunta.", "The character is aiming this turn.")
    if taken >= MOST_ACTIONS:
        raise refuse("COR-TURN-016", "Tres acciones como mucho.", "Three actions at most.")
    return taken


def penalty(taken: int) -> list[Step]:
    """Return what the actions before it cost a further one, on the skill (COR-TURN-017 to -019)."""
    if not taken:
        return []
    return [Step("COR-TURN-018" if taken == 1 else "COR-TURN-019", _MULTIPLE, -taken)]


def check_skill(taken: int, skill: Part) -> None:
    """
    Let a further action pass if it still has a skill die (COR-TURN-020, COR-GAP-013, -018).

    :raises Refusal: when it has none.
    """
    if taken and not skill.final:
        raise refuse("COR-TURN-020", "No le queda dado de habilidad.", "No skill die is left.")


def spend(g: Game, actor_id: str, *, keeps: tuple[str, ...] = (), **notes: object) -> None:
    """Count an action; what needs undivided attention ends with it."""
    taken = int(g.round_of(actor_id).get("actions", 0)) + 1
    changes = g.noted(actor_id, actions=taken, **notes)
    g.emit("acted", actor_id, rules=("COR-TURN-014",), changes=changes, actions=taken)
    distract(g, actor_id, keeps=keeps)


def distract(g: Game, actor_id: str, *, keeps: tuple[str, ...] = ()) -> None:
    """End aiming and kept-up fire, as any action does (COR-ATK-013, COR-FIRE-005)."""
    for name, rule in (
        ("aiming", "COR-COND-016"),
        ("covering", "COR-FIRE-005"),
        ("threatening", "COR-FIRE-005"),
    ):
        if name not in keeps:
            g.relieve(actor_id, name, rules=(rule,))


# ---- initiative ----


def roll_initiative(g: Game, actor_id: str) -> Flow[Roll]:
    parts = [g.attribute(actor_id, "agility"), g.attribute(actor_id, "alertness")]
    found: Roll = yield from rolling.make(
        g, actor_id, parts, purpose="initiative", target=None, plot=0, can_botch=False,
        can_save=False, label=g.system.catalogue.named["initiative"].name,
        rules=("COR-TURN-005", "COR-DER-003", "COR-ATT-007"),
    )  # fmt: skip
    return found


def begin_combat(g: Game, intent: Intent) -> Flow[None]:
    """Roll everybody's initiative anew and begin the first turn (COR-TURN-005, COR-DER-005)."""
    for actor_id in g.state["actors"]:
        roll = yield from roll_initiative(g, actor_id)
        path = ("actors", actor_id, "initiative")
        g.emit("initiative", actor_id, changes=[Change(path, roll.total)], value=roll.total)
    g.emit("combat", rules=("COR-TURN-001",), changes=[Change(("phase",), "turns")])
    yield from _begin_turn(g, 1)


def end_combat(g: Game, intent: Intent) -> Flow[None]:
    """End the turns; rolls to stay awake end with them (COR-GAP-023)."""
    changes = [Change(("phase",), "setup"), Change(("order",), []), Change(("active",), [])]
    for actor_id in g.state["actors"]:
        changes += [*g.put(actor_id, knock_out=None), Change(("actors", actor_id, "round"), {})]
    g.emit("combat_end", rules=("COR-GAP-023",), changes=changes)
    yield from ()


def order(g: Game) -> list[list[str]]:
    """Return who acts when, highest first; equals at the same time (COR-TURN-006, -010)."""
    found: dict[tuple[int, int], list[str]] = {}
    for actor_id, actor in g.state["actors"].items():
        key = (int(actor.get("initiative", 0)), int(actor.get("tie_break", 0)))
        found.setdefault(key, []).append(actor_id)
    return [found[key] for key in sorted(found, reverse=True)]


def _begin_turn(g: Game, number: int) -> Flow[None]:
    changes = [Change(("turn",), number), Change(("order",), order(g)), Change(("active",), [])]
    for actor_id in g.state["actors"]:
        changes.append(Change(("actors", actor_id, "round"), {}))
    g.emit("turn", rules=("COR-TURN-007",), changes=changes, turn=number, order=order(g))
    yield from _activate(g, 0)


def _activate(g: Game, place: int) -> Flow[None]:
    group = g.state["order"][place] if g.state["order"] else []
    g.emit("active", changes=[Change(("active",), group), Change(("place",), place)], actors=group)
    for actor_id in group:
        if g.state_of(actor_id).get("knock_out") and not g.is_helpless(actor_id):
            yield from harm.knock_out(g, actor_id)


def next_actor(g: Game, intent: Intent) -> Flow[None]:
    """Let whoever comes next act; after the last the turn is over (COR-TURN-006)."""
    if g.state["phase"] != "turns":
        raise refuse("precondition.combat", "No hay combate.", "There is no combat.")
    if intent.actor != "gm" and intent.actor not in g.state["active"]:
        raise refuse("precondition.turn", "No es su momento.", "It is not this character's moment.")
    yield from _pass_on(g)


def _pass_on(g: Game) -> Flow[None]:
    for actor_id in g.state["active"]:
        _breath_back(g, actor_id)
    place = int(g.state.get("place", 0)) + 1
    if place < len(g.state["order"]):
        yield from _activate(g, place)
    else:
        yield from _end_turn(g)


def new_turn(g: Game, intent: Intent) -> Flow[None]:
    """End turns at once: whoever is still to come in them lets the chance pass (COR-TURN-001)."""
    if g.state["phase"] != "turns":
        raise refuse("precondition.combat", "No hay combate.", "There is no combat.")
    last = int(g.state["turn"]) + integer(intent, "count")
    while int(g.state["turn"]) < last:
        yield from _pass_on(g)


def _breath_back(g: Game, actor_id: str) -> None:
    """Count one of the two turns that a breathless character loses (COR-GAP-046)."""
    if g.has(actor_id, "breathless"):
        left = int(g.detail(actor_id, "breathless")["turns"]) - 1
        if left:
            g.inflict(actor_id, "breathless", rules=("COR-GAP-046",), turns=left)
        else:
            g.relieve(actor_id, "breathless", rules=("COR-GAP-046",))


def _end_turn(g: Game) -> Flow[None]:
    for actor_id in g.state["actors"]:
        done = g.round_of(actor_id)
        if done.get("vigorous") and g.has(actor_id, "bleeding"):
            yield from clocks.bleeding(g, actor_id)
        if not done.get("sprinted") and g.state_of(actor_id).get("sprint_turns"):
            g.emit("sprint_over", actor_id, changes=g.put(actor_id, sprint_turns=0))
    yield from clocks.advance(g, TURN)
    yield from _begin_turn(g, int(g.state["turn"]) + 1)


def reroll(g: Game, intent: Intent) -> Flow[None]:
    """Spend a point to roll initiative again at a turn's start; the higher one stays."""
    actor_id = intent.actor
    done = g.round_of(actor_id)
    is_start = g.state["phase"] == "turns" and int(g.state["turn"]) > 1
    if (
        not is_start
        or int(g.state.get("place", 0))
        or any(g.round_of(other).get("actions") for other in g.state["actors"])
    ):
        raise refuse(
            "COR-GAP-070", "Solo al empezar un turno posterior.", "Only as a later turn begins."
        )
    if done.get("rerolled"):
        raise refuse("COR-GAP-070", "Una vez por turno.", "Once a turn.")
    points.pay(g, actor_id, 1, "initiative", rules=("COR-PPS-020", "COR-TURN-008"))
    roll = yield from roll_initiative(g, actor_id)
    held = max(int(g.actor(actor_id).get("initiative", 0)), roll.total)
    changes = [
        Change(("actors", actor_id, "initiative"), held), *g.noted(actor_id, rerolled=True)
    ]  # fmt: skip
    g.emit("initiative", actor_id, rules=("COR-TURN-009",), changes=changes, value=held)
    ranks = order(g)
    changes = [Change(("order",), ranks), Change(("active",), ranks[0]), Change(("place",), 0)]
    g.emit("active", rules=("COR-TURN-006",), changes=changes, actors=ranks[0])


def break_tie(g: Game, intent: Intent) -> Flow[None]:
    """Decide between equals by an opposed Agility roll (COR-TURN-011)."""
    one, other = text(intent, "one"), text(intent, "other")
    if g.actor(one).get("initiative") != g.actor(other).get("initiative"):
        raise refuse("COR-TURN-010", "No empatan.", "They are not equal.")
    margin = yield from rolling.opposed(
        g, one, [g.attribute(one, "agility")], other, [g.attribute(other, "agility")],
        purpose="tie", rules=("COR-TURN-011",),
    )  # fmt: skip
    first, last = (one, other) if margin >= 0 else (other, one)
    rank = int(g.actor(last).get("tie_break", 0)) + (1 if margin else 0)
    g.emit(
        "tie_broken", first, rules=("COR-TURN-011",),
        changes=[Change(("actors", first, "tie_break"), rank)], first=first if margin else "",
    )  # fmt: skip
    ranks = order(g)
    changes = [Change(("order",), ranks), Change(("active",), ranks[0]), Change(("place",), 0)]
    g.emit("active", rules=("COR-TURN-006",), changes=changes, actors=ranks[0])


# ---- plain actions ----


def free_action(g: Game, intent: Intent) -> Flow[None]:
    """Do something that hinders nothing else (COR-TURN-012, -013)."""
    if g.is_helpless(intent.actor):
        raise refuse("COR-COND-002", "No está en condiciones.", "In no state to do it.")
    g.emit("free_action", intent.actor, rules=("COR-TURN-012",), what=text(intent, "what"))
    yield from ()


def act(g: Game, intent: Intent) -> Flow[None]:
    """Take an action without a roll: it only raises the penalty (COR-TURN-021)."""
    full = flag(intent, "full_turn")
    claim(g, intent.actor, is_full_turn=full)
    spend(g, intent.actor, full_turn=full)
    g.emit("deed", intent.actor, rules=("COR-TURN-021",), what=text(intent, "what"))
    yield from ()


_MULTIPLE = Text(es="Acción múltiple", en="Multiple action")
