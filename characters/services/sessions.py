"""What the end of a game session does to the characters."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.models import Campaign, CastMember
from characters.models import Character, TablePool
from rules.engine import system as systems


@transaction.atomic
def end(*, campaign: Campaign, awards: Mapping[str, int], at: datetime) -> dict[str, Any]:
    """
    Give experience, bring the players' bennies back and fill the GM's pool.

    `awards` are by cast member's public id; one that names nobody at the table any more is passed
    over. Return what happened, as plain data for the session's report.
    """
    system = systems.get(campaign.system)
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
    lines = []
    played = 0
    for character in found:
        experience = int(awards.get(str(character.cast_member.public_id), 0))
        character.experience += experience
        if character.cast_member.player_id is not None:
            played += 1
            character.state = system.session_start(character.sheet, character.state)
        character.changed_at = at
        character.save(update_fields=["experience", "state", "changed_at"])
        lines.append(
            {
                "name": character.cast_member.name,
                "experience": experience,
                "total": character.experience,
                "bennies": character.state.get("bennies", 0),
            }
        )
    pool = system.gm_pool(played)
    TablePool.objects.update_or_create(campaign=campaign, defaults={"gm_bennies": pool})
    lines.sort(key=lambda line: str(line["name"]).casefold())
    return {"characters": lines, "gm_bennies": pool}
