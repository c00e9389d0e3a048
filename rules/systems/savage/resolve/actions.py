"""What may be done now: turns, the count of actions, and what a condition forbids."""

from rules.engine.intents import Intent
from rules.engine.resolution import Flow
from rules.systems.savage.game import Game, integer, refuse


def require_turn(g: Game, actor_id: str) -> None:
    """:raises Refusal: when it is not this character's turn, or it can do nothing at all."""
    g.actor(actor_id)
    if not g.is_turn_of(actor_id):
        raise refuse("SWADE-TIME-004", "No es su turno.", "It is not this character's turn.")
    require_able(g, actor_id)


def is_simultaneous(g: Game, actor_id: str) -> bool:
    """Tell whether this turn goes on whatever befell its actor: an interruption ended in a tie."""
    turn = g.turn or {}
    return turn.get("actor") == actor_id and bool(turn.get("simultaneous"))


def require_able(g: Game, actor_id: str) -> None:
    """:raises Refusal: when the character is stunned, incapacitated, unconscious or dead."""
    if is_simultaneous(g, actor_id):
        return
    active = g.active(actor_id)
    if "dead" in active or "unconscious" in active or "incapacitated" in active:
        raise refuse("SWADE-INDEX-122", "Está incapacitado.", "The character is incapacitated.")
    if "stunned" in active:
        raise refuse("SWADE-STUN-004", "Está conmocionado.", "The character is stunned.")


def require_target(g: Game, actor_id: str, target_id: str) -> None:
    """:raises Refusal: when the target is nobody, oneself, or beyond harm."""
    g.actor(target_id)
    if target_id == actor_id:
        raise refuse("precondition.target", "No contra uno mismo.", "Not against oneself.")
    if g.has(target_id, "dead"):
        raise refuse("precondition.target", "Ya ha muerto.", "The target is dead already.")


def require_free(g: Game, actor_id: str) -> None:
    """:raises Refusal: when not even a free action is possible (SWADE-INDEX-361)."""
    g.actor(actor_id)
    if g.has(actor_id, "stunned"):
        raise refuse(
            "SWADE-INDEX-361", "Conmocionado: ni acciones gratuitas.", "Stunned: no free actions."
        )
    require_able(g, actor_id)


def use_action(g: Game, actor_id: str, *, name: str, is_physical: bool = True) -> None:
    """
    Count one of the turn's declared actions.

    :raises Refusal: when the character cannot act, or has declared no more actions.
    """
    require_turn(g, actor_id)
    active = g.active(actor_id)
    if "shaken" in active and not is_simultaneous(g, actor_id):
        raise refuse(
            "SWADE-INDEX-101", "Aturdido: solo acciones gratuitas.", "Shaken: only free actions."
        )
    if is_physical and "bound" in active and name != "break_free":
        raise refuse(
            "SWADE-INDEX-202", "Inmovilizado: solo puede soltarse.", "Bound: only breaking free."
        )
    turn = g.turn or {}
    if turn.get("exclusive"):
        raise refuse(
            str(turn["exclusive_rule"]),
            "Ya ha usado el turno entero.",
            "The whole turn has been given to something else.",
        )
    if int(turn["used"]) >= int(turn["declared"]):
        raise refuse(
            "SWADE-INDEX-602",
            "No ha declarado más acciones.",
            "No further action was declared before the first roll.",
        )
    if turn["two_weapons"] and name.startswith("attack.") and name in turn["done"]:
        raise refuse("SWADE-INDEX-482", "Toca la otra arma.", "It is the other weapon's turn.")
    if not g.edition.same_action_twice and name in turn["done"]:
        raise refuse(
            "SWADE-DIFF-029", "Esa acción ya la ha hecho.", "That action was done already."
        )
    changes = g.turn_changes(used=int(turn["used"]) + 1, done=[*turn["done"], name])
    g.emit("action", actor_id, rules=("SWADE-TIME-005",), changes=changes, name=name)


def use_whole_turn(g: Game, actor_id: str, *, name: str, rule: str) -> None:
    """
    Give the whole turn to one thing: aiming, defending.

    :raises Refusal: when something else was done or declared.
    """
    turn = g.turn or {}
    if g.is_turn_of(actor_id) and (turn["used"] or turn["declared"] > 1 or turn["ran"]):
        raise refuse(rule, "Tendría que ser su única acción.", "It has to be the only action.")
    use_action(g, actor_id, name=name)
    g.emit("whole_turn", actor_id, changes=g.turn_changes(exclusive=name, exclusive_rule=rule))


def declare(g: Game, intent: Intent) -> Flow[None]:
    """Say how many actions the turn will have, before any dice (SWADE-INDEX-601, -602)."""
    actor_id = intent.actor
    require_turn(g, actor_id)
    count = integer(intent, "count")
    turn = g.turn or {}
    if turn["used"]:
        raise refuse("SWADE-INDEX-602", "Ya ha actuado.", "An action was taken already.")
    most = g.edition.max_actions
    if most is not None and count > most:
        raise refuse("SWADE-INDEX-601", f"Como mucho {most} acciones.", f"At most {most} actions.")
    both = bool(intent.parameters["two_weapons"])
    if both and count < 2:
        raise refuse("SWADE-INDEX-482", "Con dos armas son dos ataques.", "That is two attacks.")
    changes = g.turn_changes(declared=count, two_weapons=both)
    g.emit("declared", actor_id, rules=("SWADE-INDEX-602",), changes=changes, count=count)
    yield from ()


def act(g: Game, intent: Intent) -> Flow[None]:
    """Take an action that needs no roll: reload, search a bag (SWADE-INDEX-025)."""
    use_action(g, intent.actor, name=f"act.{intent.parameters['what']}")
    g.emit("acted", intent.actor, rules=("SWADE-INDEX-025",), what=intent.parameters["what"])
    yield from ()


def free(g: Game, intent: Intent) -> Flow[None]:
    """Do something that costs nothing: a short sentence, dropping an item (SWADE-INDEX-022)."""
    require_free(g, intent.actor)
    g.emit("free_action", intent.actor, rules=("SWADE-INDEX-022",), what=intent.parameters["what"])
    yield from ()


def ready(g: Game, intent: Intent) -> Flow[None]:
    """Draw or put away items: the first two of a turn are free (SWADE-INDEX-024)."""
    require_turn(g, intent.actor)
    turn = g.turn or {}
    readied = int(turn["readied"])
    for _item in range(integer(intent, "items")):
        readied += 1
        if readied > g.edition.ready_free_items:
            use_action(g, intent.actor, name="ready")
    changes = g.turn_changes(readied=readied)
    if intent.parameters["weapon"]:
        dropped = [
            w
            for w in g.state_of(intent.actor).get("dropped", ())
            if w != intent.parameters["weapon"]
        ]
        changes += g.put(intent.actor, dropped=dropped)
    g.emit("readied", intent.actor, rules=("SWADE-INDEX-024",), changes=changes, items=readied)
    yield from ()
