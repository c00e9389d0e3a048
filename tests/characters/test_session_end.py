"""The end of a game session: experience, bennies, the GM's pool; whatever the awards say."""

import uuid

import pytest

from campaigns import sheets
from characters.models import Character, TablePool
from tests import make


def end(table, awards, now):
    return sheets.source().end_session(campaign=table, awards=awards, at=now)


@pytest.fixture
def spent(approved):
    approved.state["bennies"] = 0
    approved.state["wounds"] = 2
    approved.save()
    return approved


def test_experience_and_bennies_come_and_wounds_stay(table, spent, other_player, now):
    other = make.character(table, other_player, "Ánxel")
    cast = {str(spent.cast_member.public_id): 3, str(other.cast_member.public_id): 1}

    report = end(table, cast, now)

    spent.refresh_from_db()
    assert (spent.experience, spent.state["bennies"], spent.state["wounds"]) == (3, 3, 2)
    assert TablePool.objects.get(campaign=table).gm_bennies == report["gm_bennies"] == 2
    assert [line["name"] for line in report["characters"]] == ["Nerea", "Ánxel"] or [
        line["name"] for line in report["characters"]
    ] == ["Ánxel", "Nerea"]
    line = next(line for line in report["characters"] if line["name"] == "Nerea")
    assert line == {
        "cast": str(spent.cast_member.public_id),
        "name": "Nerea", "experience": 3, "total": 3, "bennies": 3,
    }  # fmt: skip
    assert report["ignored"] == []


def test_only_approved_player_characters_of_this_table_take_part(
    table, spent, draft, npc, gm, player, now
):
    elsewhere = make.campaign(gm, title="Otra mesa")
    make.member(elsewhere, player)
    stranger = make.character(elsewhere, player, "Ajena")
    awards = {
        str(character.cast_member.public_id): 5 for character in (spent, draft, npc, stranger)
    }

    report = end(table, awards, now)

    given = dict(Character.objects.values_list("cast_member__name", "experience"))
    assert given == {"Nerea": 5, "Borrador": 0, "El farero": 0, "Ajena": 0}
    assert report["gm_bennies"] == 1
    assert len(report["ignored"]) == 3


@pytest.mark.parametrize("amount", [-1, 10**9, "3", None, [], {"a": 1}, 1.5])
def test_an_award_that_is_no_amount_stops_nothing(table, spent, now, amount):
    awards = {str(spent.cast_member.public_id): amount, str(uuid.uuid4()): 2, "nonsense": 1}

    report = end(table, awards, now)

    spent.refresh_from_db()
    assert (spent.experience, spent.state["bennies"]) == (0, 3)
    assert report["ignored"] == sorted(awards)


def test_a_character_without_a_player_gets_no_bennies_and_counts_for_none(table, spent, now):
    type(spent.cast_member).objects.filter(id=spent.cast_member_id).update(player=None)

    report = end(table, {}, now)

    spent.refresh_from_db()
    assert spent.state["bennies"] == 0
    assert report["gm_bennies"] == 0


def test_the_sheet_remembers_what_the_session_brought(table, spent, now):
    end(table, {str(spent.cast_member.public_id): 2}, now)

    change = spent.changes.get(kind="SESSION")
    assert [(line["name"]["en"], line["before"], line["after"]) for line in change.differences] == [
        ("Experience", 0, 2),
        ("Bennies", 0, 3),
    ]


def test_an_empty_table_ends_its_session_too(table, now):
    assert end(table, {}, now) == {"characters": [], "gm_bennies": 0, "ignored": []}
