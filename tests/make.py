"""Make what a test needs through the services, the way a person would."""

import uuid
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.test import Client

from accounts.models import Person
from campaigns.models import Campaign, CastMember, Membership, Post, Roll, Scene
from campaigns.services import campaigns, posts, rolls, scenes
from campaigns.services.rolls import Question
from characters.models import Character
from characters.services import characters
from rules.engine import system as systems

NOW = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
NONCE = "0123456789abcdef0123456789abcdef"


def person(name: str = "Inés", **fields: Any) -> Person:
    """Make somebody without a usable password (quick); sign them in with `force_login`."""
    email = f"{uuid.uuid4().hex[:12]}@example.org"
    return Person.objects.create_user(email=email, display_name=name, **fields)


def campaign(gm: Person, **fields: Any) -> Campaign:
    """Make a campaign of this GM."""
    asked = {
        "title": "La casa del faro",
        "pitch": "Una noche en la costa.",
        "system": "savage_adventure",
        "visibility": Campaign.Visibility.LISTED,
        "seats": 4,
        "rhythm": Campaign.Rhythm.TWO_DAYS,
        "roll_timing": Campaign.RollTiming.WITH_POST,
        "at": NOW,
        **fields,
    }
    return campaigns.create(gm=gm, **asked)


def member(table: Campaign, who: Person, role: str = Membership.Role.PLAYER) -> Membership:
    """Seat somebody."""
    return Membership.objects.create(campaign=table, person=who, role=role, joined_at=NOW)


def sheet(**changes: str) -> dict[str, Any]:
    """Return a legal sheet of the Adventure Edition; `shooting="d8"` sets a skill."""
    made = systems.get("savage_adventure").empty_sheet()
    made["skills"].update(changes)
    return made


def character(
    table: Campaign,
    who: Person | None,
    name: str = "Nerea",
    *,
    approved: bool = True,
    **skills: str,
) -> Character:
    """Make a character of a player, or an NPC without one."""
    made = characters.create(
        campaign=table,
        player=who,
        name=name,
        sheet=sheet(**skills),
        portrait=None,
        portrait_alt="",
        at=NOW,
    )
    if who is not None and approved:
        characters.submit(character=made, at=NOW)
        characters.approve(character=made, at=NOW)
    made.refresh_from_db()
    return made


def scene(table: Campaign, title: str = "El muelle", **fields: Any) -> Scene:
    """Open a scene."""
    asked = {
        "kind": Scene.Kind.STORY,
        "audience": Scene.Audience.CAMPAIGN,
        "participants": [],
        "at": NOW,
        **fields,
    }
    return scenes.open_scene(campaign=table, title=title, **asked)


def post(
    place: Scene, author: Person, text: str = "Llueve sobre el muelle.", **fields: Any
) -> Post:
    """Publish a post, as its author unless `cast_member` or `voice` say otherwise."""
    speaker: CastMember | None = fields.get("cast_member")
    asked = {
        "post_id": uuid.uuid4(),
        "voice": Post.Voice.CHARACTER if speaker else Post.Voice.PERSON,
        "cast_member": None,
        "note": "",
        "audience": Post.Audience.SCENE,
        "readers": [],
        "questions": [],
        "waiting_rolls": [],
        "at": NOW,
        **fields,
    }
    return posts.publish(scene=place, author=author, text=text, **asked).post


def question(**fields: Any) -> Question:
    """Ask something of the dice: 1d6 unless told otherwise."""
    asked = {"request_id": uuid.uuid4(), "nonce": NONCE, "reason": "Probar suerte", **fields}
    if "trait" not in asked:
        asked.setdefault("notation", "1d6")
    return Question(**asked)


def roll(place: Scene, who: Person, *, is_open: bool = True, **fields: Any) -> Roll:
    """Throw a roll that waits for its post."""
    return rolls.throw(
        scene=place, person=who, question=question(**fields), is_open=is_open, at=NOW
    )


def session_cookie(who: Person) -> dict[str, str]:
    """Sign somebody in and return the cookie that a browser would hold."""
    client = Client()
    client.force_login(who)
    return {
        "name": settings.SESSION_COOKIE_NAME,
        "value": client.cookies[settings.SESSION_COOKIE_NAME].value,
    }
