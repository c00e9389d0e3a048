"""The style guide: every piece, on a phone and a desk, light and dark."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests import make

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_no_piece_is_closed_to_anyone_or_wider_than_the_screen(open_as, scheme, width):
    staff = make.person(is_staff=True)
    page = open_as(staff, "/styleguide/", color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 844})

    violations = Axe().run(page).response["violations"]

    assert not violations, [(found["id"], found["nodes"][0]["html"]) for found in violations]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_visitor_chooses_the_dark_theme_and_keeps_it(open_as):
    page = open_as(None, "/")
    page.locator("header details[data-menu] summary").click()
    page.get_by_role("button", name="Oscuro").click()

    page.goto("/cuenta/login/")

    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == (
        "rgb(21, 23, 26)"
    )


def test_the_menu_closes_with_escape_and_gives_the_focus_back(open_as, gm):
    page = open_as(gm, "/")
    summary = page.locator("header details[data-menu] summary")
    summary.click()
    page.get_by_role("link", name="Preferencias").focus()

    page.keyboard.press("Escape")

    expect(summary).to_be_focused()
    expect(page.get_by_role("link", name="Preferencias")).to_be_hidden()
