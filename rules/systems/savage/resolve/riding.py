"""Mounted combat: riding, charging, staying in the saddle, falling (SWD-MOUNT)."""

from typing import Any

from rules.engine.events import Change
from rules.engine.intents import Intent
from rules.engine.modifiers import Modifier
from rules.engine.resolution import Flow, named
from rules.systems.savage.game import Game, integer, refuse, text
from rules.systems.savage.resolve.actions import require_turn
from rules.systems.savage.rolling import compare, trait

CHARGE_PACES = 6
CONDITIONS = ("shaken",)


def fighting_trait(g: Game, actor_id: str) -> str:
    """Return what somebody fights with: mounted, the lower of Fighting and Riding."""
    if not g.actor(actor_id).get("mount"):
        return "skill.fighting"
    state = g.state_of(actor_id)
    skills = g.sheet(actor_id).get("skills", {})
    worth = {}
    for skill in ("riding", "fighting"):
        die, _name = g.system.trait_die(g.sheet(actor_id), f"skill.{skill}", state)
        worth[skill] = die.step if skill in skills else -1
    return "skill.riding" if worth["riding"] < worth["fighting"] else "skill.fighting"


def is_charging(g: Game, actor_id: str) -> bool:
    """Tell whether the mount has come six paces or more, as straight as the rider says."""
    turn = g.turn or {}
    own = turn.get("actor") == actor_id and int(turn.get("rode", 0)) >= CHARGE_PACES
    return bool(g.actor(actor_id).get("mount")) and own


def mount(g: Game, intent: Intent) -> Flow[None]:
    """Put a rider on a mount: one card, the rider's (SWD-MOUNT-001)."""
    rider, beast = text(intent, "target"), text(intent, "mount")
    g.actor(rider)
    g.actor(beast)
    trained = bool(intent.parameters["trained"])
    changes = g.set(rider, mount=beast)
    changes += g.set(beast, rider=rider, controller=rider, trained=trained)
    g.emit("mounted", rider, rules=("SWD-MOUNT-001",), changes=changes, mount=beast)
    yield from ()


def ride(g: Game, intent: Intent) -> Flow[None]:
    """Let the mount carry its rider, running if need be (SWD-MOUNT-006, -013)."""
    rider = intent.actor
    require_turn(g, rider)
    beast = g.actor(rider).get("mount")
    if not beast:
        raise refuse("SWD-MOUNT-001", "No va montado.", "There is no mount.")
    turn = g.turn or {}
    runs = bool(intent.parameters["run"])
    ran = bool(turn.get("mount_ran"))
    bonus = int(turn.get("mount_bonus", 0))
    if runs and not ran:
        bonus = g.dice.draw(g.system.running_die(g.sheet(beast), g.state_of(beast), g.edition))
    inches = integer(intent, "inches")
    far = int(turn.get("mount_inches", 0)) + inches
    if far > int(g.derived(beast)["pace"]) + bonus:
        raise refuse("SWD-ACT-024", "La montura no llega.", "The mount does not get so far.")
    straight = int(turn.get("rode", 0)) + inches if intent.parameters["straight"] else 0
    ran = ran or runs
    changes = [
        *g.turn_changes(rode=straight, mount_ran=ran, mount_bonus=bonus, mount_inches=far),
        *g.set(beast, moving=far > 0),
    ]
    g.emit("rode", rider, rules=("SWD-MOUNT-013",), changes=changes, inches=inches, ran=ran)
    yield from ()


def settle(g: Game) -> Flow[None]:
    """Let riders who were hurt, or whose mounts were, stay in the saddle or fall."""
    for actor_id in _shocked(g):
        actor = g.actor(actor_id)
        rider = str(actor.get("rider") or actor_id)
        beast = g.actor(rider).get("mount")
        if not beast:
            continue
        if actor.get("rider") and not actor.get("trained", True):
            hour = g.dice.draw(12)
            g.emit("bolted", actor_id, rules=("SWD-MOUNT-019", "SWD-GAP-092"), hour=hour)
        if g.is_helpless(rider):
            yield from fall(g, rider)
            continue
        rule = "SWD-MOUNT-018" if actor.get("rider") else "SWD-MOUNT-007"
        rolled = yield from trait(g, rider, "skill.riding", purpose="saddle", rules=(rule,))
        if not rolled.succeeded:
            yield from fall(g, rider)


def _shocked(g: Game) -> list[str]:
    found: list[str] = []
    for event in g.events:
        hurt = event.kind == "wounded" or (
            event.kind == "condition" and event.data.get("condition") in CONDITIONS
        )
        known: Any = g.state["actors"].get(event.actor, {})
        if hurt and (known.get("mount") or known.get("rider")) and event.actor not in found:
            found.append(event.actor)
    return found


def fall(g: Game, rider: str) -> Flow[None]:
    """Let a rider fall: hurt from a moving mount, winded from a standing one."""
    from rules.systems.savage.resolve.harm import suffer, toughness_against
    from rules.systems.savage.rolling import throw_damage

    beast = str(g.actor(rider)["mount"])
    moving = bool(g.actor(beast).get("moving"))
    changes = [*g.set(rider, mount=None), *g.set(beast, rider=None, controller=None)]
    g.emit("fell", rider, rules=("SWD-MOUNT-007",), changes=changes, moving=moving)
    g.inflict(rider, "prone", rules=("SWD-GAP-090",))
    if moving:
        rolled = throw_damage(g, rider, [6, 6], (), purpose="fall", victim=rider)
        tough = toughness_against(g, rider)
        yield from suffer(g, rider, rolled.roll.total, roll=rolled.number, toughness=tough)
        return
    sources = {**g.state_of(rider).get("fatigue_sources", {}), "fall": 1}
    levels = min(sum(int(v) for v in sources.values()), g.edition.most_fatigue)
    changes = g.put(rider, fatigue=levels, fatigue_sources=sources)
    g.emit("tired", rider, rules=("SWD-MOUNT-009",), changes=changes, source="fall")


def set_against(g: Game, intent: Intent) -> Flow[None]:
    """Set a long weapon against a charge: the faster strikes first, and alone has the bonus."""
    holder = intent.actor
    rider = str((g.turn or {}).get("actor", ""))
    weapon = g.weapon(holder, text(intent, "weapon"))
    if not g.actor(holder).get("hold") or not rider or not is_charging(g, rider):
        raise refuse("SWD-MOUNT-014", "Solo en espera contra una carga.", "On hold, at a charge.")
    if weapon.reach < 1:
        raise refuse("SWD-MOUNT-014", "Hace falta alcance.", "The weapon needs Reach.")
    rules = ("SWD-MOUNT-015",)
    mine = yield from trait(
        g, holder, g.edition.interrupt_trait, purpose="set", modifiers=_reach(weapon.reach),
        rules=rules,
    )  # fmt: skip
    longest = max((w.reach for w in g.weapons(rider) if w.is_melee), default=0)
    theirs = yield from trait(
        g, rider, g.edition.interrupt_trait, purpose="set.resist", modifiers=_reach(longest),
        rules=rules,
    )  # fmt: skip
    result = compare(g, mine, theirs)
    tie = mine.roll.total == theirs.roll.total
    holder_first = tie or result.winner == "active"
    changes: list[Change] = []
    if holder_first:
        changes += g.set(holder, charge_bonus=True)
        changes += [] if tie else g.set(rider, charge_lost=True)
    first = "both" if tie else "holder" if holder_first else "rider"
    g.emit("set_against", holder, rules=("SWD-MOUNT-016",), changes=changes, first=first)
    from rules.systems.savage.resolve.turns import start

    if holder_first:
        if tie:
            g.emit("simultaneous", rider, changes=g.turn_changes(simultaneous=True))
        yield from start(g, holder)
    else:
        order = list(g.state["order"])
        order.insert(int(g.state.get("next", 0)), ["", holder])
        lost = [Change(("order",), order), *g.set(holder, hold=False)]
        g.emit("hold_lost", holder, rules=("SWD-MOUNT-016",), changes=lost)


def _reach(reach: int) -> list[Modifier]:
    return [named("SWD-MOUNT-015", "Alcance", "Reach", 2 * reach)] if reach else []
