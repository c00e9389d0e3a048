"""Storyteller pools of ten-sided dice, as a pirate campaign plays them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rules.engine import intents as engine_intents
from rules.engine.dice import Dice
from rules.engine.events import Event, State
from rules.engine.intents import Intent, IntentKind
from rules.engine.modifiers import Modifier
from rules.engine.refusals import Refusal
from rules.engine.resolution import Flow, Resolution, Table
from rules.engine.resolution import resolve as run
from rules.engine.rolls import Roll
from rules.engine.sheet import Derived, Problem, Rollable, SheetField, StateField
from rules.engine.system import UnknownTrait
from rules.engine.text import Text
from rules.systems.storyteller import catalogue, pool, track
from rules.systems.storyteller import sheet as sheets
from rules.systems.storyteller.catalogue import ABILITIES, ACTIONS, ATTRIBUTES, PROMPTS, SWITCHES
from rules.systems.storyteller.game import Game, base_pool, burdens, wounds
from rules.systems.storyteller.intents import HANDLERS, KINDS
from rules.systems.storyteller.narrate import narrate
from rules.systems.storyteller.resolve import turns
from rules.systems.storyteller.stage import describe, stage

Sheet = Mapping[str, Any]

_ACTION_GROUPS = {
    "automatic": Text(es="Acciones", en="Actions"),
    "physical": Text(es="Acciones físicas", en="Physical actions"),
    "mental": Text(es="Acciones mentales", en="Mental actions"),
    "social": Text(es="Acciones sociales", en="Social actions"),
    "combat": Text(es="Combate", en="Combat"),
}
_PAIRS = Text(es="Otras combinaciones", en="Other combinations")


class Storyteller:
    """See `rules.engine.system.System` and `rules.engine.system.Tactical`."""

    id = "storyteller"
    name = Text(es="Storyteller: piratas (d10)", en="Storyteller: pirates (d10)")
    prompts = PROMPTS

    # ---- sheet ----

    def empty_sheet(self) -> dict[str, Any]:
        return sheets.empty()

    def sheet_fields(self) -> tuple[SheetField, ...]:
        return sheets.fields()

    def validate(self, sheet: Sheet) -> list[Problem]:
        return sheets.problems(sheet)

    def empty_state(self, sheet: Sheet) -> dict[str, Any]:
        return sheets.empty_state(sheet)

    def state_fields(self, sheet: Sheet) -> tuple[StateField, ...]:
        return sheets.state_fields(sheet)

    def derive(self, sheet: Sheet, state: State) -> tuple[Derived, ...]:
        return sheets.derive(sheet, state)

    def session_start(self, sheet: Sheet, state: State) -> dict[str, Any]:
        return sheets.session_start(sheet, state)

    def gm_pool(self, _player_characters: int) -> int:
        """Return nought: this game has no points for the Storyteller."""
        return 0

    # ---- rolls of a scene ----

    def rollable(self, sheet: Sheet, state: State) -> tuple[Rollable, ...]:
        return tuple(self._rollable(sheet))

    def _rollable(self, sheet: Sheet) -> Iterator[Rollable]:
        for one in ATTRIBUTES.values():
            yield self._pool(sheet, one.id, one.id, "", one.name, sheets.GROUPS[one.group])
        will = Rollable(
            "willpower",
            sheets.WILLPOWER,
            f"{sheets.willpower(sheet)}d10",
            sheets.GROUPS["advantages"],
        )
        extra: Mapping[str, Any] = sheet.get("extra_abilities") or {}
        for key in (*ABILITIES, *extra):
            kind = sheets.category(sheet, key)
            if sheets.ability(sheet, key) or kind != "knowledge":
                attribute = ABILITIES[key].attribute if key in ABILITIES else "intelligence"
                pair = f"{attribute}+{key}"
                group = sheets.GROUPS[kind or "knowledge"]
                yield self._pool(sheet, pair, attribute, key, None, group)
        yield will
        for known in ACTIONS.values():
            group = _ACTION_GROUPS[known.group]
            if known.group == "combat" or not (known.difficulty or known.target):
                continue
            for attribute, key in known.pools():
                # What somebody has never learnt is tried as a bare pair; a list has to end.
                if not key or sheets.ability(sheet, key):
                    trait = f"{known.id}:{attribute}+{key}".rstrip("+")
                    yield self._pool(sheet, trait, attribute, key, known.name, group)
        for key in (*ABILITIES, *extra):
            if not sheets.ability(sheet, key):
                continue
            usual = ABILITIES[key].attribute if key in ABILITIES else "intelligence"
            for attribute in ATTRIBUTES:
                if attribute != usual:
                    yield self._pool(sheet, f"{attribute}+{key}", attribute, key, None, _PAIRS)

    def _is_possible(self, sheet: Sheet, key: str) -> bool:
        return (
            not key or sheets.category(sheet, key) != "knowledge" or sheets.ability(sheet, key) > 0
        )

    def _pool(
        self, sheet: Sheet, trait: str, attribute: str, key: str, name: Text | None, group: Text
    ) -> Rollable:
        dots = sheets.attribute(sheet, attribute) + (sheets.ability(sheet, key) if key else 0)
        if key:
            pair = pool.plus(ATTRIBUTES[attribute].name, sheets.ability_name(sheet, key))
            if name is not None:
                name = Text(f"{name.es} ({pair.es})", f"{name.en} ({pair.en})")
            else:
                name = pair
        return Rollable(trait, name or pool.NOTHING, f"{dots}d10", group)

    def _parse(self, sheet: Sheet, trait: str) -> tuple[str, str, Any]:
        """
        Return the Attribute, the Ability and the action of a trait id.

        :raises UnknownTrait: when there is none of that name, or a Knowledge is missing.
        """
        action, colon, pair = trait.rpartition(":")
        known = ACTIONS.get(action)
        attribute, _plus, key = pair.partition("+")
        is_pair = attribute in ATTRIBUTES or attribute == "willpower"
        if (colon and known is None) or not is_pair:
            raise UnknownTrait(trait)
        if key and not sheets.category(sheet, key):
            raise UnknownTrait(trait)
        if not self._is_possible(sheet, key):
            raise UnknownTrait(trait)
        return attribute, key, known

    def modifiers_for(self, sheet: Sheet, state: State, trait: str) -> tuple[Modifier, ...]:
        """Return the dice that wounds take; load and lack of training make it harder instead."""
        self._parse(sheet, trait)
        return tuple(wounds(state))

    def reread(self, roll: Roll, *, modifiers: Sequence[Modifier], target: int | None) -> Roll:
        return pool.reread(roll, modifiers=modifiers, target=target)

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
        """
        Roll a pool; modifiers are dice, the target is the difficulty (STO-ROLL-021).

        With no die left nothing is thrown, and the outcome says that it is impossible.

        :raises UnknownTrait: when the sheet has no such pool.
        """
        attribute, key, known = self._parse(sheet, trait)
        dots, name, untrained = base_pool(sheet, attribute, key)
        if known is not None:
            name = Text(f"{known.name.es}: {name.es}", f"{known.name.en}: {name.en}")
        usual = known.usual if known is not None else pool.STANDARD
        return pool.throw(
            pool.Ask(
                label=name,
                dice=dots,
                dice_modifiers=(*self.modifiers_for(sheet, state, trait), *modifiers),
                difficulty=usual if target is None else target,
                difficulty_modifiers=(*untrained, *burdens(sheet, attribute)),
                rules=("STO-GEN-001",) if known is None else (known.rule,),
            ),
            dice,
        )

    # ---- encounters ----

    def intents(self) -> tuple[IntentKind, ...]:
        """Return everything that may be done, in the order of a menu."""
        return tuple(KINDS.values())

    def new_encounter(
        self,
        actors: Mapping[str, Mapping[str, Any]],
        settings: Mapping[str, Any] | None = None,
        *,
        before: State | None = None,
    ) -> dict[str, Any]:
        """
        Return the state of a scene at which actors with `name`, `sheet` and `state` sit.

        Work that goes on for several posts comes over from the scene `before`.

        :raises Refusal: for a setting that the rules do not leave to the table.
        """
        for key, value in (settings or {}).items():
            if key not in SWITCHES or not isinstance(value, bool):
                raise Refusal(
                    "precondition.setting",
                    Text(es=f"«{key}» no se puede ajustar así.", en=f"“{key}” cannot be set so."),
                )
        seats = {}
        for actor_id, actor in actors.items():
            state = {**self.empty_state(actor["sheet"]), **actor.get("state", {})}
            seats[actor_id] = {**actor, "state": state}
        return {
            "system": self.id,
            "settings": dict(settings or {}),
            "phase": "scene",
            "turn": 0,
            "rolls": 0,
            "actors": seats,
            "queue": [],
            **{key: before[key] for key in _KEPT if before and key in before},
        }

    def waiting(self, state: State) -> tuple[str, ...]:
        """Return who is to declare, or to act, now; then those who wait for their moment."""
        if state.get("phase") == "initiative":
            order = state.get("to_declare") or [[]]
            return tuple(order[0])
        if state.get("phase") != "attack":
            return ()
        queue = state.get("queue") or [{"actors": []}]
        return tuple(dict.fromkeys([*queue[0]["actors"], *state.get("delayed", ())]))

    def narrate(self, event: Event, name: Callable[[str], str]) -> Text | None:
        """Return what people are told of an event; `name` gives a name for an actor's id."""
        return narrate(event, name)

    def describe_cases(self) -> list[str]:
        """Return what a writer of conformance cases must know of this system, as Markdown."""
        return describe()

    def stage(self, case: Mapping[str, Any]) -> dict[str, Any]:
        """Return the table at which a conformance case begins."""
        return stage(self, case)

    def conditions_of(self, state: State, actor_id: str) -> frozenset[str]:
        """Return the conditions somebody is in, the level of health included."""
        own = state["actors"][actor_id]["state"]
        level = catalogue.level_at(track.read(own).steps)
        return frozenset({*own.get("conditions", {}), level.id})

    def resolve(self, state: State, intent: Intent, dice: Dice) -> Resolution:
        """
        Do what an intent says, or go on after an answer.

        :raises Refusal: when it may not be done; then nothing has happened.
        """
        return run(
            state, intent, dice, table=Game, handler=self._handle, is_side=lambda _intent: False
        )

    def _handle(self, table: Table, intent: Intent) -> Flow[None]:
        kind = KINDS.get(intent.kind)
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
                "precondition.gm",
                Text(es="Eso lo hace el Narrador.", en="That is the Storyteller's to do."),
            )
        if kind.who == "actor" and intent.actor == "gm" and intent.kind not in _GM_TOO:
            raise Refusal(
                "precondition.actor", Text(es="¿Quién lo hace?", en="Who is it that does it?")
            )
        _check_people(table, kind, parameters)
        flow: Flow[None] = HANDLERS[intent.kind](
            table, Intent(intent.kind, intent.actor, parameters)
        )
        yield from flow
        assert isinstance(table, Game)
        if intent.kind in _ACTING:
            turns.finish(table)


def _check_people(table: Table, kind: IntentKind, parameters: Mapping[str, Any]) -> None:
    """
    See that whoever an intent names is at the table.

    :raises Refusal: for somebody who is not.
    """
    for parameter in kind.parameters:
        value = parameters[parameter.id]
        named = [value] if parameter.kind == "actor" else value
        if parameter.kind not in ("actor", "actors") or not value:
            continue
        if any(one not in table.state["actors"] for one in named):
            raise Refusal(
                "precondition.actor",
                Text(es="Ese personaje no está.", en="No such character here."),
            )


# What outlasts a scene: extended actions, what was diagnosed, trails, hours, seductions.
_KEPT = ("works", "diagnosed", "covered_tracks", "lost_trails", "hours", "seductions")
_GM_TOO = frozenset({"treat", "torture"})
_ACTING = frozenset(
    {"roll", "action", "throw", "attack", "aim", "reload", "squeeze", "break_free", "move"}
)
