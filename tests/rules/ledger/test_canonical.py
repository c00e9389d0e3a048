"""One way to write a value, the same in every language."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.ledger.canonical import LARGEST_INTEGER, NotCanonical, canonical
from tests.rules.ledger.values import TEXTS, VALUES


def test_keys_are_sorted_and_nothing_is_put_between():
    assert canonical({"b": [1, None, True], "a": {"d": "x", "c": -3}}) == (
        b'{"a":{"c":-3,"d":"x"},"b":[1,null,true]}'
    )


def test_text_is_utf8_and_only_what_must_be_escaped_is():
    assert (
        canonical('ñ 🎲 / " \\ \n \x01 \x7f')
        == 'ñ 🎲 / " \\ \n \x01 \x7f'.translate(
            {ord('"'): '\\"', ord("\\"): "\\\\", ord("\n"): "\\n", 1: "\\u0001"}
        )
        .join('""')
        .encode()
    )


def test_keys_are_sorted_by_their_utf16_units():
    keys = ["\u20ac", "\r", "\ufb33", "1", "\U0001f600", "\u0080", "\u00f6"]

    written = json.loads(canonical(dict.fromkeys(keys, 0)))

    assert list(written) == ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (1.0, "value_kind"),
        (float("nan"), "value_kind"),
        (b"bytes", "value_kind"),
        ({1: "a"}, "value_kind"),
        ({1, 2}, "value_kind"),
        (LARGEST_INTEGER + 1, "integer_size"),
        (-LARGEST_INTEGER - 1, "integer_size"),
        ("\ud800", "half_character"),
        ({"\udc00": 1}, "half_character"),
    ],
)
def test_what_verifiers_could_take_differently_is_refused(value, code):
    with pytest.raises(NotCanonical) as refused:
        canonical({"here": [value]})

    assert refused.value.code == code


def test_nesting_has_a_bound():
    def nested(depth: int) -> object:
        return [nested(depth - 1)] if depth > 1 else []

    assert canonical(nested(64)) == b"[" * 64 + b"]" * 64
    with pytest.raises(NotCanonical, match="64 deep"):
        canonical(nested(65))


@given(VALUES)
def test_reading_and_writing_again_changes_nothing(value):
    written = canonical(value)

    assert json.loads(written) == value
    assert canonical(json.loads(written)) == written


@given(st.dictionaries(TEXTS, VALUES), st.randoms(use_true_random=False))
def test_the_order_in_which_keys_came_does_not_matter(value, shuffler):
    keys = list(value)
    shuffler.shuffle(keys)

    assert canonical({key: value[key] for key in keys}) == canonical(value)
