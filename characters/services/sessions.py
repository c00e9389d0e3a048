"""What the end of a game session does to the characters."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.models import Campaign, CastMember
from characters import differences
from characters.models import Change, Character, TablePool
from rules.engine import system as systems
from rules.engine.system import System

MOST_EXPERIENCE = 1000  # for one session; beyond it nobody has meant what they typed


@transaction.atomic
def end(*, campaign: Campaign, awards: Mapping[str, int], at: datetime) -> dict[str, Any]:
    """
    Give experience, bring the players' bennies back and fill the GM's pool.

    `awards` are by cast member's public id. Return what happened, as plain data for the session's
    report: `characters` (cast, name, experience, total, bennies), `gm_bennies`, and `ignored`, the
    awards that name nobody who is in play any more or are no amount: they stop nothing.
    """
    system = systems.get(campaign.system)
    # By id, so that two who lock several characters never wait for each other.
    found = list(
        Character.objects.select_for_update(no_key=True, of=("self",))
        .select_related("cast_member")
        .filter(
            cast_member__campaign=campaign,
            cast_member__kind=CastMember.Kind.CHARACTER,
            status=Character.Status.APPROVED,
        )
        .order_by("id")
    )
    known = {str(character.cast_member.public_id) for character in found}
    good = {key: value for key, value in awards.items() if key in known and _is_amount(value)}
    changes = [_end_for(character, system, good, at) for character in found]
    Character.objects.bulk_update(found, ["experience", "state", "changed_at"])
    Change.objects.bulk_create(change for change in changes if change.differences)
    pool = system.gm_pool(sum(1 for character in found if character.cast_member.player_id))
    TablePool.objects.update_or_create(campaign=campaign, defaults={"gm_bennies": pool})
    found.sort(key=lambda character: (character.cast_member.name.casefold(), character.id))
    return {
        "characters": [_line(character, good) for character in found],
        "gm_bennies": pool,
        "ignored": sorted(key for key in awards if key not in good),
    }


def _is_amount(value: object) -> bool:
    return isinstance(value, int) and 0 <= value <= MOST_EXPERIENCE


def _end_for(
    character: Character, system: System, awards: Mapping[str, int], at: datetime
) -> Change:
    before = character.state
    experience = character.experience
    character.experience += awards.get(str(character.cast_member.public_id), 0)
    if character.cast_member.player_id is not None:
        character.state = system.session_start(character.sheet, before)
    character.changed_at = at
    return Change(
        character=character,
        kind=Change.Kind.SESSION,
        at=at,
        differences=[
            *differences.difference(differences.EXPERIENCE, experience, character.experience),
            *differences.of_states(system, character.sheet, before, character.state),
        ],
    )


def _line(character: Character, awards: Mapping[str, int]) -> dict[str, Any]:
    public_id = str(character.cast_member.public_id)
    return {
        "cast": public_id,
        "name": character.cast_member.name,
        "experience": awards.get(public_id, 0),
        "total": character.experience,
        # None where the system has no such thing: the summary then does not speak of it.
        "bennies": character.state.get("bennies"),
    }
