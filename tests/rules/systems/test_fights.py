"""Decks and figures over whole fights: what people reported of other programs."""

from rules.engine import cards
from rules.engine.dice import ScriptedDice
from rules.engine.events import Event, apply_all, undo
from rules.engine.intents import Intent
from rules.systems.savage_adventure import SYSTEM


def do(state, kind, actor="gm", faces=(), **parameters):
    dice = ScriptedDice(faces)
    resolution = SYSTEM.resolve(state, Intent(kind, actor, parameters), dice)
    assert not dice.unused
    return resolution


def play_round(state):
    """Play a round in which nobody does anything; return the state and all events."""
    events = []
    for kind in ("begin_round", "start_turns"):
        resolution = do(state, kind)
        state, events = resolution.state, [*events, *resolution.events]
    for _card, actor in state["order"]:
        state = do(state, "begin_turn", actor).state
        state = do(state, "end_turn", actor).state
    resolution = do(state, "end_round")
    return resolution.state, [*events, *resolution.events]


def fighters(count):
    return {f"f{n}": {"wild_card": True} for n in range(count)}


def test_sixteen_fighters_play_three_rounds_without_a_joker_and_nothing_is_shuffled():
    state = SYSTEM.stage({"phase": "setup", "actors": fighters(16)})
    kinds = []

    for _round in range(3):
        state, events = play_round(state)
        kinds += [event.kind for event in events]

    assert "reshuffled" not in kinds
    assert state["discards"] == list(cards.DECK[:48])
    assert state["deck"] == list(cards.DECK[48:])


def test_cards_are_dealt_in_turn_order_whatever_order_they_come_in():
    deck = ["2C", "AS", "9D", "9S", "KH"]
    state = SYSTEM.stage({"phase": "setup", "deck": deck, "actors": fighters(5)})

    state = do(do(state, "begin_round").state, "start_turns").state

    assert [card for card, _actor in state["order"]] == ["AS", "KH", "9S", "9D", "2C"]


def test_a_new_fight_goes_on_with_the_deck_of_the_last_one():
    state, _events = play_round(SYSTEM.stage({"phase": "setup", "actors": fighters(4)}))

    actors = {"ana": {"name": "Ana", "side": "heroes", "sheet": SYSTEM.empty_sheet()}}
    again = SYSTEM.new_encounter(actors, before=state)
    dealt = do(again, "begin_round")

    assert "reshuffled" not in [event.kind for event in dealt.events]
    assert dealt.state["hands"]["of:ana"]["dealt"] == [cards.DECK[4]]


def test_the_first_fight_shuffles_with_draws_that_anyone_can_repeat():
    actors = {"ana": {"name": "Ana", "side": "heroes", "sheet": SYSTEM.empty_sheet()}}
    dice = ScriptedDice(range(54, 1, -1))

    dealt = SYSTEM.resolve(SYSTEM.new_encounter(actors), Intent("begin_round", "gm"), dice)

    assert [sides for sides, _face in dice.draws] == list(range(54, 1, -1))
    assert dealt.state["hands"]["of:ana"]["dealt"] == [cards.DECK[0]]


def test_one_side_may_act_in_any_order_where_nobody_of_the_other_stands_between():
    actors = {
        "ana": {"wild_card": True},
        "bea": {"wild_card": True, "side": "heroes"},
        "orc": {"wild_card": True},
        "carla": {"wild_card": True, "side": "heroes"},
    }
    state = SYSTEM.stage({"phase": "setup", "actors": actors, "blocks": True})
    state = do(do(state, "begin_round").state, "start_turns").state

    state = do(do(state, "begin_turn", "bea").state, "end_turn", "bea").state
    state = do(do(state, "begin_turn", "ana").state, "end_turn", "ana").state

    assert do(state, "begin_turn", "orc").state["turn"]["actor"] == "orc"


def test_every_spend_names_what_it_bought():
    case = {"actors": {"ana": {"player_character": True, "state": {"bennies": 2}}}}
    state = do(SYSTEM.stage(case), "wounds", target="ana", wounds=1).state

    soaked = do(state, "answer", "ana", [2, 3], option="soak")
    again = do(soaked.state, "answer", "ana", [5, 3], option="benny")

    spends = [e.data for e in (*soaked.events, *again.events) if e.kind == "benny_spent"]
    assert spends == [
        {"what": "soak", "source": "own", "roll_number": 0, "bought": 1},
        {"what": "reroll", "source": "own", "roll_number": 1, "bought": 2},
    ]


def test_who_may_begin_a_turn():
    actors = {
        "ana": {"wild_card": True},
        "bea": {"wild_card": True, "side": "heroes"},
        "w1": {"group": "wolves"},
        "w2": {"group": "wolves"},
    }
    deck = ["JOKER1", "KS", "9C"]
    state = SYSTEM.stage({"phase": "setup", "deck": deck, "actors": actors})
    assert SYSTEM.waiting(state) == ()
    state = do(do(state, "begin_round").state, "start_turns").state
    order = {"decision": "reroll", "option": "keep"}
    for who in actors:
        state = do(state, "order", who, **order).state

    assert SYSTEM.waiting(state) == ("bea", "ana")
    state = do(state, "begin_turn", "bea").state
    assert SYSTEM.waiting(state) == ("ana",)
    state = do(state, "hold", "bea").state
    assert SYSTEM.waiting(state) == ("w1", "w2", "ana", "bea")
    for who in SYSTEM.waiting(state):
        assert do(state, "begin_turn", who).state["turn"]["actor"] == who


def test_what_was_done_last_can_be_taken_back_by_a_new_event():
    case = {"actors": {"ana": {"skills": {"fighting": "d8"}}, "orc": {}}}
    before = SYSTEM.stage(case)
    done = do(before, "attack", "ana", [7, 6, 1, 1], target="orc")

    back = undo(before, done.events)

    assert apply_all(before, [*done.events, back]) == before
    assert back.kind == "undone"
    assert "attack" in back.data["events"]
    assert Event.from_json(back.to_json()) == back
