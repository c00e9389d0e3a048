"""Forgetting and changing a password."""

from typing import Any

import pytest
from django.urls import reverse

from tests.accounts.conftest import PASSWORD, link_in

pytestmark = pytest.mark.django_db
NEW = "otra-llave-aun-mas-larga"


def _choose(client: Any, path: str, password: str = NEW) -> Any:
    """Open a mail's link and choose a password; allauth moves the key out of the address."""
    page = client.get(path, follow=True)
    assert page.status_code == 200
    address = page.redirect_chain[-1][0]
    return client.post(address, {"password1": password, "password2": password}, follow=True)


def test_the_link_of_the_mail_sets_a_new_password_once(client, bruno, sign_in, mailoutbox):
    client.post(reverse("account_reset_password"), {"email": "bruno@example.org"})
    path = link_in(mailoutbox[0])

    done = _choose(client, path)
    again = client.get(path, follow=True)

    assert "Has cambiado tu contraseña" in done.content.decode()
    assert "Este enlace ya no sirve" in again.content.decode()
    assert sign_in(password=NEW).url == reverse("home")


def test_a_new_password_is_told_to_the_owner_by_mail(client, bruno, mailoutbox):
    client.post(reverse("account_reset_password"), {"email": "bruno@example.org"})
    _choose(client, link_in(mailoutbox[0]))

    assert mailoutbox[1].subject == "[Tirada] Tu contraseña ha cambiado"
    assert mailoutbox[1].to == ["bruno@example.org"]


def test_the_page_says_the_same_whether_or_not_the_address_has_an_account(client, bruno):
    answers = [
        client.post(reverse("account_reset_password"), {"email": email}, follow=True)
        for email in ("bruno@example.org", "nadie@example.org")
    ]

    known, unknown = (answer.content.decode() for answer in answers)
    assert "Hemos escrito a esa dirección." in known
    assert _without_tokens(known) == _without_tokens(unknown)


def _without_tokens(page: str) -> list[str]:
    return [line for line in page.splitlines() if "csrfmiddlewaretoken" not in line]


def test_an_unknown_address_gets_a_mail_too_without_a_link_to_a_password(client, mailoutbox):
    client.post(reverse("account_reset_password"), {"email": "nadie@example.org"})

    assert mailoutbox[0].to == ["nadie@example.org"]
    assert link_in(mailoutbox[0]) == reverse("account_signup")


def test_a_suspended_person_gets_no_link(client, bruno, mailoutbox):
    bruno.is_active = False
    bruno.save()

    client.post(reverse("account_reset_password"), {"email": "bruno@example.org"})

    assert link_in(mailoutbox[0]) == reverse("account_signup")


def test_asking_again_and_again_stops(client, bruno, mailoutbox):
    for _ in range(5):
        client.post(reverse("account_reset_password"), {"email": "bruno@example.org"})

    response = client.post(reverse("account_reset_password"), {"email": "bruno@example.org"})

    assert response.status_code == 429
    assert len(mailoutbox) == 5


def test_the_mail_speaks_the_owners_language_not_the_askers(client, bruno, mailoutbox):
    bruno.language = "en"
    bruno.save()

    client.post(reverse("account_reset_password"), {"email": "bruno@example.org"})

    assert mailoutbox[0].subject == "[Tirada] Choose another password"
    assert "Hello, Bruno:" in mailoutbox[0].body


def test_a_mail_server_that_is_away_breaks_no_page(client, bruno, settings, monkeypatch):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1  # nobody listens there

    response = client.post(
        reverse("account_reset_password"), {"email": "bruno@example.org"}, follow=True
    )

    assert response.status_code == 200
    assert "No hemos podido enviar el correo." in response.content.decode()


def test_changing_it_asks_for_the_old_one_and_keeps_the_session(client, bruno, mailoutbox):
    client.force_login(bruno)
    typed = {"oldpassword": "no-es-esta", "password1": NEW, "password2": NEW}

    refused = client.post(reverse("account_change_password"), typed)
    kept = client.post(reverse("account_change_password"), {**typed, "oldpassword": PASSWORD})

    assert "Esta no es tu contraseña actual." in refused.content.decode()
    assert kept.url == reverse("preferences")
    assert client.get(reverse("preferences")).status_code == 200
    assert mailoutbox[-1].subject == "[Tirada] Tu contraseña ha cambiado"


def test_two_different_new_passwords_change_nothing(client, bruno):
    client.force_login(bruno)

    response = client.post(
        reverse("account_change_password"),
        {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW + "x"},
    )

    bruno.refresh_from_db()
    assert "Escribe la misma contraseña las dos veces." in response.content.decode()
    assert bruno.check_password(PASSWORD)
