"""Tests, support, pushing, aiming, defending: what one does to others without a blow."""

from rules.engine.decisions import Decision, Option
from rules.engine.intents import Intent
from rules.engine.modifiers import Modifier
from rules.engine.resolution import Flow, ask, named
from rules.engine.text import Text
from rules.systems.savage.game import Game, integer, refuse, text
from rules.systems.savage.resolve import reach
from rules.systems.savage.resolve.actions import (
    require_able,
    require_target,
    use_action,
    use_whole_turn,
)
from rules.systems.savage.resolve.grapple import given, too_large
from rules.systems.savage.rolling import Rolled, action_modifiers, opposed, trait

_DISTRACTED = Option("distracted", Text(es="Distraído", en="Distracted"))
_VULNERABLE = Option("vulnerable", Text(es="Vulnerable", en="Vulnerable"))
_WHICH = Text(es="¿Distraído o vulnerable?", en="Distracted or Vulnerable?")


def test_someone(g: Game, intent: Intent) -> Flow[None]:
    """Hinder a foe: a skill against its linked attribute (SWADE-TEST-002 to -012)."""
    actor_id, target = intent.actor, text(intent, "target")
    require_target(g, actor_id, target)
    skill_id = text(intent, "skill")
    resist = g.system.linked(skill_id)
    count = integer(intent, "count")
    mental = skill_id in (
        "skill.taunt",
        "skill.intimidation",
        "skill.performance",
        "skill.persuasion",
    )
    use_action(g, actor_id, name=f"test.{skill_id}", is_physical=not mental)
    repeated = _repeats(g, actor_id, target, skill_id)
    modifiers: list[Modifier] = [
        *action_modifiers(g, actor_id),
        *reach.exposed_modifiers(g, target, has_drop=False, unarmed=[]),
        *given(intent),
    ]
    if repeated:
        value = repeated * g.edition.test_repetition
        modifiers.append(named("SWADE-TEST-011", "Truco repetido", "Repeated Test", value))
    if skill_id == "skill.fighting":
        modifiers += reach.gang_up_modifier(g, actor_id, target)
    result = yield from opposed(
        g, actor_id, skill_id, target, resist, purpose="test", modifiers=modifiers, count=count
    )
    if result.active.roll.critical_failure:
        g.prompt("critical_failure", actor_id, roll_number=result.active.number)
    if result.winner != "active":
        return

    def decide() -> Decision:
        facts = {"target": target, "raises": result.raises}
        options = (_DISTRACTED, _VULNERABLE)
        return Decision("test", actor_id, _WHICH, options, "distracted", "SWADE-TEST-006", facts)

    chosen = text(intent, "effect") or (yield from ask(decide))
    g.inflict(target, str(chosen), rules=("SWADE-TEST-006",))
    if result.raises:
        g.inflict(target, "shaken", rules=("SWADE-TEST-007",))
        g.prompt("test_raise", target)


def _repeats(g: Game, actor_id: str, target: str, skill_id: str) -> int:
    key = f"{target}:{skill_id}"
    done = dict(g.actor(actor_id).get("tests", {}))
    before = int(done.get(key, 0))
    done[key] = before + 1
    g.emit("test_counted", actor_id, rules=("SWADE-GAP-028",), changes=g.set(actor_id, tests=done))
    return before


def support(g: Game, intent: Intent) -> Flow[None]:
    """Help an ally with one trait: +1, with a raise +2, botched -2 (SWADE-SUPP-004, -005)."""
    actor_id, ally = intent.actor, text(intent, "target")
    g.actor(ally)
    helped, skill_id = text(intent, "trait"), text(intent, "skill")
    g.system.trait_die(g.sheet(ally), helped, g.state_of(ally))
    if g.turn is not None:
        use_action(g, actor_id, name="support", is_physical=False)
    else:
        require_able(g, actor_id)
    rolled = yield from trait(
        g, actor_id, skill_id, purpose="support", confirm=True, rules=("SWADE-SUPP-004",),
        modifiers=[*action_modifiers(g, actor_id), *given(intent)],
    )  # fmt: skip
    bonus = _help(g, rolled)
    if bonus:
        entry = {"by": actor_id, "trait": helped, "bonus": bonus}
        changes = g.set(ally, support=[*g.actor(ally).get("support", ()), entry])
        rules = ("SWADE-SUPP-003",)
        g.emit("supported", ally, rules=rules, changes=changes, by=actor_id, bonus=bonus)


def _help(g: Game, rolled: Rolled) -> int:
    """Return what a helper's roll is worth, as this edition counts help."""
    if g.edition.help_model == "cooperative":
        return 1 + rolled.roll.raises if rolled.succeeded else 0
    if rolled.roll.critical_failure:
        return -2
    if not rolled.succeeded:
        return 0
    return 2 if rolled.roll.raises else 1


def push(g: Game, intent: Intent) -> Flow[None]:
    """Shove a foe back, and perhaps over (SWADE-INDEX-501 to -504)."""
    actor_id, target = intent.actor, text(intent, "target")
    require_target(g, actor_id, target)
    if too_large(g, actor_id, target):
        raise refuse("SWADE-INDEX-504", "Es demasiado grande.", "The target is too large.")
    use_action(g, actor_id, name="push")
    inches, bonus = g.edition.push_run_up
    modifiers = [*action_modifiers(g, actor_id), *given(intent)]
    if integer(intent, "run_up") >= inches:
        modifiers.append(named("SWADE-INDEX-503", "Carrerilla", "Run-up", bonus))
    modifiers += _shield(g, actor_id)
    modifiers += reach.exposed_modifiers(g, target, has_drop=False, unarmed=[])
    result = yield from opposed(
        g, actor_id, text(intent, "with"), target, text(intent, "against"), purpose="push",
        modifiers=modifiers, resister_modifiers=_shield(g, target),
    )  # fmt: skip
    if result.winner != "active":
        return
    back = 2 if result.raises else 1
    sizes = [reach.scale(int(g.sheet(who).get("size", 0))) for who in (actor_id, target)]
    if sizes[0] > sizes[1]:
        back *= 2
    g.emit("pushed", target, rules=("SWADE-INDEX-501",), inches=back)
    g.prompt("push_hazard", target, inches=back)
    stays: list[Modifier] = []
    if result.raises:
        stays = [named("SWADE-INDEX-502", "Empujón con aumento", "Push with a raise", -2)]
    rolled = yield from trait(
        g, target, "skill.athletics", purpose="push.stand", modifiers=stays,
        rules=("SWADE-INDEX-502",),
    )  # fmt: skip
    if not rolled.succeeded:
        g.inflict(target, "prone", rules=("SWADE-INDEX-502",))


def _shield(g: Game, actor_id: str) -> list[Modifier]:
    value = int(g.sheet(actor_id).get("shield", 0))
    return [named("SWADE-INDEX-503", "Escudo", "Shield", value)] if value else []


def aim(g: Game, intent: Intent) -> Flow[None]:
    """Spend the whole turn aiming at one target (SWADE-INDEX-221)."""
    actor_id, target = intent.actor, text(intent, "target")
    require_target(g, actor_id, target)
    turn = g.turn or {}
    if g.is_turn_of(actor_id) and turn["inches"]:
        raise refuse("SWADE-INDEX-221", "Ya se ha movido.", "The character has moved.")
    use_whole_turn(g, actor_id, name="aim", rule="SWADE-INDEX-221")
    # "ready" comes with the end of this turn: it counts on the next one only.
    changes = g.set(actor_id, aim={"target": target, "ready": False})
    g.emit("aimed", actor_id, rules=("SWADE-INDEX-221",), changes=changes, target=target)
    yield from ()


def defend(g: Game, intent: Intent) -> Flow[None]:
    """Do nothing but defend: better Parry to the start of the next turn (SWADE-INDEX-401)."""
    use_whole_turn(g, intent.actor, name="defend", rule="SWADE-INDEX-401")
    g.inflict(intent.actor, "defending", rules=("SWADE-INDEX-401",))
    yield from ()


def roll(g: Game, intent: Intent) -> Flow[None]:
    """Roll a trait: in one's turn as an action, otherwise because the GM asks for it."""
    actor_id, trait_id = intent.actor, text(intent, "trait")
    modifiers = given(intent)
    if intent.parameters["illumination"] != "none":
        modifiers += reach.light_modifier(
            g, text(intent, "illumination"), integer(intent, "distance")
        )
    if intent.parameters["action"]:
        use_action(g, actor_id, name=f"roll.{trait_id}", is_physical=False)
        modifiers = [*action_modifiers(g, actor_id), *modifiers]
    active = g.active(actor_id)
    if "dead" in active or "unconscious" in active:
        raise refuse("SWADE-INDEX-122", "No puede tirar.", "The character cannot roll.")
    in_combat = g.state.get("phase") == "turns" and g.edition.group_outside_combat
    if intent.parameters["group"] and in_combat:
        raise refuse("SWD-GROUP-003", "En combate, cada uno la suya.", "Not in combat.")
    target = intent.parameters["target_number"]
    rolled = yield from trait(
        g, actor_id, trait_id, purpose="roll", modifiers=modifiers, target=target,
        count=integer(intent, "count"), confirm=bool(intent.parameters["confirm"]),
        is_group=bool(intent.parameters["group"]),
    )  # fmt: skip
    if rolled.roll.critical_failure:
        g.prompt("critical_failure", actor_id, roll_number=rolled.number)
    elif rolled.roll.raises:
        g.prompt("raise_benefit", actor_id, roll_number=rolled.number)


def contest(g: Game, intent: Intent) -> Flow[None]:
    """Roll one trait against another's (SWADE-OPP-001 to -005)."""
    target = text(intent, "target")
    require_target(g, intent.actor, target)
    if intent.parameters["action"]:
        use_action(g, intent.actor, name="contest", is_physical=False)
    modifiers = (
        [*action_modifiers(g, intent.actor), *given(intent)]
        if intent.parameters["action"]
        else given(intent)
    )
    yield from opposed(
        g, intent.actor, text(intent, "trait"), target, text(intent, "against"),
        purpose="contest", modifiers=modifiers,
    )  # fmt: skip
