"""Block, dodge and parry: who may, with how many dice, and what dropping another action costs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.engine.decisions import Decision, Option
from rules.engine.events import Change
from rules.engine.modifiers import Modifier
from rules.engine.resolution import Flow, ask
from rules.engine.rolls import Roll
from rules.engine.text import Text
from rules.systems.storyteller import sheet as sheets
from rules.systems.storyteller.catalogue import MANOEUVRES, Weapon
from rules.systems.storyteller.game import Game, ask_for
from rules.systems.storyteller.pool import named
from rules.systems.storyteller.resolve.turns import DEFENCES


@dataclass(frozen=True, slots=True)
class Incoming:
    """An attack before its roll, as far as a defender has to know it."""

    attacker: str
    target: str
    is_close: bool
    type: str
    unaware: bool
    no_room: bool
    opponents: int


@dataclass(frozen=True, slots=True)
class Defence:
    """A defence that was rolled: which one, its successes, the weapon of a parry."""

    kind: str
    roll: Roll
    weapon: Weapon | None


def choose(t: Game, incoming: Incoming) -> Flow[str]:
    """Ask the defender, before the attack is rolled, and settle what a change of plans takes."""
    options = list(_options(t, incoming))
    if not options:
        return ""

    def decide() -> Decision | None:
        return Decision(
            kind="defence",
            who=incoming.target,
            text=_ASK,
            options=(Option("none", _NONE), *options),
            default="none",
            rule="STO-DEF-001",
            facts={
                "attacker": incoming.attacker,
                "type": incoming.type,
                "boxes": t.track(incoming.target).boxes,
                "willpower": int(t.state_of(incoming.target).get("willpower", 0)),
            },
        )

    chosen = yield from ask(decide)
    if not chosen or chosen == "none":
        return ""
    kind, _colon, how = chosen.partition(":")
    if how == "point":
        t.pay(incoming.target, "STO-MAN-017")
    elif how == "roll":
        asked = ask_for(t, incoming.target, "willpower", reflexive=True, rules=("STO-MAN-019",))
        if not t.throw(incoming.target, asked, "abort").total:
            t.emit("abort_failed", incoming.target, rules=("STO-DEF-003",))
            return ""
    _use(t, incoming.target, kind, aborted=bool(how))
    return kind


def _options(t: Game, incoming: Incoming) -> Iterator[Option]:
    target = incoming.target
    aborts = _how(t, target)
    if aborts is None or incoming.unaware:
        return
    for kind in DEFENCES:
        if not _fits(t, incoming, kind) or _dice(t, target, kind) <= 0:
            continue
        name = MANOEUVRES[kind].name
        if not aborts:
            yield Option(kind, name)
            continue
        with_roll = Text(f"{name.es} (tirar Voluntad)", f"{name.en} (roll Willpower)")
        yield Option(f"{kind}:roll", with_roll)
        if t.has_pool_point(target):
            with_point = Text(f"{name.es} (1 punto)", f"{name.en} (1 point)")
            yield Option(f"{kind}:point", with_point, {"willpower": 1})


def _how(t: Game, target: str) -> bool | None:
    """Return whether a defence means dropping another action; None when none is possible."""
    seat = t.actor(target)
    bound = any(t.has(target, name) for name in ("stunned", "bound", "held", "grappled"))
    if not t.is_able(target) or bound or seat.get("no_defence"):
        return None
    if t.phase == "scene":
        return False
    declared: Mapping[str, Any] = seat.get("declared") or {}
    if declared.get("full_defence"):
        return False
    plan = seat.get("plan") or ()
    if plan:
        left = any(not one["used"] and one["trait"] in DEFENCES for one in plan)
        if left:
            return False
        # STO-MAN-015: only for those who have not acted yet.
        return None if seat.get("used") or seat.get("defences") else True
    if seat.get("used") or seat.get("defences"):
        return None  # STO-GAP-107
    return not (t.phase == "initiative" or not declared or declared.get("defence"))


def _fits(t: Game, incoming: Incoming, kind: str) -> bool:
    target = incoming.target
    plan = t.actor(target).get("plan") or ()
    is_planned = any(one["trait"] == kind and not one["used"] for one in plan)
    if plan and _how(t, target) is False and not is_planned:
        return False
    if kind == "dodge":
        return not incoming.no_room
    if not incoming.is_close:
        return False  # STO-GAP-097
    if kind == "block":
        return incoming.type in ("bashing", "") or sheets.haki(t.sheet(target)) > 0
    return t.in_hand(target) is not None


def _dice(t: Game, target: str, kind: str) -> int:
    """Return the dice of a defence before the case's own: the pool, a share, or one less each."""
    attribute, ability = DEFENCES[kind]
    share, fewer = _share(t, target, kind)
    asked = ask_for(t, target, attribute, ability, share=share, dice=fewer)
    return asked.size


def _share(t: Game, target: str, kind: str) -> tuple[int, list[Modifier]]:
    seat = t.actor(target)
    done = int(seat.get("defences", 0))
    if (seat.get("declared") or {}).get("full_defence"):
        fewer = [named("STO-DEF-014", "defensas anteriores", "earlier defences", -done)]
        return 0, fewer if done else []
    for one in seat.get("plan") or ():
        if one["trait"] == kind and not one["used"]:
            return int(one["dice"]), []
    return 0, []


def _use(t: Game, target: str, kind: str, *, aborted: bool) -> None:
    """Write down which dice the defence has, and that it takes an action."""
    seat = t.actor(target)
    share, fewer = _share(t, target, kind)
    plan = [dict(one) for one in seat.get("plan") or ()]
    if aborted:
        plan = []
        share = 0
    for one in plan:
        if one["trait"] == kind and not one["used"]:
            one["used"] = True
            break
    full = bool((seat.get("declared") or {}).get("full_defence"))
    used = int(seat.get("used", 0)) + (0 if full else 1)
    changes = t.set(
        target,
        plan=plan,
        used=used,
        defences=int(seat.get("defences", 0)) + 1,
        defending={"dice": share, "fewer": sum(one.value for one in fewer)},
        aim=None,
    )
    rules = ("STO-DEF-002",) if aborted else ("STO-DEF-001",)
    t.emit("defends", target, rules=rules, changes=changes, defence=kind, aborted=aborted)
    if not plan and not full and t.phase == "attack":
        queue = [
            {**place, "actors": [key for key in place["actors"] if key != target]}
            for place in t.state.get("queue", ())
        ]
        delayed = [key for key in t.state.get("delayed", ()) if key != target]
        t.emit(
            "place",
            target,
            changes=[
                Change(("queue",), [place for place in queue if place["actors"]]),
                Change(("delayed",), delayed),
                Change(("snapshot_over",), bool(queue) and not queue[0]["actors"]),
            ],
        )


def roll(t: Game, incoming: Incoming, kind: str, harder: Sequence[Modifier]) -> Defence:
    """Roll a defence that was chosen, and say where a dodge from shots ends."""
    target = incoming.target
    attribute, ability = DEFENCES[kind]
    state = t.actor(target).get("defending") or {}
    fewer = int(state.get("fewer", 0))
    bought = 0
    declared = t.actor(target).get("declared") or {}
    if declared.get("willpower") and t.has_pool_point(target):
        bought = t.buy(target) if t.actor(target).get("bought") != t.turn else 0
    asked = ask_for(
        t,
        target,
        attribute,
        ability,
        share=int(state.get("dice", 0)),
        dice=[named("STO-DEF-014", "defensas anteriores", "earlier defences", fewer)]
        if fewer
        else [],
        harder=harder,
        bought=bought,
        rules=(MANOEUVRES[kind].rule,),
    )
    thrown = t.throw(target, asked, kind)
    if thrown.critical_failure:
        t.prompt("mishap", target)
    return Defence(kind, thrown, t.in_hand(target) if kind == "parry" else None)


def take_cover(t: Game, target: str, cover_near: bool) -> None:
    """End a dodge from shots: behind cover a metre off, or on the ground (STO-DEF-018, -019)."""
    if cover_near:
        t.relieve(target, "prone")
        t.inflict(target, "covered", rules=("STO-DEF-018",))
    else:
        t.inflict(target, "prone", rules=("STO-DEF-019",))


_ASK = Text(es="¿Cómo te defiendes?", en="How do you defend yourself?")
_NONE = Text(es="No defenderse", en="No defence")
