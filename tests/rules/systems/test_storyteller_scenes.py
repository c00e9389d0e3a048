"""A pirates' campaign on the real site: sheet, form, rolls of a scene, wounds, a session's end."""

import uuid

import pytest
from django.urls import reverse

from campaigns.models import Roll
from characters.differences import at
from characters.forms import SheetForm
from characters.services import characters, sessions
from rules.systems.storyteller import SYSTEM
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return make.campaign(make.person("Inés"), system="storyteller")


@pytest.fixture
def bruno(table):
    who = make.person("Bruno")
    make.member(table, who)
    return who


@pytest.fixture
def nami(table, bruno):
    sheet = SYSTEM.empty_sheet()
    sheet["attributes"]["dexterity"] = 3
    sheet["abilities"]["stealth"] = 2
    sheet["willpower"] = 5
    made = characters.create(
        campaign=table,
        player=bruno,
        name="Nami",
        sheet=sheet,
        portrait=None,
        portrait_alt="",
        at=make.NOW,
    )
    characters.submit(character=made, at=make.NOW)
    characters.approve(character=made, at=make.NOW)
    made.refresh_from_db()
    return made


def test_the_sheet_shows_health_willpower_and_pools(client, nami, bruno):
    client.force_login(bruno)

    page = client.get(reverse("character", args=[nami.cast_member.public_id]))

    text = page.content.decode()
    assert page.status_code == 200
    for word in ("Fuerza de Voluntad", "Destreza + Sigilo", "Iniciativa", "5d10"):
        assert word in text


def test_a_pool_is_rolled_in_a_scene_and_kept(client, table, nami, bruno):
    nami.state |= {"lethal": 4}
    nami.save()
    place = make.scene(table)
    client.force_login(bruno)
    key, member = str(uuid.uuid4()), nami.cast_member.public_id
    asked = {
        "row": key,
        f"roll-{key}-nonce": make.NONCE,
        f"roll-{key}-reason": "Que nadie la vea",
        f"roll-{key}-what": f"{member}|sneak:dexterity+stealth",
        f"roll-{key}-modifiers": "+1 noche",
        f"roll-{key}-target": "7",
    }
    post = {
        "post_id": str(uuid.uuid4()),
        "speaker": str(member),
        "text": "Cruza el muelle.",
        "note": "",
        "audience": "SCENE",
    }

    response = client.post(
        reverse("post-publish", args=[place.public_id]), {**post, **asked}, follow=True
    )

    kept = Roll.objects.get().result
    # Five dice, two lost to wounds, one from the night.
    assert len(kept["dice"]) == 4
    assert kept["target"] == 7
    assert "Heridas −2" in kept["label"]["es"]
    assert "noche +1" in kept["label"]["es"]
    assert kept["total"] == sum(die["value"] for die in kept["dice"])
    assert "Que nadie la vea" in response.content.decode()


def test_a_session_ends_without_touching_wounds_or_willpower(table, nami):
    nami.state |= {"lethal": 2, "willpower": 1}
    nami.save()

    report = sessions.end(campaign=table, awards={}, at=make.NOW)

    nami.refresh_from_db()
    assert (nami.state["lethal"], nami.state["willpower"]) == (2, 1)
    assert report["gm_bennies"] == 0


def test_the_form_says_what_is_wrong_beside_the_field_and_with_which_rule():
    sheet = SYSTEM.empty_sheet()
    typed = {field.id: at(sheet, field.id) for field in SYSTEM.sheet_fields()}
    wrong = {**typed, "name": "Nami", "attributes.strength": 6, "specialities": "Volar: nubes"}

    form = SheetForm(wrong, system=SYSTEM, sheet=sheet)

    assert not form.is_valid()
    assert "STO-GAP-073" in str(form.errors["attributes.strength"])
    assert "STO-SHEET-004" in str(form.errors["specialities"])


def test_a_form_left_as_it_opens_makes_a_valid_sheet():
    sheet = SYSTEM.empty_sheet()
    typed = {field.id: at(sheet, field.id) for field in SYSTEM.sheet_fields()}

    form = SheetForm({**typed, "name": "Nami"}, system=SYSTEM, sheet=sheet)

    assert form.is_valid(), form.errors
    assert SYSTEM.validate(form.sheet()) == []
