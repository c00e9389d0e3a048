"""What campaigns ask of the sheets behind their cast."""

import pytest

from campaigns import sheets
from campaigns.models import CastMember
from rules.engine.dice import ScriptedDice
from tests import make


def test_the_traits_of_a_whole_cast_take_one_query(
    table, approved, npc, other_player, django_assert_num_queries
):
    make.character(table, other_player, "Tomás", shooting="d8")
    cast = list(CastMember.objects.all())

    with django_assert_num_queries(1):
        found = sheets.source().rollables(cast)

    assert len(found) == 3
    tomas = found[CastMember.objects.get(name="Tomás").id]
    assert "d8" in {trait.dice for trait in tomas.traits if trait.id == "skill.shooting"}


def test_what_is_not_approved_rolls_nothing(draft):
    assert sheets.source().rollables([draft.cast_member]) == {}
    with pytest.raises(sheets.UnknownTrait):
        sheets.source().trait_roll(
            cast_member=draft.cast_member, trait="skill.notice", modifiers=[], target=None,
            dice=ScriptedDice([]),
        )  # fmt: skip


def test_a_trait_that_the_sheet_does_not_have_is_unknown(approved):
    with pytest.raises(sheets.UnknownTrait):
        sheets.source().trait_roll(
            cast_member=approved.cast_member, trait="skill.flying", modifiers=[], target=None,
            dice=ScriptedDice([]),
        )  # fmt: skip


def test_a_trait_is_rolled_with_the_sheets_die_and_the_wild_die(table, other_player):
    tomas = make.character(table, other_player, "Tomás", shooting="d8")
    dice = ScriptedDice([8, 3, 2])

    roll = sheets.source().trait_roll(
        cast_member=tomas.cast_member, trait="skill.shooting", modifiers=[], target=None, dice=dice
    )

    assert dice.draws == [(8, 8), (8, 3), (6, 2)]
    assert (roll.total, roll.raises) == (11, 1)
