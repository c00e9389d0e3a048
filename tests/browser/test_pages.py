"""Every page of the demo as people meet it: no barrier, no stray English, no sideways scrolling."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page

from accounts.models import Person
from campaigns.models import Campaign, CastMember, Roll, Scene
from config import demo

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Words of the interface that would stand on a page only if it had been left in English.
ENGLISH = re.compile(
    r"\b(the|and|your|with|campaign|scene|sheet|roll|sign|post|game master|player|save|edit)\b",
    re.IGNORECASE,
)


@pytest.fixture
def story(transactional_db: None) -> dict[str, str]:
    """Load the demo campaign and return the addresses of its pages."""
    demo.load(at=timezone.now())
    campaign = Campaign.objects.get(title="La casa del faro")
    lighthouse = Scene.objects.get(title="La linterna apagada")
    dock = Scene.objects.get(title="El muelle de Punta Cierva")
    nerea = CastMember.objects.get(name="Nerea Costas")
    base = f"/partidas/{campaign.public_id}/"
    return {
        "home": "/",
        "preferences": "/cuenta/preferencias/",
        "campaign": base,
        "apply": f"{base}solicitar/",
        "people": f"{base}gente/",
        "edit": f"{base}editar/",
        "new scene": f"{base}escenas/nueva/",
        "scene": f"/escenas/{lighthouse.public_id}/",
        "closed scene": f"/escenas/{dock.public_id}/",
        "cast": f"{base}reparto/",
        "new npc": f"{base}pnj/nuevo/",
        "sheet": f"/personajes/{nerea.public_id}/",
        "rolls": f"{base}tiradas/",
        "proof": f"/tiradas/{Roll.objects.filter(is_secret=True).get().public_id}/",
        "ledger": f"{base}pruebas/",
        "end of session": f"{base}sesion/",
        "new campaign": "/partidas/nueva/",
    }


def check_axe(page: Page, name: str) -> None:
    found = Axe().run(page).response["violations"]
    named = [(v["id"], [n["target"] for n in v["nodes"]][:3]) for v in found]
    assert named == [], name


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_barrier(open_as, story, scheme):
    gm = Person.objects.get(display_name="Inés")
    page = open_as(gm, "/", color_scheme=scheme)
    for name, path in story.items():
        page.goto(path)
        for fold in page.locator("main details > summary").all():
            if fold.is_visible():
                fold.click()
        check_axe(page, f"{name} ({scheme})")


def test_a_spanish_page_has_no_english_on_it(open_as, story):
    page = open_as(Person.objects.get(display_name="Inés"))
    for name, path in story.items():
        page.goto(path)
        assert page.locator("html").get_attribute("lang") == "es"
        # The record's own format has English keys; it is shown as it is.
        page.locator("pre").evaluate_all("found => found.forEach(e => e.remove())")
        found = ENGLISH.findall(page.locator("body").inner_text())
        assert found == [], (name, found)


def test_a_reader_who_chose_english_gets_it(open_as, story):
    gm = Person.objects.get(display_name="Inés")
    gm.language = "en"
    gm.save()
    page = open_as(gm)
    page.goto(story["campaign"])

    assert page.locator("html").get_attribute("lang") == "en"
    assert page.get_by_role("link", name="Proof of every draw").is_visible()


def test_no_page_scrolls_sideways_on_a_phone(open_as, story):
    page = open_as(Person.objects.get(display_name="Inés"))
    page.set_viewport_size({"width": 390, "height": 844})
    for name, path in story.items():
        page.goto(path)
        wide = page.locator("html").evaluate("e => e.scrollWidth - e.clientWidth")
        assert wide <= 0, name


def test_public_pages_greet_a_visitor_in_spanish_without_barriers(open_as, story):
    page = open_as(None)
    for path in ("/", "/cuenta/login/", "/cuenta/signup/", "/cuenta/password/reset/"):
        page.goto(path)
        assert ENGLISH.findall(page.locator("main").inner_text()) == [], path
        check_axe(page, path)
