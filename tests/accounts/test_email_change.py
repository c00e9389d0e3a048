"""Changing the address one signs in with."""

import pytest
from allauth.account.models import EmailAddress
from django.urls import reverse

from tests import make
from tests.accounts.conftest import link_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def _confirmed(client, bruno):
    EmailAddress.objects.create(user=bruno, email=bruno.email, primary=True, verified=True)
    client.force_login(bruno)


def _ask(client, email="nuevo@example.org"):
    return client.post(reverse("account_email"), {"email": email, "action_add": "1"}, follow=True)


@pytest.mark.usefixtures("_confirmed")
def test_a_new_address_counts_once_it_is_confirmed(client, bruno, sign_in, mailoutbox):
    page = _ask(client, "Nuevo@example.org")
    bruno.refresh_from_db()
    before = bruno.email
    client.post(link_in(mailoutbox[0]))
    bruno.refresh_from_db()

    assert "<strong>nuevo@example.org</strong> está pendiente" in page.content.decode()
    assert (before, bruno.email) == ("bruno@example.org", "nuevo@example.org")
    assert EmailAddress.objects.get(user=bruno).email == "nuevo@example.org"
    assert mailoutbox[0].to == ["nuevo@example.org"]
    told = [mail for mail in mailoutbox if mail.to == ["bruno@example.org"]]
    assert "Tu dirección ha cambiado" in told[-1].subject


@pytest.mark.usefixtures("_confirmed")
def test_a_change_can_be_called_off(client, bruno):
    _ask(client)
    client.post(reverse("account_email"), {"email": "nuevo@example.org", "action_remove": "1"})

    assert [address.email for address in EmailAddress.objects.all()] == ["bruno@example.org"]


@pytest.mark.usefixtures("_confirmed")
def test_ones_own_address_is_no_change(client):
    assert (
        "Esta ya es la dirección de tu cuenta."
        in _ask(client, "bruno@example.org").content.decode()
    )


@pytest.mark.usefixtures("_confirmed")
def test_an_address_of_somebody_else_never_becomes_mine(client, bruno, mailoutbox):
    other = make.person("Clara")
    EmailAddress.objects.create(user=other, email=other.email, primary=True, verified=True)

    _ask(client, other.email)
    for mail in mailoutbox:
        if "confirm-email" in str(mail.body):
            client.post(link_in(mail))

    bruno.refresh_from_db()
    assert bruno.email == "bruno@example.org"


def test_who_never_confirmed_the_first_address_may_still_change_it(client, sign_up, mailoutbox):
    sign_up(email="errata@example.org")
    client.get(reverse("account_email"))

    page = _ask(client, "clara@example.org")
    client.post(link_in(mailoutbox[-1]))

    assert page.status_code == 200
    assert EmailAddress.objects.get(verified=True).user.email == "clara@example.org"
