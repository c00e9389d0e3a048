"""The turn of combat: initiative, declarations, places in the order, and the cost of acting."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.engine.events import Change
from rules.engine.intents import Intent
from rules.engine.resolution import Flow
from rules.systems.storyteller import sheet as sheets
from rules.systems.storyteller.game import (
    NEXT_TURN,
    Game,
    base_pool,
    flag,
    integer,
    refuse,
    text,
    wounds,
)

SECONDS = 3
DEFENCES = {
    "block": ("dexterity", "brawl"),
    "dodge": ("dexterity", "athletics"),
    "parry": ("dexterity", "melee"),
}
PHASES = {"initiative": 1, "attack": 2, "resolution": 3}


def new_turn(t: Game, _intent: Intent) -> Flow[None]:
    """Open a turn: what has run out goes, scores are counted, the slowest declare first."""
    if t.phase in ("initiative", "attack"):
        raise refuse("STO-TURN-002", "El turno no ha acabado.", "The turn is not over.")
    open_turn(t)
    yield from ()


def open_turn(t: Game) -> None:
    turn = t.turn + 1
    t.emit("turn", rules=("STO-TURN-001",), changes=[Change(("turn",), turn)], turn=turn)
    for actor_id in t.state["actors"]:
        over = [
            name
            for name, until in t.conditions(actor_id).items()
            if name in NEXT_TURN and until < turn
        ]
        t.relieve(actor_id, *over)
    scores: dict[str, int] = {}
    for actor_id in t.state["actors"]:
        scores[actor_id] = _score(t, actor_id)
        changes = t.set(
            actor_id,
            initiative=scores[actor_id],
            declared=None,
            plan=[],
            used=0,
            defences=0,
            acted=False,
            shots={},
        )
        t.emit(
            "initiative", actor_id, rules=("STO-TURN-005",), changes=changes, score=scores[actor_id]
        )
    waiting = [key for key in scores if may_act(t, key)]
    values = sorted({scores[key] for key in waiting})
    order = [[key for key in waiting if scores[key] == value] for value in values]
    _phase(t, "initiative", to_declare=order, queue=[], snapshot={}, delayed=[], passed=[])
    if not order:
        _phase(t, "resolution")


def _score(t: Game, actor_id: str) -> int:
    sheet, state = t.sheet(actor_id), t.state_of(actor_id)
    score = sheets.initiative(sheet, state)
    if t.option("initiative_die"):
        score += t.dice.draw(10) - 6
    return score - (2 if t.has(actor_id, "slow") else 0)


def may_act(t: Game, actor_id: str) -> bool:
    """Tell whether somebody has a turn at all: able, not stunned, not bound."""
    return t.is_able(actor_id) and not any(t.has(actor_id, name) for name in ("stunned", "bound"))


def _phase(t: Game, name: str, **values: Any) -> None:
    changes = [Change(("phase",), name), *(Change((key,), value) for key, value in values.items())]
    number = PHASES[name]
    t.emit("phase", rules=("STO-TURN-002",), changes=changes, phase=name, number=number)


# ---- declaring ----


def declare(t: Game, intent: Intent) -> Flow[None]:
    """Say what one will do; the slower say it first (STO-TURN-010)."""
    actor = intent.actor
    order: Sequence[Sequence[str]] = t.state.get("to_declare", ())
    if t.phase != "initiative":
        raise refuse("STO-MAN-003", "Se declara en la fase de iniciativa.", "Declare in phase one.")
    if not order or actor not in order[0]:
        raise refuse(
            "STO-TURN-010", "Antes declaran los más lentos.", "The slower declare before that."
        )
    plan = _plan(t, actor, text(intent, "plan"))
    declared: dict[str, Any] = {
        "what": text(intent, "what"),
        "delay": flag(intent, "delay"),
        "willpower": flag(intent, "willpower"),
        "defence": flag(intent, "defence"),
        "full_defence": flag(intent, "full_defence"),
        "actions": max(1, len(plan)),
    }
    rest = [[key for key in group if key != actor] for group in order]
    t.emit(
        "declared",
        actor,
        rules=("STO-TURN-011",),
        changes=[
            *t.set(actor, declared=declared, plan=plan),
            Change(("to_declare",), [group for group in rest if group]),
        ],
        **declared,
    )
    if not t.state["to_declare"]:
        _open_attacks(t)
    yield from ()


def _plan(t: Game, actor: str, written: str) -> list[dict[str, Any]]:
    """
    Read "dexterity+brawl:3, dodge:2": the smallest pool, shared out (STO-MAN-002).

    :raises Refusal: when the shares do not fit the smallest pool, or one has no die.
    """
    if not written.strip():
        return []
    plan: list[dict[str, Any]] = []
    smallest = 1000
    for part in written.split(","):
        trait, _colon, number = part.strip().partition(":")
        pair = DEFENCES.get(trait)
        attribute, _plus, ability = trait.partition("+")
        if pair is not None:
            attribute, ability = pair
        if trait not in WITHOUT_ROLL:
            dots, _name, _harder = base_pool(t.sheet(actor), attribute, ability)
            lost = sum(one.value for one in wounds(t.state_of(actor)))
            smallest = min(smallest, dots + lost)
        share = int(number) if number.strip().isdigit() else 0
        plan.append({"trait": trait, "dice": share, "used": False})
    if len(plan) < 2:
        raise refuse("STO-MAN-002", "Son al menos dos acciones.", "There are at least two actions.")
    if any(one["dice"] < 1 for one in plan if one["trait"] not in WITHOUT_ROLL):
        raise refuse("STO-GAP-031", "Cada acción pide un dado.", "Each action needs a die.")
    if sum(int(one["dice"]) for one in plan) > smallest:
        raise refuse(
            "STO-MAN-002",
            f"Se reparten {smallest} dados, los de la reserva menor.",
            f"There are {smallest} dice to share, those of the smallest pool.",
        )
    return plan


WITHOUT_ROLL = frozenset({"reload"})


def _open_attacks(t: Game) -> None:
    """Lay out the order: places by score, equal ones together, multiple actions at the end."""
    singles: dict[int, list[str]] = {}
    several: list[str] = []
    delayed: list[str] = []
    for actor_id, actor in t.state["actors"].items():
        declared = actor.get("declared")
        if declared is None or declared["full_defence"]:
            continue
        if declared["delay"]:
            delayed.append(actor_id)
        elif declared["actions"] > 1:
            several.append(actor_id)
        else:
            singles.setdefault(int(actor["initiative"]), []).append(actor_id)
    queue = [_place("own", singles[score]) for score in sorted(singles, reverse=True)]
    several.sort(key=lambda key: -int(t.actor(key)["initiative"]))
    first: list[dict[str, Any]] = []
    for number in range(max((_own_actions(t, key) for key in several), default=0)):
        for key in several:
            if number < _own_actions(t, key):
                if number == 0 and t.option("first_on_own_place"):
                    first.append(_place("own", [key]))
                else:
                    queue.append(_place("several", [key]))
    queue += first
    if first:
        queue.sort(
            key=lambda p: (p["kind"] != "own", -_initiative(t, p) if p["kind"] == "own" else 0)
        )
    _phase(t, "attack", queue=queue, delayed=delayed, passed=[])
    _settle(t)


def _own_actions(t: Game, actor_id: str) -> int:
    """Count the actions that are not defences: those happen when needed (STO-TURN-018)."""
    return sum(1 for one in t.actor(actor_id)["plan"] if one["trait"] not in DEFENCES)


def _place(kind: str, actors: Sequence[str]) -> dict[str, Any]:
    return {"kind": kind, "actors": list(actors)}


def _initiative(t: Game, place: Mapping[str, Any]) -> int:
    return max(int(t.actor(key)["initiative"]) for key in place["actors"])


# ---- the order ----


def _settle(t: Game) -> None:
    """Skip those who can do nothing, remember how equals stood, close the phase when it is over."""
    if t.state.get("snapshot_over"):
        over = [Change(("snapshot",), {}), Change(("snapshot_over",), False)]
        t.emit("place", changes=over)
    queue = [dict(place) for place in t.state.get("queue", ())]
    while queue:
        if not t.state.get("snapshot"):
            queue[0]["actors"] = [key for key in queue[0]["actors"] if may_act(t, key)]
        if queue[0]["actors"]:
            break
        queue.pop(0)
        t.emit("place", changes=[Change(("snapshot",), {})])
    delayed = [key for key in t.state.get("delayed", ()) if may_act(t, key)]
    changes = [Change(("queue",), queue), Change(("delayed",), delayed)]
    if queue and len(queue[0]["actors"]) > 1 and not t.state.get("snapshot"):
        snapshot = {key: dict(t.state_of(key)) for key in queue[0]["actors"]}
        changes.append(Change(("snapshot",), snapshot))
    t.emit("order", rules=("STO-TURN-007",), changes=changes, queue=[p["actors"] for p in queue])
    if not queue and not t.state.get("delayed"):
        _phase(t, "resolution", snapshot={})


def is_up(t: Game, actor_id: str) -> bool:
    queue: Sequence[Mapping[str, Any]] = t.state.get("queue") or ()
    return bool(queue) and actor_id in queue[0]["actors"]


def _leave_place(t: Game, actor_id: str) -> None:
    queue = [dict(place) for place in t.state.get("queue", ())]
    queue[0]["actors"] = [key for key in queue[0]["actors"] if key != actor_id]
    changes = [Change(("queue",), queue)]
    if not queue[0]["actors"]:
        # The roll of the last of equals still counts on how things stood before.
        changes += [Change(("queue",), queue[1:]), Change(("snapshot_over",), True)]
    t.emit("place", actor_id, changes=changes)


def spend(t: Game, intent: Intent, trait: str) -> int:
    """
    Take an action of somebody whose place it is; return the dice of its share, 0 for a whole pool.

    Outside a fight nothing is counted.

    :raises Refusal: when it is not their place, or they have no action left.
    """
    actor = intent.actor
    bonds(t, actor)
    if t.phase == "scene":
        return 0
    seat = t.actor(actor)
    if not t.is_able(actor):
        raise refuse("STO-HLTH-012", "No está en condiciones de actuar.", "In no state to act.")
    if t.has(actor, "stunned"):
        raise refuse("STO-COMP-004", "Está aturdido este turno.", "Stunned for this turn.")
    if t.phase != "attack":
        raise refuse("STO-TURN-012", "Aún no es la fase de ataque.", "It is not the attack phase.")
    if (seat.get("declared") or {}).get("full_defence"):
        raise refuse("STO-DEF-014", "Este turno solo se defiende.", "Only defences this turn.")
    if not is_up(t, actor):
        raise refuse("STO-TURN-012", "No le toca actuar.", "It is not their place to act.")
    share = 0
    plan = [dict(one) for one in seat.get("plan", ())]
    if plan:
        found = next((one for one in plan if not one["used"] and one["trait"] == trait), None)
        if found is None:
            raise refuse(
                "STO-MAN-003",
                "Esa acción no se declaró.",
                "That action was not among those declared.",
            )
        found["used"] = True
        share = int(found["dice"])
    changes = t.set(actor, used=int(seat.get("used", 0)) + 1, acted=True, plan=plan)
    if seat.get("aim") and trait != AIM and not trait.endswith("+firearms"):
        changes += t.set(actor, aim=None)
    t.emit("action", actor, rules=("STO-MAN-001",), changes=changes, trait=trait)
    _leave_place(t, actor)
    return share


def take_place(t: Game, actor: str, trait: str) -> None:
    """Use somebody's place in the order for what a grapple or hold leaves them."""
    used = int(t.actor(actor).get("used", 0)) + 1
    changes = t.set(actor, used=used, acted=True)
    t.emit("action", actor, rules=("STO-MAN-001",), changes=changes, trait=trait)
    _leave_place(t, actor)


AIM = "aim"


def finish(t: Game) -> None:
    """Go on to the next place after an intent; whoever is still up stays up."""
    if t.phase == "attack":
        _settle(t)


def whole_turn(t: Game, actor_id: str, rule: str) -> None:
    """
    See that something which takes a whole turn is all that somebody does in it.

    :raises Refusal: after a defence or another action.
    """
    seat = t.actor(actor_id)
    if t.phase != "scene" and (seat.get("defences") or int(seat.get("used", 0)) > 1):
        raise refuse(rule, "Pide el turno entero.", "It takes the whole turn.")
    t.emit("whole_turn", actor_id, rules=(rule,), changes=t.set(actor_id, whole_turn=t.turn))


def bonds(t: Game, actor_id: str) -> None:
    """
    Refuse what somebody seized or held, or who seizes another, may not do.

    :raises Refusal: for anything but their Strength and getting free (STO-MEL-009, STO-MEL-027).
    """
    if t.has(actor_id, "grappled"):
        raise refuse("STO-MEL-009", "Está agarrado.", "Is being grappled.")
    if t.has(actor_id, "held"):
        raise refuse("STO-MEL-027", "Está inmovilizado.", "Is held fast.")
    if any(
        actor.get("grappled_by") == actor_id and t.has(key, "grappled")
        for key, actor in t.state["actors"].items()
    ):
        raise refuse("STO-MEL-009", "Tiene a alguien agarrado.", "Has somebody in a grapple.")


def pass_place(t: Game, intent: Intent) -> Flow[None]:
    """Let the next one act; one may still act at the end of the turn (STO-AUTO-014)."""
    actor = intent.actor
    if t.phase != "attack" or not is_up(t, actor):
        raise refuse("STO-TURN-012", "No le toca actuar.", "It is not their place to act.")
    place = t.state["queue"][0]
    passed = [*t.state.get("passed", ()), actor]
    _leave_place(t, actor)
    queue = [dict(one) for one in t.state["queue"]]
    if place["kind"] == "own":
        late = [one for one in queue if one["kind"] == "late"] + [_place("late", [actor])]
        late.sort(key=lambda one: -_initiative(t, one))
        queue = [
            *(one for one in queue if one["kind"] == "own"),
            *late,
            *(one for one in queue if one["kind"] == "several"),
        ]
    changes = [Change(("queue",), queue), Change(("passed",), passed)]
    t.emit("passed", actor, rules=("STO-AUTO-014",), changes=changes)
    nobody = not any(one.get("acted") for one in t.state["actors"].values())
    if queue and nobody and all(one["kind"] == "late" for one in queue):
        # STO-AUTO-015: everybody passed, nothing happens, the next turn starts.
        t.emit("place", changes=[Change(("queue",), []), Change(("delayed",), [])])
        _phase(t, "resolution", snapshot={})
        open_turn(t)
    else:
        _settle(t)
    yield from ()


def act_now(t: Game, intent: Intent) -> Flow[None]:
    """Break in with an action that was delayed (STO-TURN-013); the faster go first (-014)."""
    actor = intent.actor
    delayed = list(t.state.get("delayed", ()))
    if t.phase != "attack" or actor not in delayed:
        raise refuse("STO-TURN-013", "No ha retrasado su acción.", "Has not delayed an action.")
    queue = [dict(place) for place in t.state.get("queue", ())]
    mine = int(t.actor(actor)["initiative"])
    at = 0
    if queue and queue[0]["kind"] == "own" and _initiative(t, queue[0]) > mine:
        raise refuse(
            "STO-TURN-013", "Aún no ha llegado su puesto.", "Their place has not come yet."
        )
    while at < len(queue) and queue[at]["kind"] == "break" and _initiative(t, queue[at]) >= mine:
        at += 1
    queue.insert(at, _place("break", [actor]))
    delayed.remove(actor)
    t.emit(
        "breaks_in",
        actor,
        rules=("STO-TURN-013", "STO-TURN-014"),
        changes=[Change(("queue",), queue), Change(("delayed",), delayed)],
        queue=[place["actors"] for place in queue],
    )
    yield from ()


def end_turn(t: Game, _intent: Intent) -> Flow[None]:
    """Close the attack phase: whoever has not acted does not any more."""
    if t.phase not in ("initiative", "attack"):
        raise refuse("STO-TURN-002", "No hay turno abierto.", "No turn is open.")
    _phase(t, "resolution", queue=[], delayed=[], to_declare=[], snapshot={})
    yield from ()


def start_fight(t: Game, _intent: Intent) -> Flow[None]:
    """Leave the scene for a fight; everybody at the table is in it (STO-MAN-014)."""
    if t.phase != "scene":
        raise refuse("STO-TURN-002", "Ya hay un combate.", "There is a fight already.")
    open_turn(t)
    yield from ()


def end_fight(t: Game, _intent: Intent) -> Flow[None]:
    """Go back to the scene, where nothing counts actions."""
    changes = [Change(("phase",), "scene"), Change(("queue",), []), Change(("snapshot",), {})]
    t.emit("fight_over", changes=changes)
    yield from ()


# ---- moving ----


def move(t: Game, intent: Intent) -> Flow[None]:
    """Walk, jog or run; up to half the run leaves the action alone (STO-AUTO-009)."""
    actor, metres = intent.actor, integer(intent, "metres")
    bonds(t, actor)
    pace = text(intent, "pace") or "run"
    most = sheets.moves(t.sheet(actor), t.state_of(actor), pace)
    if not t.is_able(actor):
        most = 0
    if metres > most:
        raise refuse("STO-AUTO-011", f"Puede moverse {most} m.", f"Can move {most} m.")
    half = sheets.moves(t.sheet(actor), t.state_of(actor), "run") // 2
    far = metres > half
    changes = t.set(actor, aim=None, moved=metres)
    t.emit("moved", actor, rules=("STO-AUTO-009",), changes=changes, metres=metres, acts=not far)
    if far and t.phase != "scene":
        # STO-GAP-103: beyond half the run, moving is what one does.
        spend(t, intent, "move")
    yield from ()
