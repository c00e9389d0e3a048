"""The vocabulary of effects is closed."""

import pytest

from rules.engine.effects import UnknownEffect, read_traits

ROW = {"id": "sharp", "rule": "SWADE-ROLL-003", "name": {"es": "Agudo", "en": "Sharp"}}


def test_a_known_word_with_its_fields_is_read():
    effect = {"word": "modifier", "trait": "skill.notice", "value": 2}

    assert read_traits([{**ROW, "effects": [effect]}])["sharp"].effects == (effect,)


@pytest.mark.parametrize(
    "effect",
    [
        {"word": "fly", "value": 2},
        {"word": "modifier", "trait": "skill.notice"},
        {"word": "modifier", "trait": "skill.notice", "value": 2, "when": "dark"},
        {"value": 2},
    ],
)
def test_anything_else_is_refused_when_the_data_is_read(effect):
    with pytest.raises(UnknownEffect, match="sharp"):
        read_traits([{**ROW, "effects": [effect]}])
