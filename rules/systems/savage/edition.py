"""
The questions on which editions of Savage Worlds differ, and where their answers are read from.

Every number and switch stands in an edition's `data/edition.toml`; the core asks here, and nothing
in it asks which edition is played. A campaign may change the switches that are matters of ruling.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from importlib.resources import files
from typing import Any

from rules.engine.refusals import Refusal
from rules.engine.text import Text


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition's answers. The names are those of SWADE-DIFF's parameter column."""

    # sheet
    attribute_points: int
    skill_points: int
    skill_step_cost: tuple[int, int]  # below the linked attribute, from it upward
    hindrance_points: int
    has_charisma: bool
    common_knowledge: str  # "skill" or an attribute's trait id
    advance_model: str  # "milestone" or "xp5"
    pace: int
    running_die: int
    wild_die: int
    most_wounds: int
    most_fatigue: int
    # trait rolls
    target: int
    raise_step: int
    unskilled_die: int
    unskilled: int
    extra_crit_confirm: bool
    crit_multi_rule: str  # "majority_with_wild" or "wild_and_majority_of_traits"
    crit_blocks_reroll: bool
    skill_die_one_triggers: bool
    opposed_needs_tn: bool
    opposed_tie: str  # "resister" or "stalemate"
    opposed_floor: int | None  # lowest total that counts as a target for raises
    help_model: str  # "support" or "cooperative"
    help_cap: int
    group_roll_wild_die: bool
    # bennies
    bennies_per_session: int
    gm_bennies: tuple[int, int]  # per player character, per NPC wild card
    joker_bennies: bool
    benny_uses: frozenset[str]
    power_points_per_benny: int
    # cards and time
    reshuffle: str  # "end_of_round" or "on_deal"
    joker_bonus: int
    joker_scope: str  # "turn" or "round"
    incap_gets_card: bool
    interrupt_trait: str
    hold_shaken: str  # "lose_turn" or "act_after"
    seconds_per_round: int
    # actions
    max_actions: int | None
    same_action_twice: bool
    multi_action: int
    run_is_action: bool
    running: int
    ready_free_items: int
    unshake_needs_raise: bool
    tests_model: str  # "unified" or "tricks+tests_of_will"
    test_repetition: int
    states: frozenset[str]
    wild_attack: int
    wild_attack_cost: str  # "vulnerable" or "parry"
    defend_bonus: int
    full_defense: bool
    rapid_attack: bool
    grapple_model: str  # "entangle" or "grab"
    break_opposed: bool
    crush_opposed: bool
    disarm_model: str  # "ae" or "dx"
    aim_bonus: int
    aim_ignore: int
    cover: Mapping[str, int]
    illumination: Mapping[str, int]
    dark_sight: int  # inches past which nothing is seen in the dark
    range_penalties: tuple[int, int, int]
    extreme_range: bool
    extreme_penalty: int
    prone_ranged: tuple[int, int]  # penalty, from how many inches on
    prone_melee: int
    called_shots: Mapping[str, int]
    vital_damage: int
    scale_mods: bool
    recoil: int
    ammo_model: str  # "table" or "rof_squared"
    bullets: tuple[int, ...]
    gang_up_cap: int
    gangup_cancel: bool
    push_model: str  # "ae" or "dx"
    push_run_up: tuple[int, int]  # inches, bonus
    two_weapon_bonus: int
    off_hand: int
    improvised: int
    touch: int
    unarmed_defender: int
    edged_nonlethal: int
    drop: int
    drop_knockout: bool
    vulnerable: int
    distracted: int
    stunned_variant: str  # "written" or "revised"
    stunned_distracted_on_vigor: bool
    entangled_state: str  # "vulnerable" or "distracted"
    withdraw_exempt: frozenset[str]
    shoot_out_of_melee: str  # "vulnerable" or "none"
    evade_scope: str  # "tagged" or "thrown+artillery"
    evade: int
    bystander_face: tuple[int, int]  # highest face that hits one: single shot, RoF 2+ or shotgun
    # damage and its consequences
    raise_damage_die: int
    wound_step: int
    incap_death: str  # "crit" or "total_1"
    bleed_when: str  # "own_turn" or "round_start"
    injury_table: tuple[tuple[int, str], ...]
    heal_model: str  # "ae" or "dx"
    heal_minutes: int
    heal_within: int
    heal_without_kit: int
    natural_days: int
    fatigue_recovery_minutes: int
    climb_swim: str  # "pace" or "skill"
    slow_ground: int
    stand_cost: int
    jump: Mapping[str, int]
    reaction_track: bool
    modules: frozenset[str]
    labels: Mapping[str, Mapping[str, str]]
    # questions with a default: what an edition does not say, it does not have
    without: frozenset[str] = frozenset()  # intents of the core that it does not offer
    players_are_wild: bool = False
    throwing_trait: str = "skill.athletics"
    thrown_needs_strength: bool = False
    until_next_turn: tuple[str, ...] = ("defending",)  # what ends when one's next turn begins
    parry_conditions: Mapping[str, int] = field(default_factory=dict)
    grappled: int = 0  # what else than struggling costs somebody who is grabbed
    prone_is_cover: bool = False  # the worse of cover and lying down counts
    surprise_by_group: bool = False
    joker_contest: bool = False  # joker against joker: the interrupting roll
    group_outside_combat: bool = False
    aim_lost_when_shaken: bool = False
    rapid_attack_penalty: int = 0
    rapid_dice: tuple[int, int] = (0, 0)  # in melee, from afar
    unstable: int = 0
    obstacle_minimum: int = 0  # least dice of a push into an obstacle
    damage_first: bool = False  # suppressive fire: the bullet before the fright
    injury_by_location: bool = True
    injury_head: tuple[tuple[int, str], ...] = ((3, "ugly"), (5, "eye"), (6, "smarts"))
    has_main_hand: bool = False  # a sheet says whether somebody is left-handed
    injury_arm: str = ""  # the hindrance of a lost arm
    crawl: int = 0  # most paces that one crawls in a turn; 0 is as slow ground
    crouching: int = 0  # to shots at somebody who goes crouched
    injury_leg: tuple[str, str] = ("slow", "slow_major")
    patient_penalty: bool = False
    objects: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    obstacles: Mapping[str, int] = field(default_factory=dict)
    templates: Mapping[str, int] = field(default_factory=dict)  # radius
    cone: Mapping[str, int] = field(default_factory=dict)  # length, width at the far end; paces


def read_edition(package: str) -> Edition:
    """Return the answers in a package's `data/edition.toml`; every question needs one."""
    text = files(package).joinpath("data/edition.toml").read_text(encoding="utf-8")
    values: dict[str, Any] = {}
    for key, value in tomllib.loads(text).items():
        values[key] = None if value == "none" and key in _MAY_BE_NONE else _frozen(key, value)
    return Edition(**values)


_MAY_BE_NONE = {"max_actions", "opposed_floor"}
_SETS = {"benny_uses", "states", "withdraw_exempt", "modules", "without"}
# What a table may decide for itself: rulings and variants that the checklist names.
SWITCHES: Mapping[str, tuple[Any, ...]] = {
    "opposed_floor": (None, 4),
    "reshuffle": ("end_of_round", "on_deal"),
    "joker_scope": ("turn", "round"),
    "stunned_variant": ("written", "revised"),
    "stunned_distracted_on_vigor": (True, False),
    "entangled_state": ("vulnerable", "distracted"),
    "break_opposed": (False, True),
    "hold_shaken": ("lose_turn", "act_after"),
    "obstacle_minimum": (0, 1),
    "damage_first": (False, True),
}
# Rulings that are tables: a campaign may put rows of its own over those of the edition.
TABLES = ("objects", "obstacles", "templates", "cone")


def _frozen(key: str, value: Any) -> Any:
    if key in _SETS:
        return frozenset(value)
    if isinstance(value, list):
        return tuple(_frozen("", item) for item in value)
    return value


def with_settings(edition: Edition, settings: Mapping[str, Any]) -> Edition:
    """
    Return the edition as a table plays it.

    :raises Refusal: for a switch that is none, or a value that it does not have.
    """
    if not settings:
        return edition
    settings = dict(settings)
    for key, value in settings.items():
        if key in TABLES and isinstance(value, Mapping):
            settings[key] = {**getattr(edition, key), **value}
        elif key == "injury_table" and _is_injury_table(value, edition):
            settings[key] = tuple((int(row[0]), str(row[1])) for row in value)
        elif key in TABLES or value not in SWITCHES.get(key, ()):
            raise Refusal(
                "precondition.setting",
                Text(es=f"«{key}» no se puede ajustar así.", en=f"“{key}” cannot be set so."),
            )
    return replace(edition, **settings)


def _is_injury_table(value: Any, edition: Edition) -> bool:
    """Tell whether a table of a campaign covers 2 to 12 with rows that the edition knows."""
    if not isinstance(value, list | tuple) or not value:
        return False
    known = {name for _most, name in edition.injury_table}
    rows = [tuple(row) for row in value]
    mosts = [row[0] for row in rows]
    return mosts == sorted(mosts) and mosts[-1] >= 12 and all(row[1] in known for row in rows)


QUESTIONS = tuple(field.name for field in fields(Edition))
