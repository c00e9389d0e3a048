"""Classic Cortex as a rules system, in the shape of the Battlestar Galactica house rules."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.engine import intents as engine_intents
from rules.engine.dice import Dice
from rules.engine.events import State
from rules.engine.intents import Intent, IntentKind
from rules.engine.modifiers import Modifier
from rules.engine.refusals import Refusal
from rules.engine.resolution import Flow, Resolution, Table
from rules.engine.resolution import resolve as run
from rules.engine.rolls import Roll
from rules.engine.sheet import Derived, Problem, Rollable, SheetField, StateField
from rules.engine.system import UnknownTrait
from rules.engine.text import Text
from rules.systems.cortex import conditions, ladder, pool
from rules.systems.cortex import sheet as sheets
from rules.systems.cortex.catalogue import read_catalogue
from rules.systems.cortex.game import Game
from rules.systems.cortex.intents import HANDLERS, KINDS
from rules.systems.cortex.pool import Part, Step
from rules.systems.cortex.stage import stage

Sheet = Mapping[str, Any]


class Cortex:
    """See `rules.engine.system.System` and `rules.engine.system.Tactical`."""

    id = "cortex"
    name = Text(es="Cortex clásico, campaña Galactica", en="Cortex Classic, Galactica campaign")

    def __init__(self) -> None:
        self.catalogue = read_catalogue()
        self.prompts = self.catalogue.prompts

    # ---- sheet ----

    def empty_sheet(self) -> dict[str, Any]:
        return sheets.empty(self.catalogue)

    def sheet_fields(self) -> tuple[SheetField, ...]:
        return sheets.fields(self.catalogue)

    def validate(self, sheet: Sheet) -> list[Problem]:
        return sheets.problems(self.catalogue, sheet)

    def points(self, sheet: Sheet) -> dict[str, int]:
        """Return what a sheet would cost to make, attributes and skills apart (COR-GAP-008)."""
        return sheets.creation_cost(self.catalogue, sheet)

    def derive(self, sheet: Sheet, state: State) -> tuple[Derived, ...]:
        life = sheets.life_points(sheet)
        marked = int(state.get("stun", 0)) + int(state.get("wounds", 0))
        base = sheets.movement(sheet)
        named = self.catalogue.named
        return (
            Derived("life_points", _LIFE, life, "COR-DER-006"),
            Derived("free_boxes", _FREE, max(0, life - marked), "COR-DMG-010"),
            Derived("penalty_from", _PENALTY, life // 2, "COR-HURT-001"),
            *(
                Derived(key, named[key].name, self._dice(sheet, named[key].attributes), rule)
                for key, rule in (
                    ("initiative", "COR-DER-003"),
                    ("endurance", "COR-ATT-005"),
                    ("resistance", "COR-ATT-008"),
                )
            ),
            Derived("movement", _MOVEMENT, base, "COR-MOVE-001"),
            Derived("run", _RUN, 2 * base, "COR-MOVE-004"),
            Derived("sprint", _SPRINT, 3 * base, "COR-MOVE-008"),
        )

    def _dice(self, sheet: Sheet, attributes: Sequence[str]) -> str:
        return " + ".join(str(sheet["attributes"][key]) for key in attributes)

    # ---- state ----

    def empty_state(self, sheet: Sheet) -> dict[str, Any]:
        # COR-GAP-078: nameless extras have no plot points.
        points = 0 if sheet.get("extra") else sheets.FIRST_POINTS
        return {"plot_points": points, "stun": 0, "wounds": 0, "shock": 0, "experience": 0}

    def state_fields(self, sheet: Sheet) -> tuple[StateField, ...]:
        life = sheets.life_points(sheet)
        first, most = sheets.FIRST_POINTS, sheets.MOST_POINTS
        return (
            StateField("plot_points", _POINTS, "COR-PPG-001", first, most, is_harm=False),
            StateField("stun", _STUN, "COR-DMG-002", life, 10 * life, is_harm=True),
            StateField("wounds", _WOUNDS, "COR-DMG-007", life, 10 * life, is_harm=True),
            StateField("shock", _SHOCK, "COR-DMG-005", life, 10 * life, is_harm=True),
        )

    def session_start(self, sheet: Sheet, state: State) -> dict[str, Any]:
        # COR-PPG-004, COR-GAP-034: what was left over is kept; only who has no stock gets one.
        return {**self.empty_state(sheet), **state}

    def gm_pool(self, player_characters: int) -> int:
        # COR-PPG-005: non-player characters hold points of their own; the GM has none.
        return 0

    # ---- rolls ----

    def rollable(self, sheet: Sheet, state: State) -> tuple[Rollable, ...]:
        attributes = self.catalogue.attributes
        named = [
            Rollable(f"named.{row.id}", row.name, self._dice(sheet, row.attributes), _NAMED)
            for row in self.catalogue.named.values()
        ]
        alone = [
            Rollable(
                f"attribute.{a.id}",
                _LABELLED.fill(name=a.name, label=sheets.label(str(sheet["attributes"][a.id]))),
                str(sheet["attributes"][a.id]),
                _ALONE,
            )
            for a in attributes.values()
        ]
        pairs = []
        for key, die in sheet.get("skills", {}).items():
            skill = self.catalogue.skill(sheet, key)
            if skill is None or not ladder.read(die):
                continue
            # COR-SKR-001, COR-SKR-004: always with an attribute, and with any of them.
            group = sheets.skill_name(self.catalogue, sheet, skill)
            for a in attributes.values():
                name = Text(es="{skill} con {attribute}", en="{skill} with {attribute}")
                pairs.append(
                    Rollable(
                        f"attribute.{a.id}+skill.{key}",
                        name.fill(skill=skill.name, attribute=a.name),
                        f"{sheet['attributes'][a.id]} + {die}",
                        group,
                    )
                )
        return (*pairs, *named, *alone)

    def parts(self, sheet: Sheet, state: State, trait: str) -> list[Part]:
        """
        Return the dice of a roll as the state leaves them: attributes, and perhaps a skill.

        "attribute.agility+skill.pistols", "attribute.agility+attribute.agility", "named.endurance".

        :raises UnknownTrait: when there is no such thing, or it is a skill alone (COR-SKR-001).
        """
        group, _dot, key = trait.partition(".")
        if group == "named":
            if key not in self.catalogue.named:
                raise UnknownTrait(trait)
            trait = "+".join(f"attribute.{a}" for a in self.catalogue.named[key].attributes)
        found: list[Part] = []
        for term in trait.split("+"):
            group, _dot, key = term.partition(".")
            if group == "attribute" and key in self.catalogue.attributes:
                found.append(self.attribute_part(sheet, state, key))
            elif group == "skill" and found and self.catalogue.skill(sheet, key) is not None:
                found.append(self.skill_part(sheet, key))
            else:
                raise UnknownTrait(trait)
        if len(found) > 2:
            raise UnknownTrait(trait)
        return found

    def attribute_part(
        self, sheet: Sheet, state: State, key: str, *, is_survival: bool = False
    ) -> Part:
        """Return an attribute's die, lower for who is badly wounded, ill or hampered by armour."""
        steps = [
            Step(row.get("rule", "COR-MOD-005"), Text(**row["name"]), int(row["value"]))
            for row in state.get("steps", ())
            if row["attribute"] == key
        ]
        # COR-GAP-022: rolls to survive are exempt.
        if not is_survival and conditions.is_hampered(sheet, state):
            steps.append(Step("COR-HURT-002", _WOUNDED, -2))
        if penalty := int(sheet.get("armour", {}).get(key, 0)):
            steps.append(Step("COR-DEF-034", _ARMOUR, penalty))
        step = ladder.read(sheet["attributes"].get(key)) or 0
        return Part(self.catalogue.attributes[key].name, step, tuple(steps))

    def skill_part(self, sheet: Sheet, key: str) -> Part:
        """Return a skill's die: the speciality's in its field, or the general one's, or none."""
        skill = self.catalogue.skill(sheet, key)
        if skill is None:
            raise UnknownTrait(key)
        return Part(skill.name, self.catalogue.level(sheet, key))

    def modifiers_for(self, sheet: Sheet, state: State, trait: str) -> tuple[Modifier, ...]:
        # What hampers a character moves the dice themselves: each reason is listed with nought.
        return tuple(
            Modifier(step.rule, step.name, 0)
            for part in self.parts(sheet, state, trait)
            for step in part.steps
        )

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
        parts = self.parts(sheet, state, trait)
        group, _dot, key = trait.partition(".")
        label = self.catalogue.named[key].name if group == "named" else None
        wanted = pool.NORMAL if target is None else target
        return pool.throw(parts, label=label, dice=dice, target=wanted, modifiers=modifiers)

    # ---- encounters ----

    def intents(self) -> tuple[IntentKind, ...]:
        """Return everything that may be done, in the order of a menu."""
        return tuple(KINDS.values())

    def settings(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """
        Return the rulings of a table: the usual ones, and what it has changed.

        :raises Refusal: for what is no ruling of this system, or of another type.
        """
        usual = self.catalogue.tables["settings"]
        for key, value in given.items():
            if key not in usual or type(value) is not type(usual[key]):
                raise Refusal("precondition.setting", _NO_SETTING.fill(name=str(key)))
        return {**usual, **given}

    def new_encounter(
        self, actors: Mapping[str, Mapping[str, Any]], settings: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """
        Return the state of an encounter that is about to begin.

        Each actor has a `sheet`, and if they matter a `name`, a `side` and a `state`.

        :raises Refusal: for a setting that the system does not leave to the table.
        """
        self.settings(settings or {})
        seats = {
            key: {
                "name": key,
                "side": "",
                **actor,
                "state": {"conditions": {}, **self.empty_state(actor["sheet"]), **actor["state"]}
                if "state" in actor
                else {"conditions": {}, **self.empty_state(actor["sheet"])},
                "round": {},
            }
            for key, actor in actors.items()
        }
        return {
            "system": self.id,
            "settings": dict(settings or {}),
            "phase": "setup",
            "turn": 0,
            "time": 0,
            "scene": 1,
            "rolls": 0,
            "order": [],
            "active": [],
            "actors": seats,
        }

    def stage(self, case: Mapping[str, Any]) -> dict[str, Any]:
        """Return the encounter in which a conformance case begins."""
        return stage(self, case)

    def conditions_of(self, state: State, actor_id: str) -> frozenset[str]:
        """Return the conditions somebody is in, those that follow from damage included."""
        actor = state["actors"][actor_id]
        return conditions.active(actor["sheet"], actor["state"])

    def resolve(self, state: State, intent: Intent, dice: Dice) -> Resolution:
        """
        Do what an intent says, or go on after an answer.

        :raises Refusal: when it may not be done; then nothing has happened.
        """
        return run(
            state,
            intent,
            dice,
            table=lambda base, faces: Game(self, base, faces),
            handler=self._handle,
            is_side=self._is_side,
        )

    def _is_side(self, intent: Intent) -> bool:
        kind = KINDS.get(intent.kind)
        return kind is not None and kind.is_side

    def _handle(self, table: Table, intent: Intent) -> Flow[None]:
        kind = KINDS.get(intent.kind)
        if kind is None:
            text = Text(es="No existe esa acción.", en="No such intent.")
            raise Refusal("precondition.intent", text)
        parameters = engine_intents.read(kind, intent.parameters)
        if intent.actor != "gm" and intent.actor not in table.state["actors"]:
            text = Text(es="Ese personaje no está.", en="No such character here.")
            raise Refusal("precondition.actor", text)
        if kind.who == "gm" and intent.actor != "gm":
            text = Text(es="Eso lo hace el director.", en="That is the GM's to do.")
            raise Refusal("precondition.gm", text)
        try:
            yield from HANDLERS[intent.kind](table, Intent(intent.kind, intent.actor, parameters))
        except UnknownTrait as unknown:
            text = Text(es="No hay tal rasgo o habilidad.", en="There is no such trait or skill.")
            raise Refusal("precondition.trait", text) from unknown


_NO_SETTING = Text(
    es="«{name}» no es un ajuste de este sistema, o no vale.",
    en="“{name}” is no setting of this system, or not a valid one.",
)
_LIFE = Text(es="Puntos de vida", en="Life Points")
_FREE = Text(es="Casillas libres", en="Free boxes")
_PENALTY = Text(es="Penalizador desde", en="Penalty from")
_MOVEMENT = Text(es="Movimiento (pies)", en="Movement (ft)")
_RUN = Text(es="Correr (pies)", en="Run (ft)")
_SPRINT = Text(es="Esprintar (pies)", en="Sprint (ft)")
_POINTS = Text(es="Puntos de trama", en="Plot points")
_STUN = Text(es="Aturdimiento", en="Stun")
_WOUNDS = Text(es="Heridas", en="Wounds")
_SHOCK = Text(es="Shock", en="Shock")
_NAMED = Text(es="Tiradas de atributos", en="Attribute rolls")
_LABELLED = Text(es="{name} ({label})", en="{name} ({label})")
_ALONE = Text(es="Atributo solo", en="Attribute alone")
_WOUNDED = Text(es="Malherido", en="Badly wounded")
_ARMOUR = Text(es="Armadura", en="Armour")
