"""From a blank form to a character in play, with what goes wrong on the way."""

import uuid

import pytest
from django.urls import reverse

from campaigns.models import CastMember, Membership
from characters.models import Change, Character
from characters.services import characters
from tests import make
from tests.make_characters import picture, typed


@pytest.fixture
def new(table):
    return reverse("character-create", args=[table.public_id])


def page(character, name="character"):
    return reverse(name, args=[character.cast_member.public_id])


def test_a_player_makes_a_character_and_the_gm_approves_it(client, new, player, gm, other_player):
    client.force_login(player)
    client.post(new, typed(skills__shooting="d8", send="1"))
    made = Character.objects.get()
    member = made.cast_member
    assert (made.status, member.player, member.approved_at) == ("SUBMITTED", player, None)
    assert made.sheet["skills"]["shooting"] == "d8"
    client.force_login(other_player)
    assert client.get(page(made)).status_code == 404

    client.force_login(gm)
    client.post(page(made, "character-approve"), {"version": made.version})

    made.refresh_from_db()
    member.refresh_from_db()
    assert made.status == "APPROVED"
    assert member.approved_at is not None
    client.force_login(other_player)
    assert client.get(page(made)).status_code == 200


def test_saved_for_later_it_stays_with_the_player(client, new, player):
    client.force_login(player)

    client.post(new, typed(save="1"))

    assert Character.objects.get().status == "DRAFT"


def test_the_same_form_sent_twice_makes_one_character(client, new, player):
    client.force_login(player)
    sent = typed(send="1")

    client.post(new, sent)
    again = client.post(new, sent, follow=True)

    assert again.status_code == 200
    assert Character.objects.count() == CastMember.objects.count() == 1


def test_a_form_with_somebody_elses_id_makes_nothing(client, new, player, draft, other_player):
    client.force_login(other_player)

    response = client.post(new, typed(public_id=str(draft.cast_member.public_id)))

    assert response.status_code == 422
    assert Character.objects.get() == draft


def test_everything_wrong_shows_at_once_beside_its_field_with_the_rule(client, new, player):
    client.force_login(player)
    sent = typed(
        name="  ", attributes__vigor="d7", attributes__agility=None, skills__stealth="",
        skills__shooting="<b>", portrait_alt="Con su farol",
    )  # fmt: skip

    response = client.post(new, sent)

    form = response.context["form"]
    assert response.status_code == 422
    assert set(form.errors) == {
        "name", "attributes.vigor", "attributes.agility", "skills.stealth", "skills.shooting",
    }  # fmt: skip
    shown = response.content.decode()
    assert "Vigor: «d7» no es un dado de d4 a d12. [SWADE-TRAIT-002]" in shown
    assert "Sigilo es una habilidad básica: al menos d4. [SWADE-SKILL-004]" in shown
    assert 'href="#id_attributes.vigor"' in shown
    assert 'value="Con su farol"' in shown
    assert "<b>" not in shown
    assert not Character.objects.exists()


def test_the_rules_speak_the_readers_language(client, new, player):
    player.language = "en"
    player.save()
    client.force_login(player)

    shown = client.post(new, typed(attributes__vigor="d7")).content.decode()

    assert "Vigor: “d7” is no die d4 to d12. [SWADE-TRAIT-002]" in shown


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"name": "\x00", "attributes.vigor": "\x00"},
        {"name": "N" * 61, "public_id": "nonsense", "skills.shooting": "d8" * 500},
        typed(public_id=None, wild_card="quizá", portrait_alt="a" * 161),
    ],
)
def test_nonsense_is_refused_and_comes_back(client, new, player, sent):
    client.force_login(player)

    response = client.post(new, sent)

    assert response.status_code == 422
    assert not Character.objects.exists()


def test_a_picture_stays_with_a_form_that_comes_back(client, new, player, media):
    client.force_login(player)
    refused = client.post(new, {**typed(name=""), "portrait": picture()})
    kept = refused.context["form"].kept_portrait
    assert kept.signed in refused.content.decode()

    client.post(new, typed(kept_portrait=kept.signed))

    member = CastMember.objects.get()
    with member.portrait.open() as file:
        assert file.read()[8:12] == b"WEBP"


def test_a_kept_picture_that_we_did_not_sign_is_no_picture(client, new, player, media):
    client.force_login(player)

    client.post(new, typed(kept_portrait="PHN2Zz4=:nonsense"))

    assert not CastMember.objects.get().portrait


def test_only_somebody_who_plays_here_makes_a_character(table, spectator, gm, now):
    for who in (spectator, gm):
        with pytest.raises(characters.NotAPlayer):
            make.character(table, who)

    assert not Character.objects.exists()


def test_the_gm_adds_an_npc_that_may_speak_at_once(client, table, gm):
    client.force_login(gm)
    sent = typed(name="El farero", attributes__spirit="d8")

    client.post(reverse("npc-create", args=[table.public_id]), sent)
    client.post(reverse("npc-create", args=[table.public_id]), sent)

    made = Character.objects.get()
    member = made.cast_member
    assert (member.kind, member.player, made.status) == ("NPC", None, "APPROVED")
    assert member.approved_at is not None


def test_the_gm_sends_it_back_with_a_note_and_the_player_answers(client, draft, player, gm, now):
    characters.submit(character=draft, at=now)
    client.force_login(gm)
    client.post(page(draft, "character-send-back"), {"note": "¿Y su miedo al mar?", "version": "1"})
    client.force_login(player)
    shown = client.get(page(draft)).content.decode()
    assert "¿Y su miedo al mar?" in shown

    client.post(page(draft, "character-submit"))

    draft.refresh_from_db()
    assert draft.status == "SUBMITTED"


def test_sending_back_needs_a_note_and_forgets_nothing(client, draft, gm, now):
    characters.submit(character=draft, at=now)
    client.force_login(gm)

    response = client.post(page(draft, "character-send-back"), {"note": " ", "version": "1"})

    assert response.status_code == 422
    draft.refresh_from_db()
    assert draft.status == "SUBMITTED"


def test_two_clicks_do_what_one_does(client, draft, player, gm):
    client.force_login(player)
    for _click in range(2):
        assert client.post(page(draft, "character-submit"), follow=True).status_code == 200
    client.force_login(gm)
    for _click in range(2):
        url = page(draft, "character-approve")
        assert client.post(url, {"version": "1"}, follow=True).status_code == 200

    kinds = Change.objects.order_by("id").values_list("kind", flat=True)
    assert list(kinds) == ["CREATED", "SUBMITTED", "APPROVED"]


def test_the_gm_does_not_approve_what_they_have_not_seen(client, draft, player, gm, now):
    characters.submit(character=draft, at=now)
    client.force_login(player)
    edited = client.post(
        page(draft, "character-edit"), typed(skills__shooting="d12", public_id=None, version="1")
    )
    assert edited.status_code == 302
    client.force_login(gm)

    client.post(page(draft, "character-approve"), {"version": "1"})
    draft.refresh_from_db()
    assert draft.status == "SUBMITTED"

    client.post(page(draft, "character-approve"), {"version": "2"})
    draft.refresh_from_db()
    assert draft.status == "APPROVED"


def test_a_player_too_late_gets_back_what_they_typed(client, approved, player):
    client.force_login(player)

    response = client.post(
        page(approved, "character-edit"), typed(name="Otra Nerea", public_id=None, version="1")
    )

    assert response.status_code == 422
    assert "Otra Nerea" in response.content.decode()
    assert Character.objects.get().cast_member.name == "Nerea"


def test_the_gm_changes_an_approved_sheet_and_says_why(client, approved, gm, player):
    client.force_login(gm)
    sent = typed(name="Nerea", skills__healing="d6", public_id=None, version="1")
    refused = client.post(page(approved, "character-edit"), sent)
    assert refused.status_code == 422

    client.post(page(approved, "character-edit"), {**sent, "reason": "Lo aprendió en el faro"})

    client.force_login(player)
    shown = client.get(page(approved)).content.decode()
    assert "Lo aprendió en el faro" in shown
    change = approved.changes.get(kind="SHEET")
    assert change.by == gm
    assert (
        change.differences
        == [{"name": {"es": "Medicina", "en": "Healing"}, "before": None, "after": "d6"}]
        or change.differences[0]["after"] == "d6"
    )


def test_two_who_change_a_sheet_at_once_do_not_undo_each_other(client, approved, gm, co_gm):
    client.force_login(gm)
    sent = typed(name="Nerea", public_id=None, version="1", reason="Ajuste")
    client.post(page(approved, "character-edit"), {**sent, "skills.healing": "d6"})
    client.force_login(co_gm)

    late = client.post(page(approved, "character-edit"), {**sent, "skills.boating": "d8"})

    assert late.status_code == 422
    approved.refresh_from_db()
    assert approved.sheet["skills"]["healing"] == "d6"
    assert "boating" not in approved.sheet["skills"]
    assert late.context["form"]["skills.boating"].value() == "d8"
    assert late.context["form"]["version"].value() == "2"


def test_what_the_form_has_no_field_for_stays_on_the_sheet(client, draft, player):
    draft.sheet["gear"] = [{"id": "lantern"}]
    draft.sheet["skills"]["boating"] = "d6"
    draft.save()
    client.force_login(player)

    client.post(
        page(draft, "character-edit"),
        typed(skills__boating="", skills__healing="d8", public_id=None, version="1"),
    )

    draft.refresh_from_db()
    assert draft.sheet["gear"] == [{"id": "lantern"}]
    assert draft.sheet["skills"]["healing"] == "d8"
    assert "boating" not in draft.sheet["skills"]


def test_saving_twice_leaves_one_line(client, draft, player):
    client.force_login(player)
    sent = typed(name="Nerea Dos", public_id=None, version="1")

    for _click in range(2):
        assert client.post(page(draft, "character-edit"), sent).status_code == 302

    assert draft.changes.filter(kind="SHEET").count() == 1


def test_changing_a_sheet_does_not_bring_back_a_player_who_left(draft, player, gm, now):
    characters.Character.objects.select_related("cast_member").get(id=draft.id)
    CastMember.objects.filter(id=draft.cast_member_id).update(player=None)

    characters.change(
        character=draft, by=gm, name="Sola", sheet=draft.sheet, portrait=None,
        portrait_alt="", reason="Se fue", at=now,
    )  # fmt: skip

    assert CastMember.objects.get().player is None


def test_ids_that_are_no_characters_are_not_found(client, gm, table):
    client.force_login(gm)

    assert client.get(reverse("character", args=[uuid.uuid4()])).status_code == 404
    assert table.memberships.filter(role=Membership.Role.GM).exists()
