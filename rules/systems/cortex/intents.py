"""The catalogue of intents: what may be done, with which parameters, and the code that does it."""

from collections.abc import Mapping
from typing import Any

from rules.engine.intents import IntentKind, Parameter
from rules.engine.resolution import Handler
from rules.engine.text import Text
from rules.systems.cortex.resolve import (
    attack,
    care,
    checks,
    fire,
    gm,
    hazards,
    manoeuvres,
    movement,
    turns,
)


def _p(id_: str, kind: str, es: str, en: str, default: Any = None, **more: Any) -> Parameter:
    return Parameter(id_, Text(es=es, en=en), kind, default, **more)


ATTRIBUTES = ("agility", "strength", "vitality", "alertness", "intelligence", "willpower")
LEVELS = (
    "easy", "normal", "hard", "formidable", "heroic", "incredible", "ridiculous", "impossible",
)  # fmt: skip
COVERS = ("none", "light", "medium", "heavy", "full")
CALLED = (
    "none", "torso", "arm", "leg", "kidneys", "object", "hand", "head", "small_object", "knee",
    "eye", "heart",
)  # fmt: skip
TARGET = _p("target", "actor", "Objetivo", "Target", required=True)
PLOT = _p("plot", "integer", "Puntos de trama antes", "Plot points before", 0, maximum=12)
WHAT = _p("what", "text", "Qué", "What", "")
ENDS = _p("ends", "boolean", "Termina", "It ends", False)
WEAPON = _p("weapon", "weapon", "Arma", "Weapon", "unarmed")
_ATTRIBUTE = _p("attribute", "choice", "Atributo", "Attribute", "", choices=("", *ATTRIBUTES))
_SECOND = _p(
    "second", "choice", "Segundo atributo", "Second attribute", "", choices=("", *ATTRIBUTES)
)
_SKILL = _p("skill", "trait", "Habilidad", "Skill", "")
_GOAL = (
    _p("level", "choice", "Nivel", "Level", "normal", choices=LEVELS),
    _p("difficulty", "integer", "Dificultad", "Difficulty", 0, maximum=200),
    _p("circumstance", "integer", "Circunstancias", "Circumstances", 0, minimum=-30, maximum=30),
)
_PAIR = (_ATTRIBUTE, _SKILL, _SECOND)
_STEPS = _p("steps", "integer", "Niveles de habilidad", "Skill steps", 0, minimum=-12, maximum=12)

_ATTACK = (
    TARGET,
    WEAPON,
    _ATTRIBUTE,
    _SKILL,
    _p("distance", "integer", "Distancia en pies", "Distance in feet", 5, maximum=5000),
    _p("called", "choice", "Disparo localizado", "Called shot", "none", choices=CALLED),
    _p("cover", "choice", "Cobertura", "Cover", "none", choices=COVERS),
    _p("indirect", "boolean", "Fuego indirecto", "Indirect", False),
    _p("light", "choice", "Luz", "Light", "good", choices=("good", "weak", "dark", "black")),
    _p("unaware", "boolean", "No lo espera ni se mueve", "Unaware and still", False),
    _p("evading", "integer", "Movimiento evasivo", "Evasive movement", 0, maximum=9),
    _p("may_dodge_climbing", "boolean", "Puede esquivar trepando", "May dodge climbing", False),
    _p("off_hand", "boolean", "Con la mano torpe", "Off hand", False),
    _p("bystanders", "actors", "Gente alrededor", "Bystanders"),
    _p("circumstance", "integer", "Circunstancias", "Circumstances", 0, minimum=-30, maximum=30),
    _p("modifier", "integer", "Bonificación", "Bonus", 0, minimum=-30, maximum=30),
    _STEPS,
    PLOT,
)
_HAZARD = (TARGET, ENDS, _p("protected", "boolean", "Protegido", "Protected", False))

_ROWS: tuple[tuple[Any, ...], ...] = (
    # ---- rolls: id, es, en, group, rules, parameters, handler, who, is_side
    (
        "roll", "Tirar", "Roll", "rolls", ("COR-ROLL-001",),
        (
            *_PAIR, *_GOAL, _STEPS,
            _p("attribute_steps", "integer", "Niveles de atributo", "Attribute steps", 0,
               minimum=-12, maximum=12),
            _p("modifier", "integer", "Bonificación", "Bonus", 0, minimum=-30, maximum=30),
            _p("plot", "integer", "Puntos de trama antes (−1: preguntar)",
               "Plot points before (−1: ask)", 0, minimum=-1, maximum=12),
            _p("is_action", "boolean", "Es una acción del turno", "It is an action", False),
            _p("sight", "choice", "Luz para ver", "Light to see by", "good",
               choices=("good", "weak", "dark")),
            _p("distance", "integer", "Distancia en pies", "Distance in feet", 0, maximum=5000),
        ),
        checks.roll,
    ),
    (
        "oppose", "Tirada opuesta", "Opposed roll", "rolls", ("COR-OPP-001",),
        (
            TARGET, *_PAIR,
            _p("target_attribute", "choice", "Su atributo", "Their attribute", "",
               choices=("", *ATTRIBUTES)),
            _p("target_skill", "trait", "Su habilidad", "Their skill", ""),
            _p("target_second", "choice", "Su segundo atributo", "Their second attribute", "",
               choices=("", *ATTRIBUTES)),
            _p("favour", "integer", "A favor", "In favour", 0, minimum=-30, maximum=30),
            _p("target_favour", "integer", "A su favor", "In their favour", 0, minimum=-30,
               maximum=30),
            PLOT,
        ),
        checks.oppose,
    ),
    ("contest", "Competir en lo mismo", "Contest", "rolls", ("COR-OPP-005",),
     (TARGET, *_PAIR, *_GOAL, PLOT), checks.contest),
    (
        "assist", "Acción de grupo", "Group action", "rolls", ("COR-GRP-001",),
        (
            _p("helpers", "actors", "Quién ayuda", "Who helps", required=True),
            _p("mode", "choice", "Modo", "Mode", "direct", choices=("direct", "indirect")),
            _p("limit", "integer", "Caben", "Room for", 0, maximum=100),
            *_PAIR, *_GOAL,
        ),
        checks.assist,
    ),
    (
        "task", "Acción extendida", "Extended action", "rolls", ("COR-EXT-001",),
        (
            _p("task", "text", "Tarea", "Task", required=True),
            _p("worker", "actor", "Quién", "Who", required=True),
            _p("attribute", "choice", "Atributo", "Attribute", required=True, choices=ATTRIBUTES),
            _SKILL,
            _p("level", "choice", "Nivel", "Level", "normal", choices=LEVELS),
            _p("threshold", "integer", "Umbral", "Threshold", 0, maximum=1000),
            _p("interval", "integer", "Minutos por tirada", "Minutes a roll", 10, maximum=100000),
            _p("most_rolls", "integer", "Tiradas como mucho", "Rolls at most", 0, maximum=1000),
            _p("race", "text", "Carrera", "Race", ""),
        ),
        checks.task, "gm",
    ),
    ("work", "Trabajar en una tarea", "Work on a task", "rolls", ("COR-EXT-006",),
     (_p("task", "text", "Tarea", "Task", required=True), PLOT), checks.work),
    # ---- points, story, experience
    ("activate", "Activar una ventaja", "Activate an asset", "points", ("COR-PPS-014",),
     (_p("asset", "text", "Ventaja", "Asset", required=True),), gm.activate),
    ("story", "Cambiar un detalle", "Change a detail", "points", ("COR-PPS-015",),
     (_p("wish", "text", "Qué", "What", required=True),
      _p("offer", "integer", "Puntos", "Points", 0, maximum=12)), gm.story),
    ("agree", "Responder al precio", "Answer the price", "points", ("COR-PPS-018",),
     (_p("agree", "boolean", "De acuerdo", "Agreed", False),), gm.withdraw),
    ("reroll_initiative", "Repetir la iniciativa", "Re-roll initiative", "points",
     ("COR-PPS-020",), (), turns.reroll),
    (
        "award", "Dar puntos de trama", "Award plot points", "gm", ("COR-PPG-006",),
        (
            TARGET, _p("amount", "integer", "Cuántos", "How many", 1, minimum=1, maximum=12),
            _p("source", "choice", "Por qué", "Why", "play",
               choices=("play", "complication", "character", "gm", "circumstance", "constant",
                        "unexpected")),
            _p("complication", "text", "Defecto", "Complication", ""),
            _p("reason", "text", "Motivo", "Reason", ""),
            _p("interesting", "boolean", "Aporta a la trama", "Adds to the plot", False),
        ),
        gm.award, "gm", True,
    ),
    ("rule_story", "Decidir sobre la petición", "Rule on the wish", "gm", ("COR-PPS-016",),
     (TARGET, _p("ruling", "choice", "Decisión", "Ruling", required=True,
                 choices=("approve", "refuse", "price", "core")),
      _p("price", "integer", "Precio", "Price", 0, maximum=12)), gm.story_ruling, "gm"),
    ("soften", "Aliviar la herida mortal", "Soften a mortal wound", "gm", ("COR-PPS-022",),
     (TARGET, _p("price", "integer", "Precio", "Price", 3, maximum=12)), gm.soften, "gm"),
    (
        "close_scene", "Cerrar la escena", "Close the scene", "gm", ("COR-XP-001",),
        (
            _p("participants", "actors", "Participantes", "Participants", required=True),
            _p("roleplaying", "actors", "Interpretación", "Role-playing"),
            _p("interaction", "actors", "Interacción", "Interaction"),
            _p("story", "actors", "Historia", "Story"),
        ),
        gm.close_scene, "gm",
    ),
    ("award_experience", "Dar experiencia", "Award experience", "gm", ("COR-XP-002",),
     (TARGET, _p("amount", "integer", "Cuánta", "How much", 1, maximum=100)),
     gm.award_experience, "gm"),
    ("advance", "Gastar experiencia", "Spend experience", "points", ("COR-XP-007",),
     (_p("trait", "text", "En qué", "On what", required=True),), gm.advance),
    ("session", "Empezar otra sesión", "Begin another session", "gm", ("COR-PPG-004",), (),
     gm.session, "gm"),
    # ---- turns
    ("begin_combat", "Empezar el combate", "Begin combat", "turn", ("COR-TURN-005",), (),
     turns.begin_combat, "gm"),
    ("end_combat", "Terminar el combate", "End combat", "turn", ("COR-GAP-023",), (),
     turns.end_combat, "gm"),
    ("next", "Pasar al siguiente", "Next", "turn", ("COR-TURN-006",), (), turns.next_actor),
    ("new_turn", "Turno nuevo", "New turn", "turn", ("COR-TURN-001",),
     (_p("count", "integer", "Turnos", "Turns", 1, minimum=1, maximum=200),), turns.new_turn, "gm"),
    ("break_tie", "Deshacer un empate", "Break a tie", "turn", ("COR-TURN-011",),
     (_p("one", "actor", "Uno", "One", required=True),
      _p("other", "actor", "Otro", "Other", required=True)), turns.break_tie, "gm"),
    ("free_action", "Acción libre", "Free action", "turn", ("COR-TURN-012",), (WHAT,),
     turns.free_action),
    ("act", "Otra acción", "Another action", "turn", ("COR-TURN-014",),
     (WHAT, _p("full_turn", "boolean", "Todo el turno", "The whole turn", False)), turns.act),
    # ---- movement
    ("move", "Moverse", "Move", "movement", ("COR-MOVE-001",),
     (_p("mode", "choice", "Cómo", "How", "walk", choices=("walk", "run", "sprint")),
      _p("feet", "integer", "Pies", "Feet", 0, maximum=1000)), movement.move),
    ("run_on", "Correr minutos", "Run for minutes", "movement", ("COR-MOVE-006",),
     (_p("minutes", "integer", "Minutos", "Minutes", 1, maximum=600),), movement.run_on),
    ("rest", "Recobrar el aliento", "Catch one's breath", "movement", ("COR-MOVE-007",),
     (_p("minutes", "integer", "Minutos", "Minutes", 1, maximum=600),
      _p("mode", "choice", "Cómo", "How", "rest", choices=("rest", "walk"))), movement.rest),
    ("jump", "Saltar", "Jump", "movement", ("COR-MOVE-014",),
     (_p("inches", "integer", "Pulgadas", "Inches", required=True, maximum=2000),
      _p("run_up", "boolean", "Con carrera", "With a run-up", False),
      _p("danger", "boolean", "Con peligro", "In danger", False),
      _p("difficulty", "integer", "Dificultad", "Difficulty", 0, maximum=200), PLOT),
     movement.jump),
    ("climb", "Trepar", "Climb", "movement", ("COR-MOVE-019",),
     (_p("feet", "integer", "Pies (al empezar)", "Feet (at the start)", 0, maximum=5000),
      _p("gear", "boolean", "Con equipo", "With gear", False),
      _p("way", "choice", "Hacia dónde", "Which way", "up", choices=("up", "down")),
      _p("hard", "boolean", "Exige tirada", "Needs a roll", True),
      _p("changed", "boolean", "Han cambiado las condiciones", "Conditions changed", False),
      _p("difficulty", "integer", "Dificultad", "Difficulty", 0, maximum=200), PLOT),
     movement.climb),
    ("drop", "Tirarse al suelo", "Drop", "movement", ("COR-DEF-017",),
     (_p("free", "boolean", "Acción libre", "Free action", True),), movement.drop),
    ("stand", "Levantarse", "Stand up", "movement", ("COR-COND-013",), (), movement.stand),
    # ---- combat
    ("attack", "Atacar", "Attack", "combat", ("COR-ATK-003",), _ATTACK, attack.attack),
    ("aim", "Apuntar", "Aim", "combat", ("COR-ATK-011",), (TARGET, WEAPON), attack.aim),
    ("locate", "Localizar por el oído", "Locate by ear", "combat", ("COR-RNG-012",),
     (TARGET, _p("noise", "choice", "Ruido", "Noise", "loud",
                 choices=("loud", "moderate", "silent", "stealth")), PLOT), attack.locate),
    ("cover_area", "Fuego de cobertura", "Covering fire", "combat", ("COR-FIRE-001",),
     (_p("area", "text", "Zona", "Area", ""), WEAPON), fire.cover_area),
    ("threaten", "Fuego de amenaza", "Threatening fire", "combat", ("COR-FIRE-007",),
     (TARGET, WEAPON), fire.threaten),
    ("trigger", "Disparar a quien provoca", "Fire at the trigger", "combat", ("COR-FIRE-008",),
     _ATTACK, fire.trigger),
    ("disarm", "Desarmar", "Disarm", "combat", ("COR-MAN-001",),
     (*_ATTACK, _p("held", "weapon", "Su arma", "Their weapon", required=True)),
     manoeuvres.disarm),
    ("pick_up", "Recoger el arma", "Pick up the weapon", "combat", ("COR-COND-019",), (),
     manoeuvres.pick_up),
    ("feint", "Fintar", "Feint", "combat", ("COR-MAN-005",),
     (TARGET, WEAPON, _p("target_weapon", "weapon", "Su arma", "Their weapon", "unarmed"),
      _p("distance", "integer", "Distancia en pies", "Distance in feet", 5, maximum=5000), PLOT),
     manoeuvres.feint),
    ("grapple", "Hacer una presa", "Grapple", "combat", ("COR-MAN-008",), _ATTACK,
     manoeuvres.grapple),
    ("break_free", "Zafarse", "Break free", "combat", ("COR-MAN-014",), (PLOT,),
     manoeuvres.break_free),
    ("hold", "Qué hacer con la presa", "What becomes of the hold", "combat", ("COR-MAN-016",),
     (TARGET, _p("choice", "choice", "Qué", "What", "keep", choices=("keep", "ground", "drop"))),
     manoeuvres.hold),
    ("pin", "Inmovilizar o ahogar", "Pin or choke", "combat", ("COR-MAN-015",),
     (TARGET, _p("choice", "choice", "Qué", "What", "pin", choices=("pin", "choke")), PLOT),
     manoeuvres.pin),
    ("throw_at", "Lanzar a un sitio", "Throw at a place", "combat", ("COR-MAN-030",),
     (_p("feet", "integer", "Pies", "Feet", required=True, maximum=2000),
      _p("attribute", "choice", "Atributo", "Attribute", "agility",
         choices=("agility", "strength")), PLOT), manoeuvres.throw_at),
    ("care", "Curar", "Give care", "care", ("COR-HURT-011",),
     (TARGET, _p("kind", "choice", "Cómo", "How", "first_aid", choices=("first_aid", "surgery")),
      PLOT), care.care),
    # ---- the GM
    ("treat", "Tratamiento", "Treatment", "gm", ("COR-HURT-003",),
     (TARGET, _p("what", "choice", "De qué", "Of what", required=True,
                 choices=("pain", "untreatable", "bleeding", "disabled_limb", "radiation",
                          "blinded", "deafened", "immobile"))), care.treat, "gm"),
    ("night", "Descansar noches", "Rest for nights", "gm", ("COR-DMG-003",),
     (TARGET, _p("nights", "integer", "Noches", "Nights", 1, minimum=1, maximum=60)),
     care.night, "gm"),
    (
        "damage", "Daño", "Damage", "gm", ("COR-DMG-001",),
        (
            TARGET,
            _p("stun", "integer", "Aturdimiento", "Stun", 0),
            _p("wounds", "integer", "Heridas", "Wounds", 0),
            _p("basic", "integer", "Básico", "Basic", 0),
            _p("armour", "boolean", "La armadura protege", "Armour protects", False),
            _p("fire", "boolean", "Por fuego", "By fire", False),
        ),
        attack.damage_by_gm, "gm",
    ),
    (
        "explode", "Explosión", "Explosion", "gm", ("COR-DEF-020",),
        (
            TARGET, _p("die", "text", "Dado", "Die", "d6"),
            _p("count", "integer", "Dados", "Dice", 1, minimum=1, maximum=40),
            _p("kind", "choice", "Tipo", "Kind", "basic", choices=("stun", "wound", "basic")),
            _p("cover", "choice", "Cobertura", "Cover", "none", choices=COVERS),
            _p("fire", "boolean", "Quema", "It burns", False),
        ),
        attack.explode, "gm",
    ),
    ("fall", "Caída", "Fall", "gm", ("COR-HAZ-007",),
     (TARGET, _p("feet", "integer", "Pies", "Feet", required=True, maximum=2000)),
     movement.fall, "gm"),
    (
        "resist", "Resistir", "Resist", "gm", ("COR-HAZ-001",),
        (
            TARGET, WHAT,
            _p("kind", "choice", "Qué es", "What it is", "poisoned",
               choices=("poisoned", "drunk", "diseased")),
            _p("difficulty", "integer", "Dificultad", "Difficulty", 0, maximum=200),
            _p("worse", "integer", "Más por copa", "More for each drink", 4, maximum=20),
        ),
        hazards.resist, "gm",
    ),
    ("hamper", "Niveles de un atributo", "Attribute steps", "gm", ("COR-MOD-005",),
     (TARGET, WHAT,
      _p("attribute", "choice", "Atributo", "Attribute", required=True, choices=ATTRIBUTES),
      _p("value", "integer", "Niveles", "Steps", 0, minimum=-12, maximum=12)),
     hazards.hamper, "gm"),
    ("expose", "Frío o calor", "Cold or heat", "gm", ("COR-HAZ-005",),
     (*_HAZARD, _p("minutes", "integer", "Cada cuántos minutos", "Every how many minutes", 10,
                   minimum=1, maximum=1440)), hazards.expose, "gm"),
    ("irradiate", "Radiación", "Radiation", "gm", ("COR-HAZ-019",),
     (*_HAZARD, _p("strength", "choice", "Intensidad", "Strength", "light",
                   choices=("light", "strong", "extreme")),
      _p("resist", "integer", "Dificultad de resistir", "Difficulty to resist", 0, maximum=200)),
     hazards.irradiate, "gm"),
    ("no_air", "Sin aire", "No air", "gm", ("COR-HAZ-026",),
     (TARGET, ENDS, _p("forewarned", "boolean", "Prevenido", "Forewarned", False)),
     hazards.no_air, "gm"),
    ("pass_time", "Dejar pasar el tiempo", "Let time pass", "gm", ("COR-TURN-001",),
     (_p("seconds", "integer", "Segundos", "Seconds", 0, maximum=100000),
      _p("minutes", "integer", "Minutos", "Minutes", 0, maximum=10000),
      _p("hours", "integer", "Horas", "Hours", 0, maximum=1000),
      _p("days", "integer", "Días", "Days", 0, maximum=60)), hazards.pass_time, "gm"),
    ("answer_prompt", "Responder a una pregunta", "Answer a prompt", "gm", ("COR-DMG-019",),
     (_p("number", "text", "Número", "Number", required=True),
      _p("answer", "text", "Respuesta", "Answer", required=True)), gm.answer_prompt, "gm"),
    ("rule", "Decidir", "Rule", "gm", ("COR-SKR-002",),
     (_p("prompt", "text", "Pregunta", "Question", required=True),
      _p("answer", "text", "Respuesta", "Answer", required=True),
      _p("target", "actor", "Sobre quién", "About whom", "")), gm.rule, "gm", True),
    ("inflict", "Poner un estado", "Put in a condition", "gm", ("COR-COND-012",),
     (TARGET, _p("condition", "text", "Estado", "Condition", required=True)), gm.inflict, "gm"),
    ("relieve", "Quitar un estado", "Take out of a condition", "gm", ("COR-COND-003",),
     (TARGET, _p("condition", "text", "Estado", "Condition", required=True)), gm.relieve, "gm"),
    ("orders", "Orden permanente", "Standing order", "table", ("COR-DEF-002",),
     (_p("decision", "text", "Decisión", "Decision", required=True),
      _p("option", "text", "Respuesta", "Answer", "")), gm.orders),
)  # fmt: skip


def _kind(row: tuple[Any, ...]) -> IntentKind:
    id_, es, en, group, rules, parameters, _handler, *rest = row
    who = str(rest[0]) if rest else "actor"
    is_side = len(rest) > 1 and bool(rest[1])
    return IntentKind(id_, Text(es=es, en=en), group, rules, parameters, who, is_side)


KINDS: Mapping[str, IntentKind] = {row[0]: _kind(row) for row in _ROWS}
HANDLERS: Mapping[str, Handler] = {row[0]: row[6] for row in _ROWS}
