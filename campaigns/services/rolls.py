"""Ask for a roll in a scene, and put it on a post. The ledger throws; nothing here does."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.models import Person
from campaigns import live, sheets
from campaigns.models import CastMember, Post, Roll, Scene
from rules import randomness
from rules.engine import notation
from rules.engine.dice import Dice
from rules.engine.modifiers import Modifier
from rules.engine.rolls import Roll as Result
from rules.engine.text import Text

# The rule behind a modifier that a person typed: the table's word.
TABLE_RULING = "TABLE"


class RollTaken(Exception):
    """The same request was made before by somebody else, or sits on another post already."""


@dataclass(frozen=True)
class Question:
    """
    What somebody asks the dice, before they fall.

    Either `trait` (of the cast member's sheet) or `notation` is set; a notation may name the cast
    member for whom it is thrown. `request_id` and `nonce` come from the asker's browser.
    """

    request_id: UUID
    nonce: str
    reason: str
    cast_member: CastMember | None = None
    trait: str = ""
    notation: str = ""
    modifiers: tuple[tuple[str, int], ...] = ()
    target: int | None = None
    is_secret: bool = False


@transaction.atomic
def throw(
    *,
    scene: Scene,
    person: Person,
    question: Question,
    is_open: bool,
    at: datetime,
) -> Roll:
    """
    Throw the dice for a question, once: the same request again gives the first roll.

    A roll that is not `is_open` (a secret one, or one for a narrower circle than the campaign)
    goes into the ledger sealed.

    :raises RollTaken: when the request id belongs to a roll of somebody else or another scene.
    :raises notation.NotationError: for a notation that is none.
    :raises sheets.UnknownTrait: for a trait that the sheet does not have.
    """
    asked = _asked(question)
    drawn = randomness.draw(
        campaign=scene.campaign.public_id,
        actor=str(person.public_id),
        request={
            "id": str(question.request_id),
            "purpose": question.reason,
            "nonce": question.nonce,
            **asked,
        },
        resolve=_resolver(question),
        sealed=question.is_secret or not is_open,
        at=at,
    )
    if not drawn.created:
        return _earlier(drawn.entry.id, scene, person)
    return Roll.objects.create(
        campaign=scene.campaign,
        scene=scene,
        entry=drawn.entry,
        person=person,
        cast_member=question.cast_member,
        reason=question.reason,
        asked=asked,
        result=drawn.outcome.to_json(),
        is_secret=question.is_secret,
        thrown_at=at,
    )


def attach(*, rolls: Iterable[Roll], post: Post) -> None:
    """
    Put rolls on the post that shows them; each roll goes on one post, once.

    :raises RollTaken: when a roll sits on another post, or is somebody else's.
    """
    for roll in rolls:
        changed = Roll.objects.filter(
            id=roll.id, post=None, person=post.author, scene=post.scene
        ).update(post=post)
        if not changed and not Roll.objects.filter(id=roll.id, post=post).exists():
            raise RollTaken


@transaction.atomic
def reveal(*, roll: Roll, by: Person, at: datetime) -> None:
    """Publish a secret roll: the ledger gets its opening, and its post shows it."""
    roll = Roll.objects.select_for_update(no_key=True, of=("self",)).select_related(
        "entry", "campaign"
    ).get(id=roll.id)  # fmt: skip
    if not roll.is_secret:
        return
    randomness.reveal(entry=roll.entry, actor=str(by.public_id), at=at)
    roll.is_secret = False
    roll.save(update_fields=["is_secret"])
    if roll.post is not None:
        live.announce_change(roll.post)


def waiting(*, scene: Scene, person: Person) -> list[Roll]:
    """Return the person's rolls in the scene that no post has taken up, oldest first."""
    return list(
        Roll.objects.filter(scene=scene, person=person, post=None)
        .select_related("entry", "cast_member")
        .order_by("thrown_at", "id")
    )


def _asked(question: Question) -> dict[str, Any]:
    if question.notation:
        return {"notation": question.notation}
    cast_member = question.cast_member
    if cast_member is None:
        raise sheets.UnknownTrait(question.trait)
    return {
        "intent": {
            "trait": question.trait,
            "character": str(cast_member.public_id),
            "modifiers": [[name, value] for name, value in question.modifiers],
            "target": question.target,
        }
    }


def _resolver(question: Question) -> Callable[[Dice], Result]:
    if question.notation:
        expression = notation.parse(question.notation)
        return lambda dice: notation.roll(expression, dice)
    cast_member = question.cast_member
    if cast_member is None:
        raise sheets.UnknownTrait(question.trait)
    return lambda dice: sheets.source().trait_roll(
        cast_member=cast_member,
        trait=question.trait,
        modifiers=_modifiers(question.modifiers),
        target=question.target,
        dice=dice,
    )


def _modifiers(typed: Sequence[tuple[str, int]]) -> list[Modifier]:
    return [
        Modifier(rule=TABLE_RULING, name=Text(es=name, en=name), value=value)
        for name, value in typed
    ]


def _earlier(entry_id: int, scene: Scene, person: Person) -> Roll:
    # A request id that the ledger knows from elsewhere (combat, another scene) is no roll here.
    found = Roll.objects.filter(entry=entry_id, person=person, scene=scene).first()
    if found is None:
        raise RollTaken
    return found
