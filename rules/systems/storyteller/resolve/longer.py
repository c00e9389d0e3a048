"""What goes on for several rolls: the chase, the seduction in three steps."""

from collections.abc import Mapping
from typing import Any

from rules.engine.events import Change
from rules.engine.intents import Intent
from rules.engine.resolution import Flow
from rules.systems.storyteller import sheet as sheets
from rules.systems.storyteller.catalogue import ACTIONS
from rules.systems.storyteller.game import Game, ask_for, flag, integer, refuse, text
from rules.systems.storyteller.pool import named
from rules.systems.storyteller.resolve.rolls import difficulty, extras

METRES_A_SUCCESS = {"foot": 2, "ship": 10}


def chase_begin(t: Game, intent: Intent) -> Flow[None]:
    """Open a chase: the prey's lead is worth successes; clearly faster needs no dice."""
    prey, pursuer = text(intent, "prey"), text(intent, "pursuer")
    medium = text(intent, "medium")
    if flag(intent, "open_ground"):
        fast = {key: sheets.moves(t.sheet(key), t.state_of(key), "run") for key in (prey, pursuer)}
        if fast[prey] != fast[pursuer]:
            faster = max(fast, key=lambda key: fast[key])
            result = "escaped" if faster == prey else "caught"
            t.emit("chase_over", prey, rules=("STO-PHY-067",), result=result)
            return
    lead = integer(intent, "lead") // METRES_A_SUCCESS[medium]
    if lead <= 0:
        t.emit("chase_over", prey, rules=("STO-GAP-079",), result="caught")
        return
    chase = {
        "prey": prey,
        "pursuer": pursuer,
        "abilities": {
            prey: "athletics" if medium == "foot" else "seamanship",
            pursuer: "athletics"
            if (text(intent, "pursuer_medium") or medium) == "foot"
            else "seamanship",
        },
        "totals": {prey: lead, pursuer: 0},
        "turn": 0,
        "looked": -1,
    }
    rules = ("STO-PHY-070",) if medium == "foot" else ("STO-PHY-071",)
    changes = [Change(("chase",), chase)]
    t.emit("chase", prey, rules=rules, changes=changes, lead=lead)
    yield from ()


def _chase(t: Game) -> Mapping[str, Any]:
    found: Mapping[str, Any] | None = t.state.get("chase")
    if not found:
        raise refuse("STO-PHY-069", "No hay persecución.", "There is no chase.")
    return found


def chase_turn(t: Game, intent: Intent) -> Flow[None]:
    """Roll for both, add up, and see after both whether the pursuer has caught up."""
    chase = _chase(t)
    totals = dict(chase["totals"])
    for key in (chase["prey"], chase["pursuer"]):
        asked = ask_for(
            t,
            key,
            "dexterity",
            chase["abilities"][key],
            difficulty=difficulty(intent),
            rules=("STO-ACT-022",),
        )
        thrown = t.throw(key, asked, "chase")
        totals[key] += thrown.total
        if thrown.critical_failure:
            t.prompt("chase_mishap", key)
    lead = totals[chase["prey"]] - totals[chase["pursuer"]]
    after = {**chase, "totals": totals, "turn": int(chase["turn"]) + 1}
    t.emit(
        "chase",
        chase["prey"],
        rules=("STO-PHY-069",),
        changes=[Change(("chase",), after)],
        totals=totals,
        lead=lead,
    )
    if lead <= 0:
        t.emit(
            "chase_over",
            chase["pursuer"],
            rules=("STO-PHY-072",),
            changes=[Change(("chase",), removes=True)],
            result="caught",
        )
    yield from ()


def chase_look(t: Game, intent: Intent) -> Flow[None]:
    """Have the pursuer roll to keep the prey in sight, once a turn at most (STO-PHY-073)."""
    chase = _chase(t)
    if chase["looked"] == chase["turn"]:
        raise refuse("STO-PHY-074", "Solo una vez por turno.", "Once a turn at most.")
    pursuer = chase["pursuer"]
    lead = max(0, chase["totals"][chase["prey"]] - chase["totals"][pursuer])
    asked = ask_for(
        t,
        pursuer,
        "perception",
        text(intent, "ability"),
        difficulty=difficulty(intent),
        harder=[named("STO-PHY-073", "ventaja de la presa", "the prey's lead", lead)],
        rules=("STO-ACT-023",),
    )
    seen = t.throw(pursuer, asked, "chase_look").total > 0
    if seen:
        changes = [Change(("chase", "looked"), chase["turn"])]
        t.emit("in_sight", pursuer, rules=("STO-PHY-074",), changes=changes)
    else:
        changes = [Change(("chase",), removes=True)]
        t.emit("chase_over", pursuer, rules=("STO-PHY-075",), changes=changes, result="lost")
    yield from ()


STEPS = ("seduction_approach", "seduction_banter", "seduction_intimacy")


def seduce(t: Game, intent: Intent) -> Flow[None]:
    """Make the next of three rolls; surplus successes are dice for the one after (STO-SOC-050)."""
    actor, target = intent.actor, text(intent, "target")
    key = f"{actor}>{target}"
    chain: Mapping[str, Any] = t.state.get("seductions", {}).get(key) or {"stage": 1, "dice": 0}
    if chain.get("mood") == "hostile":
        raise refuse("STO-SOC-054", "No quiere ni verle.", "Wants nothing to do with them.")
    stage = int(chain["stage"])
    known = ACTIONS[STEPS[stage - 1]]
    dice, harder = extras(intent)
    if chain["dice"]:
        rule = "STO-SOC-052" if stage == 2 else "STO-SOC-056"
        dice.append(named(rule, "éxitos anteriores", "earlier successes", int(chain["dice"])))
    ability = text(intent, "ability") or known.abilities[0]
    bought = t.buy(actor) if flag(intent, "willpower") else 0
    asked = ask_for(
        t,
        actor,
        known.attributes[0],
        ability,
        difficulty=t.dots(target, str(known.target["trait"])) + int(known.target["plus"]),
        dice=dice,
        harder=harder,
        bought=bought,
        speciality=flag(intent, "speciality"),
        rules=(known.rule,),
    )
    thrown = t.throw(actor, asked, known.id)
    mood, rule = _mood(stage, thrown.total, thrown.critical_failure)
    step: dict[str, Any] = {"stage": 1, "dice": 0, "mood": mood}
    if mood == "warming":
        step = {"stage": stage + 1, "dice": thrown.total - 1, "mood": mood}
    changes = [Change(("seductions", key), step)]
    t.emit("seduction", actor, rules=(rule,), changes=changes, step=stage, mood=mood)
    if mood == "charmed":
        t.prompt("private", actor)
    yield from ()


def _mood(stage: int, successes: int, botch: bool) -> tuple[str, str]:
    if successes:
        return ("charmed", "STO-SOC-059") if stage == 3 else ("warming", "STO-SOC-050")
    if botch:
        return [
            ("hostile", "STO-SOC-054"),
            ("hostile", "STO-GAP-087"),
            ("drink_in_the_face", "STO-SOC-060"),
        ][stage - 1]
    return [
        ("not_interested", "STO-SOC-053"),
        ("receptive_later", "STO-SOC-057"),
        ("receptive_later", "STO-GAP-087"),
    ][stage - 1]
