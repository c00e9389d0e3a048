"""Somebody with a password, and what a visitor types."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.urls import reverse

from accounts.models import Person

PASSWORD = "una-llave-bien-larga"


@pytest.fixture
def bruno(db: None) -> Person:
    return Person.objects.create_user(
        email="bruno@example.org", password=PASSWORD, display_name="Bruno"
    )


@pytest.fixture
def sign_in(client: Any) -> Callable[..., Any]:
    """Type an address and a password into the sign-in form."""

    def send(email: str = "bruno@example.org", password: str = PASSWORD, **extra: Any) -> Any:
        return client.post(
            reverse("account_login"), {"login": email, "password": password, **extra}
        )

    return send


@pytest.fixture
def sign_up(client: Any) -> Callable[..., Any]:
    """Fill in the sign-up form."""

    def send(**changed: str) -> Any:
        typed = {
            "display_name": "Clara",
            "email": "Clara@Example.org",
            "password1": PASSWORD,
            "time_zone": "America/Bogota",
            **changed,
        }
        return client.post(reverse("account_signup"), typed)

    return send


def link_in(mail: EmailMessage) -> str:
    """Return the path of the first link of a mail."""
    found = re.search(r"https?://[^/\s]+(/cuenta/\S+)", str(mail.body))
    assert found, mail.body
    return found[1]
