"""Savage Worlds as a rules system: an edition's answers and data on the common core."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any

from rules.engine import intents as engine_intents
from rules.engine.dice import Dice, ScriptedDice
from rules.engine.events import Event, State
from rules.engine.intents import Intent, IntentKind
from rules.engine.modifiers import Modifier
from rules.engine.refusals import Refusal
from rules.engine.resolution import Flow, Resolution, Table, named
from rules.engine.resolution import resolve as run
from rules.engine.rolls import Roll
from rules.engine.sheet import Derived, Problem, Rollable, SheetField, StateField
from rules.engine.system import Rerolled, UnknownTrait
from rules.engine.text import Text
from rules.systems.savage import conditions
from rules.systems.savage import sheet as sheets
from rules.systems.savage.catalogue import ATTRIBUTES, read_catalogue
from rules.systems.savage.describe import describe
from rules.systems.savage.edition import Edition, read_edition, with_settings
from rules.systems.savage.game import Game
from rules.systems.savage.intents import offered
from rules.systems.savage.narration import narrate
from rules.systems.savage.resolve import riding, turns
from rules.systems.savage.stage import stage
from rules.systems.savage.traits import TraitDie, better, judge, lower, read_die, reread, throw

NO_DICE = ScriptedDice(())
MOST_BENNIES = 20  # no rule says so: beyond it somebody has mistyped
Sheet = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Prompt:
    """Something that a rule leaves to the GM."""

    id: str
    rule: str
    name: Text
    answers: tuple[str, ...]


class Savage:
    """See `rules.engine.system.System` and `rules.engine.system.Tactical`."""

    condition_rules: Mapping[str, str] = {
        "shaken": "SWADE-INDEX-683",
        "distracted": "SWADE-INDEX-686",
        "vulnerable": "SWADE-INDEX-687",
        "stunned": "SWADE-STUN-001",
        "entangled": "SWADE-INDEX-684",
        "bound": "SWADE-INDEX-685",
        "prone": "SWADE-INDEX-045",
    }

    def __init__(self, system_id: str, name: Text, package: str) -> None:
        self.id = system_id
        self.name = name
        self.edition = read_edition(package)
        self.catalogue = read_catalogue(package)
        self.skills = self.catalogue.skills
        self.prompts = _read_prompts(package)
        # The core speaks of rules by the Adventure checklist's ids; an edition with a checklist of
        # its own says in `data/rule_ids.toml` what it calls them.
        self.rule_ids = _read_rule_ids(package)
        self.kinds, self.handlers = offered(self.edition, self._rule)

    # ---- sheet ----

    def empty_sheet(self) -> dict[str, Any]:
        return sheets.empty(self.catalogue)

    def extra_sheet(self) -> dict[str, Any]:
        """Return the sheet of an unremarkable adult."""
        return sheets.extra(self.catalogue)

    def sheet_fields(self) -> tuple[SheetField, ...]:
        return sheets.fields(self.catalogue)

    def validate(self, sheet: Sheet) -> list[Problem]:
        found = sheets.problems(self.catalogue, self.edition, sheet)
        return [replace(problem, rule=self._rule(problem.rule)) for problem in found]

    def points(self, sheet: Sheet) -> dict[str, int]:
        """Return the points that a new character has spent, and those there are."""
        return sheets.points(self.catalogue, self.edition, sheet)

    def derive(self, sheet: Sheet, state: State) -> tuple[Derived, ...]:
        numbers = self.numbers(sheet, state, self.edition)
        cite = self._rule
        found = [
            Derived("pace", _PACE, numbers["pace"], cite("SWADE-INDEX-041")),
            Derived("parry", _PARRY, numbers["parry"], cite("SWADE-INDEX-062")),
            Derived("toughness", _TOUGHNESS, numbers["toughness"], cite("SWADE-INDEX-086")),
        ]
        if self.edition.has_charisma:
            charisma = numbers["charisma"]
            found.append(Derived("charisma", _CHARISMA, charisma, cite("SWADE-DIFF-006")))
        return tuple(found)

    def numbers(self, sheet: Sheet, state: State, edition: Edition) -> dict[str, int]:
        """
        Return Pace, Parry, Toughness and the armor in it, as things are.

        Half a die, and half of what goes beyond d12, rounded down (SWADE-INDEX-062, -086).
        """
        hurt = self._hurt(sheet, state)
        vigor, _name = self.trait_die(sheet, "attribute.vigor", state)
        fighting = read_die(sheet["skills"].get("fighting"))
        armor = self.armor(sheet, "torso")
        added = {"pace": 0, "parry": 0, "toughness": 0, "charisma": 0}
        for _trait, effect in self.catalogue.effects(hurt, "derived"):
            added[effect["id"]] += int(effect["value"])
        active = conditions.active(edition, state)
        parry = 2 + (fighting.half if fighting else 0) + int(sheet.get("shield", 0))
        parry += self._weapon_parry(sheet, state, edition)
        parry += added["parry"]
        if "defending" in active:
            parry += edition.defend_bonus
        if "full_defense" in active:
            parry = max(parry, int(state.get("full_defense", 0)))
        if "prone" in active:
            parry += edition.prone_melee
        parry += sum(edition.parry_conditions.get(name, 0) for name in active)
        pace = int(sheet.get("pace", edition.pace)) + added["pace"]
        wounds = min(int(state.get("wounds", 0)), edition.most_wounds)
        size = int(sheet.get("size", 0))
        return {
            "pace": max(1, pace - wounds),  # SWADE-INDEX-050
            "parry": parry,
            "toughness": 2 + vigor.half + size + armor + added["toughness"],
            "armor": armor,
            "charisma": added["charisma"],
        }

    def _weapon_parry(self, sheet: Sheet, state: State, edition: Edition) -> int:
        strength, _name = self.trait_die(sheet, "attribute.strength", state)
        dropped = state.get("dropped", ())
        found = 0
        for weapon_id in sheet.get("weapons", {}):
            weapon = self.catalogue.weapon(sheet, weapon_id)
            if weapon is None or weapon_id in dropped:
                continue
            needed = read_die(weapon.min_strength)
            weak = needed is not None and needed.step > strength.step
            # SWADE-INDEX-085: who is too weak loses a weapon's bonuses, not its penalties.
            found += min(weapon.parry, 0) if weak else weapon.parry
            if weapon.improvised:
                found += edition.improvised
        return found

    def armor(self, sheet: Sheet, location: str) -> int:
        """Return the armor on a location; a plain number is worn on the torso."""
        worn = sheet.get("armor", 0)
        if isinstance(worn, Mapping):
            return int(worn.get(location, 0))
        return int(worn) if location == "torso" else 0

    def running_die(self, sheet: Sheet, state: State, edition: Edition) -> int:
        effects = self.catalogue.effects(self._hurt(sheet, state), "running_die")
        return next((int(effect["sides"]) for _t, effect in effects), edition.running_die)

    def waives(self, sheet: Sheet, penalty: str) -> bool:
        """Tell whether an edge takes a penalty away."""
        effects = self.catalogue.effects(sheet, "waive")
        return any(effect["penalty"] == penalty for _edge, effect in effects)

    def linked(self, trait_id: str) -> str:
        """
        Return the attribute that resists a Test with a skill (SWADE-TEST-002).

        :raises Refusal: when it is no skill of this edition.
        """
        skill = self.skills.get(trait_id.removeprefix("skill."))
        if skill is None or not trait_id.startswith("skill."):
            raise Refusal("SWADE-TEST-001", Text(es="No es una habilidad.", en="That is no skill."))
        return f"attribute.{skill.attribute}"

    def _hurt(self, sheet: Sheet, state: State) -> Sheet:
        injuries = state.get("injuries")
        if not injuries:
            return sheet
        more = [injury["hindrance"] for injury in injuries if injury.get("hindrance")]
        return {**sheet, "hindrances": [*sheet.get("hindrances", ()), *more]}

    # ---- state ----

    def empty_state(self, sheet: Sheet) -> dict[str, Any]:
        bennies = self.session_bennies(sheet) if sheet.get("wild_card") else 0
        return {"wounds": 0, "fatigue": 0, "bennies": bennies, "conditions": []}

    def state_fields(self, sheet: Sheet) -> tuple[StateField, ...]:
        most = self.edition.most_fatigue
        rule = self._rule("SWADE-INDEX-581")
        fatigue = StateField("fatigue", _FATIGUE, rule, most, most, is_harm=True)
        if not sheet.get("wild_card"):
            # SWADE-WILD-004: an extra carries no wound; the first takes it out.
            return (fatigue,)
        wounds = self.edition.most_wounds
        bennies = self.session_bennies(sheet)
        rule = self._rule("SWADE-WILD-003")
        return (
            StateField("wounds", _WOUNDS, rule, wounds, wounds, is_harm=True),
            fatigue,
            StateField(
                "bennies",
                _BENNIES,
                self._rule("SWADE-BENNY-001"),
                bennies,
                MOST_BENNIES,
                is_harm=False,
            ),
        )

    def session_start(self, sheet: Sheet, state: State) -> dict[str, Any]:
        # SWADE-BENNY-001: players begin each session with three; what was left over is lost.
        return {**state, "bennies": self.session_bennies(sheet)}

    def session_bennies(self, sheet: Sheet) -> int:
        """Return with how many bennies somebody enters a session, edges and hindrances counted."""
        effects = self.catalogue.effects(sheet, "bennies")
        changed = sum(int(effect["value"]) for _trait, effect in effects)
        return max(0, self.edition.bennies_per_session + changed)

    def session_end(self, sheet: Sheet, state: State) -> dict[str, Any]:
        """Return the state after a session: unspent bennies are lost (SWADE-BENNY-002)."""
        return {**state, "bennies": 0}

    def gm_pool(self, player_characters: int) -> int:
        return player_characters * self.edition.gm_bennies[0]

    # ---- rolls ----

    def rollable(self, sheet: Sheet, state: State) -> tuple[Rollable, ...]:
        attributes = [
            Rollable(
                f"attribute.{key}", name, str(sheet["attributes"][key]), sheets.ATTRIBUTE_GROUP
            )
            for key, name in ATTRIBUTES.items()
        ]
        known = [
            Rollable(
                f"skill.{skill.id}", skill.name, str(sheet["skills"][skill.id]), sheets.SKILL_GROUP
            )
            for skill in self.skills.values()
            if skill.id in sheet["skills"]
        ]
        unskilled = str(TraitDie(self.edition.unskilled_die))
        unknown = [
            Rollable(f"skill.{skill.id}", skill.name, unskilled, sheets.UNSKILLED_GROUP)
            for skill in self.skills.values()
            if skill.id not in sheet["skills"] and not skill.needs_arcane_background
        ]
        return (*known, *attributes, *unknown)

    def trait_die(self, sheet: Sheet, trait: str, state: State) -> tuple[TraitDie, Text]:
        """
        Return a trait's die as injuries have left it, and its name.

        :raises UnknownTrait: when there is no such trait.
        """
        group, _dot, key = trait.partition(".")
        if group == "attribute" and key in ATTRIBUTES:
            die = sheet["attributes"].get(key)
            for injury in state.get("injuries", ()):
                if injury.get("lowers") == key:
                    die = lower(str(die))
            return read_die(die) or TraitDie(4), ATTRIBUTES[key]
        if group == "skill" and key in self.skills:
            unskilled = TraitDie(self.edition.unskilled_die)
            return read_die(sheet["skills"].get(key)) or unskilled, self.skills[key].name
        raise UnknownTrait(trait)

    def modifiers_for(self, sheet: Sheet, state: State, trait: str) -> tuple[Modifier, ...]:
        return self._own_modifiers(self.trait_modifiers(sheet, state, trait, self.edition))

    def trait_modifiers(
        self, sheet: Sheet, state: State, trait: str, edition: Edition
    ) -> tuple[Modifier, ...]:
        """Return what sheet and state bring to every roll of a trait, as a table plays."""
        found = []
        die, _name = self.trait_die(sheet, trait, state)
        if die.bonus:
            found.append(_modifier("SWADE-GAP-004", _BONUS, die.bonus))
        group, _dot, key = trait.partition(".")
        if group == "skill" and read_die(sheet["skills"].get(key)) is None:
            found.append(_modifier("SWADE-UNSK-001", sheets.UNSKILLED_GROUP, edition.unskilled))
        effects = self.catalogue.effects
        if sheet.get("edges") or sheet.get("hindrances") or state.get("injuries"):
            for edge, effect in effects(self._hurt(sheet, state), "modifier"):
                if effect["trait"] == trait:
                    found.append(named(edge.rule, edge.name.es, edge.name.en, effect["value"]))
        wounds = min(state.get("wounds", 0), edition.most_wounds)
        if wounds and sheet.get("edges"):
            ignored = sum(int(e["value"]) for _t, e in effects(sheet, "ignore_wounds"))
            wounds = max(0, wounds - ignored)
        if wounds:
            found.append(_modifier("SWADE-INDEX-104", _WOUNDS, -wounds))
        if fatigue := min(state.get("fatigue", 0), edition.most_fatigue):
            found.append(_modifier("SWADE-INDEX-581", _FATIGUE, -fatigue))
        if state.get("conditions") and "distracted" in conditions.active(edition, state):
            found.append(_modifier("SWADE-INDEX-461", _DISTRACTED, edition.distracted))
        return tuple(found)

    def trait_roll(
        self,
        sheet: Sheet,
        state: State,
        *,
        trait: str,
        modifiers: Sequence[Modifier],
        target: int | None,
        dice: Dice,
    ) -> Roll:
        die, name = self.trait_die(sheet, trait, state)
        wild = int(sheet.get("wild_die", self.edition.wild_die)) if sheet.get("wild_card") else None
        roll = judge(
            label=name,
            thrown=throw(die=die, count=1, wild_die=wild, dice=dice),
            modifiers=[*self.modifiers_for(sheet, state, trait), *modifiers],
            target=self.edition.target if target is None else target,
            rules=("SWADE-ROLL-001",),
        )
        return self._own_roll(roll) if self.rule_ids else roll

    def reread(self, roll: Roll, *, modifiers: Sequence[Modifier], target: int | None) -> Roll:
        return reread(roll, modifiers=modifiers, target=target)

    def reroll_counter(self, roll: Roll) -> str:
        # SWADE-CRIT-004: not even a benny mends a critical failure, where the edition says so.
        return "" if roll.critical_failure and self.edition.crit_blocks_reroll else "bennies"

    def reroll(self, sheet: Sheet, state: State, *, trait: str, roll: Roll, dice: Dice) -> Rerolled:
        die, _name = self.trait_die(sheet, trait, state)
        wild = int(sheet.get("wild_die", self.edition.wild_die)) if sheet.get("wild_card") else None
        paid = self._own_modifiers(
            tuple(
                _modifier(edge.rule, edge.name, int(effect["value"]))
                for edge, effect in self.catalogue.effects(sheet, "paid_reroll")
            )
        )
        again = judge(
            label=roll.label,
            thrown=throw(die=die, count=1, wild_die=wild, dice=dice),
            # What a paid throw adds counts once, however often it is paid.
            modifiers=[*(m for m in roll.modifiers if m not in paid), *paid],
            target=self.edition.target if roll.target is None else roll.target,
            rules=(self._rule("SWADE-BENNY-009"),),
        )
        counts = better(roll, again, crit_is_final=self.edition.crit_blocks_reroll)
        return Rerolled(again, counts)

    # ---- encounters ----

    def intents(self) -> tuple[IntentKind, ...]:
        """Return everything that may be done, in the order of a menu."""
        return tuple(self.kinds.values())

    def new_encounter(
        self,
        actors: Mapping[str, Mapping[str, Any]],
        settings: Mapping[str, Any] | None = None,
        *,
        before: State | None = None,
    ) -> dict[str, Any]:
        """
        Return the state of an encounter that is about to begin.

        Each actor has a `name`, a `side`, a `sheet`, and if they matter a `state`,
        `player_character`, `group` (extras on one card) or `controller` (whose card it acts on).
        `before` is the last encounter's state: its deck goes on, for only a joker has it shuffled.

        :raises Refusal: for a setting that the edition does not leave to the table.
        """
        with_settings(self.edition, settings or {})
        seats = {}
        for actor_id, actor in actors.items():
            state = {**self.empty_state(actor["sheet"]), **actor.get("state", {})}
            sheet = actor["sheet"]
            if self.edition.players_are_wild and actor.get("player_character"):
                sheet = {**sheet, "wild_card": True}
            seats[actor_id] = {**actor, "sheet": sheet, "state": state}
        return {
            "system": self.id,
            "settings": dict(settings or {}),
            "phase": "setup",
            "round": 0,
            "rolls": 0,
            "pool": 0,
            "actors": seats,
            "adjacent": {},
            "turn": None,
            **{key: before[key] for key in ("deck", "discards") if before and key in before},
        }

    def stage(self, case: Mapping[str, Any]) -> dict[str, Any]:
        """Return the encounter in which a conformance case begins."""
        return stage(self, case)

    def describe_cases(self) -> list[str]:
        """Return what a writer of conformance cases must know of this system, as Markdown."""
        return describe(self)

    def waiting(self, state: State) -> tuple[str, ...]:
        """
        Return whose turn may begin now: those on the next card, then jokers and holders.

        Nobody has to wait for the latter; while somebody's turn is open only jokers may begin.
        """
        if state.get("phase") != "turns":
            return ()
        game = Game(self, state, NO_DICE)
        called = [] if state.get("turn") else turns.waiting(game)
        free = [
            actor_id
            for actor_id, actor in state["actors"].items()
            if turns.is_free(actor, in_between=not state.get("turn"))
        ]
        return tuple(dict.fromkeys([*called, *free]))

    def narrate(self, event: Event, name: Callable[[str], str]) -> Text | None:
        """Return what people are told of an event; `name` gives a name for an actor's id."""
        return narrate(event, name)

    def conditions_of(self, state: State, actor_id: str) -> frozenset[str]:
        """Return the conditions somebody is in, those that follow from others included."""
        edition = with_settings(self.edition, state.get("settings", {}))
        return conditions.active(edition, state["actors"][actor_id]["state"])

    def resolve(self, state: State, intent: Intent, dice: Dice) -> Resolution:
        """
        Do what an intent says, or go on after an answer.

        :raises Refusal: when it may not be done; then nothing has happened.
        """
        try:
            resolution = run(
                state, intent, dice, table=self._table, handler=self._handle, is_side=self._is_side
            )
        except Refusal as refusal:
            if self.rule_ids:
                raise Refusal(self._rule(refusal.rule), refusal.message) from refusal
            raise
        return self._in_own_words(resolution) if self.rule_ids else resolution

    def _table(self, state: State, dice: Dice) -> Game:
        return Game(self, state, dice)

    # ---- another edition's rule ids ----

    def _rule(self, rule: str) -> str:
        return self.rule_ids.get(rule, rule)

    def _own_modifiers(self, modifiers: Sequence[Modifier]) -> tuple[Modifier, ...]:
        return tuple(_modifier(self._rule(m.rule), m.name, m.value) for m in modifiers)

    def _own_roll(self, roll: Roll) -> Roll:
        rules = tuple(self._rule(rule) for rule in roll.rules)
        return replace(roll, modifiers=self._own_modifiers(roll.modifiers), rules=rules)

    def _in_own_words(self, resolution: Resolution) -> Resolution:
        """Name the rules by this edition's checklist; what happened is the same."""
        events = tuple(
            replace(
                event,
                rules=tuple(self._rule(rule) for rule in event.rules),
                roll=None if event.roll is None else self._own_roll(event.roll),
            )
            for event in resolution.events
        )
        decision = resolution.decision
        if decision is not None:
            decision = replace(decision, rule=self._rule(decision.rule))
        return Resolution(events, resolution.state, decision)

    def _afterwards(self, g: Game) -> Flow[None]:
        """See to what follows from anything that happens: riders, and shaken people on hold."""
        if "mounted_combat" in g.edition.modules:
            yield from riding.settle(g)
        if g.edition.hold_shaken == "act_after":
            turns.settle_holders(g)

    def _is_side(self, intent: Intent) -> bool:
        kind = self.kinds.get(intent.kind)
        return kind is not None and kind.is_side

    def _handle(self, table: Table, intent: Intent) -> Flow[None]:
        kind = self.kinds.get(intent.kind)
        if kind is None:
            raise Refusal(
                "precondition.intent", Text(es="No existe esa acción.", en="No such intent.")
            )
        parameters = engine_intents.read(kind, intent.parameters)
        if intent.actor != "gm" and intent.actor not in table.state["actors"]:
            raise Refusal(
                "precondition.actor",
                Text(es="Ese personaje no está.", en="No such character here."),
            )
        if kind.who == "gm" and intent.actor != "gm":
            raise Refusal(
                "precondition.gm", Text(es="Eso lo hace el director.", en="That is the GM's to do.")
            )
        checked = Intent(intent.kind, intent.actor, parameters)
        flow: Flow[None] = self.handlers[intent.kind](table, checked)
        try:
            yield from flow
            if isinstance(table, Game) and not kind.is_side:
                yield from self._afterwards(table)
        except UnknownTrait as unknown:
            raise Refusal(
                "precondition.trait", Text(es="No hay tal rasgo.", en="There is no such trait.")
            ) from unknown


@lru_cache(maxsize=1024)
def _modifier(rule: str, name: Text, value: int) -> Modifier:
    return Modifier(rule, name, value)


def _read_rule_ids(package: str) -> dict[str, str]:
    file = files(package).joinpath("data/rule_ids.toml")
    if not file.is_file():
        return {}
    return dict(tomllib.loads(file.read_text(encoding="utf-8")))


def _read_prompts(package: str) -> dict[str, Prompt]:
    text = files(package).joinpath("data/prompts.toml").read_text(encoding="utf-8")
    return {
        row["id"]: Prompt(row["id"], row["rule"], Text(**row["name"]), tuple(row["answers"]))
        for row in tomllib.loads(text)["prompt"]
    }


_PACE = Text(es="Paso", en="Pace")
_CHARISMA = Text(es="Carisma", en="Charisma")
_PARRY = Text(es="Parada", en="Parry")
_TOUGHNESS = Text(es="Dureza", en="Toughness")
_BONUS = Text(es="Por encima de d12", en="Beyond d12")
_WOUNDS = Text(es="Heridas", en="Wounds")
_BENNIES = Text(es="Benis", en="Bennies")
_FATIGUE = Text(es="Fatiga", en="Fatigue")
_DISTRACTED = Text(es="Distraído", en="Distracted")
