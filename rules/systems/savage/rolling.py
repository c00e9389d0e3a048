"""Trait and damage rolls in an encounter: modifiers, re-rolls, corrections, opposed rolls."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.engine.decisions import Decision, Option
from rules.engine.modifiers import Modifier, total
from rules.engine.refusals import Refusal
from rules.engine.resolution import Flow, ask, named
from rules.engine.rolls import Die, Roll, ace
from rules.engine.text import Text
from rules.systems.savage import bennies
from rules.systems.savage.game import Game, refuse
from rules.systems.savage.traits import TraitDie, better, judge, throw

_KEEP = Option("keep", Text(es="Quedarse con la tirada", en="Keep the roll"))
_BENNY = Option(
    "benny", Text(es="Gastar un beni y repetir", en="Spend a benny and re-roll"), {"benny": 1}
)
_REROLL = Text(es="¿Repetir la tirada?", en="Re-roll?")


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll that is done with, re-rolls and all: the one that counts, and its number."""

    roll: Roll
    number: int

    @property
    def succeeded(self) -> bool:
        return self.roll.outcome in ("success", "raise")


def circumstances(g: Game, actor_id: str) -> list[Modifier]:
    """Return what the turn brings to every trait roll: joker, several actions, running."""
    if not has_joker(g, actor_id):
        return []
    return [named("SWADE-JOKER-002", "Joker", "Joker", g.edition.joker_bonus)]


def has_joker(g: Game, actor_id: str) -> bool:
    """Tell whether somebody's joker counts now: on its turn, or all round (SWADE-GAP-016)."""
    if not g.actor(actor_id).get("joker"):
        return False
    return g.edition.joker_scope == "round" or g.is_turn_of(actor_id)


def action_modifiers(g: Game, actor_id: str) -> list[Modifier]:
    """Return what several actions and running cost each action of this turn."""
    turn = g.turn
    if turn is None or turn["actor"] != actor_id:
        return []
    found = []
    extra = int(turn["declared"]) - 1
    if turn["two_weapons"] and g.system.waives(g.sheet(actor_id), "two_weapons"):
        extra -= 1  # SWADE-INDEX-482
    if extra > 0:
        value = extra * g.edition.multi_action
        found.append(named("SWADE-INDEX-601", "Acciones múltiples", "Multi-action", value))
    if "grappled" in g.state_of(actor_id).get("conditions", ()):
        found.append(named("SWADE-INDEX-203", "Aferrado", "Grappled", g.edition.grappled))
    if turn.get("ran") and g.edition.running:
        found.append(named("SWADE-INDEX-044", "Correr", "Running", g.edition.running))
    return found


def support_modifiers(g: Game, actor_id: str, trait: str) -> list[Modifier]:
    """Return what allies' help brings to one trait: bonuses capped together, then penalties."""
    support = g.actor(actor_id).get("support")
    if not support:
        return []
    given = [int(s["bonus"]) for s in support if s["trait"] == trait]
    bonus, penalty = sum(b for b in given if b > 0), sum(b for b in given if b < 0)
    if trait != "attribute.strength":  # SWADE-SUPP-009
        bonus = min(bonus, g.edition.help_cap)
    found = []
    if bonus:
        found.append(named("SWADE-SUPP-008", "Apoyo", "Support", bonus))
    if penalty:
        found.append(named("SWADE-SUPP-005", "Apoyo fallido", "Botched support", penalty))
    return found


def trait(
    g: Game,
    actor_id: str,
    trait_id: str,
    *,
    purpose: str,
    modifiers: Sequence[Modifier] = (),
    target: int | None = None,
    count: int = 1,
    confirm: bool = False,
    rules: tuple[str, ...] = ("SWADE-ROLL-001",),
    use: str = "reroll",
    is_group: bool = False,
) -> Flow[Rolled]:
    """
    Roll a trait, with everything that counts for it, and settle its re-rolls.

    `confirm` says that an extra's natural one matters: a d6 then decides (SWADE-CRIT-005).
    """
    helped = support_modifiers(g, actor_id, trait_id)
    found = (
        *g.system.trait_modifiers(g.sheet(actor_id), g.state_of(actor_id), trait_id, g.edition),
        *circumstances(g, actor_id),
        *helped,
        *modifiers,
    )
    wanted = g.edition.target if target is None else target
    roll = _throw(g, actor_id, trait_id, found, wanted, count, confirm, rules, is_group)
    number = g.record_roll(actor_id, roll, purpose=purpose, trait=trait_id)
    if helped:
        _use_support(g, actor_id, trait_id)
    free_used = False
    if not bennies.purse(g, actor_id) and not g.sheet(actor_id).get("edges"):
        return Rolled(roll, number)
    while True:
        offer = _Offer(g, actor_id, trait_id, number, free_used, use)
        option = yield from ask(offer.decide)
        roll = g.rolled[number]
        if option in (None, "keep"):
            return Rolled(roll, number)
        extra: tuple[Modifier, ...] = ()
        if option == "benny":
            extra = tuple(
                Modifier(edge.rule, edge.name, int(effect["value"]))
                for edge, effect in g.system.catalogue.effects(g.sheet(actor_id), "paid_reroll")
            )
        again = _throw(
            g,
            actor_id,
            trait_id,
            (*found, *extra),
            roll.target or 0,
            count,
            confirm,
            rules,
            is_group,
        )
        second = g.record_roll(actor_id, again, purpose=purpose, trait=trait_id, again_of=number)
        if option == "benny":
            rule = "SWADE-BENNY-009"
            bennies.pay(g, actor_id, "reroll", rules=(rule,), roll_number=number, bought=second)
        else:
            free_used = True
            rules_ = ("SWADE-REROLL-001",)
            g.emit("free_reroll", actor_id, rules=rules_, roll_number=number, bought=second)
        if better(roll, again, crit_is_final=g.edition.crit_blocks_reroll) is again:
            number = second


@dataclass(frozen=True, slots=True)
class _Offer:
    """The question whether to roll again: only if there is something to do it with."""

    g: Game
    actor_id: str
    trait_id: str
    number: int
    free_used: bool
    use: str

    def decide(self) -> Decision | None:
        roll = self.g.rolled[self.number]
        if roll.critical_failure and self.g.edition.crit_blocks_reroll:
            return None  # SWADE-CRIT-004
        options = [_KEEP]
        if not self.free_used and self.g.sheet(self.actor_id).get("edges"):
            options += self._free()
        purse = bennies.purse(self.g, self.actor_id)
        if purse:
            options.append(_BENNY)
        if len(options) == 1:
            return None
        facts = {
            "purpose": self.use,
            "total": roll.total,
            "target": roll.target,
            "outcome": roll.outcome,
            "raises": roll.raises,
            "bennies": purse,
            "roll": self.number,
        }
        return Decision(
            "reroll", self.actor_id, _REROLL, tuple(options), "keep", "SWADE-BENNY-009", facts
        )

    def _free(self) -> list[Option]:
        effects = self.g.system.catalogue.effects(self.g.sheet(self.actor_id), "free_reroll")
        return [Option("free", edge.name) for edge, e in effects if e["trait"] == self.trait_id][:1]


def _throw(
    g: Game,
    actor_id: str,
    trait_id: str,
    modifiers: Sequence[Modifier],
    target: int,
    count: int,
    confirm: bool,
    rules: tuple[str, ...],
    is_group: bool,
) -> Roll:
    sheet = g.sheet(actor_id)
    die, name = g.system.trait_die(sheet, trait_id, g.state_of(actor_id))
    has_wild = g.is_wild(actor_id) or (is_group and g.edition.group_roll_wild_die)
    wild_die = int(sheet.get("wild_die", g.edition.wild_die)) if has_wild else None
    thrown = throw(die=die, count=count, wild_die=wild_die, dice=g.dice)
    check = None
    # SWADE-GAP-006: only a single die needs the confirming d6.
    asks = confirm and g.edition.extra_crit_confirm and wild_die is None and count == 1
    if asks and thrown[0].faces[0] == 1:
        check = g.dice.draw(6)
    return judge(
        label=name,
        thrown=thrown,
        modifiers=modifiers,
        target=target,
        rules=rules,
        reading=g.reading,
        check=check,
    )


def _use_support(g: Game, actor_id: str, trait_id: str) -> None:
    """SWADE-SUPP-004, SWADE-GAP-025: help is used up by the first roll of its trait."""
    left = [s for s in g.actor(actor_id).get("support", ()) if s["trait"] != trait_id]
    changes = g.set(actor_id, support=left)
    g.emit("support_used", actor_id, rules=("SWADE-SUPP-004",), changes=changes, trait=trait_id)


# ---- opposed ----


@dataclass(frozen=True, slots=True)
class Opposed:
    """How an opposed roll ended: who won, by how much, and how many raises that is."""

    active: Rolled
    resisting: Rolled | None
    winner: str  # "active", "resister" or "nobody"
    margin: int
    raises: int


def opposed(
    g: Game,
    actor_id: str,
    actor_trait: str,
    resister_id: str,
    resister_trait: str,
    *,
    purpose: str,
    modifiers: Sequence[Modifier] = (),
    resister_modifiers: Sequence[Modifier] = (),
    count: int = 1,
) -> Flow[Opposed]:
    """
    Roll one trait against another; the active side finishes, re-rolls included, before the other.

    It needs a basic success, or the other side does not roll (SWADE-OPP-001, SWADE-OPP-002). The
    resister wins ties, and the loser's total is the target for raises (SWADE-OPP-003, -004).
    """
    first = yield from trait(
        g, actor_id, actor_trait, purpose=purpose, modifiers=modifiers, count=count, confirm=True,
        rules=("SWADE-OPP-001",),
    )  # fmt: skip
    if g.edition.opposed_needs_tn and not first.succeeded:
        result = Opposed(first, None, "nobody", 0, 0)
        g.emit("opposed", actor_id, rules=("SWADE-OPP-002",), winner="nobody", margin=0, raises=0)
        return result
    second = yield from trait(
        g, resister_id, resister_trait, purpose=f"{purpose}.resist", modifiers=resister_modifiers,
        confirm=True, rules=("SWADE-OPP-003",),
    )  # fmt: skip
    result = compare(g, first, second)
    g.emit(
        "opposed", actor_id, rules=("SWADE-OPP-003", "SWADE-OPP-004"), resister=resister_id,
        winner=result.winner, margin=result.margin, raises=result.raises,
    )  # fmt: skip
    return result


def compare(g: Game, first: Rolled, second: Rolled) -> Opposed:
    """Return how two finished rolls compare; a critical failure loses (SWADE-GAP-008)."""
    mine, theirs = first.roll.total, second.roll.total
    tie = mine == theirs and not first.roll.critical_failure and not second.roll.critical_failure
    if tie and g.edition.opposed_tie == "stalemate":
        return Opposed(first, second, "nobody", 0, 0)
    active_wins = mine > theirs
    if first.roll.critical_failure:
        active_wins = False
    elif second.roll.critical_failure:
        active_wins = True
    margin = abs(mine - theirs)
    loser = theirs if active_wins else mine
    floor = g.edition.opposed_floor
    against = loser if floor is None else max(loser, floor)
    won = mine if active_wins else theirs
    raises = max(0, (won - against) // g.edition.raise_step)
    return Opposed(first, second, "active" if active_wins else "resister", margin, raises)


# ---- damage ----

MOST_DICE = 40
_PART = re.compile(r"(str|(\d{0,2})d(\d{1,4})|\d{1,3})")


def damage_dice(expression: str, strength: TraitDie) -> tuple[list[int], int]:
    """
    Return the dice of a damage, in the order in which they are thrown, and what is added.

    "str+d6+1" is the strength die, a d6 and 1; what a strength beyond d12 adds is included.

    :raises Refusal: for anything else, or for more than 40 dice.
    """
    dice: list[int] = []
    added = 0
    for part in expression.lower().replace(" ", "").split("+"):
        match = _PART.fullmatch(part)
        if match is None:
            raise _no_damage(expression)
        if part == "str":
            dice.append(strength.sides)
            added += strength.bonus
        elif match[3]:
            count, sides = int(match[2] or 1), int(match[3])
            if not 1 <= count <= MOST_DICE or not 2 <= sides <= 1000:
                raise _no_damage(expression)
            dice += [sides] * count
        else:
            added += int(part)
    if len(dice) > MOST_DICE:
        raise _no_damage(expression)
    return dice, added


def _no_damage(expression: str) -> Refusal:
    return refuse(
        "precondition.damage",
        f"«{expression[:40]}» no es un daño como 2d6+1.",
        f"“{expression[:40]}” is no damage like 2d6+1.",
    )


def throw_damage(
    g: Game,
    actor_id: str,
    sides: Sequence[int],
    modifiers: Sequence[Modifier],
    *,
    aces: bool = True,
    bonus_die: bool = False,
    purpose: str = "damage",
    again_of: int | None = None,
    victim: str = "",
) -> Rolled:
    """Roll damage: every die aces on its own and all are summed; no wild die, no wounds."""
    thrown = []
    for place, size in enumerate(sides):
        faces = ace(size, g.dice) if aces else (g.dice.draw(size),)
        is_bonus = bonus_die and place == len(sides) - 1
        thrown.append(Die("bonus" if is_bonus else "damage", size, faces, sum(faces)))
    reached = sum(die.value for die in thrown) + total(modifiers)
    roll = Roll(
        kind="damage",
        label=Text(es="Daño", en="Damage"),
        dice=tuple(thrown),
        modifiers=tuple(modifiers),
        total=reached,
        target=None,
        outcome="total",
        outcome_text=Text(es=f"Daño {reached}", en=f"Damage {reached}"),
        tone="neutral",
        rules=("SWADE-ACE-004", "SWADE-INDEX-084"),
    )
    more: dict[str, Any] = {} if again_of is None else {"again_of": again_of}
    number = g.record_roll(actor_id, roll, purpose=purpose, victim=victim, **more)
    return Rolled(roll, number)


_DAMAGE = Text(es="¿Repetir el daño con un beni?", en="Re-roll the damage with a benny?")


def damage(
    g: Game,
    actor_id: str,
    target_id: str,
    sides: Sequence[int],
    modifiers: Sequence[Modifier],
    *,
    bonus_die: bool,
    toughness: int,
) -> Flow[Rolled]:
    """Roll an attack's damage and settle its re-rolls; the better total counts (SWADE-GAP-012)."""
    best = throw_damage(g, actor_id, sides, modifiers, bonus_die=bonus_die, victim=target_id)
    while True:
        kept = best

        def decide(kept: Rolled = kept) -> Decision | None:
            purse = bennies.purse(g, actor_id)
            if not purse or not bennies.buys(g, actor_id, "damage"):
                return None
            facts = {
                "total": kept.roll.total,
                "toughness": toughness,
                "margin": kept.roll.total - toughness,
                "bennies": purse,
                "roll": kept.number,
            }
            return Decision(
                "damage", actor_id, _DAMAGE, (_KEEP, _BENNY), "keep", "SWADE-BENNY-008", facts
            )

        option = yield from ask(decide)
        if option in (None, "keep"):
            return best
        again = throw_damage(
            g, actor_id, sides, modifiers, bonus_die=bonus_die, again_of=best.number,
            victim=target_id,
        )  # fmt: skip
        rule = "SWADE-BENNY-008"
        was, bought = best.number, again.number
        bennies.pay(g, actor_id, "damage", rules=(rule,), roll_number=was, bought=bought)
        if again.roll.total > best.roll.total:
            best = again


def strength_die(g: Game, actor_id: str) -> TraitDie:
    """Return a character's strength die as injuries have left it."""
    die, _name = g.system.trait_die(g.sheet(actor_id), "attribute.strength", g.state_of(actor_id))
    return die


def limited_sides(sides: Sequence[int], strength: TraitDie) -> list[int]:
    """SWADE-INDEX-085: no die of a melee weapon is larger than the strength die."""
    return [min(size, strength.sides) for size in sides]
