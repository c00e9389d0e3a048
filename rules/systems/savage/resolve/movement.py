"""Moving: Pace, running, slow ground, lying down and getting up, jumping, leaving a melee."""

from rules.engine.intents import Intent
from rules.engine.modifiers import Modifier
from rules.engine.resolution import Flow
from rules.systems.savage.game import Game, integer, refuse, text
from rules.systems.savage.resolve import reach
from rules.systems.savage.resolve.actions import require_free, require_turn, use_action
from rules.systems.savage.resolve.attack import free_attack
from rules.systems.savage.resolve.grapple import given
from rules.systems.savage.rolling import action_modifiers, trait

ROOTED = ("stunned", "bound", "entangled", "grappled")


def left(g: Game, actor_id: str) -> int:
    """Return how many inches of Pace are left this turn."""
    turn = g.turn or {}
    return int(g.derived(actor_id)["pace"]) + int(turn["bonus"]) - int(turn["inches"])


def _require_mobile(g: Game, actor_id: str) -> None:
    require_turn(g, actor_id)
    if g.active(actor_id) & set(ROOTED):
        raise refuse("SWADE-INDEX-201", "Está sujeto: no puede moverse.", "Held: no movement.")


def move(g: Game, intent: Intent) -> Flow[None]:
    """
    Move, in one go or in pieces (SWADE-INDEX-041 to -043).

    `away` leaves the melee: every able foe gets a free attack (SWADE-INDEX-181).
    """
    actor_id = intent.actor
    _require_mobile(g, actor_id)
    turn = g.turn or {}
    if turn.get("exclusive") == "full_defense":
        raise refuse("SWD-DEF-006", "En defensa total no se mueve.", "No movement in full defense.")
    if turn.get("exclusive") == "aim":
        raise refuse("SWADE-INDEX-221", "Está apuntando.", "The character is aiming.")
    inches = integer(intent, "inches")
    ground = text(intent, "ground")
    cost = inches * (1 if ground == "clear" else g.edition.slow_ground)
    if cost > left(g, actor_id):
        raise refuse("SWADE-INDEX-041", "No le llega el paso.", "There is not enough Pace left.")
    changes = g.turn_changes(inches=int(turn["inches"]) + cost)
    rule = {"clear": "SWADE-INDEX-041", "difficult": "SWADE-INDEX-043"}.get(
        ground, "SWADE-INDEX-042"
    )
    g.emit("moved", actor_id, rules=(rule,), changes=changes, inches=inches, cost=cost)
    if intent.parameters["away"]:
        yield from leave(g, actor_id)
    toward = text(intent, "to")
    if toward:
        g.actor(toward)
        reach.meet(g, actor_id, toward)


def leave(g: Game, actor_id: str) -> Flow[None]:
    """Walk out of a melee, past the free attacks of those who can (SWADE-INDEX-181)."""
    around = list(g.adjacent(actor_id))
    for foe in around:
        if not g.are_foes(foe, actor_id) or g.is_helpless(foe):
            continue
        if g.active(foe) & g.edition.withdraw_exempt or g.has(foe, "bound"):
            continue
        if g.has(actor_id, "incapacitated") or g.has(actor_id, "dead"):
            break
        yield from free_attack(g, foe, actor_id)
    reach.part(g, actor_id, around)


def run(g: Game, intent: Intent) -> Flow[None]:
    """Add the running die, which never aces, to this turn's Pace (SWADE-INDEX-044)."""
    actor_id = intent.actor
    _require_mobile(g, actor_id)
    turn = g.turn or {}
    if turn["ran"]:
        raise refuse("SWADE-INDEX-044", "Ya corre.", "The character is running already.")
    if turn.get("exclusive"):
        raise refuse(str(turn["exclusive_rule"]), "Este turno no.", "Not in this turn.")
    if turn["used"] and not g.edition.run_is_action:
        raise refuse(
            "SWADE-INDEX-044",
            "Correr cuesta −2 a las acciones: se declara antes de la primera.",
            "Running costs every action 2: it is declared before the first.",
        )
    if g.edition.run_is_action:
        use_action(g, actor_id, name="run")
    sides = g.system.running_die(g.sheet(actor_id), g.state_of(actor_id), g.edition)
    face = g.dice.draw(sides)
    changes = g.turn_changes(ran=True, bonus=int(turn["bonus"]) + face)
    g.emit("ran", actor_id, rules=("SWADE-INDEX-044",), changes=changes, sides=sides, face=face)
    yield from ()


def drop_prone(g: Game, intent: Intent) -> Flow[None]:
    """Lie down: free (SWADE-INDEX-045)."""
    require_free(g, intent.actor)
    g.inflict(intent.actor, "prone", rules=("SWADE-INDEX-045",))
    yield from ()


def stand(g: Game, intent: Intent) -> Flow[None]:
    """Get up for two inches of Pace, or all that there is (SWADE-INDEX-045, SWADE-GAP-041)."""
    actor_id = intent.actor
    _require_mobile(g, actor_id)
    if not g.has(actor_id, "prone"):
        raise refuse("SWADE-INDEX-045", "Ya está de pie.", "The character is standing.")
    turn = g.turn or {}
    cost = min(g.edition.stand_cost, left(g, actor_id))
    if cost < g.edition.stand_cost and turn["inches"]:
        raise refuse("SWADE-INDEX-045", "No le llega el paso.", "There is not enough Pace left.")
    changes = g.turn_changes(inches=int(turn["inches"]) + cost)
    g.emit("stood", actor_id, rules=("SWADE-INDEX-045",), changes=changes, cost=cost)
    g.relieve(actor_id, "prone", rules=("SWADE-INDEX-045",))
    yield from ()


def jump(g: Game, intent: Intent) -> Flow[None]:
    """Jump: free, or further with an Athletics roll as an action (SWADE-INDEX-048)."""
    actor_id = intent.actor
    _require_mobile(g, actor_id)
    reach_ = g.edition.jump["run_up" if intent.parameters["run_up"] else "standing"]
    if intent.parameters["effort"]:
        use_action(g, actor_id, name="jump")
        modifiers: list[Modifier] = [*action_modifiers(g, actor_id), *given(intent)]
        rolled = yield from trait(
            g, actor_id, "skill.athletics", purpose="jump", modifiers=modifiers,
            rules=("SWADE-INDEX-048",),
        )  # fmt: skip
        if rolled.succeeded:
            reach_ += g.edition.jump["raise" if rolled.roll.raises else "success"]
    turn = g.turn or {}
    across = min(reach_, left(g, actor_id))
    changes = g.turn_changes(inches=int(turn["inches"]) + across)
    g.emit("jumped", actor_id, rules=("SWADE-INDEX-048",), changes=changes, inches=across)


def hazard(g: Game, intent: Intent) -> Flow[None]:
    """Move where it is dangerous: failure stops, a critical failure falls (SWADE-INDEX-049)."""
    actor_id = intent.actor
    _require_mobile(g, actor_id)
    use_action(g, actor_id, name="hazard")
    modifiers = [*action_modifiers(g, actor_id), *given(intent)]
    rolled = yield from trait(
        g, actor_id, "skill.athletics", purpose="hazard", modifiers=modifiers, confirm=True,
        rules=("SWADE-INDEX-049",),
    )  # fmt: skip
    if rolled.roll.critical_failure:
        g.prompt("hazard", actor_id)
    elif not rolled.succeeded:
        g.emit("stopped", actor_id, rules=("SWADE-INDEX-049",))
