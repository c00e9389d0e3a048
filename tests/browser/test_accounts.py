"""The account's pages in a real browser: on a phone, by keyboard, light and dark."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from accounts.models import Person
from tests.accounts.conftest import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 390, "height": 844}
PUBLIC = [
    "/cuenta/login/",
    "/cuenta/signup/",
    "/cuenta/password/reset/",
    "/cuenta/password/reset/done/",
    "/cuenta/password/reset/key/1-set-password/",
    "/cuenta/inactive/",
    "/cuenta/confirm-email/",
    "/cuenta/confirm-email/dead:link/",
]
OWN = [
    "/cuenta/preferencias/",
    "/cuenta/password/change/",
    "/cuenta/email/",
    "/cuenta/logout/",
    "/cuenta/reauthenticate/",
]


def _check(page: Page, paths: list[str]) -> None:
    for path in paths:
        page.goto(path)
        found = Axe().run(page).response["violations"]
        assert not found, (path, [(what["id"], what["nodes"][0]["html"]) for what in found])
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_account_page_has_a_barrier_or_scrolls_sideways(open_as, gm, scheme):
    visitor = open_as(None, "/", color_scheme=scheme)
    visitor.set_viewport_size(PHONE)
    _check(visitor, PUBLIC)
    gm.set_password(PASSWORD)  # without one there is nothing to type again
    gm.save()
    member = open_as(gm, "/", color_scheme=scheme)
    member.set_viewport_size(PHONE)
    _check(member, OWN)


def test_signing_up_by_keyboard_takes_the_browsers_time_zone(open_as):
    page = open_as(None, "/cuenta/signup/", timezone_id="America/Bogota")
    page.get_by_label("Nombre visible").focus()
    for typed in ("Clara", "clara@example.org", PASSWORD):
        page.keyboard.type(typed)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    expect(page.locator("header .menu__name")).to_have_text("Clara")
    assert Person.objects.get().time_zone == "America/Bogota"


def test_a_refused_sign_up_keeps_what_was_typed_and_says_why_to_a_screen_reader(open_as):
    page = open_as(None, "/cuenta/signup/")
    page.get_by_label("Nombre visible").fill("Clara")
    page.get_by_label("Dirección de correo").fill("clara@example.org")
    page.get_by_label("Contraseña").fill("12345678")
    page.get_by_role("button", name="Crear una cuenta").click()

    password = page.get_by_label("Contraseña")
    expect(password).to_have_attribute("aria-invalid", "true")
    described = password.get_attribute("aria-describedby") or ""
    said = " ".join(page.locator(f"#{name}").inner_text() for name in described.split())
    assert "solo tiene números" in said
    expect(page.get_by_label("Nombre visible")).to_have_value("Clara")
    expect(page.get_by_label("Dirección de correo")).to_have_value("clara@example.org")


def test_the_language_switch_of_the_header_turns_the_page_at_hand(open_as):
    page = open_as(None, "/cuenta/signup/")
    page.locator("header details[data-menu] summary").click()
    page.get_by_role("button", name="English").click()

    expect(page).to_have_url(re.compile("/cuenta/signup/$"))
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("heading", name="Make an account")).to_be_visible()
