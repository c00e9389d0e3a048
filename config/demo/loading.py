"""Tell the demo's story through the services, so that its record verifies like any other."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid4, uuid5

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils.crypto import get_random_string

from accounts.models import Person
from campaigns.composer import new_nonce
from campaigns.models import Campaign, CastMember, Post, Scene
from campaigns.services import campaigns, posts, scenes, sessions
from campaigns.services.rolls import Question
from characters.services import characters
from config.demo import story
from rules.engine import system as systems

CAMPAIGN = uuid5(NAMESPACE_URL, "https://tirada.example/demo")
SYSTEM = "savage_adventure"


@dataclass
class _Table:
    campaign: Campaign
    people: dict[str, Person]
    cast: dict[str, CastMember]
    clock: datetime

    def later(self, hours: float) -> datetime:
        self.clock += timedelta(hours=hours)
        return self.clock


@transaction.atomic
def load(*, at: datetime) -> str | None:
    """Load the demo and return its logins as text; None when it was loaded before."""
    if Campaign.objects.filter(public_id=CAMPAIGN).exists():
        return None
    password = get_random_string(10, "abcdefghjkmnpqrstuvwxyz23456789")
    people = {
        key: _person(email, name, password)
        for key, (email, name) in {
            "gm": ("ines@demo.tirada.example", "Inés"),
            "player": ("bruno@demo.tirada.example", "Bruno"),
            "other": ("clara@demo.tirada.example", "Clara"),
            "outsider": ("olmo@demo.tirada.example", "Olmo"),
        }.items()
    }
    table = _open_table(people, at - timedelta(days=9))
    _tell(table)
    _others(people["outsider"], at)
    return "\n".join(
        [
            "Demo logins (password for all of them: " + password + ")",
            "  ines@demo.tirada.example    game master",
            "  bruno@demo.tirada.example   player (Nerea)",
            "  clara@demo.tirada.example   player (Tomás)",
            "  olmo@demo.tirada.example    no place at the table yet",
            "",
        ]
    )


def _person(email: str, name: str, password: str) -> Person:
    person = Person.objects.create_user(email=email, password=password, display_name=name)
    EmailAddress.objects.create(user=person, email=email, primary=True, verified=True)
    return person


def _open_table(people: dict[str, Person], at: datetime) -> _Table:
    campaign = campaigns.create(
        gm=people["gm"],
        title="La casa del faro",
        pitch=story.PITCH,
        system=SYSTEM,
        visibility=Campaign.Visibility.PUBLIC,
        seats=4,
        rhythm=Campaign.Rhythm.TWO_DAYS,
        roll_timing=Campaign.RollTiming.WITH_POST,
        at=at,
    )
    Campaign.objects.filter(id=campaign.id).update(public_id=CAMPAIGN)
    campaign.refresh_from_db()
    campaigns.take_applications(campaign=campaign, is_open=True)
    for key in ("player", "other"):
        request = campaigns.apply(
            campaign=campaign, person=people[key], text="¿Queda sitio en la barca?", at=at
        )
        campaigns.accept(
            application=request, by=people["gm"], answer="Bienvenidos a Punta Cierva.", at=at
        )
    cast = {
        "nerea": _character(
            campaign,
            people["player"],
            "Nerea Costas",
            {"smarts": "d8", "spirit": "d8", "vigor": "d6"},
            {
                "healing": "d8",
                "notice": "d8",
                "persuasion": "d6",
                "thievery": "d4",
                "academics": "d6",
            },
            at,
        ),
        "tomas": _character(
            campaign,
            people["other"],
            "Tomás Rial",
            {"agility": "d8", "strength": "d6", "vigor": "d8"},
            {"shooting": "d8", "fighting": "d6", "stealth": "d8", "survival": "d6", "notice": "d6"},
            at,
        ),
        "farero": _character(campaign, None, "El farero", {"spirit": "d4"}, {"notice": "d6"}, at),
    }
    return _Table(campaign, people, cast, at)


def _character(
    campaign: Campaign,
    player: Person | None,
    name: str,
    attributes: dict[str, str],
    skills: dict[str, str],
    at: datetime,
) -> CastMember:
    sheet = systems.get(SYSTEM).empty_sheet()
    sheet["attributes"] |= attributes
    sheet["skills"] |= skills
    made = characters.create(
        campaign=campaign,
        player=player,
        name=name,
        sheet=sheet,
        portrait=None,
        portrait_alt="",
        at=at,
    )
    if player is not None:
        characters.submit(character=made, at=at)
        characters.approve(character=made, at=at)
    member = made.cast_member
    member.refresh_from_db()
    return member


def _tell(table: _Table) -> None:
    dock = _scene(table, "El muelle de Punta Cierva")
    _play(table, dock, story.DOCK)
    _end_session(table, dock)
    scenes.close(scene=dock, at=table.later(1))
    lighthouse = _scene(table, "La linterna apagada")
    _play(table, lighthouse, story.LIGHTHOUSE)
    aside = _scene(table, "Sobremesa", kind=Scene.Kind.OFF_TOPIC)
    for who, text, audience in story.OFF_TOPIC:
        author = table.people[who.removeprefix("person:")]
        _publish(table, aside, author, Post.Voice.PERSON, None, text, "", audience, [])
    notes = _scene(
        table, "Cuaderno del director", kind=Scene.Kind.REFERENCE, audience=Scene.Audience.GM
    )
    gm = table.people["gm"]
    _publish(table, notes, gm, Post.Voice.NARRATOR, None, story.GM_NOTES, "", "SCENE", [])


def _scene(table: _Table, title: str, **fields: Any) -> Scene:
    asked = {"kind": Scene.Kind.STORY, "audience": Scene.Audience.CAMPAIGN, **fields}
    return scenes.open_scene(
        campaign=table.campaign, title=title, participants=[], at=table.later(2), **asked
    )


def _play(table: _Table, scene: Scene, told: Iterable[tuple[Any, ...]]) -> None:
    players = {"nerea": "player", "tomas": "other"}
    for who, text, note, audience, asked in told:
        member = table.cast.get(who)
        author = table.people[players.get(who, "gm")]
        voice = Post.Voice.CHARACTER if member else Post.Voice.NARRATOR
        questions = [_question(member, *one) for one in asked]
        _publish(table, scene, author, voice, member, text, note, audience, questions)


def _question(
    member: CastMember | None,
    what: str,
    modifiers: tuple[tuple[str, int], ...],
    reason: str,
    is_secret: bool,
) -> Question:
    is_trait = "." in what
    return Question(
        request_id=uuid4(),
        nonce=new_nonce(),
        reason=reason,
        cast_member=member,
        trait=what if is_trait else "",
        notation="" if is_trait else what,
        modifiers=modifiers,
        is_secret=is_secret,
    )


def _publish(
    table: _Table,
    scene: Scene,
    author: Person,
    voice: str,
    member: CastMember | None,
    text: str,
    note: str,
    audience: str,
    questions: Sequence[Question],
    post_id: UUID | None = None,
) -> Post:
    return posts.publish(
        post_id=post_id or uuid4(),
        scene=scene,
        author=author,
        voice=voice,
        cast_member=member,
        text=text,
        note=note,
        audience=audience,
        readers=[],
        questions=questions,
        waiting_rolls=[],
        at=table.later(9),
    ).post


def _end_session(table: _Table, scene: Scene) -> None:
    session = sessions.running(campaign=table.campaign)
    sessions.request_end(
        session=session,
        by=table.people["gm"],
        awards={str(table.cast[key].public_id): 2 for key in ("nerea", "tomas")},
        closing_words=story.CLOSING_WORDS,
        summary_scene=scene,
        at=table.later(3),
    )
    sessions.end(session_id=session.id, at=table.later(0.1))


def _others(gm: Person, at: datetime) -> None:
    for title, pitch, is_open in story.OTHERS:
        made = campaigns.create(
            gm=gm,
            title=title,
            pitch=pitch,
            system=SYSTEM,
            visibility=Campaign.Visibility.LISTED,
            seats=5,
            rhythm=Campaign.Rhythm.TWICE_A_WEEK,
            roll_timing=Campaign.RollTiming.FIRST,
            at=at,
        )
        campaigns.take_applications(campaign=made, is_open=is_open)
