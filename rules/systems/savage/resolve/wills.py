"""Tests of will and tricks: nerve or guard shaken without a blow (SWD-WILL, SWD-TRICK)."""

from rules.engine.intents import Intent
from rules.engine.modifiers import Modifier
from rules.engine.resolution import Flow, named
from rules.systems.savage.game import Game, refuse, text
from rules.systems.savage.resolve.actions import require_target, use_action
from rules.systems.savage.rolling import action_modifiers, opposed

RESISTED = {"skill.taunt": "attribute.smarts", "skill.intimidation": "attribute.spirit"}
BONUS = 2


def spend(g: Game, actor_id: str, target: str) -> list[Modifier]:
    """Use up the bonus of a test of will against this target, if there is one (SWD-WILL-003)."""
    won = dict(g.actor(actor_id).get("will", {}))
    if not won.pop(target, None):
        return []
    g.emit("will_used", actor_id, rules=("SWD-WILL-003",), changes=g.set(actor_id, will=won))
    return [named("SWD-WILL-003", "Prueba de voluntad", "Test of will", BONUS)]


def given(intent: Intent) -> list[Modifier]:
    value = int(intent.parameters["modifier"])
    return [named("SWADE-ROLL-003", "Circunstancias", "Circumstances", value)] if value else []


def test_of_will(g: Game, intent: Intent) -> Flow[None]:
    """Taunt against Smarts or Intimidation against Spirit: +2 next, with a raise also Shaken."""
    actor_id, target, skill = intent.actor, text(intent, "target"), text(intent, "skill")
    require_target(g, actor_id, target)
    if g.has(target, "shaken") and actor_id in g.actor(target).get("cowed_by", ()):
        raise refuse("SWD-GAP-114", "Sigue aturdido por la anterior.", "Still Shaken by the last.")
    use_action(g, actor_id, name=f"will.{skill}")
    modifiers = [*action_modifiers(g, actor_id), *spend(g, actor_id, target), *given(intent)]
    if intent.parameters["weapon_shown"]:
        modifiers.append(named("SWD-WILL-006", "Amenaza armada", "Threat with a weapon", 2))
    result = yield from opposed(
        g, actor_id, skill, target, RESISTED[skill], purpose="will", modifiers=modifiers
    )
    if result.winner != "active":
        return
    won = {**g.actor(actor_id).get("will", {}), target: BONUS}
    g.emit("will_won", actor_id, rules=("SWD-WILL-003",), changes=g.set(actor_id, will=won))
    if result.raises:
        g.inflict(target, "shaken", rules=("SWD-WILL-004",))
        cowed = [*g.actor(target).get("cowed_by", ()), actor_id]
        g.emit("cowed", target, rules=("SWD-WILL-007",), changes=g.set(target, cowed_by=cowed))


def trick(g: Game, intent: Intent) -> Flow[None]:
    """Fool somebody with a described stunt: Parry -2, with a raise also Shaken (SWD-TRICK)."""
    actor_id, target = intent.actor, text(intent, "target")
    if not text(intent, "what").strip():
        raise refuse("SWD-TRICK-001", "Describe el truco.", "Describe the stunt.")
    require_target(g, actor_id, target)
    with_ = f"attribute.{text(intent, 'with')}"
    use_action(g, actor_id, name=f"trick.{with_}")
    modifiers = [*action_modifiers(g, actor_id), *spend(g, actor_id, target), *given(intent)]
    result = yield from opposed(
        g, actor_id, with_, target, with_, purpose="trick", modifiers=modifiers
    )
    if result.winner != "active":
        return
    g.inflict(target, "tricked", rules=("SWD-TRICK-005",))
    if result.raises:
        g.inflict(target, "shaken", rules=("SWD-TRICK-006",))
