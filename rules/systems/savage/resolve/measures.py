"""Full defense, drawing, long tasks, the drop, the finishing move, falls, what time ends."""

from rules.engine import cards
from rules.engine.decisions import Decision, Option
from rules.engine.events import Change
from rules.engine.intents import Intent
from rules.engine.resolution import Flow, ask, named
from rules.engine.text import Text
from rules.systems.savage.game import Game, integer, refuse, text
from rules.systems.savage.resolve import deal
from rules.systems.savage.resolve.actions import (
    require_target,
    require_turn,
    use_action,
    use_whole_turn,
)
from rules.systems.savage.resolve.harm import suffer, toughness_against
from rules.systems.savage.resolve.healing import end_injuries
from rules.systems.savage.resolve.incapacitation import die
from rules.systems.savage.resolve.turns import start
from rules.systems.savage.rolling import action_modifiers, throw_damage, trait

MOST_FALL = 10


def full_defense(g: Game, intent: Intent) -> Flow[None]:
    """Roll Fighting +2; the total stands for Parry if it is higher (SWD-DEF-003 to -006)."""
    actor_id = intent.actor
    if g.is_turn_of(actor_id) and (g.turn or {})["inches"]:
        raise refuse("SWD-DEF-006", "Ya se ha movido.", "The character has moved.")
    use_whole_turn(g, actor_id, name="full_defense", rule="SWD-DEF-006")
    bonus = (named("SWD-DEF-003", "Defensa total", "Full defense", 2),)
    rolled = yield from trait(
        g, actor_id, "skill.fighting", purpose="full_defense", modifiers=bonus,
        rules=("SWD-DEF-003",),
    )  # fmt: skip
    changes = g.put(actor_id, full_defense=rolled.roll.total)
    g.emit("guarded", actor_id, rules=("SWD-DEF-005",), changes=changes, total=rolled.roll.total)
    g.inflict(actor_id, "full_defense", rules=("SWD-DEF-003",))


def ready(g: Game, intent: Intent) -> Flow[None]:
    """
    Draw weapons: one action, free for a quick hand; a clumsy draw also takes Agility (SWD-ACT-007).
    """
    actor_id = intent.actor
    require_turn(g, actor_id)
    weapons: list[str] = [w for w in text(intent, "weapon").split(",") if w]
    quick = list(g.system.catalogue.effects(g.sheet(actor_id), "quick_draw"))
    if not quick:
        use_action(g, actor_id, name="ready")
    awkward = bool(intent.parameters["awkward"]) or len(weapons) > 1
    several = int((g.turn or {})["declared"]) > 1 or bool(quick)
    if awkward and several:
        modifiers = action_modifiers(g, actor_id)
        modifiers += [named(edge.rule, "Desenfundar", "Quick draw", 2) for edge, _e in quick]
        rolled = yield from trait(
            g, actor_id, "attribute.agility", purpose="draw", modifiers=modifiers,
            rules=("SWD-ACT-008",),
        )  # fmt: skip
        if not rolled.succeeded:
            changes = g.turn_changes(unready=weapons)
            g.emit("clumsy", actor_id, rules=("SWD-ACT-009",), changes=changes)
    dropped = [w for w in g.state_of(actor_id).get("dropped", ()) if w not in weapons]
    changes = g.put(actor_id, dropped=dropped)
    g.emit("readied", actor_id, rules=("SWD-ACT-007",), changes=changes, weapons=weapons)


def task(g: Game, intent: Intent) -> Flow[None]:
    """Begin something that takes a while: 1d6 rounds, or as the GM says (SWD-ACT-004, -005)."""
    actor_id = intent.actor
    use_action(g, actor_id, name="task")
    rounds = integer(intent, "rounds") or g.dice.draw(6)
    done = int(g.state.get("round", 0)) + rounds
    changes = g.set(actor_id, task={"what": text(intent, "what"), "done_after": done})
    g.emit("task", actor_id, rules=("SWD-ACT-004",), changes=changes, rounds=rounds)
    yield from ()


# ---- interruption ----


def interrupt(g: Game, intent: Intent) -> Flow[None]:
    """
    Break into a turn: every interrupter rolls Agility once, all totals are sorted (SWD-GAP-040).

    Holders against anybody; a joker against a joker (SWD-GAP-036). A tie is simultaneous.
    """
    if g.turn is None:
        raise refuse("SWD-HOLD-005", "No hay turno que interrumpir.", "There is no turn to break.")
    opponent = str(g.turn["actor"])
    contenders = [intent.actor, *(intent.parameters["others"] or ())]
    for who in contenders:
        actor = g.actor(who)
        jokers = actor.get("joker") and g.actor(opponent).get("joker") and not actor.get("acted")
        if who == opponent or not (actor.get("hold") or jokers):
            raise refuse("SWD-HOLD-005", "No está en espera.", "The character is not on hold.")
    rules = ("SWD-HOLD-005",)
    with_ = g.edition.interrupt_trait
    totals = {}
    for who in contenders:
        rolled = yield from trait(g, who, with_, purpose="interrupt", rules=rules)
        totals[who] = rolled.roll.total
    theirs = yield from trait(g, opponent, with_, purpose="interrupt.resist", rules=rules)
    limit = theirs.roll.total
    if any(total == limit for total in totals.values()):
        changes = g.turn_changes(simultaneous=True)
        g.emit("simultaneous", opponent, rules=("SWD-HOLD-007",), changes=changes)
    ranked = sorted(contenders, key=lambda who: totals[who])  # the fastest is put on top last
    for who in ranked:
        total = totals[who]
        first = "both" if total == limit else "holder" if total > limit else "opponent"
        g.emit("interrupted", who, rules=rules, first=first, opponent=opponent)
        if total >= limit:
            yield from start(g, who)
        elif g.actor(who).get("hold"):
            order = list(g.state["order"])
            order.insert(int(g.state.get("next", 0)), ["", who])
            changes = [Change(("order",), order), *g.set(who, hold=False)]
            g.emit("hold_lost", who, rules=rules, changes=changes)


def side_edge(g: Game, intent: Intent) -> Flow[None]:
    """With one card a side, let an edge work on it, once for the whole side (SWD-INIT-011)."""
    unit = deal.unit_of(g, intent.actor, g.actor(intent.actor))
    hand = g.state.get("hands", {}).get(unit)
    if g.state.get("deal") != "side" or hand is None or g.state.get("phase") != "cards":
        raise refuse("SWD-INIT-011", "Solo con una carta por bando.", "Only with a card a side.")
    limit, more = (deal.most(g, intent.actor, w) for w in ("redraw_cards", "extra_cards"))
    word = "redraw_cards" if limit else "extra_cards"
    if not limit and not more:
        raise refuse("SWD-INIT-011", "No tiene ventaja que aplicar.", "There is no edge to apply.")
    if word in hand.get("words_used", ()):
        raise refuse("SWD-INIT-011", "Solo una vez.", "Only once.")
    drawn: list[str] = []
    best = str(hand["chosen"])
    if limit:
        while cards.rank(best) <= limit:
            best = deal.draw(g, unit, hand["members"])
            drawn.append(best)
    else:
        drawn = [deal.draw(g, unit, hand["members"]) for _n in range(more)]
        best = max([best, *drawn], key=cards.height)
    new = {
        **hand,
        "dealt": [*hand["dealt"], *drawn],
        "from_deal": best,
        "chosen": best,
        "words_used": [*hand.get("words_used", ()), word],
    }
    changes = [Change(("hands", unit), new)]
    g.emit("card", intent.actor, rules=("SWD-INIT-011",), changes=changes, chosen=best)
    yield from ()


# ---- the drop, the finishing move ----


def grant_drop(g: Game, intent: Intent) -> Flow[None]:
    """Say that somebody has the drop on somebody: as if on hold, +4 and +4 (SWD-DROP-001, -004)."""
    actor_id, victim = text(intent, "target"), text(intent, "victim")
    g.actor(actor_id)
    g.actor(victim)
    granted = bool(intent.parameters["granted"])
    changes = g.set(actor_id, drop=victim if granted else None, hold=granted)
    g.emit("drop", actor_id, rules=("SWD-DROP-004",), changes=changes, victim=victim)
    yield from ()


_KILL = Option("kill", Text(es="Muere", en="The victim dies"))
_SPARE = Option("refuse", Text(es="No basta", en="That is not enough"))
_FINISH = Text(es="¿Acaba el golpe de gracia con la víctima?", en="Does the finishing move kill?")


def finish(g: Game, intent: Intent) -> Flow[None]:
    """Kill somebody helpless with a lethal weapon, unless the GM objects (SWD-COUP)."""
    actor_id, target = intent.actor, text(intent, "target")
    require_target(g, actor_id, target)
    helpless = {"incapacitated", "unconscious", "bound"} & g.active(target)
    if not helpless:
        raise refuse("SWD-COUP-001", "No está indefenso.", "The victim is not helpless.")
    weapon = g.weapon(actor_id, text(intent, "weapon"))
    if weapon.kind == "unarmed":
        raise refuse("SWD-COUP-001", "Hace falta un arma letal.", "That takes a lethal weapon.")
    use_action(g, actor_id, name="finish")

    def decide() -> Decision:
        facts = {"target": target, "weapon": weapon.id, "melee": weapon.is_melee}
        return Decision("finish", "gm", _FINISH, (_KILL, _SPARE), "kill", "SWD-COUP-002", facts)

    answer = yield from ask(decide)
    g.emit("finished", actor_id, rules=("SWD-COUP-001",), target=target, answer=answer)
    if answer == "kill":
        die(g, target, rule="SWD-COUP-001")


# ---- falls, collisions, time ----


def fall_damage(g: Game, intent: Intent) -> Flow[None]:
    """Let somebody fall: 1d6+1 for every three metres, at most ten dice (SWD-GAP-009)."""
    target = text(intent, "target")
    g.actor(target)
    dice = min(MOST_FALL, integer(intent, "metres") // 3)
    if dice:
        yield from _environment(g, target, dice, added=dice)


def collide(g: Game, intent: Intent) -> Flow[None]:
    """Let rider and mount run into something: 1d6 for every five paces of speed (SWD-MOUNT-005)."""
    target = text(intent, "target")
    dice = integer(intent, "speed") // 5
    parties = [target, g.actor(target).get("mount"), *(intent.parameters["others"] or ())]
    for who in parties:
        if who and dice:
            yield from _environment(g, str(who), dice, added=0)


def _environment(g: Game, target: str, dice: int, *, added: int) -> Flow[None]:
    fixed = [named("SWD-GAP-009", "Fijo", "Fixed", added)] if added else []
    rolled = throw_damage(g, target, [6] * dice, fixed, victim=target)
    tough = toughness_against(g, target)
    yield from suffer(g, target, rolled.roll.total, roll=rolled.number, toughness=tough)


def end_fight(g: Game, intent: Intent) -> Flow[None]:
    """End the fight: what lasts only as long as it does is over (SWD-MOUNT-009, SWD-GAP-113)."""
    changes: list[Change] = [Change(("phase",), "setup"), Change(("turn",), None)]
    for actor_id, actor in g.state["actors"].items():
        changes += g.set(
            actor_id, will={}, cowed_by=[], drop=None, hold=False, joker=False, aim=None,
            acted=False,
        )  # fmt: skip
        sources = dict(actor["state"].get("fatigue_sources", {}))
        if sources.pop("fall", None):
            levels = min(sum(int(v) for v in sources.values()), g.edition.most_fatigue)
            changes += g.put(actor_id, fatigue=levels, fatigue_sources=sources)
    g.emit("fight_ended", rules=("SWD-MOUNT-009", "SWD-GAP-113"), changes=changes)
    yield from ()


def day_passes(g: Game, intent: Intent) -> Flow[None]:
    """Let 24 hours pass: injuries of a day are over (SWD-STATE-027)."""
    end_injuries(g, intent.actor, {"day"})
    yield from ()
