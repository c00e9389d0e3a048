"""Intents that only some editions have, by the module that an edition names (SWADE-DIFF-071)."""

from typing import Any

from rules.engine.intents import Parameter
from rules.engine.text import Text
from rules.systems.savage.resolve import area, attack, grab, measures, riding, wills


def _p(id_: str, kind: str, es: str, en: str, default: Any = None, **more: Any) -> Parameter:
    return Parameter(id_, Text(es=es, en=en), kind, default, **more)


_TARGET = _p("target", "actor", "Objetivo", "Target", required=True)
_MODIFIER = _p("modifier", "integer", "Modificador", "Modifier", 0, minimum=-20, maximum=20)
_WHAT = _p("what", "text", "Qué", "What", "")
_COVER = _p("cover", "choice", "Cobertura", "Cover", "none",
            choices=("none", "light", "medium", "heavy", "near_total"))  # fmt: skip
_LIGHT = _p("illumination", "choice", "Iluminación", "Illumination", "none",
            choices=("none", "dim", "dark", "pitch"))  # fmt: skip
_DISTANCE = _p("distance", "integer", "Distancia en pasos", "Distance in paces", 1, maximum=2000)
_WEAPON = _p("weapon", "weapon", "Arma", "Weapon", "unarmed")
_INSIDE = _p("inside", "actors", "Dentro del área", "Inside the area")
_UNSTABLE = _p("unstable", "boolean", "Plataforma inestable", "Unstable platform", False)
_DIVING = _p("diving", "actors", "Se lanzan a cubierto", "Diving for cover")
_STRENGTH_OR_AGILITY = ("strength", "agility")
_WITH = _p("with", "choice", "Con", "With", "strength", choices=_STRENGTH_OR_AGILITY)
_AGAINST = _p("against", "choice", "Contra", "Against", "strength", choices=_STRENGTH_OR_AGILITY)
_CALLED = ("none", "limb", "head", "vitals", "small", "tiny", "slit", "object")


def _flag(id_: str, es: str, en: str) -> Parameter:
    return _p(id_, "boolean", es, en, False)


_ATTACK = (
    _p("target", "actor", "Objetivo", "Target", ""),
    _WEAPON,
    _DISTANCE,
    _COVER,
    _LIGHT,
    _p("called", "choice", "Ataque apuntado", "Called shot", "none", choices=_CALLED),
    _p("limb", "choice", "Miembro", "Limb", "arm", choices=("arm", "leg")),
    _p("shots", "integer", "Dados", "Dice", 1, minimum=1, maximum=6),
    _p("targets", "actors", "Un objetivo por dado", "One target a die"),
    _flag("wild", "Ataque salvaje", "Wild attack"),
    _flag("rapid", "Ataque rápido", "Rapid attack"),
    _flag("double_tap", "Disparo doble", "Double tap"),
    _flag("burst", "Ráfaga corta", "Three-round burst"),
    _flag("frenzy", "Frenesí", "Frenzy"),
    _flag("touch", "Ataque de toque", "Touch attack"),
    _flag("nonlethal", "No letal", "Nonlethal"),
    _flag("off_hand", "Con la mano torpe", "Off hand"),
    _flag("drop", "Ventaja (situación)", "The drop"),
    _flag("blind", "A ciegas", "Blind fire"),
    _flag("charge", "Carga", "Charge"),
    _flag("disarm", "Desarmar", "Disarm"),
    _UNSTABLE,
    _p("obstacle", "text", "Obstáculo", "Obstacle", ""),
    _flag("at_shield", "Contra el escudo", "At the shielded side"),
    _flag("everyone", "Espectadores inocentes", "Innocent bystanders"),
    _p("bystanders", "actors", "Espectadores cercanos", "Bystanders near by"),
    _MODIFIER,
)

_AREA = (_WEAPON, _DISTANCE, _COVER, _LIGHT, _INSIDE, _DIVING, _UNSTABLE, _MODIFIER)
_OTHERS = _p("others", "actors", "Otros a la vez", "Others at the same time")

# id, es, en, group, rules, parameters, handler, who, is_side
ROWS: dict[str, tuple[tuple[Any, ...], ...]] = {
    "attack_options": (
        ("attack", "Atacar", "Attack", "combat", ("SWD-ATK-001",), _ATTACK, attack.attack),
    ),
    "area_attacks": (
        ("area_attack", "Ataque de área", "Area attack", "combat", ("SWD-AREA-001",), _AREA,
         area.area_attack),
        ("blast", "Estalla donde cayó", "Goes off where it landed", "gm", ("SWD-AREA-006",),
         (_TARGET, _WEAPON, _COVER, _INSIDE, _DIVING), area.blast, "gm"),
        ("throw_back", "Devolver la granada", "Throw a grenade back", "combat", ("SWD-GAP-086",),
         (_TARGET,), area.throw_back),
    ),
    "suppressive_fire": (
        ("suppress", "Fuego de supresión", "Suppressive fire", "combat", ("SWD-AUTO-010",), _AREA,
         area.suppress),
    ),
    "tests_of_will": (
        ("will", "Prueba de voluntad", "Test of will", "combat", ("SWD-WILL-001",),
         (_TARGET, _p("skill", "choice", "Con", "With", "skill.taunt",
                      choices=("skill.taunt", "skill.intimidation")),
          _flag("weapon_shown", "Amenaza con un arma", "Threatens with a weapon"), _MODIFIER),
         wills.test_of_will),
        ("trick", "Truco", "Trick", "combat", ("SWD-TRICK-004",),
         (_TARGET, _WHAT, _p("with", "choice", "Con", "With", "agility",
                             choices=("agility", "smarts")), _MODIFIER),
         wills.trick),
    ),
    "grab": (
        ("grapple", "Agarrar", "Grapple", "combat", ("SWD-GRAP-001",), (_TARGET, _MODIFIER),
         grab.grab),
        ("struggle", "Soltarse", "Struggle free", "combat", ("SWD-GRAP-004",),
         (_WITH, _AGAINST, _MODIFIER), grab.struggle),
        ("squeeze", "Dañar al aferrado", "Hurt the held one", "combat", ("SWD-GRAP-008",),
         (_TARGET, _WITH, _AGAINST, _MODIFIER), grab.squeeze),
        ("release", "Soltar", "Let go", "combat", ("SWD-GAP-072",), (_TARGET,), grab.release),
    ),
    "push_or_bash": (
        ("push", "Empujar", "Push", "combat", ("SWD-PUSH-001",),
         (_TARGET,
          _p("how", "choice", "Cómo", "How", "push", choices=("push", "bash", "knockdown")),
          _p("run_up", "integer", "Carrerilla en pasos", "Run-up in paces", 0, maximum=60),
          _p("wall_after", "integer", "Pasos hasta el obstáculo", "Paces to an obstacle",
             maximum=60), _MODIFIER), grab.push),
    ),
    "breaking_things": (
        ("break", "Romper algo", "Break something", "combat", ("SWD-BREAK-001",),
         (_p("object", "text", "Objeto", "Object", required=True), _WEAPON, _DISTANCE, _MODIFIER),
         grab.break_thing),
    ),
    "mounted_combat": (
        ("mount", "Montar", "Mount", "gm", ("SWD-MOUNT-001",),
         (_TARGET, _p("mount", "actor", "Montura", "Mount", required=True),
          _p("trained", "boolean", "Adiestrada", "Trained", True)), riding.mount, "gm"),
        ("ride", "Cabalgar", "Ride", "movement", ("SWD-MOUNT-013",),
         (_p("inches", "integer", "Pasos", "Paces", required=True, maximum=120),
          _flag("run", "Al galope", "At a run"),
          _p("straight", "boolean", "En línea recta", "In a straight line", True)), riding.ride),
        ("set_against", "Preparar el arma contra una carga", "Set a weapon against a charge",
         "turn", ("SWD-MOUNT-014",), (_WEAPON,), riding.set_against),
        ("collide", "Choque", "Collision", "gm", ("SWD-MOUNT-005",),
         (_TARGET, _p("speed", "integer", "Velocidad en pasos", "Speed in paces", required=True,
                      maximum=500), _OTHERS), measures.collide, "gm"),
    ),
    "full_defense": (
        ("full_defense", "Defensa total", "Full defense", "combat", ("SWD-DEF-003",), (),
         measures.full_defense),
    ),
    "drawing": (
        ("ready", "Preparar un arma", "Ready a weapon", "turn", ("SWD-ACT-007",),
         (_p("weapon", "text", "Arma o armas", "Weapon or weapons", ""),
          _flag("awkward", "De un sitio incómodo", "From an awkward place")), measures.ready),
        ("task", "Tarea larga", "Long task", "turn", ("SWD-ACT-004",),
         (_WHAT, _p("rounds", "integer", "Rondas (0: 1d6)", "Rounds (0: 1d6)", 0, maximum=600)),
         measures.task),
    ),
    "interruption": (
        ("interrupt", "Interrumpir", "Interrupt", "turn", ("SWD-HOLD-005",), (_OTHERS,),
         measures.interrupt),
        ("apply_edge", "Aplicar una ventaja a la carta", "Apply an edge to the card", "cards",
         ("SWD-INIT-011",), (), measures.side_edge),
    ),
    "finishing_move": (
        ("finish", "Golpe de gracia", "Finishing move", "combat", ("SWD-COUP-001",),
         (_TARGET, _WEAPON), measures.finish),
        ("grant_drop", "Dar la ventaja (situación)", "Grant the drop", "gm", ("SWD-DROP-001",),
         (_TARGET, _p("victim", "actor", "Sobre quién", "On whom", required=True),
          _p("granted", "boolean", "La tiene", "Has it", True)), measures.grant_drop, "gm"),
    ),
    "falls_and_time": (
        ("fall", "Caída", "Fall", "gm", ("SWD-GAP-009",),
         (_TARGET, _p("metres", "integer", "Metros", "Metres", required=True, maximum=10000)),
         measures.fall_damage, "gm"),
        ("end_fight", "Acabar el combate", "End the fight", "table", ("SWD-GAP-113",), (),
         measures.end_fight, "gm"),
        ("day_passes", "Pasa un día", "A day passes", "time", ("SWD-STATE-027",), (),
         measures.day_passes),
    ),
}  # fmt: skip
