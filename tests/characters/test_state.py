"""Wounds, fatigue and bennies: changed by the GM with a reason, never silently, never twice."""

import pytest
from django.urls import reverse

from campaigns import sheets
from characters.services import characters
from rules.engine.dice import ScriptedDice
from tests import make


def url(character):
    return reverse("character-state", args=[character.cast_member.public_id])


def sent(character, **changes):
    """Return the state's form as a GM sends it who opened it now."""
    now = {name: character.state.get(name, 0) for name in ("wounds", "fatigue", "bennies")}
    seen = {f"seen-{name}": value for name, value in now.items()}
    return {**now, **seen, "state_reason": "Cayó del muelle", **changes}


def test_the_gm_wounds_a_character_and_the_player_reads_why(client, approved, gm, player):
    client.force_login(gm)

    client.post(url(approved), sent(approved, wounds=2))

    approved.refresh_from_db()
    assert approved.state == {"wounds": 2, "fatigue": 0, "bennies": 3, "conditions": []}
    client.force_login(player)
    page = client.get(reverse("character", args=[approved.cast_member.public_id]))
    shown = page.content.decode()
    assert "Cayó del muelle" in shown
    assert "0 → 2" in shown
    assert "SWADE-INDEX-104" in shown


def test_wounds_count_in_the_next_roll(approved, gm, now, client):
    client.force_login(gm)
    client.post(url(approved), sent(approved, wounds=1))

    roll = sheets.source().trait_roll(
        cast_member=approved.cast_member, trait="skill.notice", modifiers=[], target=None,
        dice=ScriptedDice([3, 2]),
    )  # fmt: skip

    assert roll.total == 2
    assert [modifier.rule for modifier in roll.modifiers] == ["SWADE-INDEX-104"]


@pytest.mark.parametrize(
    "changes",
    [
        {"wounds": 4},
        {"wounds": -1},
        {"bennies": "muchos"},
        {"fatigue": ""},
        {"seen-wounds": "x", "wounds": 1},
        {"wounds": 1, "state_reason": "  "},
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(client, approved, gm, changes):
    client.force_login(gm)

    response = client.post(url(approved), sent(approved, **changes))

    assert response.status_code == 422
    before = approved.state
    approved.refresh_from_db()
    assert approved.state == before


def test_an_old_page_does_not_undo_what_happened_since(client, approved, gm, now):
    old_page = sent(approved, bennies=1, state_reason="Gastó dos")
    characters.set_state(
        character=approved, by=gm, values={"bennies": 2}, seen={"bennies": 3}, reason="Gastó uno",
        at=now,
    )  # fmt: skip
    client.force_login(gm)

    response = client.post(url(approved), old_page)

    approved.refresh_from_db()
    assert response.status_code == 422
    assert approved.state["bennies"] == 2
    form = response.context["state_form"]
    assert form["bennies"].value() == "1"
    assert client.post(url(approved), {**old_page, "seen-bennies": "2"}).status_code == 302
    approved.refresh_from_db()
    assert approved.state["bennies"] == 1


def test_a_counter_nobody_touched_is_left_as_it_is_now(client, approved, gm, now):
    old_page = sent(approved, wounds=1)
    characters.set_state(
        character=approved, by=gm, values={"bennies": 0}, seen={"bennies": 3}, reason="Gastó todo",
        at=now,
    )  # fmt: skip
    client.force_login(gm)

    client.post(url(approved), old_page)

    approved.refresh_from_db()
    assert (approved.state["wounds"], approved.state["bennies"]) == (1, 0)


def test_two_clicks_leave_one_line(client, approved, gm):
    client.force_login(gm)
    form = sent(approved, wounds=1)

    for _click in range(2):
        assert client.post(url(approved), form).status_code == 302

    assert approved.changes.filter(kind="STATE").count() == 1


def test_an_extra_has_no_wounds_to_count(table, gm, client):
    extra = make.character(table, None, "Marinero")
    extra.sheet["wild_card"] = False
    extra.save()
    client.force_login(gm)

    page = client.get(reverse("character", args=[extra.cast_member.public_id]))

    assert [line["field"].id for line in page.context["counters"]] == ["fatigue"]
