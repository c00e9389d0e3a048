"""
What Adventure and Deluxe answer differently, asked of the same core (SWADE-DIFF).

The Deluxe answers here are those of the checklist's table, put into a copy of the edition: the
core must then do what that column says with the same dice.
"""

import copy
import re
from dataclasses import replace
from pathlib import Path

import pytest

from rules.engine.dice import ScriptedDice
from rules.engine.intents import Intent
from rules.engine.refusals import Refusal
from rules.systems.savage import conditions
from rules.systems.savage.edition import QUESTIONS, SWITCHES, with_settings
from rules.systems.savage_adventure import SYSTEM


def play(case, *steps, **answers):
    """Play steps (intent, actor, parameters, faces) with some of the edition's answers changed."""
    system = copy.copy(SYSTEM)
    system.edition = replace(SYSTEM.edition, **answers)
    state, events = system.stage(case), []
    for kind, actor, parameters, faces in steps:
        dice = ScriptedDice(faces)
        resolution = system.resolve(state, Intent(kind, actor, parameters), dice)
        assert not dice.unused
        state = resolution.state
        events += resolution.events
    return state, events


def data(events, kind):
    return [event.data for event in events if event.kind == kind][-1]


def roll(events):
    return [event.roll for event in events if event.kind == "roll"][-1]


HERO = {"wild_card": True, "skills": {"stealth": "d8", "shooting": "d8", "persuasion": "d8"}}
GUN = {"gun": {"kind": "ranged", "damage": "1d4", "range": "12/24/48", "rof": 2}}
ONE = {"actors": {"ana": HERO, "guard": {"skills": {"notice": "d6"}}}}
CONTEST = {"target": "guard", "trait": "skill.stealth", "against": "skill.notice"}


def test_the_adventure_edition_answers_every_question_as_the_table_says():
    """SWADE-DIFF-005, SWADE-DIFF-006, SWADE-DIFF-013, SWADE-DIFF-037, SWADE-DIFF-071."""
    edition = SYSTEM.edition

    assert edition.hindrance_points == 4
    assert edition.has_charisma is False
    assert "charisma" not in {derived.id for derived in SYSTEM.derive(*_nobody())}
    assert edition.skill_die_one_triggers is False
    assert edition.rapid_attack is False
    assert "rapid_attack" not in {kind.id for kind in SYSTEM.intents()}
    assert edition.modules == {
        "evasion",
        "fatigue",
        "natural_weapons",
        "healing",
        "distracted_vulnerable",
    }
    assert set(QUESTIONS) >= set(SWITCHES)


def _nobody():
    sheet = SYSTEM.empty_sheet()
    return sheet, SYSTEM.empty_state(sheet)


def test_a_one_on_the_trait_die_alone_does_nothing_to_a_wild_card():
    """SWADE-DIFF-013."""
    step = ("roll", "ana", {"trait": "skill.stealth"}, [1, 5])

    _state, events = play(ONE, step)

    assert roll(events).outcome == "success"
    assert not [event for event in events if event.kind == "prompt"]


def test_common_knowledge_is_a_skill_like_any_other():
    """SWADE-DIFF-007."""
    case = {"actors": {"ana": {"skills": {"common_knowledge": "d10"}}}}

    _state, events = play(case, ("roll", "ana", {"trait": "skill.common_knowledge"}, [9]))

    assert SYSTEM.edition.common_knowledge == "skill"
    assert [die.sides for die in roll(events).dice] == [10]


def test_words_that_mean_something_else_in_the_other_edition_are_labels_and_ids_are_not():
    """
    SWADE-DIFF-009, SWADE-DIFF-024, SWADE-DIFF-068, SWADE-DIFF-069, SWADE-DIFF-070, SWADE-GAP-044.
    """
    labels = SYSTEM.edition.labels

    assert labels["critical_failure"]["es"] == "Pifia"
    assert labels["joker"]["es"] == "Joker"
    assert labels["test"]["es"] == "Truco"
    assert labels["stunned"]["es"] == "Conmocionado"
    # Three things that one Spanish word names have three ids, and different words here.
    ours = [labels[key]["es"] for key in ("wild_card", "jokers_wild", "joker")]
    assert len(set(ours)) == 3
    assert SYSTEM.skills["healing"].name.es == "Medicina"
    assert SYSTEM.skills["athletics"].name.es == "Atletismo"
    assert SYSTEM.skills["science"].name.es == "Ciencias"
    assert SYSTEM.skills["common_knowledge"].name.es == "Conocimientos Generales"


def test_each_item_of_the_documents_list_is_one_rule_however_it_is_spelt():
    """SWADE-GAP-034: what the list names twice or misspells is offered once."""
    kinds = [kind.id for kind in SYSTEM.intents()]

    assert len(kinds) == len(set(kinds))
    assert kinds.count("defend") == 1
    for name in ("stunned", "distracted", "vulnerable"):
        assert list(conditions.NAMES).count(name) == 1
    assert "drop" in {parameter.id for kind in SYSTEM.intents() for parameter in kind.parameters}


def test_the_states_of_the_edition():
    """SWADE-DIFF-034: shaken, distracted, vulnerable, stunned, entangled, bound, the drop."""
    states = {"shaken", "distracted", "vulnerable", "stunned", "entangled", "bound", "drop"}

    assert SYSTEM.edition.states == states
    assert states - {"drop"} <= set(conditions.NAMES)


def test_an_extras_single_one_is_confirmed_by_a_d6_or_not():
    """SWADE-DIFF-010."""
    step = {"trait": "skill.notice", "confirm": True}

    _state, ours = play(ONE, ("roll", "guard", step, [1, 1]))
    _state, theirs = play(ONE, ("roll", "guard", step, [1]), extra_crit_confirm=False)

    assert roll(ours).outcome == "critical_failure"
    assert roll(theirs).outcome == "failure"


def test_a_burst_with_two_ones_of_three_dice():
    """SWADE-DIFF-011, SWADE-DIFF-104: a critical failure here, one hit there."""
    case = {"actors": {"ana": {**HERO, "weapons": GUN}, "guard": {"attributes": {"vigor": "d12"}}}}
    shot = {"target": "guard", "weapon": "gun", "shots": 2, "modifier": 2}

    _state, ours = play(case, ("attack", "ana", shot, [1, 5, 1]))
    rule = {"crit_multi_rule": "wild_and_majority_of_traits"}
    _state, theirs = play(case, ("attack", "ana", shot, [1, 5, 1, 2]), **rule)

    assert data(ours, "attack")["hits"] == 0
    assert roll(ours).critical_failure
    assert data(theirs, "attack")["hits"] == 1


def test_a_critical_failure_on_a_re_roll():
    """SWADE-DIFF-012, SWADE-DIFF-105: final here, the better roll counts there."""
    case = {"actors": {"ana": {**HERO, "player_character": True, "state": {"bennies": 1}}}}
    steps = (
        ("roll", "ana", {"trait": "skill.stealth"}, [5, 2]),
        ("answer", "ana", {"option": "benny"}, [1, 1]),
    )

    ours, events = play(case, *steps)
    assert [e.data["prompt"] for e in events if e.kind == "prompt"] == ["critical_failure"]
    _theirs, events = play(case, *steps, crit_blocks_reroll=False)
    assert not [event for event in events if event.kind == "prompt"]
    assert ours["actors"]["ana"]["state"]["bennies"] == 0


def test_whether_the_active_side_needs_a_success():
    """SWADE-DIFF-014: 3 against 2 fails here and wins there."""
    _state, ours = play(ONE, ("contest", "ana", CONTEST, [3, 2]))
    _state, theirs = play(ONE, ("contest", "ana", CONTEST, [3, 2, 2]), opposed_needs_tn=False)

    assert data(ours, "opposed")["winner"] == "nobody"
    assert data(theirs, "opposed")["winner"] == "active"


def test_who_wins_a_tie():
    """SWADE-DIFF-015."""
    _state, ours = play(ONE, ("contest", "ana", CONTEST, [5, 3, 5]))
    _state, theirs = play(ONE, ("contest", "ana", CONTEST, [5, 3, 5]), opposed_tie="stalemate")

    assert data(ours, "opposed")["winner"] == "resister"
    assert data(theirs, "opposed")["winner"] == "nobody"


def test_help_with_two_raises():
    """SWADE-DIFF-016, SWADE-DIFF-103: +2 here, +3 there."""
    case = {"actors": {"ana": HERO, "bea": {"side": "heroes"}}}
    help_ = {"target": "bea", "trait": "skill.notice", "skill": "skill.persuasion"}

    _state, ours = play(case, ("support", "ana", help_, [[8][0], 4, 3]))
    _state, theirs = play(case, ("support", "ana", help_, [8, 4, 3]), help_model="cooperative")

    assert data(ours, "supported")["bonus"] == 2
    assert data(theirs, "supported")["bonus"] == 3


def test_a_group_of_extras_rolls_once_with_a_wild_die():
    """SWADE-DIFF-018."""
    _state, events = play(ONE, ("roll", "guard", {"trait": "skill.notice", "group": True}, [2, 5]))

    assert [(die.role, die.sides) for die in roll(events).dice] == [("trait", 6), ("wild", 6)]
    assert roll(events).total == 5


def test_what_a_benny_buys():
    """SWADE-DIFF-021: here also cards, power points, damage; there a card is refused."""
    case = {
        "phase": "setup",
        "actors": {"ana": {**HERO, "player_character": True, "state": {"bennies": 1}}},
    }
    steps = (("begin_round", "gm", {}, []), ("buy_card", "ana", {}, []))

    state, _events = play(case, *steps)
    assert state["actors"]["ana"]["state"]["bennies"] == 0
    assert SYSTEM.edition.benny_uses == {
        "reroll",
        "damage",
        "card",
        "power",
        "story",
        "shaken",
        "soak",
    }
    with pytest.raises(Refusal) as refusal:
        play(case, *steps, benny_uses=frozenset({"reroll", "shaken", "soak"}))
    assert refusal.value.rule == "SWADE-DIFF-021"


def test_readying_two_items_is_free_or_an_action():
    """SWADE-DIFF-031."""
    step = ("ready", "ana", {"items": 1}, [])

    ours, _events = play(ONE, step)
    theirs, _events = play(ONE, step, ready_free_items=0)

    assert ours["turn"]["used"] == 0
    assert theirs["turn"]["used"] == 1


def test_constants_that_both_editions_share():
    """SWADE-DIFF-053: touch +2, unarmed defender +2, edged nonlethal -1."""
    case = {
        "actors": {
            "ana": {"skills": {"fighting": "d8"}, "weapons": ["sword"]},
            "guard": {"skills": {"fighting": "d8"}},
        }
    }
    blow = {"target": "guard", "weapon": "sword", "touch": True, "nonlethal": True}

    _state, events = play(case, ("attack", "ana", blow, [2]))

    modifiers = {modifier.rule: modifier.value for modifier in roll(events).modifiers}
    assert modifiers == {
        "SWADE-INDEX-321": 2,
        "SWADE-INDEX-421": 2,
        "SWADE-INDEX-381": -1,
    }


def test_catalogues_are_data_of_the_edition():
    """SWADE-DIFF-072: a sheet that names an edge or hindrance outside them is told so."""
    sheet = {**SYSTEM.empty_sheet(), "edges": ["sin_piedad"], "hindrances": ["anemic_maybe"]}

    assert {problem.rule for problem in SYSTEM.validate(sheet)} == {"SWADE-DIFF-072"}
    assert {"quick", "level_headed", "ambidextrous"} <= set(SYSTEM.catalogue.edges)
    assert "hesitant" in SYSTEM.catalogue.hindrances


def test_numbers_live_in_data_alone():
    """SWADE-GAP-048: an improvised weapon at -1 instead of -2 touches no code."""
    case = {
        "actors": {
            "ana": {"skills": {"fighting": "d8"}, "weapons": ["improvised_medium"]},
            "guard": {"skills": {"fighting": "d8"}, "weapons": ["club"]},
        }
    }
    blow = ("attack", "ana", {"target": "guard", "weapon": "improvised_medium"}, [5])

    _state, ours = play(case, blow)
    _state, theirs = play(case, blow, improvised=-1)

    assert roll(ours).total == 3
    assert roll(theirs).total == 4


def test_only_rulings_can_be_set_by_a_table():
    with pytest.raises(Refusal):
        with_settings(SYSTEM.edition, {"target": 3})
    with pytest.raises(Refusal):
        with_settings(SYSTEM.edition, {"joker_scope": "week"})
    assert with_settings(SYSTEM.edition, {"joker_scope": "round"}).joker_scope == "round"


def test_nothing_in_the_core_asks_which_edition_is_played():
    core = Path("rules/systems/savage")
    found = [
        path
        for path in core.rglob("*.py")
        if re.search(r"savage_(adventure|deluxe)|\.id ==|system ==", path.read_text("utf-8"))
    ]
    assert found == []


def test_an_edition_names_rules_by_its_own_checklist():
    """Events, modifiers, refusals and decisions say the edition's ids; what happens is the same."""
    system = copy.copy(SYSTEM)
    system.rule_ids = {"SWADE-INDEX-104": "SWD-WOUND-001", "SWADE-TIME-004": "SWD-TIME-001"}
    hero = {"player_character": True, "state": {"wounds": 1, "bennies": 1}}
    state = system.stage({"actors": {"ana": hero, "bea": {}}})
    intent = Intent("roll", "ana", {"trait": "skill.notice"})

    resolution = system.resolve(state, intent, ScriptedDice([3, 2]))

    assert [m.rule for m in roll(resolution.events).modifiers] == ["SWD-WOUND-001"]
    with pytest.raises(Refusal) as refusal:
        system.resolve(state, Intent("end_turn", "bea"), ScriptedDice([]))
    assert refusal.value.rule == "SWD-TIME-001"
    answer = Intent("answer", "ana", {"option": "benny"})
    again = system.resolve(resolution.state, answer, ScriptedDice([3, 5]))
    assert roll(again.events).total == 4
