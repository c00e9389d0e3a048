"""The administration's view of people."""

import pytest
from django.urls import reverse

from accounts.models import Person
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def administrator(client) -> Person:
    person = make.person("Marta", is_staff=True, is_superuser=True)
    client.force_login(person)
    return person


def test_the_administration_is_entered_through_the_sites_sign_in(client):
    response = client.get(reverse("admin:index"), follow=True)

    assert response.redirect_chain[-1][0].startswith(reverse("account_login"))


@pytest.mark.parametrize("who", ["player", "gm"])
def test_players_and_game_masters_have_nothing_to_do_there(client, request, who):
    client.force_login(request.getfixturevalue(who))

    assert client.get(reverse("admin:accounts_person_changelist"), follow=True).status_code == 403


def test_people_are_found_by_name_address_or_public_id(client, administrator, player, outsider):
    for asked in (player.display_name, player.email, str(player.public_id)):
        page = client.get(reverse("admin:accounts_person_changelist"), {"q": asked})
        assert player.email in page.content.decode()
        assert outsider.email not in page.content.decode()


def test_a_person_is_suspended_there(client, administrator, player):
    address = reverse("admin:accounts_person_change", args=[player.pk])
    page = client.get(address)
    typed = {
        name: value
        for name, value in page.context["adminform"].form.initial.items()
        if value not in (None, False) and name not in ("groups", "user_permissions")
    }
    typed.pop("is_active")

    response = client.post(address, typed)

    assert response.status_code == 302
    assert not Person.objects.get(pk=player.pk).is_active


def test_an_address_is_its_owners_business(client, administrator, player):
    page = client.get(reverse("admin:accounts_person_change", args=[player.pk])).content.decode()

    assert player.email in page
    assert 'name="email"' not in page


def test_an_account_is_made_there_with_its_address_in_small_letters(client, administrator):
    response = client.post(
        reverse("admin:accounts_person_add"),
        {
            "email": "Nueva@Example.ORG",
            "display_name": "Nueva",
            "usable_password": "true",
            "password1": "una-llave-bien-larga",
            "password2": "una-llave-bien-larga",
        },
    )

    assert response.status_code == 302
    assert Person.objects.get(display_name="Nueva").email == "nueva@example.org"
