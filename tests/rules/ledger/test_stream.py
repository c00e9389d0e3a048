"""From seed and request to faces: repeatable, within range, none favoured."""

import hashlib
import hmac
import itertools
import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine import notation
from rules.engine.dice import ScriptedDice
from rules.ledger.canonical import canonical
from rules.ledger.stream import MOST_DRAWS, Stream, TooManyDraws, draw_shuffle, shuffled

SEED = bytes(range(32))
PREV = "ab" * 32
SIDES = st.integers(1, 1_000_000)


def stream(number: int = 0, *, seed: bytes = SEED, prev: str = PREV) -> Stream:
    return Stream(seed=seed, prev=prev, request={"nonce": f"{number:032x}"})


def by_the_book(number: int, sides: int, count: int) -> tuple[list[int], int]:
    """Follow docs/ledger.md word by word; also return how many words were thrown away."""
    message = bytes.fromhex(PREV) + hashlib.sha256(canonical({"nonce": f"{number:032x}"})).digest()
    words = (
        int.from_bytes(block[offset : offset + 4], "big")
        for index in itertools.count()
        for block in [hmac.new(SEED, message + index.to_bytes(4, "big"), "sha256").digest()]
        for offset in range(0, 32, 4)
    )
    faces: list[int] = []
    thrown_away = 0
    while len(faces) < count:
        word = next(words)
        if word >= math.floor(2**32 / sides) * sides:
            thrown_away += 1
        else:
            faces.append(word % sides + 1)
    return faces, thrown_away


def test_the_stream_is_the_one_that_the_format_describes():
    thrown_away = 0
    for number in range(3):
        expected, more = by_the_book(number, 1_000_000, MOST_DRAWS)
        source = stream(number)

        assert [source.draw(1_000_000) for _ in range(MOST_DRAWS)] == expected
        thrown_away += more

    assert thrown_away > 0, "the case of a word that is thrown away must occur"


@given(st.lists(SIDES, max_size=40))
def test_any_faces_are_on_their_dice_and_come_again(sides):
    first, second = stream(), stream()

    faces = [first.draw(each) for each in sides]

    assert faces == [second.draw(each) for each in sides]
    assert first.draws == list(zip(sides, faces, strict=True))
    assert all(1 <= face <= each for face, each in zip(faces, sides, strict=True))


@pytest.mark.parametrize(
    "other",
    [stream(1), stream(seed=bytes(32)), stream(prev="cd" * 32)],
    ids=["nonce", "seed", "prev"],
)
def test_another_nonce_seed_or_past_gives_other_faces(other):
    source = stream()

    assert [source.draw(100) for _ in range(20)] != [other.draw(100) for _ in range(20)]


@pytest.mark.parametrize("sides", [0, -6, 1_000_001])
def test_a_die_has_between_one_and_a_million_sides(sides):
    with pytest.raises(ValueError, match="sides"):
        stream().draw(sides)


def test_an_entry_holds_ten_thousand_draws_and_no_more():
    source = stream()
    for _ in range(MOST_DRAWS):
        source.draw(2)

    with pytest.raises(TooManyDraws):
        source.draw(2)


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20, 100])
def test_no_face_of_a_die_is_favoured(sides):
    draws = 200_000
    found: Counter[int] = Counter()
    for number in range(draws // MOST_DRAWS):
        source = stream(number)
        found.update(source.draw(sides) for _ in range(MOST_DRAWS))

    expected = draws / sides
    chi_squared = sum((found[face] - expected) ** 2 / expected for face in range(1, sides + 1))

    assert set(found) == set(range(1, sides + 1))
    assert _far_below(sides - 1) < chi_squared < _far_above(sides - 1)


def test_no_order_of_four_cards_is_favoured():
    orders: Counter[tuple[int, ...]] = Counter()
    for number in range(20):
        source = stream(number)
        orders.update(tuple(draw_shuffle(4, source)) for _ in range(1200))

    expected = 20 * 1200 / 24
    chi_squared = sum((count - expected) ** 2 / expected for count in orders.values())

    assert len(orders) == 24
    assert chi_squared < _far_above(23)


@given(st.integers(0, 200), st.integers(0, 1000))
def test_a_shuffle_has_every_card_once_and_is_rebuilt_from_its_draws(count, number):
    source = stream(number)

    cards = draw_shuffle(count, source)

    assert sorted(cards) == list(range(count))
    assert [sides for sides, _face in source.draws] == list(range(count, 1, -1))
    assert shuffled(count, source.draws) == cards


def test_a_shuffle_swaps_from_the_end():
    # a b c d: swap d with the second, then c (third place) with the first, then leave.
    assert shuffled(4, [(4, 2), (3, 1), (2, 2)]) == [2, 3, 0, 1]


@pytest.mark.parametrize(
    "text",
    ["1d6", "3d6!+2", "4d6kh3", "2d20kl1-1", "8d10>=7", "wild d8", "d100", "10d4!", "5d10!>=8"],
)
@pytest.mark.parametrize("number", range(20))
def test_written_dice_and_drawn_dice_mean_the_same(text, number):
    expression = notation.parse(text)
    source = stream(number)

    drawn = notation.roll(expression, source)
    script = ScriptedDice([face for _sides, face in source.draws])
    written = notation.roll(expression, script)

    assert written == drawn
    assert script.draws == source.draws
    assert script.unused == []


# The values that chi-squared passes once in ten thousand, either way (Wilson and Hilferty).
def _far_above(freedom: int) -> float:
    return freedom * (1 - 2 / (9 * freedom) + 3.719 * math.sqrt(2 / (9 * freedom))) ** 3


def _far_below(freedom: int) -> float:
    return freedom * max(0.0, 1 - 2 / (9 * freedom) - 3.719 * math.sqrt(2 / (9 * freedom))) ** 3
