"""Signing in and out, and those who may not."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def test_an_address_and_its_password_open_the_door(client, bruno, sign_in):
    response = sign_in(email="Bruno@Example.org")

    assert response.url == reverse("home")
    assert client.session["_auth_user_id"] == str(bruno.pk)
    assert "Bruno" in client.get("/").content.decode()


def test_signing_in_goes_on_to_the_page_asked_for(client, bruno, sign_in):
    asked = client.get(reverse("preferences"))
    response = sign_in(next=reverse("preferences"))

    assert asked.url == f"{reverse('account_login')}?next=/cuenta/preferencias/"
    assert response.url == reverse("preferences")


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:1"])
def test_signing_in_never_leads_to_another_site(bruno, sign_in, elsewhere):
    assert sign_in(next=elsewhere).url == reverse("home")


def test_a_wrong_password_and_an_unknown_address_get_the_same_answer(bruno, sign_in):
    wrong = sign_in(password="otra-cosa-larga").content.decode()
    unknown = sign_in(email="nadie@example.org").content.decode()

    said = "Esa dirección y esa contraseña no se corresponden."
    assert said in wrong
    assert said in unknown
    assert PASSWORD not in unknown


def test_five_failures_close_the_door_of_that_address_for_a_while(client, bruno, sign_in):
    for _ in range(5):
        sign_in(password="otra-cosa-larga")

    response = sign_in()

    assert "Demasiados intentos fallidos." in response.content.decode()
    assert "_auth_user_id" not in client.session


def test_failures_do_not_tell_which_addresses_have_an_account(sign_in, bruno):
    for _ in range(5):
        sign_in(email="nadie@example.org")

    assert "Demasiados intentos fallidos." in sign_in(email="nadie@example.org").content.decode()


def test_thirty_tries_a_minute_are_enough_for_one_network(sign_in):
    for number in range(30):
        sign_in(email=f"nadie{number}@example.org")

    response = sign_in()

    assert response.status_code == 429
    assert "Demasiado rápido" in response.content.decode()


def test_a_suspended_person_cannot_sign_in(client, bruno, sign_in):
    bruno.is_active = False
    bruno.save()

    response = sign_in()

    assert response.url == reverse("account_inactive")
    assert "Cuenta suspendida" in client.get(response.url).content.decode()
    assert "_auth_user_id" not in client.session


def test_suspending_ends_what_the_person_had_open(client, bruno):
    client.force_login(bruno)
    assert client.get(reverse("preferences")).status_code == 200

    bruno.is_active = False
    bruno.save()

    assert client.get(reverse("preferences")).status_code == 302


def test_signing_out_needs_the_button(client, bruno):
    client.force_login(bruno)

    asked = client.get(reverse("account_logout"))
    assert "¿Quieres salir en este navegador?" in asked.content.decode()
    assert "_auth_user_id" in client.session

    left = client.post(reverse("account_logout"), follow=True)
    assert "Has salido." in left.content.decode()
    assert "_auth_user_id" not in client.session


def test_a_form_from_a_page_too_old_says_so_and_how_to_go_on():
    client = Client(enforce_csrf_checks=True)

    response = client.post(reverse("account_login"), {"login": "x", "password": "y"})

    assert response.status_code == 403
    assert "Esta página se ha quedado vieja" in response.content.decode()
    assert '<html lang="es"' in response.content.decode()
