"""Spanish unless somebody chose otherwise, and then all of it: pages, forms' complaints, mails."""

import re
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.urls import reverse

from config.run import catalogues, supervisor
from tests.accounts.conftest import PASSWORD, link_in

pytestmark = pytest.mark.django_db

# Words that would stand on a page or in a mail only if it had been left in English.
ENGLISH = re.compile(
    r"\b(the|your|you|this|with|and|for|please|sign|password|address|email|again|have|been|"
    r"change|confirm|link|account|enter|valid|hello|thank|required|field)\b",
    re.IGNORECASE,
)
PUBLIC = [
    "account_login",
    "account_signup",
    "account_inactive",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key_done",
    "account_email_verification_sent",
]
OWN = [
    "preferences",
    "account_email",
    "account_change_password",
    "account_logout",
    "account_reauthenticate",
]


def words(page: str) -> str:
    """Return what a reader sees or hears of a page, without the texts that are names."""
    for what in ("<head.*?</head>", "<script.*?</script>", "<option.*?</option>", 'lang="en".*?>'):
        page = re.sub(what, " ", page, flags=re.DOTALL)
    heard = re.findall(r'(?:aria-label|placeholder|title|alt)="([^"]*)"', page)
    return " ".join([re.sub(r"<[^>]+>", " ", page), *heard])


def english(text: str) -> list[str]:
    return ENGLISH.findall(text.replace("English", ""))


@pytest.mark.parametrize("asked", [None, "", "es-AR,es;q=0.9", "fr", "de-DE;q=0.8", "xx;;"])
def test_spanish_is_what_everybody_gets_who_does_not_ask_for_english(client, asked):
    headers = {} if asked is None else {"accept-language": asked}

    response = client.get("/", headers=headers)

    assert '<html lang="es"' in response.content.decode()
    assert response["Content-Language"] == "es"


def test_a_browser_that_asks_for_english_gets_english(client):
    page = client.get("/", headers={"accept-language": "en-GB,en;q=0.8"}).content.decode()

    assert '<html lang="en"' in page
    assert "Sign in" in page


@pytest.mark.parametrize("name", PUBLIC)
def test_a_visitors_account_pages_are_spanish(client, name):
    response = client.get(reverse(name))

    assert response.status_code == 200
    assert english(words(response.content.decode())) == []


@pytest.mark.parametrize("name", OWN)
def test_a_members_account_pages_are_spanish(client, bruno, name):
    client.force_login(bruno)

    response = client.get(reverse(name))

    assert response.status_code == 200
    assert english(words(response.content.decode())) == []


@pytest.mark.parametrize("name", PUBLIC)
def test_the_same_pages_are_english_for_who_chose_it(client, name):
    client.post(reverse("set_language"), {"language": "en"})

    page = words(client.get(reverse(name)).content.decode())

    assert not re.search(r"\b(contraseña|cuenta|Entrar|correo|página)\b", page)
    assert english(page)


@pytest.mark.parametrize("name", [*PUBLIC[:2], PUBLIC[3]])
def test_an_empty_form_complains_in_spanish(client, name):
    page = words(client.post(reverse(name), {}).content.decode())

    assert "Falta este campo." in page
    assert english(page) == []


def test_a_members_empty_forms_complain_in_spanish(client, bruno):
    client.force_login(bruno)

    for name, sent in (
        ("preferences", {}),
        ("account_change_password", {}),
        ("account_email", {"action_add": "1"}),
        ("account_reauthenticate", {}),
    ):
        page = words(client.post(reverse(name), sent).content.decode())
        assert english(page) == [], name


@pytest.mark.parametrize(
    "path",
    ["/cuenta/confirm-email/abc:def/", "/cuenta/password/reset/key/1-set-password/", "/nada/"],
)
def test_dead_links_are_explained_in_spanish(client, path):
    page = client.get(path, follow=True).content.decode()

    assert '<html lang="es"' in page
    assert english(words(page)) == []


def test_every_mail_is_spanish(client, bruno, sign_up, mailoutbox):
    sign_up()
    client.post(link_in(mailoutbox[0]))
    client.post(reverse("account_email"), {"email": "nueva@example.org", "action_add": "1"})
    client.post(link_in(mailoutbox[-1]))
    _change_password(client)
    client.logout()
    for email in ("bruno@example.org", "nadie@example.org"):
        client.post(reverse("account_reset_password"), {"email": email})

    subjects = [mail.subject.removeprefix("[Tirada] ") for mail in mailoutbox]
    assert subjects == [
        "Confirma tu dirección",
        "Confirma tu dirección",
        "Tu dirección ha cambiado",
        "Tu contraseña ha cambiado",
        "Elige otra contraseña",
        "No hay ninguna cuenta con esta dirección",
    ]
    for mail in mailoutbox:
        assert english(_written(mail)) == [], mail.body
        assert re.match(r"Hola(, Clara|, Bruno)?:", str(mail.body))
        assert "&#" not in str(mail.body)


def _change_password(client: Any) -> None:
    new = "otra-llave-aun-mas-larga"
    client.post(
        reverse("account_change_password"),
        {"oldpassword": PASSWORD, "password1": new, "password2": new},
    )


def _written(mail: EmailMessage) -> str:
    return f"{mail.subject} " + re.sub(r"https?://\S+", "", str(mail.body))


def test_the_spanish_catalogue_is_complete_and_current():
    source = supervisor.ROOT / "locale" / "es" / "LC_MESSAGES" / "django.po"

    assert catalogues.problems(source, catalogues.messages(supervisor.ROOT)) == []
