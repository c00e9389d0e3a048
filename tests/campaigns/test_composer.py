"""What a person does in the composer, sent as a browser sends it."""

import uuid

import pytest
from django.urls import reverse

from campaigns.models import Campaign, Draft, Post, Roll
from rules.models import LedgerEntry
from tests import make


def fields(speaker, **changes):
    return {
        "post_id": str(uuid.uuid4()),
        "speaker": speaker,
        "text": "—¿Quién anda ahí?",
        "note": "",
        "audience": "SCENE",
        **changes,
    }


def row(row_id=None, **changes):
    key = str(row_id or uuid.uuid4())
    asked = {"nonce": make.NONCE, "reason": "Ver quién vigila", **changes}
    return {"row": key, **{f"roll-{key}-{name}": value for name, value in asked.items()}}


@pytest.fixture
def send(client, place, player):
    client.force_login(player)

    def post(name, data, **extra):
        return client.post(reverse(name, args=[place.public_id]), data, **extra)

    return post


def test_a_trait_rolls_with_its_modifiers_named_on_the_chip(send, nerea, place, client):
    nerea.character.state |= {"wounds": 1}
    nerea.character.save()
    asked = row(what=f"{nerea.public_id}|skill.healing", modifiers="+2 botiquín", target="6")

    response = send("post-publish", {**fields(str(nerea.public_id)), **asked}, follow=True)

    roll = Roll.objects.get()
    named = [(m["rule"], m["name"]["es"], m["value"]) for m in roll.result["modifiers"]]
    assert named == [("SWADE-INDEX-104", "Heridas", -1), ("TABLE", "botiquín", 2)]
    assert roll.result["target"] == 6
    kept = next(die for die in roll.result["dice"] if die["kept"])
    assert roll.result["total"] == kept["value"] + 1
    page = response.content.decode()
    assert "botiquín" in page
    assert "Ver quién vigila" in page


def test_typed_dice_that_are_none_point_at_the_character_and_lose_nothing(send, nerea):
    asked = row(notation="2d6+x")

    response = send("post-publish", {**fields("person"), **asked})

    page = response.content.decode()
    assert response.status_code == 422
    assert "Carácter 5" in page
    assert "—¿Quién anda ahí?" in page
    assert "2d6+x" in page
    assert not Post.objects.exists()
    assert not LedgerEntry.objects.filter(kind="draw").exists()


def test_a_roll_needs_a_reason(send, nerea):
    response = send("post-publish", {**fields("person"), **row(notation="1d6", reason="")})

    assert response.status_code == 422
    assert not Roll.objects.exists()


def test_two_clicks_are_one_post_and_one_roll(send, nerea):
    sent = {**fields("person"), **row(notation="1d6")}

    send("post-publish", sent)
    again = send("post-publish", sent)

    assert again.status_code == 302
    assert (Post.objects.count(), Roll.objects.count()) == (1, 1)


def test_going_back_and_sending_other_words_keeps_them_as_a_draft(send, nerea, client, place):
    sent = {**fields("person"), **row(notation="1d6")}
    send("post-publish", sent)

    response = send("post-publish", {**sent, "text": "Otras palabras"}, follow=True)

    assert Post.objects.get().text == "—¿Quién anda ahí?"
    assert Draft.objects.get().fields["text"] == "Otras palabras"
    assert Roll.objects.count() == 1
    assert "Otras palabras" in response.content.decode()


def test_a_new_post_cannot_carry_the_roll_of_an_old_one(send, nerea):
    used = row(notation="1d6")
    send("post-publish", {**fields("person"), **used})

    response = send("post-publish", {**fields("person", text="De nuevo"), **used})

    assert response.status_code == 422
    assert "De nuevo" in response.content.decode()
    assert (Post.objects.count(), Roll.objects.count()) == (1, 1)


def test_nobody_speaks_or_rolls_as_somebody_elses_character(send, nerea, tomas):
    as_other = send("post-publish", fields(str(tomas.public_id)))
    roll_other = send(
        "post-publish",
        {**fields("person"), **row(what=f"{tomas.public_id}|skill.notice")},
    )

    assert (as_other.status_code, roll_other.status_code) == (422, 422)
    assert not Post.objects.exists()
    assert not Roll.objects.exists()


def test_a_player_makes_no_secret_roll(send, nerea):
    send("post-publish", {**fields("person"), **row(notation="1d6", is_secret="on")})

    assert Roll.objects.get().is_secret is False


def test_preview_shows_the_words_and_throws_nothing(send, nerea):
    sent = {**fields("person", text="**Nadie**"), **row(notation="1d6")}

    htmx = send("post-preview", sent, headers={"HX-Request": "true"})
    plain = send("post-preview", sent)

    assert "<strong>Nadie</strong>" in htmx.content.decode()
    assert "<strong>Nadie</strong>" in plain.content.decode()
    assert not LedgerEntry.objects.filter(kind="draw").exists()


def test_a_draft_comes_back_with_its_rolls_and_their_ids(send, nerea, client, place):
    asked = row(notation="3d6", modifiers="", reason="Abrir la trampilla")
    send("draft-save", {**fields("person", text="A medias"), **asked})

    page = client.get(reverse("scene", args=[place.public_id])).content.decode()

    assert "A medias" in page
    assert "Abrir la trampilla" in page
    assert f'value="{asked["row"]}"' in page


def test_a_row_more_is_added_without_javascript_and_loses_nothing(send, nerea):
    response = send("roll-row", fields("person", text="A medias"))

    page = response.content.decode()
    assert "A medias" in page
    assert page.count('name="row"') == 1


def test_where_dice_fall_with_the_post_none_is_thrown_first(client, send, nerea, place):
    asked = row(notation="1d6")
    path = reverse("roll-throw", args=[place.public_id]) + f"?row={asked['row']}"

    response = client.post(path, {**fields("person"), **asked})

    assert response.status_code == 422
    assert not Roll.objects.exists()


def test_a_roll_thrown_first_waits_for_its_post_and_goes_on_it_once(
    client, send, nerea, place, table, gm
):
    table.roll_timing = Campaign.RollTiming.FIRST
    table.save()
    asked = row(notation="1d20")
    path = reverse("roll-throw", args=[place.public_id]) + f"?row={asked['row']}"
    sent = {**fields("person", text="A ver…"), **asked}

    client.post(path, sent)
    client.post(path, sent)  # a second click

    roll = Roll.objects.get()
    assert roll.post is None
    page = client.get(reverse("scene", args=[place.public_id])).content.decode()
    assert "A ver…" in page
    assert str(roll.public_id) in page
    client.force_login(gm)
    rolls = client.get(reverse("campaign-rolls", args=[table.public_id])).content.decode()
    assert "Ver quién vigila" in rolls

    client.force_login(roll.person)
    send("post-publish", fields("person", waiting=[str(roll.public_id)]))
    roll.refresh_from_db()
    assert roll.post == Post.objects.get()
    again = send("post-publish", fields("person", text="Más", waiting=[str(roll.public_id)]))
    assert again.status_code == 422


def test_posting_too_fast_is_refused_for_a_moment_and_keeps_the_text(send, nerea, settings):
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "post": (2, 60)}
    for _number in range(2):
        send("post-publish", fields("person"))

    response = send("post-publish", fields("person", text="El tercero"))

    assert response.status_code == 429
    assert "El tercero" in response.content.decode()
    assert Post.objects.count() == 2


def test_a_draft_saved_too_often_is_kept_by_the_browser_for_a_moment(send, nerea, settings):
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "draft": (1, 60)}
    sent = fields("person")
    send("draft-save", sent)

    response = send("draft-save", sent)

    assert response.status_code == 429
    assert response.json()["saved"] is False


def test_fifty_thousand_characters_are_fine_and_more_are_refused_with_the_text(send, nerea):
    fine = send("post-publish", fields("person", text="a" * 50_000))
    more = send("post-publish", fields("person", text="b" * 50_001))

    assert (fine.status_code, more.status_code) == (302, 422)
    assert "b" * 50_001 in more.content.decode()


def test_a_character_that_no_database_keeps_is_dropped_from_a_draft_not_the_draft(send, nerea):
    saved = send("draft-save", fields("person", text="Antes\x00después"))
    published = send("post-publish", fields("person", text="Antes\x00después"))

    assert saved.json()["saved"] is True
    assert Draft.objects.get().fields["text"] == "Antesdespués"
    assert published.status_code == 422


def test_a_roll_with_a_very_long_reason_or_a_strange_one_is_refused_with_its_words(send, nerea):
    long = send("post-publish", {**fields("person"), **row(notation="1d6", reason="x" * 201)})
    strange = send("post-publish", {**fields("person"), **row(notation="1d6", reason="a\x00b")})

    assert (long.status_code, strange.status_code) == (422, 422)
    assert "x" * 201 in long.content.decode()
