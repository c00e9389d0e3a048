"""Who may see or do what, as a table; and what must never show."""

import pytest
from django.urls import reverse

from campaigns.models import Campaign
from characters import access
from characters.services import characters
from characters.urls import urlpatterns
from tests import make
from tests.make_characters import picture

PEOPLE = ["visitor", "outsider", "spectator", "player", "other_player", "gm", "co_gm"]

# What each gets, in the order of PEOPLE; the character is Bruno's (`player`), the table announced.
DRAFT = {
    "campaign-cast": ("get", [404, 404, 200, 200, 200, 200, 200]),
    "character-create": ("get", [302, 403, 403, 200, 200, 403, 403]),
    "npc-create": ("get", [302, 403, 403, 403, 403, 200, 200]),
    "character": ("get", [302, 404, 404, 200, 404, 200, 200]),
    "character-edit": ("get", [302, 404, 404, 200, 404, 200, 200]),
    "character-submit": ("post", [302, 404, 404, 302, 404, 403, 403]),
    "character-approve": ("post", [302, 404, 404, 403, 404, 302, 302]),
    "character-send-back": ("post", [302, 404, 404, 403, 404, 422, 422]),
    "character-state": ("post", [302, 404, 404, 403, 404, 422, 422]),
    "portrait": ("get", [404, 404, 404, 200, 404, 200, 200]),
}
APPROVED = {
    "character": ("get", [302, 404, 200, 200, 200, 200, 200]),
    "character-edit": ("get", [302, 404, 403, 403, 403, 200, 200]),
    "character-submit": ("post", [302, 404, 403, 302, 403, 403, 403]),
    "character-approve": ("post", [302, 404, 403, 403, 403, 302, 302]),
    "character-send-back": ("post", [302, 404, 403, 403, 403, 422, 422]),
    "character-state": ("post", [302, 404, 403, 403, 403, 422, 422]),
    "portrait": ("get", [404, 404, 200, 200, 200, 200, 200]),
}
NPC = {
    "character": ("get", [302, 404, 404, 404, 404, 200, 200]),
    "character-edit": ("get", [302, 404, 404, 404, 404, 200, 200]),
    "character-submit": ("post", [302, 404, 404, 404, 404, 403, 403]),
    "character-approve": ("post", [302, 404, 404, 404, 404, 302, 302]),
    "character-send-back": ("post", [302, 404, 404, 404, 404, 422, 422]),
    "character-state": ("post", [302, 404, 404, 404, 404, 422, 422]),
    "portrait": ("get", [404, 404, 404, 404, 404, 200, 200]),
}
OF_THE_TABLE = ("campaign-cast", "character-create", "npc-create")


@pytest.fixture(autouse=True)
def _portraits(media, now, draft, approved, npc, gm):
    for character in (draft, approved, npc):
        character.cast_member.portrait.save("retrato.webp", picture(format="WEBP"))


def _ask(client, request, who, name, method, public_id):
    if who != "visitor":
        client.force_login(request.getfixturevalue(who))
    return getattr(client, method)(reverse(name, args=[public_id]))


@pytest.mark.parametrize("name", DRAFT)
@pytest.mark.parametrize("who", PEOPLE)
def test_a_character_that_is_being_made(request, client, table, draft, who, name):
    method, statuses = DRAFT[name]
    target = table.public_id if name in OF_THE_TABLE else draft.cast_member.public_id

    response = _ask(client, request, who, name, method, target)

    assert response.status_code == statuses[PEOPLE.index(who)]


@pytest.mark.parametrize("name", APPROVED)
@pytest.mark.parametrize("who", PEOPLE)
def test_a_character_in_play(request, client, approved, who, name):
    method, statuses = APPROVED[name]

    response = _ask(client, request, who, name, method, approved.cast_member.public_id)

    assert response.status_code == statuses[PEOPLE.index(who)]


@pytest.mark.parametrize("name", NPC)
@pytest.mark.parametrize("who", PEOPLE)
def test_an_npc_that_has_not_spoken(request, client, npc, who, name):
    method, statuses = NPC[name]

    response = _ask(client, request, who, name, method, npc.cast_member.public_id)

    assert response.status_code == statuses[PEOPLE.index(who)]


def test_every_address_is_in_the_tables():
    assert {pattern.name for pattern in urlpatterns} == set(DRAFT)
    assert set(DRAFT) - set(OF_THE_TABLE) == set(APPROVED) == set(NPC)


@pytest.mark.parametrize("who", PEOPLE)
def test_the_one_and_the_set_agree(request, client, draft, approved, npc, who):
    """A sheet's page opens for exactly the people for whom the set holds it."""
    if who == "visitor":
        return
    viewer = request.getfixturevalue(who)
    client.force_login(viewer)

    for character in (draft, approved, npc):
        response = client.get(reverse("character", args=[character.cast_member.public_id]))
        is_in_the_set = access.visible_characters(viewer).filter(id=character.id).exists()
        assert (response.status_code == 200) == is_in_the_set


def test_visitors_of_a_public_table_meet_the_cast_but_read_no_sheet(client, table, approved):
    Campaign.objects.filter(id=table.id).update(visibility=Campaign.Visibility.PUBLIC)

    cast = client.get(reverse("campaign-cast", args=[table.public_id]))
    picture = client.get(reverse("portrait", args=[approved.cast_member.public_id]))
    sheet = client.get(reverse("character", args=[approved.cast_member.public_id]))

    assert "Nerea" in cast.content.decode()
    link = f'href="{reverse("character", args=[approved.cast_member.public_id])}"'
    assert link not in cast.content.decode()
    assert picture.status_code == 200
    assert sheet.status_code == 302


@pytest.mark.parametrize("who", ["spectator", "player", "other_player"])
def test_an_npc_shows_in_the_cast_once_it_has_spoken(request, client, table, npc, gm, who):
    client.force_login(request.getfixturevalue(who))
    url = reverse("campaign-cast", args=[table.public_id])
    before = client.get(url).content.decode()
    make.post(make.scene(table), gm, cast_member=npc.cast_member)

    after = client.get(url).content.decode()

    assert "El farero" not in before
    assert "El farero" in after
    assert f'href="{reverse("character", args=[npc.cast_member.public_id])}"' not in after


def test_notes_and_reasons_stay_between_the_player_and_the_gm(
    client, draft, gm, player, other_player, spectator, now
):
    characters.submit(character=draft, at=now)
    characters.send_back(character=draft, by=gm, note="Demasiado zafiro", at=now)
    characters.submit(character=draft, at=now)
    characters.approve(character=draft, by=gm, at=now)
    url = reverse("character", args=[draft.cast_member.public_id])

    found = {}
    for who in (gm, player, other_player, spectator):
        client.force_login(who)
        found[who] = "zafiro" in client.get(url).content.decode()

    assert found == {gm: True, player: True, other_player: False, spectator: False}
    for who in (gm, player, other_player, spectator):
        assert access.visible_changes(who).exists() == found[who]


def test_a_character_whose_player_has_left_is_nobodys_own(client, table, draft, player):
    table.memberships.filter(person=player).delete()
    type(draft.cast_member).objects.filter(id=draft.cast_member_id).update(player=None)
    client.force_login(player)

    response = client.get(reverse("character", args=[draft.cast_member.public_id]))

    assert response.status_code == 404
