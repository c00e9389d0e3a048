# ruff: noqa: E501 - a table reads better with one row a line
"""The catalogue of intents: what may be done, with which parameters, and the code that does it."""

from collections.abc import Mapping
from typing import Any

from rules.engine.intents import IntentKind, Parameter
from rules.engine.resolution import Handler
from rules.engine.text import Text
from rules.systems.storyteller.catalogue import (
    ACTIONS,
    ATTRIBUTES,
    COVER,
    DAMAGE_TYPES,
    MANOEUVRES,
    PROMPTS,
    SPOTS,
    VITALS,
)
from rules.systems.storyteller.resolve import attack, clocks, longer, rolls, turns


def _p(id_: str, kind: str, es: str, en: str, default: Any = None, **more: Any) -> Parameter:
    return Parameter(id_, Text(es=es, en=en), kind, default, **more)


_TARGET = _p("target", "actor", "Objetivo", "Target", required=True)
_MAYBE = _p("target", "actor", "Objetivo", "Target", "")
_DIFFICULTY = _p("difficulty", "integer", "Dificultad", "Difficulty", None, maximum=99)
_DICE = _p(
    "more", "integer", "Dados de más o de menos", "Dice more or less", 0, minimum=-20, maximum=20
)
_HARDER = _p("harder", "integer", "Más dificultad", "More difficulty", 0, minimum=-9, maximum=9)
_SPECIAL = _p("speciality", "boolean", "Cuenta la especialidad", "A speciality applies", False)
_WILL = _p("willpower", "boolean", "Gasta Voluntad", "Spends Willpower", False)
_HAKI = _p("haki", "boolean", "Cuenta el haki", "Haki applies", False)
_SIGHT = _p("sight", "boolean", "Usa la vista", "Uses sight", False)
_ATTRIBUTE = ("", "willpower", *ATTRIBUTES)
_WEAPON = _p("weapon", "weapon", "Arma", "Weapon", "unarmed")
_TYPE = _p("type", "choice", "Tipo de daño", "Type of damage", "lethal", choices=DAMAGE_TYPES)
_RUNNING = _p("running", "integer", "Metros mientras actúa", "Metres while acting", 0, maximum=50)
_ROLLED = (_DICE, _HARDER, _SPECIAL, _WILL, _RUNNING)
_FIGHTS = tuple(one.id for one in MANOEUVRES.values() if one.kind in ("melee", "ranged"))
_ACTIVE = tuple(one.id for one in ACTIONS.values() if one.group != "combat")

_ACTION = (
    _p("action", "choice", "Acción", "Action", required=True, choices=_ACTIVE),
    _MAYBE,
    _p("targets", "actors", "Objetivos", "Targets"),
    _p("attribute", "choice", "Atributo", "Attribute", "", choices=_ATTRIBUTE),
    _p("ability", "text", "Habilidad", "Ability", ""),
    _DIFFICULTY,
    *_ROLLED,
    _HAKI,
    _SIGHT,
    _p("target_harder", "integer", "Dificultad del otro", "The other's difficulty", 0, minimum=-9, maximum=9),
    _p("helpers", "actors", "Quienes ayudan", "Helpers"),
    _p("helper_ability", "text", "Habilidad de quien ayuda", "The helpers' Ability", ""),
    _p("trained", "boolean", "Entrenados juntos", "Trained together", False),
    _p("minimum", "integer", "Mínimo para intentarlo", "Least to try", 0, maximum=5),
    _p("need", "integer", "Éxitos necesarios", "Successes needed", 0, maximum=100),
    _p("work", "text", "En qué", "On what", ""),
    _p("metres", "integer", "Metros", "Metres", 0, maximum=10000),
    _p("grams", "integer", "Gramos", "Grams", 0, maximum=1_000_000),
    _p("terrain", "choice", "Terreno", "Terrain", "normal", choices=tuple(rolls.RATES)),
    _p("ship_rating", "integer", "Maniobra del barco", "Ship's manoeuvre", 0, maximum=20),
    _p("routine", "boolean", "Rutina en calma", "Routine in calm", False),
    _WEAPON,
)  # fmt: skip

_ATTACK = (
    _TARGET,
    _WEAPON,
    _p("manoeuvre", "choice", "Maniobra", "Manoeuvre", "", choices=("", *_FIGHTS)),
    _p("centimetres", "integer", "Distancia en cm", "Distance in cm", 100, maximum=1_000_000),
    _p("position", "choice", "Desde dónde", "From where", "front", choices=("front", "flank", "rear")),
    _p("spot", "choice", "Localización", "Spot", "none", choices=tuple(dict.fromkeys((*SPOTS, *VITALS)))),
    _p("lethal", "boolean", "Letal en zona vital", "Lethal at a vital spot", False),
    _p("cover", "choice", "Su cobertura", "Their cover", "auto", choices=("auto", *COVER)),
    _p("own_cover", "choice", "Cobertura propia", "Own cover", "auto", choices=("auto", *COVER)),
    _p("dark", "boolean", "Sin luz", "No light", False),
    _p("unseen", "boolean", "Fuera de la vista", "Out of sight", False),
    _p("opponents", "integer", "Oponentes del atacante", "The attacker's opponents", 1, minimum=1, maximum=50),
    _p("target_opponents", "integer", "Oponentes del objetivo", "The target's opponents", 1, minimum=1, maximum=50),
    _p("unaware", "boolean", "No lo ve venir", "Does not see it coming", False),
    _p("no_room", "boolean", "Sin espacio", "No room", False),
    _p("cover_near", "boolean", "Cobertura cerca", "Cover near by", False),
    _p("use", "integer", "Éxitos que usa", "Successes used", 0, maximum=40),
    _p("damage", "integer", "Dados de daño de más", "More damage dice", 0, minimum=-20, maximum=20),
    *_ROLLED,
)  # fmt: skip

# id, es, en, group, rules, parameters, handler, who
_ROWS: tuple[tuple[Any, ...], ...] = (
    ("roll", "Tirar", "Roll", "scene", ("STO-GEN-009",), (
        _p("attribute", "choice", "Atributo", "Attribute", "", choices=_ATTRIBUTE),
        _p("ability", "text", "Habilidad", "Ability", ""), _DIFFICULTY, *_ROLLED, _HAKI, _SIGHT,
    ), rolls.roll),
    ("action", "Actuar", "Act", "scene", ("STO-ACT-010",), _ACTION, rolls.action),
    ("throw", "Lanzar", "Throw", "scene", ("STO-PHY-051",), _ACTION[1:], rolls.throw),
    ("swim", "Nadar", "Swim", "scene", ("STO-PHY-061",), (
        _p("minutes", "integer", "Minutos", "Minutes", 60, maximum=1440), _DIFFICULTY,
    ), clocks.swim),
    ("rescue", "Rescatar", "Rescue", "scene", ("STO-GAP-080",), (_TARGET,), clocks.rescue),
    ("seduce", "Seducir", "Seduce", "scene", ("STO-SOC-050",), (
        _TARGET, _p("ability", "text", "Habilidad", "Ability", ""), *_ROLLED,
    ), longer.seduce),
    ("torture", "Torturar", "Torture", "scene", ("STO-SOC-024",), (
        _TARGET, _p("physical", "boolean", "Física", "Physical", False),
        _p("mental", "boolean", "Mental", "Mental", False), _TYPE,
        _p("intervals", "integer", "Intervalos", "Intervals", 1, maximum=20),
    ), attack.torture),
    ("chase_begin", "Empezar una persecución", "Begin a chase", "scene", ("STO-PHY-069",), (
        _p("prey", "actor", "Presa", "Prey", required=True),
        _p("pursuer", "actor", "Perseguidor", "Pursuer", required=True),
        _p("lead", "integer", "Metros de ventaja", "Metres of lead", 0, maximum=100_000),
        _p("medium", "choice", "Medio", "By", "foot", choices=("foot", "ship")),
        _p("pursuer_medium", "choice", "Medio del otro", "The other's by", "", choices=("", "foot", "ship")),
        _p("open_ground", "boolean", "Campo abierto", "Open ground", False),
    ), longer.chase_begin, "gm"),
    ("chase_turn", "Turno de persecución", "Turn of a chase", "scene", ("STO-PHY-069",), (_DIFFICULTY,), longer.chase_turn, "gm"),
    ("chase_look", "No perder el rastro", "Keep in sight", "scene", ("STO-PHY-073",), (
        _DIFFICULTY, _p("ability", "text", "Habilidad", "Ability", ""),
    ), longer.chase_look, "gm"),
    ("ambush", "Emboscar", "Ambush", "combat", ("STO-MAN-010",), (_TARGET, _DICE, _HARDER), attack.ambush),
    ("start_fight", "Empezar el combate", "Start a fight", "combat", ("STO-TURN-002",), (), turns.start_fight, "gm"),
    ("new_turn", "Turno nuevo", "New turn", "combat", ("STO-TURN-001",), (), turns.new_turn, "gm"),
    ("declare", "Declarar", "Declare", "combat", ("STO-TURN-010",), (
        _p("what", "text", "Qué hará", "What", ""), _p("plan", "text", "Reparto", "Shares", ""),
        _p("delay", "boolean", "Espera", "Waits", False), _WILL,
        _p("defence", "boolean", "Se defenderá", "Will defend", False),
        _p("full_defence", "boolean", "Defensa total", "Full defence", False),
    ), turns.declare),
    ("attack", "Atacar", "Attack", "combat", ("STO-ATK-001",), _ATTACK, attack.attack),
    ("aim", "Apuntar", "Take aim", "combat", ("STO-RNG-005",), (_WEAPON,), attack.take_aim),
    ("reload", "Recargar", "Reload", "combat", ("STO-RNG-021",), (_WEAPON,), attack.reload),
    ("squeeze", "Apretar", "Squeeze", "combat", ("STO-MEL-008",), (), attack.squeeze),
    ("break_free", "Soltarse", "Break free", "combat", ("STO-MEL-010",), (_DICE, _HARDER), attack.break_free),
    ("release", "Soltar", "Let go", "combat", ("STO-MEL-009",), (), attack.release),
    ("move", "Moverse", "Move", "combat", ("STO-AUTO-009",), (
        _p("metres", "integer", "Metros", "Metres", 0, maximum=1000),
        _p("pace", "choice", "Paso", "Pace", "run", choices=("walk", "jog", "run")),
    ), turns.move),
    ("pass", "Pasar", "Pass", "combat", ("STO-AUTO-014",), (), turns.pass_place),
    ("act_now", "Actuar ya", "Act now", "combat", ("STO-TURN-013",), (), turns.act_now),
    ("end_turn", "Acabar el turno", "End the turn", "combat", ("STO-TURN-002",), (), turns.end_turn, "gm"),
    ("end_fight", "Acabar el combate", "End the fight", "combat", ("STO-TURN-003",), (), turns.end_fight, "gm"),
    ("knockdown", "Derribar", "Knock down", "gm", ("STO-COMP-011",), (_TARGET,), attack.knockdown, "gm"),
    ("fall", "Caída", "Fall", "gm", ("STO-GAP-081",), (
        _TARGET, _p("metres", "integer", "Metros", "Metres", 0, maximum=1000),
    ), attack.drop, "gm"),
    ("damage", "Daño", "Damage", "gm", ("STO-MARK-010",), (
        _TARGET, _TYPE, _p("levels", "integer", "Niveles", "Levels", 0, maximum=20),
        _p("successes", "integer", "Éxitos de daño", "Damage successes", 0, maximum=40),
        _p("dice_of_damage", "integer", "Dados de daño", "Damage dice", 0, maximum=40),
    ), attack.damage, "gm"),
    ("condition", "Estado", "Condition", "gm", ("STO-SHEET-023",), (
        _TARGET, _p("condition", "text", "Cuál", "Which", required=True),
        _p("turns", "integer", "Turnos", "Turns", 0, maximum=100),
        _p("ends", "boolean", "Termina", "Ends", False),
    ), clocks.condition, "gm"),
    ("willpower", "Gastar Voluntad", "Spend Willpower", "scene", ("STO-WILL-015",), (
        _p("use", "choice", "Para qué", "What for", required=True, choices=("ignore_wounds", "instinct")),
    ), clocks.spend_willpower),
    ("instinct", "Instinto", "Instinct", "gm", ("STO-WILL-010",), (
        _TARGET, _p("may_resist", "boolean", "Puede resistirse", "May be resisted", True),
    ), clocks.instinct, "gm"),
    ("give_willpower", "Dar Voluntad", "Give Willpower", "gm", ("STO-WILL-017",), (
        _TARGET, _p("points", "integer", "Puntos", "Points", 1, maximum=10),
        _p("permanent", "boolean", "Permanente", "Permanent", False),
    ), clocks.give_willpower, "gm"),
    ("wake_up", "Nuevo día", "New day", "time", ("STO-WILL-021",), (), clocks.wake_up, "gm"),
    ("end_scene", "Fin de la escena", "End of the scene", "time", ("STO-GAP-100",), (), clocks.end_scene, "gm"),
    ("end_story", "Fin de la historia", "End of the story", "time", ("STO-WILL-018",), (
        _p("outcome", "choice", "Resultado", "Outcome", "reached", choices=("reached", "partial", "failed")),
    ), clocks.end_story, "gm"),
    ("hours", "Pasan horas", "Hours pass", "time", ("STO-GAP-069",), (
        _p("hours", "integer", "Horas", "Hours", 1, minimum=1, maximum=72),
    ), clocks.hours, "gm"),
    ("heal", "Curar", "Heal", "time", ("STO-HEAL-002",), (
        _TARGET, _p("hours", "integer", "Horas", "Hours", 0, maximum=10_000),
        _p("rest", "boolean", "Con reposo", "With rest", True),
        _p("care", "choice", "Atención", "Care", "ordinary", choices=("none", "ordinary", "excellent")),
        _p("kind", "choice", "Tipo", "Type", "", choices=("", *DAMAGE_TYPES)),
    ), clocks.heal, "gm"),
    ("treat", "Tratar", "Treat", "time", ("STO-HEAL-006",), (_TARGET,), clocks.treat),
    ("recover", "Volver en sí", "Come to", "time", ("STO-GAP-064",), (), clocks.recover),
    ("ruling", "Decisión del Narrador", "Ruling", "gm", ("STO-GEN-010",), (
        _p("prompt", "choice", "Cuestión", "Question", "", choices=("", *PROMPTS)), _MAYBE,
        _p("number", "integer", "Número", "Number", 0), _p("answer", "text", "Respuesta", "Answer", ""),
    ), clocks.ruling, "gm"),
)  # fmt: skip


def _kind(
    id_: str,
    es: str,
    en: str,
    group: str,
    rules: tuple[str, ...],
    parameters: tuple[Parameter, ...],
    _handler: Handler,
    who: str = "actor",
) -> IntentKind:
    return IntentKind(id_, Text(es=es, en=en), group, rules, parameters, who)


KINDS: Mapping[str, IntentKind] = {row[0]: _kind(*row) for row in _ROWS}
HANDLERS: Mapping[str, Handler] = {row[0]: row[6] for row in _ROWS}
