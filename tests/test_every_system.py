"""Each installed rules system, from an empty sheet to a roll in a post and the end of a session."""

import uuid

import pytest
from django.urls import reverse

from campaigns.models import Campaign, Roll
from campaigns.services import sessions
from characters.models import Character
from rules.engine import system as systems
from tests import make


def first_choice(field):
    """Return something for a field that may not stay empty."""
    choices = [value for value, _label in getattr(field, "choices", [])]
    return next((value for value in choices if value), "Caprica")


SYSTEMS = [system.id for system in systems.installed()]


@pytest.mark.parametrize("system_id", SYSTEMS)
@pytest.mark.parametrize("language", ["es", "en"])
def test_a_character_is_made_approved_rolled_and_rewarded(client, gm, player, system_id, language):
    for who in (gm, player):
        who.language = language
        who.save()
    system = systems.get(system_id)
    client.force_login(gm)
    client.post(
        reverse("campaign-create"),
        {
            "title": "La casa del faro",
            "pitch": "Una noche.",
            "system": system_id,
            "visibility": "LISTED",
            "seats": 3,
            "rhythm": "FREE",
            "roll_timing": "WITH_POST",
        },
    )
    table = Campaign.objects.get()
    make.member(table, player)

    client.force_login(player)
    form = client.get(reverse("character-create", args=[table.public_id])).context["form"]
    sent = {
        name: value
        for name, field in form.fields.items()
        if (value := form.get_initial_for_field(field, name)) not in (None, "", False)
    }
    create = reverse("character-create", args=[table.public_id])
    response = client.post(create, {**sent, "name": "Nerea", "send": "1"})
    if response.status_code == 422:  # what a system cannot guess, the player fills in
        found = response.context["form"]
        sent |= {name: first_choice(found.fields[name]) for name in found.errors}
        response = client.post(create, {**sent, "name": "Nerea", "send": "1"})
    assert response.status_code == 302, response.context["form"].errors
    made = Character.objects.get()
    address = reverse("character", args=[made.cast_member.public_id])
    client.force_login(gm)
    assert client.get(address).status_code == 200
    client.post(
        reverse("character-approve", args=[made.cast_member.public_id]), {"version": made.version}
    )
    made.refresh_from_db()
    assert made.status == Character.Status.APPROVED

    place = make.scene(table)
    client.force_login(player)
    scene = client.get(reverse("scene", args=[place.public_id]))
    assert scene.status_code == 200
    rollable = system.rollable(made.sheet, made.state)
    assert rollable, "a scene needs something to roll"
    row, who = uuid.uuid4(), made.cast_member.public_id
    response = client.post(
        reverse("post-publish", args=[place.public_id]),
        {
            "post_id": uuid.uuid4(),
            "speaker": who,
            "text": "—¿Quién anda ahí?",
            "audience": "SCENE",
            "row": row,
            f"roll-{row}-nonce": make.NONCE,
            f"roll-{row}-what": f"{who}|{rollable[0].id}",
            f"roll-{row}-reason": "Ver si sale",
            f"roll-{row}-modifiers": "+1 calma",
        },
        follow=True,
    )
    assert response.status_code == 200
    roll = Roll.objects.get()
    page = response.content.decode()
    assert roll.result["outcome_text"][language] in page
    assert roll.result["dice"], "a roll has dice"
    assert client.get(reverse("roll-proof", args=[roll.public_id])).status_code == 200

    # The GM corrects it afterwards: the same faces, read once more.
    client.force_login(gm)
    proof = reverse("roll-proof", args=[roll.public_id])
    assert client.get(proof).status_code == 200
    client.post(
        reverse("roll-correct", args=[roll.public_id]),
        {"request_id": uuid.uuid4(), "target": "5", "modifiers": "-1 niebla", "reason": "Niebla"},
    )
    roll.refresh_from_db()
    assert len(roll.readings) == 1
    assert [die["faces"] for die in roll.counts["dice"]] == [
        die["faces"] for die in roll.result["dice"]
    ]
    assert client.get(proof).status_code == 200

    sessions.request_end(
        session=sessions.running(campaign=table),
        by=gm,
        awards={str(who): 3},
        closing_words="Amanece.",
        summary_scene=place,
        at=make.NOW,
    )
    assert sessions.end_due(at=make.NOW) == 1
    made.refresh_from_db()
    assert made.experience == 3
    assert "Amanece." in client.get(reverse("scene", args=[place.public_id])).content.decode()
