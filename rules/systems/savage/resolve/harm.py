"""From a damage total to its consequences: shaken, wounds, soaking them, going down."""

from collections.abc import Sequence

from rules.engine.decisions import Decision, Option
from rules.engine.intents import Intent
from rules.engine.modifiers import Modifier
from rules.engine.resolution import Flow, ask, named
from rules.engine.text import Text
from rules.systems.savage import bennies
from rules.systems.savage.game import Game, integer, text
from rules.systems.savage.resolve.incapacitation import incapacitate
from rules.systems.savage.rolling import damage_dice, has_joker, strength_die, throw_damage, trait

_TAKE = Option("take", Text(es="Encajar las heridas", en="Take the wounds"))
_SOAK = Option(
    "soak", Text(es="Gastar un beni y absorber", en="Spend a benny and soak"), {"benny": 1}
)
_QUESTION = Text(es="¿Absorber las heridas?", en="Soak the wounds?")


def damage_modifiers(g: Game, actor_id: str) -> list[Modifier]:
    """Return what counts for every damage roll of this character."""
    if has_joker(g, actor_id):
        return [named("SWADE-JOKER-002", "Joker", "Joker", g.edition.joker_bonus)]
    return []


def toughness_against(g: Game, target_id: str, *, ap: int = 0, location: str = "torso") -> int:
    """Return a target's Toughness where it is hit, less the armor that is pierced."""
    numbers = g.derived(target_id)
    armor = g.system.armor(g.sheet(target_id), location)
    return numbers["toughness"] - numbers["armor"] + armor - min(ap, armor)


def suffer(
    g: Game,
    target_id: str,
    total: int,
    *,
    roll: int,
    toughness: int,
    location: str = "",
    is_lethal: bool = True,
) -> Flow[str]:
    """
    Compare damage with Toughness, let the target soak, and apply what is left.

    Returns "none", "shaken", "wounded" or "soaked" (SWADE-INDEX-088, SWADE-INDEX-089).
    """
    margin = total - toughness
    wounds = max(0, margin // g.edition.wound_step)
    if margin >= 0 and not wounds and "shaken" in g.active(target_id):
        wounds = 1
    effect = "none" if margin < 0 else "wounded" if wounds else "shaken"
    rules = ("SWADE-INDEX-088",)
    g.emit(
        "damage", target_id, rules=rules, roll_number=roll, total=total, toughness=toughness,
        margin=margin, wounds=wounds, effect=effect,
    )  # fmt: skip
    if margin < 0:
        return "none"
    if not wounds:
        g.inflict(target_id, "shaken", rules=rules)
        return "shaken"
    left = yield from soak(g, target_id, wounds, roll=roll)
    if left <= 0:
        return "soaked"
    yield from wound(g, target_id, left, location=location, is_lethal=is_lethal)
    return "wounded"


def soak(g: Game, target_id: str, wounds: int, *, roll: int) -> Flow[int]:
    """
    Let a benny buy a Vigor roll against the wounds of one attack; return the wounds left.

    Each attack is soaked once; more bennies re-roll that Vigor roll (SWADE-INDEX-141, -144).
    """

    def decide() -> Decision | None:
        purse = bennies.purse(g, target_id)
        if not purse or g.has(target_id, "dead"):
            return None
        had = int(g.state_of(target_id).get("wounds", 0))
        most = g.edition.most_wounds if g.is_wild(target_id) else 0
        facts = {
            "wounds": wounds,
            "bennies": purse,
            "incapacitates": had + wounds > most,
            "roll": roll,
        }
        return Decision(
            "soak", target_id, _QUESTION, (_TAKE, _SOAK), "take", "SWADE-INDEX-141", facts
        )

    option = yield from ask(decide)
    if option != "soak":
        return wounds
    bought = int(g.state.get("rolls", 0)) + 1
    bennies.pay(g, target_id, "soak", rules=("SWADE-INDEX-141",), roll_number=roll, bought=bought)
    rolled = yield from trait(
        g, target_id, "attribute.vigor", purpose="soak", rules=("SWADE-INDEX-141",), use="soak"
    )
    cancelled = 1 + rolled.roll.raises if rolled.succeeded else 0
    left = max(0, wounds - cancelled)
    g.emit(
        "soaked", target_id, rules=("SWADE-INDEX-141",), cancelled=min(cancelled, wounds), left=left
    )
    if not left:
        g.relieve(target_id, "shaken", rules=("SWADE-INDEX-142",))
    return left


def wound(
    g: Game, target_id: str, count: int, *, location: str = "", is_lethal: bool = True
) -> Flow[None]:
    """Give somebody wounds and shake it; beyond the last one it is incapacitated."""
    g.inflict(target_id, "shaken", rules=("SWADE-INDEX-088",))
    if not g.is_wild(target_id):
        yield from incapacitate(
            g, target_id, rules=("SWADE-INDEX-107",), location=location, is_lethal=is_lethal
        )
        return
    had = int(g.state_of(target_id).get("wounds", 0))
    has = min(had + count, g.edition.most_wounds)
    changes = g.put(target_id, wounds=has)
    g.emit("wounded", target_id, rules=("SWADE-WILD-003",), changes=changes, wounds=has)
    if had + count > g.edition.most_wounds:
        yield from incapacitate(
            g, target_id, rules=("SWADE-INDEX-121",), location=location, is_lethal=is_lethal
        )


def inflict_damage(g: Game, intent: Intent) -> Flow[None]:
    """Roll damage that nobody's attack causes: a fall, fire, an explosion (GM)."""
    target_id = text(intent, "target")
    g.actor(target_id)
    sides, added = damage_dice(text(intent, "damage"), strength_die(g, target_id))
    modifiers: Sequence[Modifier] = ()
    if added:
        modifiers = (named("SWADE-INDEX-083", "Fijo", "Fixed", added),)
    if intent.parameters["area"] and g.has(target_id, "prone"):
        modifiers = (
            *modifiers,
            named("SWADE-INDEX-046", "Tumbado", "Prone", g.edition.prone_ranged[0]),
        )
    rolled = throw_damage(g, target_id, sides, modifiers, victim=target_id)
    tough = toughness_against(g, target_id, ap=integer(intent, "ap"))
    yield from suffer(g, target_id, rolled.roll.total, roll=rolled.number, toughness=tough)


def inflict_wounds(g: Game, intent: Intent) -> Flow[None]:
    """Give somebody wounds by the GM's word; they may be soaked."""
    target_id = text(intent, "target")
    g.actor(target_id)
    left = yield from soak(g, target_id, integer(intent, "wounds"), roll=0)
    if left:
        yield from wound(g, target_id, left)
