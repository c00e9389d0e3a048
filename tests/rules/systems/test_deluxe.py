"""Deluxe: its sheet surface for scenes, its data and rulings, what stays apart from Adventure."""

import pytest

from rules.engine import system as systems
from rules.engine.dice import ScriptedDice
from rules.engine.intents import Intent
from rules.engine.modifiers import Modifier
from rules.engine.refusals import Refusal
from rules.engine.text import Text
from rules.systems.savage_adventure import SYSTEM as ADVENTURE
from rules.systems.savage_deluxe import SYSTEM


def sheet(**more):
    return {**SYSTEM.empty_sheet(), **more}


def play(case, *steps):
    state, events = SYSTEM.stage(case), []
    for kind, actor, parameters, faces in steps:
        dice = ScriptedDice(faces)
        resolution = SYSTEM.resolve(state, Intent(kind, actor, parameters), dice)
        assert not dice.unused
        state = resolution.state
        events += resolution.events
    return state, events


def test_people_are_offered_the_edition():
    assert SYSTEM in systems.installed()
    assert systems.get("savage_deluxe").name.es == "Savage Worlds, edición Deluxe"


def test_a_new_sheet_is_a_wild_card_without_skills_and_without_problems():
    """SWD-WILD-001, SWD-ROLL-016."""
    new = SYSTEM.empty_sheet()

    assert new["wild_card"] is True
    assert new["skills"] == {}
    assert SYSTEM.validate(new) == []
    numbers = {derived.id: derived.value for derived in SYSTEM.derive(new, SYSTEM.empty_state(new))}
    assert numbers == {"pace": 6, "parry": 2, "toughness": 4, "charisma": 0}


def test_what_is_wrong_with_a_sheet_is_said_with_this_editions_rules():
    wrong = sheet(
        attributes={**SYSTEM.empty_sheet()["attributes"], "vigor": "d5"},
        skills={"athletics": "d6", "fighting": "d20"},
        edges=["wings"],
    )

    problems = {(problem.field, problem.rule) for problem in SYSTEM.validate(wrong)}

    assert problems == {
        ("attributes.vigor", "SWD-ROLL-001"),
        ("skills.athletics", "SWD-ROLL-016"),
        ("skills.fighting", "SWD-ROLL-001"),
        ("edges", "SWD-GAP-011"),
    }


def test_the_form_has_the_23_skills_of_the_document_each_of_which_may_be_left_out():
    skills = [field for field in SYSTEM.sheet_fields() if field.id.startswith("skills.")]

    assert len(skills) == 23
    assert all("" in field.choices for field in skills)


def test_a_scene_roll_has_the_wild_die_the_wounds_and_this_editions_rule_ids():
    """SWD-WILD-005, SWD-STATE-015, SWD-GAP-007."""
    hero = sheet(skills={"shooting": "d8"})
    state = {**SYSTEM.empty_state(hero), "wounds": 2}
    hurry = Modifier("SWD-ROLL-009", Text(es="Prisa", en="Haste"), -1)

    roll = SYSTEM.trait_roll(
        hero, state, trait="skill.shooting", modifiers=[hurry], target=None,
        dice=ScriptedDice([8, 3, 2]),
    )  # fmt: skip

    assert [die.faces for die in roll.dice] == [(8, 3), (2,)]
    assert roll.total == 8
    assert roll.raises == 1
    assert {m.rule: m.value for m in roll.modifiers} == {"SWD-STATE-015": -2, "SWD-ROLL-009": -1}
    assert roll.rules == ("SWD-ROLL-001",)


def test_an_unknown_skill_is_rolled_with_a_d4_at_minus_two():
    hero = sheet()
    state = SYSTEM.empty_state(hero)
    known = {item.id: item.dice for item in SYSTEM.rollable(hero, state)}

    roll = SYSTEM.trait_roll(
        hero, state, trait="skill.boating", modifiers=[], target=None, dice=ScriptedDice([3, 5])
    )

    assert known["skill.boating"] == "d4"
    assert roll.total == 3


def test_a_session_starts_with_three_bennies_more_or_less_and_a_pool():
    """SWD-BENNY-001, SWD-BENNY-002, SWD-BENNY-012."""
    lucky = sheet(edges=["luck", "great_luck"], hindrances=["young"])
    unlucky = sheet(hindrances=["bad_luck"])

    assert SYSTEM.session_start(sheet(), {"bennies": 5})["bennies"] == 3
    assert SYSTEM.session_start(lucky, {"bennies": 0})["bennies"] == 6
    assert SYSTEM.session_start(unlucky, {"bennies": 0})["bennies"] == 2
    assert SYSTEM.empty_state(unlucky)["bennies"] == 2
    assert SYSTEM.gm_pool(4) == 4


def test_every_rule_that_an_event_or_intent_cites_is_of_this_edition():
    case = {
        "actors": {
            "a": {"wild_card": True, "skills": {"fighting": "d8"}, "state": {"wounds": 1}},
            "b": {"wild_card": True, "attributes": {"vigor": "d4"}, "state": {"wounds": 3}},
        }
    }

    _state, events = play(
        case, ("attack", "a", {"target": "b", "wild": True}, [7, 2, 3, 4, 4, 3, 2, 1, 1])
    )

    cited = {rule for event in events for rule in event.rules}
    cited |= {m.rule for event in events if event.roll for m in event.roll.modifiers}
    cited |= {rule for kind in SYSTEM.intents() for rule in kind.rules}
    assert cited
    assert [rule for rule in cited if rule.startswith("SWADE-")] == []


def test_the_adventure_edition_offers_none_of_deluxes_manoeuvres():
    ours = {kind.id for kind in SYSTEM.intents()}
    theirs = {kind.id for kind in ADVENTURE.intents()}

    assert {"will", "trick", "suppress", "struggle", "full_defense", "finish"} <= ours - theirs
    assert {"test", "crush", "buy_card"} <= theirs - ours


def test_one_spanish_word_for_two_things_has_two_terms():
    """SWD-GAP-017, SWD-GAP-018: a character and a card, an edge and a situation."""
    labels = SYSTEM.edition.labels

    assert labels["wild_card"]["es"] != labels["joker"]["es"]
    assert labels["edge"]["es"] != labels["drop"]["es"]
    assert labels["critical_failure"]["es"] == "Fallo crítico"


def test_pages_of_the_printed_book_and_damaged_lines_are_rules_of_the_checklist():
    """SWD-GAP-015, SWD-GAP-022: what the document points to is something that can be done."""
    offered = {kind.id for kind in SYSTEM.intents()}

    assert {"free", "declare"} <= offered  # page 88
    assert "will" in offered  # page 104
    assert "heal" in offered  # page 106
    assert "suppress" in offered  # Virginia rolls, not her gun


def test_a_pace_is_two_metres_and_half_of_fifteen_is_seven():
    """SWD-GAP-020, SWD-GAP-021: a fall of six metres is three paces, two dice."""
    case = {"actors": {"a": {"attributes": {"vigor": "d12+40"}}}}

    _state, events = play(case, ("fall", "gm", {"target": "a", "metres": 6}, [4, 2]))

    assert [event.roll.total for event in events if event.roll] == [8]


def test_only_unique_allies_are_wild_cards():
    """SWD-GAP-122, SWD-INIT-003: a follower on a hero's card is an extra: one wound and out."""
    case = {"actors": {"ana": {"player_character": True}, "dog": {"controller": "ana"}}}

    state, _events = play(case, ("wounds", "gm", {"target": "dog", "wounds": 1}, []))

    assert "incapacitated" in SYSTEM.conditions_of(state, "dog")


OBJECTS = {
    "light_door": (8, {"blunt", "cutting"}),  # SWD-GAP-160
    "heavy_door": (10, {"blunt", "cutting"}),  # SWD-GAP-161
    "lock": (8, {"blunt", "piercing"}),  # SWD-GAP-162
    "handcuffs": (12, {"blunt", "piercing", "cutting"}),  # SWD-GAP-163
    "blade": (10, {"blunt", "cutting"}),  # SWD-GAP-164
    "rope": (4, {"cutting", "piercing"}),  # SWD-GAP-165
    "small_shield": (8, {"blunt", "cutting"}),  # SWD-GAP-166
    "medium_shield": (10, {"blunt", "cutting"}),  # SWD-GAP-167
    "large_shield": (12, {"blunt", "cutting"}),  # SWD-GAP-168
}
ARMS = {
    "blunt": {"kind": "melee", "damage": "40", "kinds": ["blunt"]},
    "cutting": {"kind": "melee", "damage": "40", "kinds": ["cutting"]},
    "piercing": {"kind": "melee", "damage": "40", "kinds": ["piercing"]},
}


@pytest.mark.parametrize("thing", OBJECTS)
@pytest.mark.parametrize("kind", ARMS)
def test_objects_break_at_their_toughness_by_the_kinds_of_damage_that_work(thing, kind):
    toughness, works = OBJECTS[thing]
    for damage, breaks in ((toughness - 1, False), (toughness, True)):
        weapon = {**ARMS[kind], "damage": str(damage)}
        case = {"actors": {"a": {"skills": {"fighting": "d6"}, "weapons": {"arm": weapon}}}}
        step = ("break", "a", {"object": thing, "weapon": "arm"}, [4])
        if kind not in works and not thing.endswith("_door"):
            with pytest.raises(Refusal) as refusal:
                play(case, step)
            assert refusal.value.rule == "SWD-BREAK-009"
            continue
        _state, events = play(case, step)
        hit = next(event.data for event in events if event.kind == "object_hit")
        assert hit["broken"] is (breaks and kind in works)


@pytest.mark.parametrize(
    ("obstacle", "armor"),
    [
        ("glass", 1),  # SWD-GAP-170
        ("leather", 1),
        ("plate_glass", 2),  # SWD-GAP-171
        ("shield", 2),
        ("inner_wall", 4),  # SWD-GAP-172
        ("sheet_metal", 4),
        ("car_door", 4),
        ("oak_door", 6),  # SWD-GAP-173
        ("thick_metal", 6),
        ("cinder_block", 8),  # SWD-GAP-174
        ("brick", 10),  # SWD-GAP-175
    ],
)
def test_what_is_in_the_way_counts_as_so_much_armor(obstacle, armor):
    shooter = {"skills": {"shooting": "d8"}, "weapons": ["pistol"]}
    case = {"actors": {"a": shooter, "b": {}}}
    shot = {"target": "b", "weapon": "pistol", "distance": 5, "cover": "heavy"}

    _state, events = play(case, ("attack", "a", {**shot, "obstacle": obstacle}, [5, 1, 1]))

    hit = next(event.data for event in events if event.kind == "damage")
    assert hit["toughness"] == 5 + armor


@pytest.mark.parametrize(
    ("weapon", "facts"),
    [
        # SWD-GAP-180 to SWD-GAP-187, SWD-GEAR-008
        ("knife", {"damage": "str+d4", "thrown_range": "3/6/12", "rof": 1}),  # SWD-GAP-180
        ("short_sword", {"damage": "str+d6", "kind": "melee"}),  # SWD-GAP-181
        ("long_sword", {"damage": "str+d8", "kinds": ("cutting", "piercing")}),  # SWD-GAP-182
        ("great_sword", {"damage": "str+d10", "parry": -1, "hands": 2}),  # SWD-GAP-183
        ("axe", {"damage": "str+d6"}),  # SWD-GAP-184
        (
            "spear",  # SWD-GAP-185
            {"damage": "str+d6", "thrown_range": "3/6/12", "parry": 1, "reach": 1, "hands": 2},
        ),
        ("staff", {"damage": "str+d4", "parry": 1, "reach": 1, "hands": 2}),  # SWD-GAP-186
        ("pike", {"damage": "str+d8", "reach": 2, "hands": 2}),  # SWD-GAP-187
        ("lance", {"damage": "str+d8", "reach": 2, "charge_ap": 2}),  # SWD-GAP-188
        ("bow", {"damage": "2d6", "range": "12/24/48", "min_strength": "d6"}),  # SWD-GAP-189
        ("crossbow", {"damage": "2d6", "range": "15/30/60", "ap": 2, "shots": 1}),  # SWD-GAP-190
        ("pistol_9mm", {"damage": "2d6", "ap": 1, "semi_auto": True}),  # SWD-GAP-191
        ("colt_45", {"damage": "2d6+1", "ap": 1, "shots": 7, "semi_auto": True}),  # SWD-GAP-192
        ("uzi", {"damage": "2d6", "ap": 1, "rof": 3}),  # SWD-GAP-193
        ("thompson", {"damage": "2d6+1", "ap": 1, "rof": 3}),  # SWD-GAP-194
        ("m16", {"damage": "2d8", "ap": 2, "rof": 3, "burst": True}),  # SWD-GAP-195
        ("shotgun", {"damage": "3d6/2d6/1d6", "to_hit": 2, "shotgun": True}),  # SWD-GAP-196
        ("grenade", {"damage": "3d6", "range": "5/10/20", "area": "medium"}),  # SWD-GAP-197
        # SWD-GEAR-001 to SWD-GEAR-003
        ("improvised_small", {"damage": "str+d4", "thrown_range": "3/6/12", "min_strength": "d4"}),
        ("improvised_medium", {"damage": "str+d6", "thrown_range": "2/4/8", "min_strength": "d6"}),
        ("improvised_large", {"damage": "str+d8", "thrown_range": "1/2/4", "min_strength": "d8"}),
    ],
)
def test_the_list_of_equipment_is_that_of_the_ruling(weapon, facts):
    """SWD-GAP-011: a short list, over which a sheet may put its own."""
    known = SYSTEM.catalogue.weapons[weapon]

    assert {key: getattr(known, key) for key in facts} == facts


def test_a_campaign_brings_its_own_weapon():
    """SWD-GAP-011."""
    blaster = {"kind": "ranged", "damage": "3d6", "range": "15/30/60", "ap": 4}
    case = {
        "actors": {"a": {"skills": {"shooting": "d8"}, "weapons": {"blaster": blaster}}, "b": {}}
    }

    _state, events = play(
        case,
        ("attack", "a", {"target": "b", "weapon": "blaster", "distance": 15}, [4, 1, 1, 1]),
    )

    assert [event.data["total"] for event in events if event.kind == "damage"] == [3]


def test_a_campaign_puts_its_own_rows_over_the_rulings():
    """SWD-GAP-001, SWD-GAP-002, SWD-GAP-003: tables that the document lacks may be edited."""
    case = {
        "settings": {
            "objects": {"vault": {"toughness": 20, "kinds": ["blunt"]}},
            "obstacles": {"glass": 3},
            "injury_table": [[12, "leg"]],
        },
        "actors": {
            "a": {"skills": {"fighting": "d6", "shooting": "d8"}, "weapons": ["club", "pistol"]},
            "b": {"wild_card": True, "state": {"wounds": 3}},
            "c": {},
        },
    }
    shot = {"target": "c", "weapon": "pistol", "distance": 5, "cover": "heavy", "obstacle": "glass"}

    state, events = play(
        case,
        ("wounds", "gm", {"target": "b", "wounds": 1}, [6, 1, 2, 1, 1]),
        ("declare", "a", {"count": 2}, []),
        ("break", "a", {"object": "vault", "weapon": "club", "modifier": 2}, [4, 4, 3]),
        ("attack", "a", {**shot, "modifier": 2}, [5, 1, 1]),
    )

    assert state["actors"]["b"]["state"]["injuries"][0]["kind"] == "leg"
    hit = next(event.data for event in events if event.kind == "object_hit")
    assert (hit["toughness"], hit["broken"]) == (20, False)
    assert [event.data["toughness"] for event in events if event.kind == "damage"] == [8]


@pytest.mark.parametrize(
    "settings",
    [
        {"objects": 3},
        {"injury_table": [[9, "leg"]]},
        {"injury_table": [[12, "wings"]]},
        {"skill_points": 99},
    ],
)
def test_a_table_that_is_none_is_refused_in_words(settings):
    with pytest.raises(Refusal) as refusal:
        SYSTEM.new_encounter({}, settings)

    assert refusal.value.rule == "precondition.setting"


def test_everything_that_is_left_to_the_gm_is_a_prompt_with_words_in_both_languages():
    for prompt in SYSTEM.prompts.values():
        assert prompt.rule.startswith("SWD-")
        assert prompt.name.es != prompt.name.en


def test_a_ruling_of_the_gm_is_recorded_with_its_rule():
    """SWD-ROLL-018, SWD-COOP-005."""
    case = {"actors": {"a": {}}}

    _state, events = play(
        case, ("rule", "gm", {"prompt": "untrained_chance", "answer": "no", "target": "a"}, [])
    )

    assert events[-1].rules == ("SWD-ROLL-018",)
    assert events[-1].data["answer"] == "no"
