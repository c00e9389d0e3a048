"""Making an account."""

import threading
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from tests.accounts.conftest import PASSWORD, link_in

pytestmark = pytest.mark.django_db


def test_who_signs_up_is_in_at_once_with_the_browsers_time_zone(client, sign_up):
    response = sign_up()

    person = Person.objects.get()
    assert response.status_code == 302
    assert response.url == reverse("home")
    assert client.session["_auth_user_id"] == str(person.pk)
    assert (person.email, person.display_name) == ("clara@example.org", "Clara")
    assert (person.language, person.time_zone) == ("es", "America/Bogota")
    assert person.password.startswith("md5")  # the tests' own hasher, for speed


def test_signing_up_goes_on_to_where_one_was_going(client, sign_up):
    page = client.get(reverse("account_login"), {"next": "/cuenta/preferencias/"})
    response = sign_up(next="/cuenta/preferencias/")

    assert "/cuenta/signup/?next=%2Fcuenta%2Fpreferencias%2F" in page.content.decode()
    assert response.url == "/cuenta/preferencias/"


def test_the_page_and_the_mail_speak_the_language_chosen_before_signing_up(
    client, sign_up, mailoutbox
):
    client.post(reverse("set_language"), {"language": "en"})
    sign_up()

    assert Person.objects.get().language == "en"
    assert "Your account is made." in mailoutbox[0].body


def test_a_theme_chosen_as_a_visitor_stays(client, sign_up):
    client.post(reverse("preferences-theme"), {"theme": "DARK"})
    sign_up()

    assert Person.objects.get().theme == "DARK"


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../../etc/passwd", "Etc/GMT+3"])
def test_an_unknown_time_zone_is_madrid(sign_up, zone):
    sign_up(time_zone=zone)

    assert Person.objects.get().time_zone == "Europe/Madrid"


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("display_name", "", "Falta este campo."),
        ("display_name", "\u200b\u200b", "Elige un nombre que tenga letras o cifras."),
        ("display_name", "Ana\u202e", "Elige un nombre que tenga letras o cifras."),
        ("display_name", "A" * 41, "Caben como mucho 40 caracteres (hay 41)."),
        ("email", "clara", "Escribe una dirección de correo válida."),
        ("password1", "corta", "necesita al menos 8 caracteres"),
        ("password1", "password", "demasiado corriente"),
        ("password1", "8391746205", "solo tiene números"),
    ],
)
def test_what_is_wrong_is_said_beside_what_was_typed(sign_up, field, typed, said):
    response = sign_up(**{field: typed})

    assert said in response.content.decode()
    assert 'value="America/Bogota"' in response.content.decode()
    assert not Person.objects.exists()


def test_an_address_makes_one_account(sign_up, bruno):
    response = sign_up(email="BRUNO@example.org")

    assert "Ya hay una cuenta con esta dirección" in response.content.decode()
    assert Person.objects.get() == bruno


@pytest.mark.django_db(transaction=True)
def test_the_same_sign_up_sent_twice_at_once_makes_one_account_and_no_error():
    typed = {"display_name": "Clara", "email": "clara@example.org", "password1": PASSWORD}
    gate = threading.Barrier(4)
    statuses: list[int] = []

    def send() -> None:
        gate.wait()
        statuses.append(Client().post(reverse("account_signup"), typed).status_code)
        connection.close()

    threads = [threading.Thread(target=send) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert Person.objects.count() == 1
    assert set(statuses) <= {200, 302}
    assert 302 in statuses


def test_the_link_in_the_mail_confirms_the_address(client, sign_up, mailoutbox):
    sign_up()
    path = link_in(mailoutbox[0])
    page = client.get(path)
    client.post(path)

    address = Person.objects.get().emailaddress_set.get()
    assert "¿Es <strong>clara@example.org</strong> la dirección de Clara?" in page.content.decode()
    assert (address.verified, address.primary) == (True, True)


def test_twenty_sign_ups_an_hour_are_enough_for_one_network(client, sign_up):
    for number in range(20):
        sign_up(email=f"clara{number}@example.org")
        client.logout()

    response = sign_up(email="clara21@example.org")

    _too_fast(response)
    assert Person.objects.count() == 20


def _too_fast(response: Any) -> None:
    assert response.status_code == 429
    assert "Demasiado rápido" in response.content.decode()
