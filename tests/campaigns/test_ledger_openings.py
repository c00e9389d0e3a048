"""The file of openings: each reader gets what opens the rolls that they may see, and no other."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Membership
from rules import exports
from rules.ledger.verify import verify_lines
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(gm, player, other_player, spectator):
    made = make.campaign(gm)
    make.member(made, player)
    make.member(made, other_player)
    make.member(made, spectator, Membership.Role.SPECTATOR)
    place = make.scene(made)
    make.roll(place, gm, reason="emboscada", is_secret=True)
    make.roll(place, player, reason="susurro", is_open=False)
    make.roll(place, player, reason="a la vista")
    return made


@pytest.mark.parametrize(
    ("who", "purposes"),
    [
        ("gm", ["emboscada", "susurro"]),
        ("player", ["susurro"]),
        ("other_player", []),
        ("spectator", []),
    ],
)
def test_each_reader_opens_what_they_may_see(request, client: Client, table, who, purposes):
    client.force_login(request.getfixturevalue(who))

    response = client.get(reverse("ledger-openings", args=[table.public_id]))

    lines = response.content.decode().splitlines()
    assert [json.loads(line)["body"]["request"]["purpose"] for line in lines] == purposes
    assert response["Cache-Control"] == "private, no-store"
    verdict = verify_lines(exports.lines(table.public_id), lines)
    assert verdict.opened == len(purposes)


@pytest.mark.parametrize("who", ["gm", "player", "other_player", "spectator"])
def test_the_record_itself_is_the_same_for_everyone(request, client: Client, table, who):
    client.force_login(request.getfixturevalue(who))

    response = client.get(reverse("ledger-export", args=[table.public_id]))

    text = b"".join(response).decode()
    assert text == "".join(exports.lines(table.public_id))
    assert "emboscada" not in text
    assert "susurro" not in text
    assert "a la vista" in text
