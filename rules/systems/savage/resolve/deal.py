"""
Action cards: who gets one, what edges make of it, buying more, the order, the reshuffle.

A *unit* is what holds one hand: a wild card, a group of extras, a player's character with its
allies, or a whole side.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.engine import cards
from rules.engine.events import Change
from rules.engine.intents import Intent
from rules.engine.resolution import Flow
from rules.systems.savage import bennies
from rules.systems.savage.game import Actor, Game, refuse, text
from rules.systems.savage.resolve.incapacitation import bleed


def unit_of(g: Game, actor_id: str, actor: Actor) -> str:
    """Return the unit that somebody's card belongs to (SWADE-CARD-004, -005, -009)."""
    if g.state.get("deal") == "side":
        return f"side:{actor['side']}"
    if actor.get("controller"):
        return f"of:{actor['controller']}"
    if actor.get("group"):
        return f"group:{actor['group']}"
    return f"of:{actor_id}"


def takes_cards(g: Game, actor_id: str) -> bool:
    """Tell whether somebody is dealt in: not on hold, not surprised, not past all rolling."""
    actor = g.actor(actor_id)
    state = actor["state"]
    if not actor.get("present", True) or actor.get("hold") or actor.get("surprised"):
        return False
    conditions = state.get("conditions", ())
    if "dead" in conditions or "unconscious" in conditions:
        return False
    if "incapacitated" in conditions:
        # SWADE-INDEX-007: only those who still have something to roll.
        return g.edition.incap_gets_card and "bleeding_out" in conditions
    return True


def begin_round(g: Game, intent: Intent) -> Flow[None]:
    """Deal a new round's cards; edges are settled, then the buying begins (SWADE-BENNY-011)."""
    if g.state.get("phase", "setup") not in ("setup", "between"):
        raise refuse("SWADE-TIME-003", "La ronda no ha terminado.", "The round is not over.")
    number = int(g.state.get("round", 0)) + 1
    changes = [
        Change(("round",), number),
        Change(("seconds",), (number - 1) * g.edition.seconds_per_round),
        Change(("phase",), "cards"),
        Change(("hands",), {}),
    ]
    if not g.state.get("deck") and not g.state.get("discards"):
        deck = cards.shuffle(cards.DECK, g.dice)
        changes.append(Change(("deck",), deck))
    g.emit("round", rules=("SWADE-TIME-003",), changes=changes, round=number)
    if g.edition.bleed_when == "round_start":
        for actor_id in g.state["actors"]:
            if g.has(actor_id, "bleeding_out"):
                yield from bleed(g, actor_id)
    units: dict[str, list[str]] = {}
    for actor_id, actor in g.state["actors"].items():
        if takes_cards(g, actor_id):
            units.setdefault(unit_of(g, actor_id, actor), []).append(actor_id)
    for unit, members in units.items():
        _deal_to(g, unit, members)
    reset = []
    for actor_id, actor in g.state["actors"].items():
        surprised = bool(actor.get("surprised"))
        reset += g.set(actor_id, acted=surprised, joker=False, surprised=False)
    g.emit("dealt", rules=("SWADE-CARD-003",), changes=reset)
    yield from ()


def _deal_to(g: Game, unit: str, members: Sequence[str]) -> None:
    dealt = [draw(g, unit, members)]
    chosen = dealt[0]
    if g.state.get("deal") != "side" and not _is_down(g, members):
        dealt, chosen = _edges(g, unit, members, dealt)
    hand = {
        "members": list(members),
        "dealt": dealt,
        "bought": [],
        "from_deal": chosen,
        "chosen": chosen,
    }
    rules = ("SWADE-CARD-003",)
    g.emit(
        "card",
        rules=rules,
        changes=[Change(("hands", unit), hand)],
        unit=unit,
        cards=dealt,
        chosen=chosen,
    )


def _is_down(g: Game, members: Sequence[str]) -> bool:
    return all(g.has(who, "incapacitated") for who in members)


def _edges(g: Game, unit: str, members: Sequence[str], dealt: list[str]) -> tuple[list[str], str]:
    """SWADE-INDEX-004 to -006: more cards, the lower of two, or low cards thrown back."""
    leader = _leader(g, members)
    dealt = list(dealt)
    for _n in range(most(g, leader, "worst_card")):
        dealt.append(draw(g, unit, members))
        jokers = [card for card in dealt if cards.is_joker(card)]
        return dealt, jokers[0] if jokers else min(dealt, key=cards.height)
    for _n in range(most(g, leader, "extra_cards")):
        dealt.append(draw(g, unit, members))
    chosen = max(dealt, key=cards.height)
    limit = most(g, leader, "redraw_cards")
    while limit and cards.rank(chosen) <= limit:
        dealt.append(draw(g, unit, members))
        chosen = dealt[-1]
    return dealt, chosen


def _leader(g: Game, members: Sequence[str]) -> str:
    """The one whose edges count: the wild card of a unit, or its first member."""
    own = [who for who in members if not g.actor(who).get("controller")]
    wild = [who for who in own or members if g.is_wild(who)]
    return (wild or own or list(members))[0]


def most(g: Game, actor_id: str, word: str) -> int:
    """Return the largest value of one word among somebody's edges and hindrances."""
    effects = g.system.catalogue.effects(g.sheet(actor_id), word)
    return max((int(effect["value"]) for _edge, effect in effects), default=0)


def draw(g: Game, unit: str, members: Sequence[str]) -> str:
    """
    Take the next card of the deck for a unit.

    An empty deck is made anew from the discards at once, without what lies on the table
    (SWADE-GAP-017); if all cards lie there, another deck joins it.
    """
    deck = list(g.state.get("deck", ()))
    changes: list[Change] = []
    if not deck:
        deck = cards.shuffle(g.state.get("discards") or cards.DECK, g.dice)
        changes.append(Change(("discards",), []))
        g.emit("reshuffled", rules=("SWADE-GAP-017",), changes=[Change(("deck",), deck)])
    card = deck.pop(0)
    changes.append(Change(("deck",), deck))
    if cards.is_joker(card):
        changes.append(Change(("joker_dealt",), True))
    g.emit("drawn", changes=changes, unit=unit, card=card)
    if cards.is_joker(card):
        _jokers_wild(g, members)
        if g.edition.reshuffle == "on_deal":
            _reshuffle(g)
    return card


def _jokers_wild(g: Game, members: Sequence[str]) -> None:
    """SWADE-BENNY-004, SWADE-INDEX-003: a joker's bennies, once for each joker that is dealt."""
    if not g.edition.joker_bennies:
        return
    for_players = any(g.is_player_character(who) for who in members)
    for actor_id, actor in g.state["actors"].items():
        if not actor.get("present", True):
            continue
        if for_players and actor.get("player_character"):
            bennies.award(g, actor_id, rules=("SWADE-BENNY-004",), reason="joker")
        elif not for_players and not actor.get("player_character") and g.is_wild(actor_id):
            bennies.award(g, actor_id, rules=("SWADE-INDEX-003",), reason="joker")
    if not for_players:
        changes = [Change(("pool",), int(g.state.get("pool", 0)) + 1)]
        g.emit("pool_gained", rules=("SWADE-INDEX-003",), changes=changes, reason="joker")


def _reshuffle(g: Game) -> None:
    together = [*g.state.get("deck", ()), *g.state.get("discards", ())]
    deck = cards.shuffle(together, g.dice)
    changes = [Change(("deck",), deck), Change(("discards",), []), Change(("joker_dealt",), False)]
    g.emit("reshuffled", rules=("SWADE-CARD-008",), changes=changes)


# ---- choosing and buying ----


def _hand(g: Game, actor_id: str) -> tuple[str, Mapping[str, Any]]:
    actor = g.actor(actor_id)
    if actor.get("hold"):
        raise refuse("SWADE-GAP-046", "En espera no se compra carta.", "On hold there is no card.")
    if g.state.get("phase") != "cards":
        raise refuse("SWADE-BENNY-014", "La ronda ya ha empezado.", "The round has begun.")
    unit = unit_of(g, actor_id, actor)
    hand = g.state["hands"].get(unit)
    if hand is None or actor_id not in hand["members"]:
        raise refuse("SWADE-INDEX-522", "No tiene carta.", "The character was dealt no card.")
    return unit, hand


def buy_card(g: Game, intent: Intent) -> Flow[None]:
    """Spend a benny on another card; edges do not touch it (SWADE-BENNY-011 to -013)."""
    unit, hand = _hand(g, intent.actor)
    if not bennies.purse(g, intent.actor):
        raise refuse("SWADE-BENNY-001", "No le quedan benis.", "There are no bennies left.")
    card = draw(g, unit, hand["members"])
    bennies.pay(g, intent.actor, "card", rules=("SWADE-BENNY-011",), card=card)
    held = [hand["from_deal"], *hand["bought"], card]
    best = max(held, key=cards.height)
    new = {**hand, "bought": [*hand["bought"], card], "chosen": best}
    changes = [Change(("hands", unit), new)]
    g.emit("card_bought", intent.actor, rules=("SWADE-BENNY-012",), changes=changes, card=card)
    yield from ()


def choose_card(g: Game, intent: Intent) -> Flow[None]:
    """Choose which of the cards held to act on (SWADE-BENNY-012)."""
    unit, hand = _hand(g, intent.actor)
    card = text(intent, "card")
    if card not in (hand["from_deal"], *hand["bought"]):
        raise refuse("SWADE-BENNY-012", "Esa carta no la tiene.", "That card is not held.")
    changes = [Change(("hands", unit, "chosen"), card)]
    g.emit("card_chosen", intent.actor, rules=("SWADE-BENNY-012",), changes=changes, card=card)
    yield from ()


def apply_edge(g: Game, intent: Intent) -> Flow[None]:
    """With one card a side, apply one's edge to it, once (SWADE-CARD-010, SWADE-GAP-020)."""
    unit, hand = _hand(g, intent.actor)
    if g.state.get("deal") != "side":
        raise refuse(
            "SWADE-CARD-010", "Solo con una carta por bando.", "Only with one card a side."
        )
    if intent.actor in hand.get("edges_used", ()):
        raise refuse("SWADE-CARD-010", "Ya la ha aplicado.", "It has been applied once already.")
    limit = most(g, intent.actor, "redraw_cards")
    quick = limit and cards.rank(hand["chosen"]) <= limit
    if not quick and not most(g, intent.actor, "extra_cards"):
        raise refuse(
            "SWADE-CARD-010", "No tiene ventaja que aplicar.", "There is no edge to apply."
        )
    card = draw(g, unit, hand["members"])
    best = card if quick else max(hand["chosen"], card, key=cards.height)
    new = {
        **hand,
        "dealt": [*hand["dealt"], card],
        "from_deal": best,
        "chosen": best,
        "edges_used": [*hand.get("edges_used", ()), intent.actor],
    }
    g.emit(
        "card",
        intent.actor,
        rules=("SWADE-CARD-010",),
        changes=[Change(("hands", unit), new)],
        unit=unit,
        cards=[card],
        chosen=best,
    )
    yield from ()


def start_turns(g: Game, intent: Intent) -> Flow[None]:
    """End the buying; the countdown from the aces begins (SWADE-BENNY-014, SWADE-CARD-007)."""
    if g.state.get("phase") != "cards":
        raise refuse("SWADE-BENNY-014", "No es el momento.", "It is not the moment for that.")
    order = []
    changes = []
    hands = g.state["hands"]
    for unit in sorted(hands, key=lambda name: -cards.height(hands[name]["chosen"])):
        card = hands[unit]["chosen"]
        for actor_id in hands[unit]["members"]:
            order.append([card, actor_id])
            changes += g.set(actor_id, joker=cards.is_joker(card), card=card)
    changes += [
        Change(("order",), order),
        Change(("next",), 0),
        Change(("phase",), "turns"),
        Change(("turn",), None),
    ]
    g.emit("turns", rules=("SWADE-CARD-007",), changes=changes, order=order)
    yield from ()


def collect(g: Game) -> None:
    """Lay this round's cards aside, and shuffle if a joker was dealt (SWADE-CARD-008)."""
    used = [
        card
        for hand in g.state.get("hands", {}).values()
        for card in (*hand["dealt"], *hand["bought"])
    ]
    changes = [
        Change(("discards",), [*g.state.get("discards", ()), *used]),
        Change(("hands",), {}),
    ]
    g.emit("collected", changes=changes)
    if g.state.get("joker_dealt"):
        _reshuffle(g)
