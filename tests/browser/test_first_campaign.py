"""The whole story of a first campaign, as two people in two browsers."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from campaigns.models import Campaign, GameSession, Post, Roll
from characters.models import Character
from rules.models import LedgerEntry

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ROOT = Path(__file__).resolve().parent.parent.parent
PASSWORD = "una contraseña larga 42"


def sign_up(page: Page, name: str, email: str) -> None:
    page.goto("/cuenta/signup/")
    page.get_by_label("Correo").fill(email)
    page.get_by_label("Nombre visible").fill(name)
    page.get_by_label("Contraseña").first.fill(PASSWORD)
    page.locator("main form").get_by_role("button").first.click()
    expect(page.locator(".menu__name")).to_have_text(name)


def compose(page: Page, text: str, speaker: str | None = None) -> None:
    page.get_by_text("Escribir en esta escena").click()
    if speaker:
        page.get_by_label("Quién habla").select_option(label=speaker)
    page.get_by_label("Historia").fill(text)


def publish(page: Page) -> None:
    page.locator("#composer-form").get_by_role("button", name="Publicar").click()


def test_from_two_strangers_to_a_proven_roll(site, worker, open_as, tmp_path):
    gm, player = open_as(None), open_as(None)

    # A GM opens a campaign and takes applications.
    sign_up(gm, "Inés", "ines@example.org")
    gm.goto("/partidas/nueva/")
    gm.get_by_label("Título").fill("La casa del faro")
    gm.get_by_label("Planteamiento").fill("Una noche en la *costa*.")
    gm.get_by_label("Sistema de reglas").select_option("savage_adventure")
    gm.get_by_role("button", name="Abrirla").click()
    expect(gm.get_by_role("heading", name="La casa del faro")).to_be_visible()
    gm.get_by_role("link", name="Personas e invitaciones").click()
    gm.get_by_role("button", name="Admite solicitudes").click()

    # A player finds it, asks for a seat and gets it.
    sign_up(player, "Bruno", "bruno@example.org")
    player.goto("/")
    player.get_by_role("link", name="La casa del faro").click()
    player.get_by_role("link", name="Pedir plaza").click()
    player.locator("main textarea").fill("Me gustaría llevar a una médica.")
    player.get_by_role("button", name="Enviar").click()
    gm.reload()
    expect(gm.get_by_text("Me gustaría llevar a una médica.")).to_be_visible()
    gm.get_by_role("button", name="Aceptar").click()

    # The player makes a character, the GM approves it.
    campaign = Campaign.objects.get()
    player.goto(f"/partidas/{campaign.public_id}/personajes/nuevo/")
    player.get_by_label("Nombre", exact=True).fill("Nerea")
    player.locator('[name="skills.healing"]').select_option("d8")
    player.get_by_role("button", name=re.compile("Enviar")).click()
    character = Character.objects.get()
    gm.goto(f"/personajes/{character.cast_member.public_id}/")
    gm.get_by_role("button", name="Aprobar").click()
    expect(gm.get_by_text("Nerea", exact=False).first).to_be_visible()

    # The GM opens a scene and narrates; the player has it open and sees the words arrive.
    gm.goto(f"/partidas/{campaign.public_id}/escenas/nueva/")
    gm.get_by_label("Título").fill("El muelle")
    gm.get_by_role("button", name="Abrirla").click()
    expect(gm.get_by_role("heading", name="El muelle")).to_be_visible()
    player.goto(gm.url)
    expect(player.get_by_text("Aquí no se ha escrito nada todavía.")).to_be_visible()
    compose(gm, "Llueve sobre el muelle.", speaker="El narrador")
    publish(gm)
    expect(player.get_by_text("Llueve sobre el muelle.")).to_be_visible()

    # The player writes and rolls; both see the same faces.
    compose(player, "—¿Quién anda ahí?", speaker="Nerea")
    player.get_by_role("button", name="Añadir una tirada").click()
    row = player.locator("[data-roll-row]").last
    row.get_by_label("Tirada", exact=True).select_option(label="Notar d4")
    row.get_by_label("Para qué").fill("Ver quién vigila")
    row.get_by_label("Modificadores").fill("+1 silencio")
    publish(player)
    expect(player.locator(".roll-chip")).to_contain_text("Notar")
    expect(gm.locator(".roll-chip")).to_contain_text("Ver quién vigila")
    roll = Roll.objects.get()
    shown = [str(die["value"]) for die in roll.result["dice"]]
    assert roll.result["modifiers"][-1]["value"] == 1
    for value in shown:
        expect(gm.locator(".roll-chip")).to_contain_text(value)

    # Reloading, going back and sending again make no second roll.
    player.reload()
    player.go_back()
    player.reload()
    assert Roll.objects.count() == 1
    assert Post.objects.count() == 2

    # The GM ends the session: a worker closes the epoch and posts the summary, once.
    gm.goto(f"/partidas/{campaign.public_id}/sesion/")
    gm.get_by_label("Nerea").fill("2")
    gm.get_by_label("Palabras de cierre").fill("Y así acabó la primera noche.")
    gm.get_by_role("button", name="Terminar la sesión").click()
    expect(gm.get_by_role("link", name="Ir al resumen en su escena")).to_be_visible()
    expect(player.get_by_text("Y así acabó la primera noche.")).to_be_visible()
    character.refresh_from_db()
    assert character.experience == 2
    assert character.state["bennies"] == 3
    assert GameSession.objects.filter(status="ENDED").count() == 1
    assert LedgerEntry.objects.filter(kind="epoch.close").count() == 1

    # Anyone opens the proof, verifies the chain in the browser, and with the exported file.
    player.locator(".roll-chip summary").click()
    player.locator(".roll-chip").get_by_role("link", name="verificar").click()
    expect(player.get_by_text(roll.entry.hash)).to_be_visible()
    player.get_by_role("link", name="Comprobar el registro entero").click()
    player.get_by_role("button", name="Comprobar el registro entero").click()
    verdict = player.locator("[data-ledger-result]")
    expect(verdict).to_contain_text("El registro es correcto.")
    expect(verdict).to_contain_text("con las mismas caras: 1")
    with player.expect_download() as download:
        player.get_by_role("link", name=re.compile("Descargar el registro")).click()
    file = tmp_path / "ledger.jsonl"
    download.value.save_as(file)
    done = subprocess.run(
        [sys.executable, "-S", "-m", "rules.ledger", "verify", str(file)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Draws checked against their seeds: 1" in done.stdout
