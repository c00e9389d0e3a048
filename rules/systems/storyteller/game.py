"""A table under way: reading its state by name, the changes of the core, and how pools are made."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.engine.dice import Dice
from rules.engine.events import Change, State
from rules.engine.intents import Intent
from rules.engine.modifiers import Modifier
from rules.engine.refusals import Refusal
from rules.engine.resolution import Table
from rules.engine.rolls import Roll
from rules.engine.text import Text
from rules.systems.storyteller import catalogue, pool, track
from rules.systems.storyteller import sheet as sheets
from rules.systems.storyteller.catalogue import ATTRIBUTES, Level, Weapon
from rules.systems.storyteller.pool import named
from rules.systems.storyteller.track import Track

Actor = Mapping[str, Any]
INDEFINITE = 0
SIGHT = frozenset({"perception"})


def refuse(rule: str, es: str, en: str) -> Refusal:
    """Return the refusal of an intent, with the rule that says so."""
    return Refusal(rule, Text(es=es, en=en))


def flag(intent: Intent, key: str) -> bool:
    return bool(intent.parameters.get(key))


def integer(intent: Intent, key: str) -> int:
    return int(intent.parameters.get(key) or 0)


def text(intent: Intent, key: str) -> str:
    return str(intent.parameters.get(key) or "")


class Game(Table):
    """A table of pirates. Whatever it says it changes, it changes by an event."""

    def __init__(self, base: State, dice: Dice) -> None:
        super().__init__(base, dice)
        self.settings: Mapping[str, Any] = base.get("settings", {})

    # ---- reading ----

    def option(self, key: str) -> bool:
        return bool(self.settings.get(key))

    def actor(self, actor_id: str) -> Actor:
        """
        Return somebody at the table.

        :raises Refusal: when nobody has that id.
        """
        found = self.state["actors"].get(actor_id)
        if found is None:
            raise refuse("precondition.actor", "Ese personaje no está.", "No such character here.")
        actor: Actor = found
        return actor

    def sheet(self, actor_id: str) -> Mapping[str, Any]:
        sheet: Mapping[str, Any] = self.actor(actor_id)["sheet"]
        return sheet

    def state_of(self, actor_id: str) -> Mapping[str, Any]:
        state: Mapping[str, Any] = self.actor(actor_id)["state"]
        return state

    def dots(self, actor_id: str, trait: str) -> int:
        sheet = self.sheet(actor_id)
        if trait == "willpower":
            return sheets.willpower(sheet)
        if trait in ATTRIBUTES:
            return sheets.attribute(sheet, trait)
        return sheets.ability(sheet, trait)

    def track(self, actor_id: str) -> Track:
        return track.read(self.state_of(actor_id))

    def level(self, actor_id: str) -> Level:
        return catalogue.level_at(self.track(actor_id).steps)

    def level_of(self, marked: Track) -> Level:
        return catalogue.level_at(marked.steps)

    def conditions(self, actor_id: str) -> Mapping[str, int]:
        found: Mapping[str, int] = self.state_of(actor_id).get("conditions", {})
        return found

    def has(self, actor_id: str, condition: str) -> bool:
        """Tell whether somebody is in a condition now; some begin with the next turn only."""
        until = self.conditions(actor_id).get(condition)
        if until is None:
            return False
        return not (condition in NEXT_TURN and until > self.turn)

    def has_pool_point(self, actor_id: str) -> bool:
        return int(self.state_of(actor_id).get("willpower", 0)) > 0

    @property
    def turn(self) -> int:
        return int(self.state.get("turn", 0))

    @property
    def phase(self) -> str:
        return str(self.state.get("phase", "scene"))

    def is_able(self, actor_id: str) -> bool:
        """Tell whether wounds let somebody act; of those who act at once, as it was before."""
        state = self.before(actor_id)
        level = catalogue.level_at(track.read(state).steps)
        if level.acts:
            return True
        may = self.option("incapacitated_may_ignore") and state.get("ignoring_wounds")
        return bool(level.id == "incapacitated" and may)

    def before(self, actor_id: str) -> Mapping[str, Any]:
        """Return the state that counts for somebody's own action (STO-TURN-008)."""
        snapshot: Mapping[str, Any] = self.state.get("snapshot", {})
        found: Mapping[str, Any] = snapshot.get(actor_id, self.state_of(actor_id))
        return found

    def weapon(self, actor_id: str, weapon_id: str) -> Weapon:
        """
        Return a weapon that somebody has.

        :raises Refusal: when there is none, or it was dropped.
        """
        weapon = sheets.weapons(self.sheet(actor_id)).get(weapon_id)
        if weapon is None or weapon_id in self.state_of(actor_id).get("dropped", ()):
            raise refuse("precondition.weapon", "No tiene esa arma.", "There is no such weapon.")
        return weapon

    def in_hand(self, actor_id: str) -> Weapon | None:
        """Return the close weapon that somebody would parry with."""
        dropped = self.state_of(actor_id).get("dropped", ())
        for weapon in sheets.weapons(self.sheet(actor_id)).values():
            if weapon.kind == "close" and weapon.id not in dropped:
                return weapon
        return None

    # ---- changes ----

    def set(self, actor_id: str, **values: Any) -> list[Change]:
        """Return changes of an actor's place at the table."""
        return [Change(("actors", actor_id, key), value) for key, value in values.items()]

    def put(self, actor_id: str, **values: Any) -> list[Change]:
        """Return changes of an actor's own state."""
        return [Change(("actors", actor_id, "state", key), value) for key, value in values.items()]

    def inflict(
        self, actor_id: str, condition: str, *, rules: Sequence[str], until: int = INDEFINITE
    ) -> None:
        """Put somebody in a condition, to the end of a turn or for good."""
        self.actor(actor_id)
        changes = [Change(("actors", actor_id, "state", "conditions", condition), until)]
        self.emit("condition", actor_id, rules=rules, changes=changes, condition=condition)

    def relieve(self, actor_id: str, *names: str, rules: Sequence[str] = ()) -> None:
        for name in names:
            if name in self.conditions(actor_id):
                path = ("actors", actor_id, "state", "conditions", name)
                changes = [Change(path, removes=True)]
                self.emit("relieved", actor_id, rules=rules, changes=changes, condition=name)

    def pay(self, actor_id: str, rule: str, points: int = 1) -> None:
        """
        Spend Willpower points.

        :raises Refusal: when the pool has not that many (STO-WILL-023).
        """
        left = int(self.state_of(actor_id).get("willpower", 0))
        if left < points:
            raise refuse(
                "STO-WILL-023",
                "No quedan puntos de Voluntad.",
                "There are no Willpower points left.",
            )
        self.emit(
            "willpower",
            actor_id,
            rules=(rule,),
            changes=self.put(actor_id, willpower=left - points),
            left=left - points,
        )

    def buy(self, actor_id: str) -> int:
        """
        Pay for one automatic success, once a turn, and return it (STO-WILL-003).

        :raises Refusal: for a second one in a turn of combat (STO-WILL-004).
        """
        if self.phase != "scene":
            if self.actor(actor_id).get("bought") == self.turn:
                raise refuse("STO-WILL-004", "Solo un punto por turno.", "Only one point a turn.")
            if not (self.actor(actor_id).get("declared") or {}).get("willpower"):
                # STO-GAP-101: in combat it is said in phase one.
                raise refuse(
                    "STO-GAP-101",
                    "La Voluntad se declara en la fase de iniciativa.",
                    "Willpower is declared in the initiative phase.",
                )
            changes = self.set(actor_id, bought=self.turn)
            self.emit("willpower_used", actor_id, rules=("STO-WILL-004",), changes=changes)
        self.pay(actor_id, "STO-WILL-003")
        return 1

    def prompt(self, prompt_id: str, actor_id: str = "", **data: Any) -> None:
        """Ask the Storyteller something that a rule leaves to a human; play goes on meanwhile."""
        known = catalogue.PROMPTS[prompt_id]
        number = int(self.state.get("prompt_count", 0)) + 1
        entry = {"prompt": prompt_id, "rule": known.rule, "actor": actor_id, "data": data}
        self.emit(
            "prompt",
            actor_id,
            rules=(known.rule,),
            changes=[
                Change(("prompt_count",), number),
                Change(("prompts", str(number)), entry),
            ],
            prompt=prompt_id,
            number=number,
            **data,
        )

    # ---- pools ----

    def throw(self, actor_id: str, ask: pool.Ask, purpose: str, **data: Any) -> Roll:
        """
        Throw a pool and record it.

        :raises Refusal: when no die is left (STO-GAP-005).
        """
        if ask.size <= 0 and ask.may_botch:
            raise refuse(
                "STO-GAP-005", "No queda ningún dado: imposible.", "No dice are left: impossible."
            )
        roll = pool.throw(ask, self.dice)
        self.record_roll(
            actor_id,
            roll,
            purpose=purpose,
            pool=ask.size,
            asked=ask.asked,
            botch=roll.critical_failure,
            pool_modifiers=_by_rule(ask.dice_modifiers),
            difficulty_modifiers=_by_rule(ask.difficulty_modifiers),
            **data,
        )
        return roll


# Those that count in the turn after the one in which they came about.
NEXT_TURN = frozenset({"stunned", "off_balance", "slow"})


def _by_rule(modifiers: Sequence[Modifier]) -> dict[str, int]:
    found: dict[str, int] = {}
    for one in modifiers:
        if one.value:
            found[one.rule] = found.get(one.rule, 0) + one.value
    return found


def base_pool(
    sheet: Mapping[str, Any], attribute: str, ability: str
) -> tuple[int, Text, list[Modifier]]:
    """
    Return the dots of a pair, its name, and what being untrained adds to the difficulty.

    :raises Refusal: for a Knowledge that somebody has not (STO-GEN-006), or no such trait.
    """
    if attribute == "willpower":
        return sheets.willpower(sheet), sheets.WILLPOWER, []
    if attribute and attribute not in ATTRIBUTES:
        raise refuse("precondition.trait", "No hay tal rasgo.", "There is no such trait.")
    dots = sheets.attribute(sheet, attribute) if attribute else 0
    name = ATTRIBUTES[attribute].name if attribute else pool.NOTHING
    if not ability:
        if not attribute:
            raise refuse("precondition.trait", "No hay tal rasgo.", "There is no such trait.")
        return dots, name, []
    kind = sheets.category(sheet, ability)
    if not kind:
        raise refuse("precondition.trait", "No hay tal rasgo.", "There is no such trait.")
    other = sheets.ability_name(sheet, ability)
    rating = sheets.ability(sheet, ability)
    harder: list[Modifier] = []
    if rating == 0 and kind == "knowledge":
        raise refuse(
            "STO-GEN-006",
            "Sin ese Conocimiento no se puede tirar.",
            "Without that Knowledge there is no roll.",
        )
    if rating == 0 and kind == "skill":
        harder.append(named("STO-GEN-005", "sin la Técnica", "untrained", 1))
    return dots + rating, pool.plus(name, other) if attribute else other, harder


def wounds(state: Mapping[str, Any]) -> list[Modifier]:
    """Return the dice that wounds take from every action (STO-HLTH-006)."""
    taken = sheets.penalty(state)
    return [named("STO-HLTH-006", "Heridas", "Wounds", taken)] if taken else []


def burdens(sheet: Mapping[str, Any], attribute: str) -> list[Modifier]:
    """Return what too heavy a load adds to physical actions (STO-PHY-014)."""
    if attribute in catalogue.PHYSICAL and sheets.is_overloaded(sheet):
        return [named("STO-PHY-014", "Exceso de carga", "Overload", 1)]
    return []


def hindrances(t: Game, actor_id: str, attribute: str, *, sight: bool = False) -> list[Modifier]:
    """Return what an actor's load and conditions add to the difficulty of an action."""
    found = burdens(t.sheet(actor_id), attribute)
    if t.has(actor_id, "off_balance"):
        found.append(named("STO-MEL-024", "desequilibrado", "off balance", 1))
    if t.has(actor_id, "blinded") and (sight or attribute in SIGHT):
        found.append(named("STO-COMP-006", "sin ver", "blinded", 2))
    return found


def ask_for(
    t: Game,
    actor_id: str,
    attribute: str,
    ability: str = "",
    *,
    difficulty: int = pool.STANDARD,
    dice: Sequence[Modifier] = (),
    harder: Sequence[Modifier] = (),
    speciality: bool = False,
    bought: int = 0,
    reflexive: bool = False,
    share: int = 0,
    sight: bool = False,
    most: int = pool.MOST_DICE,
    rules: Sequence[str] = (),
) -> pool.Ask:
    """
    Return what somebody is to roll: dots, wounds, load, conditions and what the case adds.

    A `share` is what a multiple action leaves for it: wounds came off before it was divided, and
    other dice are added to it afterwards (STO-GAP-031).
    """
    dots, name, untrained = base_pool(t.sheet(actor_id), attribute, ability)
    hurt = [] if reflexive or share else wounds(t.before(actor_id))
    return pool.Ask(
        label=name,
        dice=share or dots,
        dice_modifiers=(*hurt, *dice),
        difficulty=difficulty,
        difficulty_modifiers=(
            *untrained,
            *hindrances(t, actor_id, attribute, sight=sight),
            *harder,
        ),
        speciality=speciality,
        bought=bought,
        strict=t.option("older_botch"),
        most=most,
        rules=tuple(rules) or ("STO-GEN-001",),
    )


def unbotched(t: Game, label: Text, dice: int, purpose: str, rules: Sequence[str]) -> pool.Ask:
    """Return a roll of damage or soak: difficulty 6, no botch, no wounds (STO-DMG-003, -010)."""
    return pool.Ask(
        label=label,
        dice=dice,
        may_botch=False,
        cancels=not t.option("ones_spare_damage"),
        least=1 if purpose == "damage" else 0,
        kind=purpose,
        role="damage" if purpose == "damage" else "pool",
        rules=tuple(rules),
    )
