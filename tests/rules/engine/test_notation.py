"""Typed dice: any text gives a result or an error that points at a character."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine import notation
from rules.engine.dice import ScriptedDice
from rules.engine.rolls import MOST_ACES, Roll


class Cycle:
    """Dice that show some faces in turn, for texts that ask for unknown dice."""

    def __init__(self, faces):
        self.faces = faces
        self.count = 0

    def draw(self, sides):
        self.count += 1
        return (self.faces[self.count % len(self.faces)] - 1) % sides + 1


@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [
        ("2d6+1", [3, 4], 8),
        ("d20", [17], 17),
        ("4d6kh3", [1, 5, 3, 6], 14),
        ("2d20kl1", [11, 3], 3),
        ("1d8!", [8, 8, 2], 18),
        ("10 - 2d4", [1, 3], 6),
        ("5d10>=7", [7, 6, 10, 1, 9], 3),
        ("wild d8 −2", [3, 6, 4], 8),
        ("d6 - d4", [5, 2], 3),
    ],
)
def test_what_is_typed_is_thrown_left_to_right(text, faces, total):
    dice = ScriptedDice(faces)

    roll = notation.roll(notation.parse(text), dice)

    assert roll.total == total
    assert dice.unused == []


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("banana", 0),
        ("2d", 2),
        ("d0", 1),
        ("d1001", 1),
        ("101d6", 0),
        ("60d6+60d6", 5),
        ("d1!", 1),
        ("2d6kh3", 5),
        ("2d6 3", 4),
        ("0d6", 0),
        ("d6>=", 4),
        ("9999999d6", 0),
        ("wild 8", 5),
    ],
)
def test_what_is_no_notation_is_refused_at_the_character_where_it_goes_wrong(text, position):
    with pytest.raises(notation.NotationError) as error:
        notation.parse(text)

    assert error.value.position == position
    assert error.value.message.es.startswith(f"Carácter {position + 1}:")


def test_a_text_of_more_than_200_characters_is_refused():
    with pytest.raises(notation.NotationError) as error:
        notation.parse("1+" * 100 + "d6")

    assert error.value.position == 200


def test_a_die_that_always_explodes_stops():
    roll = notation.roll(notation.parse("d6!"), Cycle([6]))

    assert len(roll.dice[0].faces) == MOST_ACES + 1


def parsed(text):
    try:
        return notation.parse(text)
    except notation.NotationError as error:
        return error


@given(
    st.text(alphabet="0123456789dD+-−khl!>= wild\t x²٣", max_size=30),
    st.lists(st.integers(1, 9), min_size=1),
)
def test_any_text_gives_a_roll_that_adds_up_or_an_error(text, faces):
    expression = parsed(text)
    if isinstance(expression, notation.NotationError):
        assert 0 <= expression.position <= len(text)
        return
    roll = notation.roll(expression, Cycle(faces))

    explained = sum(die.value for die in roll.dice if die.kept)
    assert roll.total == explained + sum(modifier.value for modifier in roll.modifiers)
    assert Roll.from_json(roll.to_json()) == roll
