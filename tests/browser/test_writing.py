"""Writing in a scene: nothing typed is lost, nothing is sent twice, nothing needs a script."""

import re

import pytest
from playwright.sync_api import Page, expect

from campaigns.models import Draft, Post, Scene
from rules.models import LedgerEntry
from tests import make

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WORDS = "—¿Oyes eso? —pregunta Nerea."


@pytest.fixture
def scene(gm, player) -> Scene:
    table = make.campaign(gm)
    make.member(table, player)
    make.character(table, player, "Nerea")
    make.character(table, None, "El farero")
    return make.scene(table)


def write(page: Page, words: str = WORDS) -> None:
    """Open the composer if it is closed, and type."""
    if page.locator(".composer__fold").get_attribute("open") is None:
        page.locator(".composer__invite").click()
    page.get_by_label("Historia").fill(words)


def publish(page: Page) -> None:
    page.locator("#composer-form").get_by_role("button", name="Publicar").click()


def test_a_draft_saves_itself_and_comes_back(open_as, scene, player):
    page = open_as(player, f"/escenas/{scene.public_id}/")

    write(page)
    expect(page.get_by_role("status").filter(has_text="Borrador guardado")).to_be_visible()
    page.reload()

    assert Draft.objects.get().fields["text"] == WORDS
    expect(page.get_by_label("Historia")).to_have_value(WORDS)


def test_what_is_typed_without_a_connection_comes_back_with_its_circle(open_as, scene, player):
    page = open_as(player, f"/escenas/{scene.public_id}/")
    page.route("**/borrador/", lambda route: route.abort("connectionrefused"))
    page.locator(".composer__invite").click()
    page.locator("[data-audience] summary").click()
    page.locator("[name=audience][value=GM]").check()
    write(page)
    expect(page.get_by_text("Sin conexión")).to_be_visible()

    page.unroute("**/borrador/")
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()

    expect(page.get_by_label("Historia")).to_have_value(WORDS)
    expect(page.locator("[name=audience][value=GM]")).to_be_checked()
    expect(page.locator("[data-audience-words]")).to_have_text("Solo el director y tú")
    publish(page)
    expect(page.locator("[data-post]")).to_contain_text(WORDS.split(" —")[0])
    assert Post.objects.get().audience == Post.Audience.GM


def test_a_text_that_differs_from_the_servers_is_offered_never_dropped(open_as, scene, player):
    page = open_as(player, f"/escenas/{scene.public_id}/")
    page.route("**/borrador/", lambda route: route.abort("connectionrefused"))
    write(page, "Lo que escribí en el tren.")
    expect(page.get_by_text("Sin conexión")).to_be_visible()
    elsewhere = open_as(player, f"/escenas/{scene.public_id}/")
    write(elsewhere, "Lo que escribí en casa.")
    expect(elsewhere.get_by_text("Borrador guardado")).to_be_visible()

    page.unroute("**/borrador/")
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    expect(page.get_by_label("Historia")).to_have_value("Lo que escribí en casa.")
    page.get_by_role("button", name="Añadir el texto que guardaba este navegador").click()

    expect(page.get_by_label("Historia")).to_have_value(
        "Lo que escribí en casa.\n\nLo que escribí en el tren."
    )


def test_two_clicks_make_one_post(open_as, scene, player):
    page = open_as(player, f"/escenas/{scene.public_id}/")
    write(page)

    page.locator("#composer-form").get_by_role("button", name="Publicar").dblclick()
    expect(page.locator("[data-post]")).to_have_count(1)

    assert Post.objects.count() == 1


def test_the_browser_makes_its_part_of_the_chance_and_the_player_may_change_it(
    open_as, scene, player
):
    page = open_as(player, f"/escenas/{scene.public_id}/")
    write(page)
    page.get_by_role("button", name="Añadir una tirada").click()
    row = page.locator("[data-roll-row]")
    expect(row.locator("select")).to_be_focused()
    row.get_by_text("Prueba: tu parte del azar").click()
    nonce = row.locator("[name$='-nonce']")
    expect(nonce).to_have_value(re.compile("^[0-9a-f]{32}$"))
    mine = "feedface" * 4
    nonce.fill(mine)
    row.locator("select").select_option(label="Notar d4")
    row.get_by_label("Para qué").fill("Oír el mar")

    publish(page)
    expect(page.locator(".roll-chip")).to_contain_text("Oír el mar")

    entry = LedgerEntry.objects.get(kind="draw")
    assert entry.body["request"]["nonce"] == mine


def test_posting_with_a_roll_needs_no_script(open_as, scene, player):
    page = open_as(player, f"/escenas/{scene.public_id}/", java_script_enabled=False)
    page.locator(".composer__invite").click()
    page.get_by_label("Historia").fill(WORDS)
    page.get_by_role("button", name="Añadir una tirada").click()
    row = page.locator("[data-roll-row]")
    row.locator("select").select_option(label="Notar d4")
    row.get_by_label("Para qué").fill("Oír el mar")
    page.get_by_role("button", name="Vista previa").click()
    expect(page.locator("#preview")).to_contain_text("¿Oyes eso?")

    publish(page)

    expect(page.locator("[data-post] .roll-chip")).to_contain_text("Oír el mar")
    assert Post.objects.count() == 1


def test_the_toolbar_sets_emphasis_and_the_raya(open_as, scene, player):
    page = open_as(player, f"/escenas/{scene.public_id}/")
    write(page, "Ya va")
    page.get_by_label("Historia").select_text()

    page.get_by_role("button", name="Cursiva").click()
    page.get_by_role("button", name="Raya de diálogo").click()

    expect(page.get_by_label("Historia")).to_have_value(re.compile(r"^— ?\*Ya va\*$"))
