"""Every address of the project crossed with every kind of person, against one declared table."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.models import Person
from campaigns.models import Campaign, Membership, Scene
from campaigns.services import campaigns
from tests import make

PEOPLE = ["visitor", "outsider", "spectator", "other", "player", "gm"]
IN = 302  # to the sign-in page, or onwards after the act
# name: (method, arguments, [status for each of PEOPLE]). The table is a LISTED campaign, where a
# visitor may know of the pitch and of nothing else; `other` is a player who wrote none of it.
ACCESS: dict[str, tuple[str, str, list[int]]] = {
    "home": ("get", "", [200, 200, 200, 200, 200, 200]),
    "health": ("get", "", [503, 503, 503, 503, 503, 503]),
    "preferences": ("get", "", [IN, 200, 200, 200, 200, 200]),
    "preferences-theme": ("post", "", [IN, IN, IN, IN, IN, IN]),
    "set_language": ("post", "", [IN, IN, IN, IN, IN, IN]),
    "campaign-create": ("get", "", [IN, 200, 200, 200, 200, 200]),
    "campaign": ("get", "campaign", [200, 200, 200, 200, 200, 200]),
    "campaign-edit": ("get", "campaign", [IN, 403, 403, 403, 403, 200]),
    "campaign-people": ("get", "campaign", [IN, 403, 403, 403, 403, 200]),
    "campaign-applications-switch": ("post", "campaign", [IN, 403, 403, 403, 403, IN]),
    "campaign-apply": ("get", "campaign", [IN, 200, 200, 200, 200, 200]),
    "campaign-leave": ("post", "campaign", [IN, 404, IN, IN, IN, IN]),
    "member-role": ("post", "campaign member", [IN, 403, 403, 403, 403, IN]),
    "application-withdraw": ("post", "application", [IN, 404, 404, 404, 404, 404]),
    "application-answer": ("post", "application", [IN, 404, 404, 404, 404, IN]),
    "invitation": ("get", "token", [IN, 200, 200, 200, 200, 200]),
    "invitation-withdraw": ("post", "token", [IN, 404, 404, 404, 404, IN]),
    "campaign-cast": ("get", "campaign", [404, 404, 200, 200, 200, 200]),
    "campaign-rolls": ("get", "campaign", [IN, 404, 200, 200, 200, 200]),
    "ledger": ("get", "campaign", [404, 404, 200, 200, 200, 200]),
    "ledger-export": ("get", "campaign", [404, 404, 200, 200, 200, 200]),
    "ledger-openings": ("get", "campaign", [404, 404, 200, 200, 200, 200]),
    "scene-create": ("get", "campaign", [IN, 403, 403, 403, 403, 200]),
    "scene": ("get", "scene", [404, 404, 200, 200, 200, 200]),
    "scene-edit": ("get", "scene", [IN, 404, 403, 403, 403, 200]),
    "scene-close": ("post", "scene", [IN, 404, 403, 403, 403, IN]),
    "scene-posts": ("get", "scene", [404, 404, 200, 200, 200, 200]),
    "scene-live": ("get", "hidden", [404, 404, 404, 404, 404, 200]),
    "post-publish": ("post", "scene", [IN, 404, 403, 422, 422, 422]),
    "post-preview": ("post", "scene", [IN, 404, 403, 200, 200, 200]),
    "draft-save": ("post", "scene", [IN, 404, 403, 400, 400, 400]),
    "draft-discard": ("post", "scene", [IN, 404, IN, IN, IN, IN]),
    "roll-row": ("post", "scene", [IN, 404, 403, 200, 200, 200]),
    "roll-outlook": ("post", "scene", [IN, 404, 403, 200, 200, 200]),
    "roll-throw": ("post", "scene", [IN, 404, 403, 422, 422, 422]),
    "post": ("get", "post", [404, 404, IN, IN, IN, IN]),
    "post-fragment": ("get", "post", [200, 200, 200, 200, 200, 200]),
    "post-edit": ("get", "post", [IN, 404, 403, 403, 200, 403]),
    "post-delete": ("get", "post", [IN, 404, 403, 403, 200, 200]),
    "roll-proof": ("get", "roll", [404, 404, 200, 200, 200, 200]),
    # This roll is typed dice of nobody's character: there is nobody to decide (test_readings).
    "roll-reroll": ("post", "roll", [IN, 404, 403, 403, 403, 403]),
    "roll-correct": ("post", "roll", [IN, 404, 403, 403, 403, 422]),
    "roll-reveal": ("post", "roll", [IN, 404, 403, 403, 403, IN]),
    "session-end": ("get", "campaign", [IN, 403, 403, 403, 403, 200]),
    "session": ("get", "session", [404, 404, 200, 200, 200, 200]),
    "character-create": ("get", "campaign", [IN, 403, 403, 200, 200, 403]),
    "npc-create": ("get", "campaign", [IN, 403, 403, 403, 403, 200]),
    "character": ("get", "character", [IN, 404, 200, 200, 200, 200]),
    "character-edit": ("get", "character", [IN, 404, 403, 403, 403, 200]),
    "character-submit": ("post", "character", [IN, 404, 403, 403, IN, 403]),
    "character-approve": ("post", "character", [IN, 404, 403, 403, 403, IN]),
    "character-send-back": ("post", "character", [IN, 404, 403, 403, 403, 422]),
    "character-state": ("post", "character", [IN, 404, 403, 403, 403, 422]),
    "portrait": ("get", "character", [404, 404, 404, 404, 404, 404]),
    "styleguide": ("get", "", [404, 404, 404, 404, 404, 404]),
}


@dataclass
class World:
    """One table with one of everything."""

    people: dict[str, Person | None]
    arguments: dict[str, Any]


@pytest.fixture
def world(db: None) -> World:
    people = {name: make.person(name.title()) for name in PEOPLE[1:]}
    campaign = make.campaign(people["gm"], visibility=Campaign.Visibility.LISTED)
    make.member(campaign, people["spectator"], Membership.Role.SPECTATOR)
    make.member(campaign, people["other"])
    make.member(campaign, people["player"])
    character = make.character(campaign, people["player"])
    scene = make.scene(campaign)
    hidden = make.scene(campaign, "Cuaderno", audience=Scene.Audience.GM)
    post = make.post(
        scene,
        people["player"],
        cast_member=character.cast_member,
        questions=[make.question()],
    )
    campaigns.take_applications(campaign=campaign, is_open=True)
    application = campaigns.apply(
        campaign=campaign, person=make.person("Ada"), text="¿Hay sitio?", at=make.NOW
    )
    invitation = campaigns.invite(
        campaign=campaign, by=people["gm"], role=Membership.Role.PLAYER, uses=3, at=_today()
    )
    return World(
        people={"visitor": None, **people},
        arguments={
            "campaign": campaign.public_id,
            "member": people["spectator"].public_id,
            "application": application.public_id,
            "token": invitation.token,
            "scene": scene.public_id,
            "hidden": hidden.public_id,
            "post": post.public_id,
            "roll": post.rolls.get().public_id,
            "session": campaign.sessions.get().public_id,
            "character": character.cast_member.public_id,
        },
    )


def _today():
    from django.utils import timezone

    return timezone.now()


@pytest.mark.parametrize("name", ACCESS)
def test_each_person_gets_what_the_table_says(world, name):
    method, needs, statuses = ACCESS[name]
    path = reverse(name, args=[world.arguments[need] for need in needs.split()])

    found = []
    for who in PEOPLE:
        client = Client()
        if (person := world.people[who]) is not None:
            client.force_login(person)
        response = getattr(client, method)(path)
        found.append(response.status_code)

    assert dict(zip(PEOPLE, found, strict=True)) == dict(zip(PEOPLE, statuses, strict=True))


def test_every_address_is_in_the_table():
    ours = set(_names(get_resolver().url_patterns))

    assert ours == set(ACCESS)


def test_what_one_may_not_know_of_is_the_same_404_as_what_does_not_exist(world, client):
    client.force_login(world.people["outsider"])

    hidden = client.get(reverse("scene", args=[world.arguments["scene"]]))
    absent = client.get(reverse("scene", args=[uuid.uuid4()]))

    assert (hidden.status_code, absent.status_code) == (404, 404)
    assert _without_token(hidden.content) == _without_token(absent.content)


def test_a_fragment_of_a_post_one_may_not_read_is_empty(world, client):
    client.force_login(world.people["outsider"])

    response = client.get(reverse("post-fragment", args=[world.arguments["post"]]))

    assert response.content == b""


def _without_token(content: bytes) -> bytes:
    lines = [line for line in content.splitlines() if b"csrf" not in line and b"next" not in line]
    return b"\n".join(lines)


def _names(patterns: Iterable[URLPattern | URLResolver]) -> Iterable[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            # The library's account pages have tests of their own, the admin site its own gate.
            if str(pattern.pattern) in ("cuenta/", "admin/"):
                continue
            yield from _names(pattern.url_patterns)
        elif pattern.name:
            yield pattern.name
