"""The action deck."""

from rules.engine import cards
from rules.engine.dice import ScriptedDice


def test_the_deck_has_54_different_cards():
    assert len(set(cards.DECK)) == len(cards.DECK) == 54
    assert sum(cards.is_joker(card) for card in cards.DECK) == 2


def test_rank_goes_before_suit_and_jokers_before_everything():
    order = sorted(["2C", "9D", "JOKER1", "9S", "AC", "9H", "9C"], key=cards.height, reverse=True)

    assert order == ["JOKER1", "AC", "9S", "9H", "9D", "9C", "2C"]


def test_a_shuffle_swaps_from_the_end_as_the_ledgers_page_says():
    dice = ScriptedDice([1, 3, 2])

    # i=3: j=0 swaps 1st and 4th; i=2: j=2 stays; i=1: j=1 stays
    assert cards.shuffle(["AS", "KS", "QS", "JS"], dice) == ["JS", "KS", "QS", "AS"]
    assert dice.draws == [(4, 1), (3, 3), (2, 2)]


def test_a_shuffle_that_always_draws_the_last_card_leaves_all_as_they_are():
    assert cards.shuffle(cards.DECK, ScriptedDice(range(54, 1, -1))) == list(cards.DECK)
