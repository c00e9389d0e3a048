"""Bennies: whose they are, and what is bought with one. Nothing is taken for what fails."""

from typing import Any

from rules.engine.events import Change
from rules.systems.savage.game import Game, refuse


def purse(g: Game, actor_id: str) -> int:
    """
    Return how many bennies somebody may spend.

    A player character has its own; the GM's figures have the pool, an NPC wild card also its own
    (SWADE-INDEX-002, SWADE-GAP-014).
    """
    actor = g.actor(actor_id)
    own = int(actor["state"].get("bennies", 0))
    if actor.get("player_character"):
        return own
    pool = int(g.state.get("pool", 0))
    return own + pool if actor["sheet"].get("wild_card") else pool


def buys(g: Game, actor_id: str, what: str) -> bool:
    """Tell whether a benny buys this: for everybody in this edition, or by an edge."""
    if what in g.edition.benny_uses:
        return True
    effects = g.system.catalogue.effects(g.sheet(actor_id), "benny_buys")
    return any(effect["what"] == what for _edge, effect in effects)


def pay(g: Game, actor_id: str, what: str, *, rules: tuple[str, ...], **bought: Any) -> None:
    """
    Spend one benny on something, by an event that names it (`roll`, `attack`, `card` ...).

    :raises Refusal: when there is none left.
    """
    if not buys(g, actor_id, what):
        raise refuse("SWADE-DIFF-021", "Un beni no compra eso.", "A benny does not buy that.")
    if purse(g, actor_id) < 1:
        raise refuse("SWADE-BENNY-001", "No le quedan benis.", "There are no bennies left.")
    own = int(g.state_of(actor_id).get("bennies", 0))
    uses_own = own > 0 and (g.is_player_character(actor_id) or g.is_wild(actor_id))
    if uses_own:
        changes = g.put(actor_id, bennies=own - 1)
    else:
        changes = [Change(("pool",), int(g.state["pool"]) - 1)]
    source = "own" if uses_own else "pool"
    g.emit(
        "benny_spent", actor_id, rules=rules, changes=changes, what=what, source=source, **bought
    )


def award(g: Game, actor_id: str, *, rules: tuple[str, ...], reason: str) -> None:
    """Give somebody one benny."""
    own = int(g.state_of(actor_id).get("bennies", 0))
    changes = g.put(actor_id, bennies=own + 1)
    g.emit("benny_gained", actor_id, rules=rules, changes=changes, reason=reason)
