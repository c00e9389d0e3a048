"""Spend what a rules system lets people buy a new throw with."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Person
from campaigns.models import CastMember
from campaigns.sheets import CannotPay, Price
from characters import differences
from characters.models import Change, Character, TablePool
from rules.engine import system as systems
from rules.engine.rolls import Roll
from rules.engine.system import Rerolling

POOL = "pool"
OWN = "own"


def price(*, character: Character, roll: Roll) -> Price | None:
    """Return what a new throw costs the character one of, or None when there is no new throw."""
    counter = _counter(character, roll)
    system = systems.get(character.cast_member.campaign.system)
    for field in system.state_fields(character.sheet):
        if field.id == counter:
            left = int(character.state.get(counter, 0))
            if character.cast_member.kind == CastMember.Kind.NPC:
                left += _pool(character)
            return Price(field.name, left)
    return None


@transaction.atomic
def pay_reroll(*, character: Character, roll: Roll, by: Person, at: datetime) -> Mapping[str, Any]:
    """
    Take one from the character's counter; an NPC's second purse is the GM's pool.

    :raises CannotPay: when both are empty, or no new throw is to be had.
    """
    character = (
        Character.objects.select_for_update(no_key=True, of=("self",))
        .select_related("cast_member__campaign")
        .get(id=character.id)
    )
    counter = _counter(character, roll)
    if not counter:
        raise CannotPay
    left = int(character.state.get(counter, 0))
    if left > 0:
        before = character.state
        character.state = {**before, counter: left - 1}
        character.changed_at = at
        character.save(update_fields=["state", "changed_at"])
        system = systems.get(character.cast_member.campaign.system)
        Change.objects.create(
            character=character,
            kind=Change.Kind.STATE,
            by=by,
            at=at,
            reason=_("Thrown again"),
            differences=differences.of_states(system, character.sheet, before, character.state),
        )
        return {"what": counter, "from": OWN, "left": left - 1}
    return {"what": counter, "from": POOL, "left": _take_from_pool(character)}


def _counter(character: Character, roll: Roll) -> str:
    system = systems.get(character.cast_member.campaign.system)
    return system.reroll_counter(roll) if isinstance(system, Rerolling) else ""


def _pool(character: Character) -> int:
    found = TablePool.objects.filter(campaign=character.cast_member.campaign)
    return found.values_list("gm_bennies", flat=True).first() or 0


def _take_from_pool(character: Character) -> int:
    if character.cast_member.kind != CastMember.Kind.NPC:
        raise CannotPay
    pool = (
        TablePool.objects.select_for_update(no_key=True)
        .filter(campaign=character.cast_member.campaign)
        .first()
    )
    if pool is None or pool.gm_bennies == 0:
        raise CannotPay
    pool.gm_bennies -= 1
    pool.save(update_fields=["gm_bennies"])
    return pool.gm_bennies
