"""The action deck: 54 cards, their order, and a shuffle that anyone can repeat from its draws."""

from collections.abc import Sequence

from rules.engine.dice import Dice

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("C", "D", "H", "S")  # clubs, diamonds, hearts, spades: the last goes first
JOKERS = ("JOKER1", "JOKER2")
DECK = (*(rank + suit for suit in reversed(SUITS) for rank in reversed(RANKS)), *JOKERS)
_SORT = {
    **{
        rank + suit: 4 * place + SUITS.index(suit)
        for place, rank in enumerate(RANKS)
        for suit in SUITS
    },
    **dict.fromkeys(JOKERS, 100),
}


def is_card(card: object) -> bool:
    return isinstance(card, str) and card in _SORT


def is_joker(card: str | None) -> bool:
    return card in JOKERS


def height(card: str) -> int:
    """Return a number that is higher the sooner a card acts; a joker's is the highest."""
    return _SORT[card]


def rank(card: str) -> int:
    """Return a card's rank, 2 to 14 for the ace, 15 for a joker."""
    return 15 if card in JOKERS else _SORT[card] // 4 + 2


def shuffle(cards: Sequence[str], dice: Dice) -> list[str]:
    """Return the cards in a new order: Fisher-Yates from the end, as the ledger's page has it."""
    shuffled = list(cards)
    for i in range(len(shuffled) - 1, 0, -1):
        j = dice.draw(i + 1) - 1
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    return shuffled
