"""The cast and the sheet as pages: what they show, what they cost, what the admin may not."""

import pytest
from django.contrib.auth import get_user_model
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import make


def queries_of(client, url, connection):
    with CaptureQueriesContext(
        connection,
    ) as found:
        assert client.get(url).status_code == 200
    return len(found)


@pytest.fixture
def connection():
    from django.db import connection

    return connection


@pytest.mark.parametrize("who", ["gm", "player"])
def test_a_cast_of_sixty_costs_what_a_cast_of_two_costs(
    request, client, table, player, connection, who
):
    client.force_login(request.getfixturevalue(who))
    url = reverse("campaign-cast", args=[table.public_id])
    make.character(table, player, "Nerea")
    make.character(table, None, "El farero")
    few = queries_of(client, url, connection)
    for number in range(29):
        make.character(table, player, f"Personaje {number}")
        make.character(table, None, f"Vecino {number}")

    many = queries_of(client, url, connection)

    assert many == few <= 10


def test_a_sheets_page_costs_few_queries(client, approved, gm, connection):
    client.force_login(gm)

    assert (
        queries_of(client, reverse("character", args=[approved.cast_member.public_id]), connection)
        <= 12
    )


def test_the_sheet_shows_dice_and_what_follows_from_them(client, table, other_player):
    made = make.character(table, other_player, "Tomás", fighting="d8")
    client.force_login(other_player)

    shown = client.get(reverse("character", args=[made.cast_member.public_id])).content.decode()

    assert "die--d8" in shown
    assert "SWADE-INDEX-062" in shown
    assert "tag--accent" in shown


def test_what_lowers_every_roll_is_said_once(client, approved, player):
    approved.state["wounds"] = 2
    approved.save()
    client.force_login(player)

    page = client.get(reverse("character", args=[approved.cast_member.public_id]))

    assert [(one.rule, one.value) for one in page.context["on_all_rolls"]] == [
        ("SWADE-INDEX-104", -2)
    ]
    assert all(line.modifiers == [] for group in page.context["bought"] for line in group.traits)
    untrained = page.context["unbought"][0].traits[0]
    assert [modifier.rule for modifier in untrained.modifiers] == ["SWADE-UNSK-001"]


def test_an_empty_cast_says_what_to_do(client, table, player):
    client.force_login(player)

    shown = client.get(reverse("campaign-cast", args=[table.public_id])).content.decode()

    assert shown.count(reverse("character-create", args=[table.public_id])) >= 1


def test_the_administration_only_looks(client, approved, db):
    admin = get_user_model().objects.create_superuser("root@example.org", "x", display_name="Root")
    client.force_login(admin)

    listed = client.get(reverse("admin:characters_character_changelist"))
    opened = client.get(reverse("admin:characters_character_change", args=[approved.id]))
    added = client.get(reverse("admin:characters_character_add"))
    changed = client.post(
        reverse("admin:characters_character_change", args=[approved.id]), {"experience": "99"}
    )

    assert (listed.status_code, opened.status_code) == (200, 200)
    assert (added.status_code, changed.status_code) == (403, 403)
