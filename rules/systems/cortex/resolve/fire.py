"""Covering an area with fire, and keeping one person under threat."""

from typing import Any

from rules.engine.intents import Intent
from rules.engine.resolution import Flow
from rules.systems.cortex.game import Game, refuse, text
from rules.systems.cortex.resolve import attack, turns


def cover_area(g: Game, intent: Intent) -> Flow[None]:
    """Cover an area with fire, or keep covering it (COR-FIRE-001 to -006)."""
    area = text(intent, "area").strip()
    if not area:
        raise refuse("COR-FIRE-002", "Di qué zona cubre.", "Say which area is covered.")
    _begin(g, intent, "covering")
    g.prompt("covering_area", intent.actor, area=area)
    g.inflict(
        intent.actor, "covering", rules=("COR-FIRE-001", "COR-FIRE-002"), area=area,
        weapon=text(intent, "weapon"),
    )  # fmt: skip
    yield from ()


def threaten(g: Game, intent: Intent) -> Flow[None]:
    """Keep one person under fire, or go on doing so (COR-FIRE-007 to -009)."""
    target = text(intent, "target")
    g.actor(target)
    held = g.detail(intent.actor, "threatening")
    _begin(g, intent, "threatening")
    same = held.get("target") == target
    since = int(held["since"]) if same else int(g.state["turn"])
    g.inflict(
        intent.actor, "threatening", rules=("COR-FIRE-007", "COR-FIRE-009"), target=target,
        since=since, weapon=text(intent, "weapon"),
    )  # fmt: skip
    yield from ()


def _begin(g: Game, intent: Intent, keeps: str) -> None:
    if not g.weapon(intent.actor, text(intent, "weapon")).is_ranged:
        raise refuse("COR-FIRE-001", "Solo con un arma a distancia.", "Only with a ranged weapon.")
    if turns.claim(g, intent.actor):
        raise refuse("COR-FIRE-002", "Se declara al empezar.", "It must be declared beforehand.")
    turns.spend(g, intent.actor, keeps=(keeps,), full_turn=True)


def trigger(g: Game, intent: Intent) -> Flow[None]:
    """
    Fire at whoever enters the area, or at the threatened one or a helper, even out of turn.

    Each shot after the first of a turn is a further action (COR-GAP-049).
    """
    shooter, target = intent.actor, text(intent, "target")
    name = "threatening" if g.has(shooter, "threatening") else "covering"
    held = g.detail(shooter, name)
    if not held:
        raise refuse("COR-FIRE-001", "No cubre a nadie con su fuego.", "No fire is being kept up.")
    done = g.round_of(shooter)
    shots = int(done.get("reaction_shots", 0))
    changes = g.noted(
        shooter, actions=shots, reaction_shots=shots + 1, full_turn=False, aimed=False
    )
    rule = "COR-FIRE-008" if name == "threatening" else "COR-FIRE-001"
    g.emit("triggered", shooter, rules=(rule,), changes=changes, target=target)
    options: dict[str, Any] = {**intent.parameters, "weapon": held["weapon"]}
    yield from attack.resolve(g, shooter, options, keeps=(name,), is_out_of_turn=True)
    g.emit("fired", shooter, changes=g.noted(shooter, full_turn=True))
