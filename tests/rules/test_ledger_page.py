"""The page of proofs on the real site: its own rules of security, a table that has played."""

import os

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.db import connections
from django.urls import reverse
from playwright.sync_api import expect, sync_playwright

from campaigns.services import rolls
from config.run.testing import chromium
from rules import randomness
from tests import make
from tests.conftest import NOW

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table(gm, player):
    made = make.campaign(gm)
    make.member(made, player)
    place = make.scene(made)
    make.post(place, player, questions=[make.question(notation="2d6", reason="Notar")])
    secret = make.roll(place, gm, notation="1d20", reason="¿Los oyen?", is_secret=True)
    make.roll(place, player, notation="wild d8")
    randomness.close_epoch(campaign=made.public_id, at=NOW)
    rolls.reveal(roll=secret, by=gm, at=NOW)
    make.roll(place, player, notation="3d6!")
    return made


@pytest.fixture
def visit(live_server, client):
    """Open a path of the site as a person, in Chromium on a phone; no console errors allowed."""
    complaints: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), chromium_sandbox=os.geteuid() != 0
        )

        def opened(person, path, **options):
            client.force_login(person)
            context = browser.new_context(
                viewport={"width": 390, "height": 844}, locale="es-ES", **options
            )
            cookie = client.cookies["sessionid"].value
            context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
            page = context.new_page()
            page.on(
                "console",
                lambda line: complaints.append(line.text) if line.type == "error" else None,
            )
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.goto(live_server.url + path)
            return page

        yield opened
        browser.close()
        # While Playwright's loop runs, this thread has a second connection of its own.
        connections.close_all()
    assert complaints == []


def problem_of(violation) -> str:
    node = violation["nodes"][0]
    return f"{violation['id']}: {node['html']} {node['failureSummary']}"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_player_checks_the_whole_record_in_spanish(table, visit, player, scheme):
    page = visit(player, reverse("ledger", args=[table.public_id]), color_scheme=scheme)

    page.get_by_role("button", name="Comprobar el registro entero").click()

    result = page.get_by_role("status").filter(has_text="registro")
    expect(result).to_contain_text("El registro es correcto.")
    expect(result).to_contain_text("con las mismas caras: 3")
    expect(result).to_contain_text("al terminar la sesión: 1")
    expect(result).to_contain_text("Entradas selladas: 1; de ellas, reveladas: 1")
    expect(result).to_contain_text("abiertas y comprobadas: 0")
    expect(result).to_contain_text(randomness.head(table.public_id)[1])
    if folder := os.environ.get("TIRADA_SCREENSHOTS"):
        page.screenshot(path=f"{folder}/ledger-{scheme}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert [problem_of(each) for each in Axe().run(page).response["violations"]] == []


def test_without_javascript_the_page_says_what_to_do(table, visit, player):
    page = visit(player, reverse("ledger", args=[table.public_id]), java_script_enabled=False)

    expect(page.locator("noscript p")).to_contain_text("Para esto hace falta JavaScript.")
    expect(page.locator("noscript p")).to_be_visible()
    expect(page.get_by_role("button", name="Comprobar el registro entero")).to_have_count(0)
    expect(page.get_by_role("link", name="Descargar el registro")).to_be_visible()
