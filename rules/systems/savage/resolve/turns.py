"""Turns: whose it is, how one begins and ends, hold and interrupting, the round's end."""

from typing import Any

from rules.engine import cards
from rules.engine.events import Change
from rules.engine.intents import Intent
from rules.engine.modifiers import Modifier
from rules.engine.resolution import Flow, named
from rules.systems.savage import conditions
from rules.systems.savage.game import Actor, Game, refuse, text
from rules.systems.savage.resolve import deal
from rules.systems.savage.resolve.incapacitation import bleed
from rules.systems.savage.rolling import compare, trait

_FRESH: dict[str, Any] = {
    "declared": 1,
    "used": 0,
    "inches": 0,
    "bonus": 0,
    "ran": False,
    "readied": 0,
    "two_weapons": False,
    "done": [],
    "exclusive": None,
    "exclusive_rule": "",
}


def fresh(actor_id: str) -> dict[str, Any]:
    """Return a turn in which nothing has been done."""
    return {**_FRESH, "actor": actor_id}


def waiting(g: Game) -> list[str]:
    """
    Return who is next: everyone on the next card who has not acted yet.

    A joker is not waited for: it acts when it likes.
    """
    order = g.state.get("order", [])
    at = int(g.state.get("next", 0))
    found: list[str] = []
    card = None
    for place in range(at, len(order)):
        entry = order[place]
        if card is not None and entry[0] != card:
            break
        if _is_called(g.state["actors"][entry[1]]):
            card = entry[0]
            found.append(entry[1])
    return found


def _is_called(actor: Actor) -> bool:
    return not (actor.get("joker") or _is_done(actor))


def _is_done(actor: Actor) -> bool:
    """Tell whether nobody waits for this one any more: acted, on hold, or out of the fight."""
    if actor.get("acted") or actor.get("hold"):
        return True
    state = set(actor["state"].get("conditions", ()))
    return bool(state & {"incapacitated", "dead", "unconscious"}) and "bleeding_out" not in state


def is_free(actor: Actor, *, in_between: bool) -> bool:
    """Tell whether somebody may begin without being called: on a joker, or from hold."""
    if actor.get("acted") or not actor.get("present", True):
        return False
    on_hold = bool(actor.get("hold"))
    return bool(actor.get("joker")) or (on_hold and in_between)


def _may_begin(g: Game, actor_id: str) -> bool:
    ready = waiting(g)
    if actor_id in ready:
        return True
    if not g.state.get("blocks"):
        return False
    # A table may let one side's characters, with nobody of the other between, act in any order.
    side = g.actor(actor_id)["side"]
    for _card, other in g.state["order"][int(g.state.get("next", 0)) :]:
        actor = g.actor(other)
        if not _is_called(actor):
            continue
        if actor["side"] != side:
            return False
        if other == actor_id:
            return True
    return False


def begin_turn(g: Game, intent: Intent) -> Flow[None]:
    """
    Begin a turn: the next in the countdown, or a joker's at any moment (SWADE-JOKER-001).

    What must be rolled first is rolled: bleeding out, stunned, shaken, in this order
    (SWADE-INDEX-689).
    """
    actor_id = intent.actor
    actor = g.actor(actor_id)
    if g.state.get("phase") != "turns":
        raise refuse("SWADE-TIME-003", "La ronda no ha empezado.", "The round has not begun.")
    if actor.get("acted"):
        raise refuse("SWADE-TIME-004", "Ya ha actuado esta ronda.", "It has acted this round.")
    interrupts = g.turn is not None
    free_to_act = actor.get("joker") or (actor.get("hold") and not interrupts)
    if interrupts and not actor.get("joker"):
        raise refuse("SWADE-TIME-004", "Es el turno de otro.", "It is somebody else's turn.")
    if interrupts and g.is_turn_of(actor_id):
        raise refuse("SWADE-TIME-004", "Ya es su turno.", "It is its turn already.")
    if (
        interrupts
        and g.edition.joker_contest
        and g.actor(str((g.turn or {})["actor"])).get("joker")
    ):
        raise refuse(
            "SWD-GAP-036",
            "Joker contra joker: se tira por interrumpir.",
            "Joker against joker: roll.",
        )
    if not free_to_act and not _may_begin(g, actor_id):
        raise refuse("SWADE-CARD-007", "Aún no le toca.", "Its card has not come up yet.")
    yield from start(g, actor_id)


def start(g: Game, actor_id: str) -> Flow[None]:
    """Open a turn, over another one if that was interrupted."""
    stack = list(g.state.get("interrupted", ()))
    if g.turn is not None:
        stack.append(g.turn)
    changes = [
        Change(("turn",), fresh(actor_id)),
        Change(("interrupted",), stack),
        *g.set(actor_id, hold=False),
    ]
    g.emit("turn", actor_id, rules=("SWADE-TIME-004",), changes=changes)
    mount = actor_mount(g, actor_id)
    if mount:
        g.emit("halted", mount, changes=g.set(mount, moving=False))
    g.relieve(actor_id, *g.edition.until_next_turn, rules=("SWADE-INDEX-401",))
    if g.has(actor_id, "bleeding_out") and g.edition.bleed_when == "own_turn":
        yield from bleed(g, actor_id)
    if "stunned" in g.state_of(actor_id).get("conditions", ()):
        yield from _shake_off_stun(g, actor_id)
    if g.has(actor_id, "shaken") and not g.is_helpless(actor_id):
        yield from _shake_off(g, actor_id)
    if g.is_helpless(actor_id):
        end(g, actor_id)


def actor_mount(g: Game, actor_id: str) -> str:
    """Return what somebody rides, or nothing; between its rider's turns a mount keeps moving."""
    mount = str(g.actor(actor_id).get("mount") or "")
    return mount if mount and g.actor(mount).get("moving") else ""


def _shake_off(g: Game, actor_id: str) -> Flow[None]:
    rolled = yield from trait(
        g, actor_id, "attribute.spirit", purpose="shaken", rules=("SWADE-INDEX-102",)
    )
    needs = 1 if g.edition.unshake_needs_raise else 0
    if rolled.succeeded and rolled.roll.raises >= needs:
        g.relieve(actor_id, "shaken", rules=("SWADE-INDEX-102",))


def _shake_off_stun(g: Game, actor_id: str) -> Flow[None]:
    modifiers: tuple[Modifier, ...] = ()
    revised = g.edition.stunned_variant == "revised"
    if not g.edition.stunned_distracted_on_vigor and g.has(actor_id, "distracted"):
        # SWADE-GAP-030, the other way: the roll goes without Distracted's penalty.
        value = -g.edition.distracted
        modifiers = (named("SWADE-GAP-030", "Sin contar Distraído", "Without Distracted", value),)
    rolled = yield from trait(
        g, actor_id, "attribute.vigor", purpose="stunned", modifiers=modifiers,
        rules=("SWADE-STUN-007",),
    )  # fmt: skip
    if not rolled.succeeded:
        return
    if revised:
        g.relieve(actor_id, "stunned", rules=("SWADE-INDEX-363",))
        clock = 1 if rolled.roll.raises else 2
        g.inflict(actor_id, "vulnerable", rules=("SWADE-INDEX-363",), clock=clock)
        return
    g.relieve(actor_id, "stunned", "distracted", "vulnerable", rules=("SWADE-STUN-009",))
    if not rolled.roll.raises:
        # SWADE-GAP-029: the turn that is just beginning does not count.
        g.inflict(actor_id, "distracted", rules=("SWADE-STUN-008",), clock=2)
        g.inflict(actor_id, "vulnerable", rules=("SWADE-STUN-008",), clock=2)


def end_turn(g: Game, intent: Intent) -> Flow[None]:
    """End one's turn; what lasts to its end ends (SWADE-TIME-004)."""
    if not g.is_turn_of(intent.actor):
        raise refuse("SWADE-TIME-004", "No es su turno.", "It is not this character's turn.")
    end(g, intent.actor)
    yield from ()


def end(g: Game, actor_id: str) -> None:
    """Close a turn: clocks run on, support is gone, an interrupted turn goes on."""
    _fire_end(g, actor_id)
    stack = list(g.state.get("interrupted", ()))
    back = stack.pop() if stack else None
    changes = [
        Change(("turn",), back),
        Change(("interrupted",), stack),
        *g.set(actor_id, acted=True),
    ]
    g.emit("turn_ended", actor_id, rules=("SWADE-TIME-004",), changes=changes)
    _advance(g)


def _fire_end(g: Game, actor_id: str) -> None:
    values, ended = conditions.after_turn(g.edition, g.state_of(actor_id))
    if g.state_of(actor_id).get("clocks"):
        g.emit(
            "clocks",
            actor_id,
            rules=("SWADE-INDEX-461",),
            changes=g.put(actor_id, **values),
            ended=ended,
        )
    actor = g.actor(actor_id)
    changes: list[Change] = []
    if actor.get("support"):
        changes += g.set(actor_id, support=[])  # SWADE-SUPP-007
    if actor.get("aim"):
        aim = None if actor["aim"]["ready"] else {**actor["aim"], "ready": True}
        changes += g.set(actor_id, aim=aim)
    for key in ("charge_bonus", "charge_lost"):
        if actor.get(key):
            changes += g.set(actor_id, **{key: False})
    if changes:
        g.emit("turn_closed", actor_id, rules=("SWADE-SUPP-007",), changes=changes)


def _advance(g: Game) -> None:
    order = g.state.get("order", [])
    at = start_at = int(g.state.get("next", 0))
    while at < len(order):
        if _is_called(g.state["actors"][order[at][1]]):
            break
        at += 1
    if at != start_at:
        g.emit("next", changes=[Change(("next",), at)])


# ---- hold ----


def hold(g: Game, intent: Intent) -> Flow[None]:
    """Go on hold instead of taking one's turn, before doing anything (SWADE-INDEX-521)."""
    actor_id = intent.actor
    if not g.is_turn_of(actor_id):
        raise refuse("SWADE-TIME-004", "No es su turno.", "It is not this character's turn.")
    if g.active(actor_id) & {"shaken", "stunned"} or g.is_helpless(actor_id):
        raise refuse(
            "SWADE-INDEX-523", "Aturdido no se puede esperar.", "Shaken or Stunned: no holding."
        )
    turn = g.turn or {}
    if turn["used"] or turn["inches"] or turn["ran"]:
        raise refuse("SWADE-INDEX-521", "Ya ha hecho algo.", "Something was done already.")
    changes = [Change(("turn",), None), *g.set(actor_id, hold=True)]
    g.emit("held", actor_id, rules=("SWADE-INDEX-521",), changes=changes)
    _advance(g)
    yield from ()


def interrupt(g: Game, intent: Intent) -> Flow[None]:
    """Break into somebody's turn from hold: the higher Athletics goes first (SWADE-INDEX-524)."""
    actor_id = intent.actor
    if not g.actor(actor_id).get("hold") or g.turn is None:
        raise refuse("SWADE-INDEX-524", "No está en espera.", "The character is not on hold.")
    opponent = str(g.turn["actor"])
    with_ = g.edition.interrupt_trait
    rules = ("SWADE-INDEX-524",)
    mine = yield from trait(g, actor_id, with_, purpose="interrupt", rules=rules)
    theirs = yield from trait(g, opponent, with_, purpose="interrupt.resist", rules=rules)
    result = compare(g, mine, theirs)
    tie = mine.roll.total == theirs.roll.total
    first = "both" if tie else "holder" if result.winner == "active" else "opponent"
    g.emit("interrupted", actor_id, rules=rules, first=first, opponent=opponent)
    if first == "opponent":
        # Its turn comes right after the opponent's.
        order = list(g.state["order"])
        at = int(g.state.get("next", 0))
        place = next((i for i, e in enumerate(order) if e[1] == opponent and i >= at), at)
        order.insert(place + 1, ["", actor_id])
        changes = [Change(("order",), order), *g.set(actor_id, hold=False)]
        g.emit("hold_lost", actor_id, rules=rules, changes=changes)
        return
    yield from start(g, actor_id)


def settle_holders(g: Game) -> None:
    """
    Let those who hold and are shaken act at once, right after what is going on (SWD-HOLD-004).

    Who has soaked it or shaken it off by then stays on hold (SWD-GAP-039).
    """
    for actor_id, actor in g.state["actors"].items():
        if not actor.get("hold") or not g.has(actor_id, "shaken"):
            continue
        order = list(g.state.get("order", ()))
        order.insert(int(g.state.get("next", 0)), ["", actor_id])
        changes = [Change(("order",), order), *g.set(actor_id, hold=False, acted=False)]
        g.emit("hold_lost", actor_id, rules=("SWD-HOLD-004",), changes=changes)


# ---- the round's end ----


def end_round(g: Game, intent: Intent) -> Flow[None]:
    """
    End the round once everyone has acted (SWADE-TIME-003).

    A joker that was never used has its turn now (SWADE-GAP-047).
    """
    if g.state.get("phase") != "turns" or g.turn is not None:
        raise refuse("SWADE-TIME-003", "La ronda no ha terminado.", "The round is not over.")
    left = [entry[1] for entry in g.state["order"] if _is_due(g, entry[1])]
    if any(not cards.is_joker(g.actor(who).get("card")) for who in left):
        raise refuse("SWADE-TIME-003", "Alguien no ha actuado aún.", "Somebody has not acted yet.")
    for actor_id in left:
        _fire_end(g, actor_id)
        g.emit(
            "turn_passed", actor_id, rules=("SWADE-GAP-047",), changes=g.set(actor_id, acted=True)
        )
    deal.collect(g)
    changes = [Change(("phase",), "between"), Change(("order",), []), Change(("next",), 0)]
    for actor_id in g.state["actors"]:
        changes += g.set(actor_id, joker=False, card=None)
    g.emit("round_ended", rules=("SWADE-TIME-003",), changes=changes, round=g.state["round"])
    yield from ()


def _is_due(g: Game, actor_id: str) -> bool:
    return not _is_done(g.actor(actor_id))


def surprise(g: Game, intent: Intent) -> Flow[None]:
    """
    Let attackers spring a surprise: they begin on hold, each victim rolls Notice.

    Who fails has no card in the first round (SWADE-INDEX-641, -642).
    """
    ambushers: list[str] = list(intent.parameters["ambushers"])
    victims: list[str] = list(intent.parameters["victims"])
    if g.state.get("phase", "setup") != "setup":
        raise refuse("SWADE-INDEX-641", "Solo al empezar.", "Only when the fight begins.")
    for actor_id in ambushers:
        g.actor(actor_id)
        g.emit("held", actor_id, rules=("SWADE-INDEX-641",), changes=g.set(actor_id, hold=True))
    by_group: dict[str, bool] = {}
    for actor_id in victims:
        group = str(g.actor(actor_id).get("group") or "") if g.edition.surprise_by_group else ""
        noticed = by_group.get(group) if group else None
        if noticed is None:
            rolled = yield from trait(
                g, actor_id, "skill.notice", purpose="surprise", rules=("SWADE-INDEX-642",),
                is_group=bool(group),
            )  # fmt: skip
            noticed = by_group[group] = rolled.succeeded
        if not noticed:
            changes = g.set(actor_id, surprised=True)
            g.emit("surprised", actor_id, rules=("SWADE-INDEX-642",), changes=changes)
            g.prompt("surprise_drop", actor_id)


def set_seats(g: Game, intent: Intent) -> Flow[None]:
    """Say how cards are dealt: one a unit, or one a side; and whether blocks act freely."""
    changes = [
        Change(("deal",), text(intent, "deal")),
        Change(("blocks",), bool(intent.parameters["blocks"])),
    ]
    g.emit("dealing", rules=("SWADE-CARD-009",), changes=changes)
    yield from ()
