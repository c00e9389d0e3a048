"""
What is made of a roll after it fell: thrown again for a benny, or corrected by the GM.

Each is one more item of `Roll.readings`, oldest first: `kind` (reroll or correction), `request`
(the id of the form that asked), `by`, `at`, `seq` (of the ledger's entry), `spend` (of the entry
that names what was paid), `result` (what it gave), `counts` (the result that counts from then on)
and `reason`. Nothing of what fell before is changed.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.models import Person
from campaigns import live, sheets
from campaigns.models import Roll
from campaigns.services.rolls import TABLE_RULING
from rules import randomness
from rules.engine.modifiers import Modifier
from rules.engine.rolls import Roll as Result
from rules.engine.system import Rerolled
from rules.engine.text import same

REROLL = "reroll"
CORRECTION = "correction"
SPEND = "spend"


class TooLate(Exception):
    """The session of the roll has ended: what fell in it stands."""


class NoReroll(Exception):
    """This roll has no new throw: it is no trait roll, or a critical failure."""


class NothingToCorrect(Exception):
    """Neither another target nor a modifier was given."""


@transaction.atomic
def reroll(*, roll: Roll, by: Person, request_id: UUID, nonce: str, at: datetime) -> Roll:
    """
    Throw a trait roll again for what the system asks, once per `request_id`; the better counts.

    The payment, the throw and what counts are one transaction: nothing is paid for a throw that
    does not happen. The ledger gets the throw, and the spend that names both rolls.

    :raises TooLate: when the session of the roll has ended.
    :raises NoReroll: when the system has no new throw for it.
    :raises sheets.CannotPay: when there is nothing to pay with.
    """
    roll = _locked(roll)
    if _known(roll, request_id):
        return roll
    _require_open(roll)
    member = roll.cast_member
    trait = roll.asked.get("intent", {}).get("trait", "")
    before = Result.from_json(roll.counts)
    source = sheets.source()
    if member is None or not trait or source.reroll_price(cast_member=member, roll=before) is None:
        raise NoReroll
    paid = source.pay_reroll(cast_member=member, roll=before, by=by, at=at)
    is_sealed = "sealed" in roll.entry.body
    drawn = randomness.draw(
        campaign=roll.campaign.public_id,
        actor=str(by.public_id),
        request={
            "id": str(request_id),
            "purpose": roll.reason,
            "nonce": nonce,
            "intent": {REROLL: {"of": roll.entry.seq, "paid": paid["what"]}},
        },
        resolve=lambda dice: source.reroll(cast_member=member, trait=trait, roll=before, dice=dice),
        sealed=is_sealed,
        at=at,
    )
    outcome: Rerolled = drawn.outcome
    spend = randomness.record(
        campaign=roll.campaign.public_id,
        actor=str(by.public_id),
        kind=SPEND,
        body={
            **paid,
            "for": REROLL,
            "of": roll.entry.seq,
            "bought": drawn.entry.seq,
            "character": str(member.public_id),
        },
        sealed=is_sealed,
        at=at,
    )
    return _add(
        roll,
        {
            "kind": REROLL,
            "request": str(request_id),
            "by": by.display_name,
            "at": at.isoformat(),
            "seq": drawn.entry.seq,
            "spend": spend.seq,
            "result": outcome.again.to_json(),
            "counts": outcome.counts.to_json(),
            "reason": "",
        },
    )


@transaction.atomic
def correct(
    *,
    roll: Roll,
    by: Person,
    request_id: UUID,
    target: int | None,
    modifier: tuple[str, int] | None,
    reason: str,
    at: datetime,
) -> Roll:
    """
    Read the same dice again with the GM's correction, once per `request_id`; no die is thrown.

    Both readings are kept, and the ledger gets an entry that names the roll.

    :raises TooLate: when the session of the roll has ended.
    :raises NothingToCorrect: without another target or a modifier.
    """
    roll = _locked(roll)
    if _known(roll, request_id):
        return roll
    _require_open(roll)
    if target is None and modifier is None:
        raise NothingToCorrect
    before = Result.from_json(roll.counts)
    added = (
        [Modifier(rule=TABLE_RULING, name=same(modifier[0]), value=modifier[1])] if modifier else []
    )
    after = sheets.source().reread(
        campaign=roll.campaign,
        roll=before,
        modifiers=[*before.modifiers, *added],
        target=target,
    )
    entry = randomness.record(
        campaign=roll.campaign.public_id,
        actor=str(by.public_id),
        kind=CORRECTION,
        body={
            "of": roll.entry.seq,
            "reason": reason,
            "target": target,
            "modifier": list(modifier) if modifier else None,
            "before": {"total": before.total, "outcome": before.outcome},
            "after": {"total": after.total, "outcome": after.outcome},
        },
        sealed="sealed" in roll.entry.body,
        at=at,
    )
    return _add(
        roll,
        {
            "kind": CORRECTION,
            "request": str(request_id),
            "by": by.display_name,
            "at": at.isoformat(),
            "seq": entry.seq,
            "spend": None,
            "result": after.to_json(),
            "counts": after.to_json(),
            "reason": reason,
        },
    )


def _locked(roll: Roll) -> Roll:
    return (
        Roll.objects.select_for_update(no_key=True, of=("self",))
        .select_related(
            "campaign", "entry__epoch", "cast_member__campaign", "post__scene__campaign"
        )
        .get(id=roll.id)
    )


def _known(roll: Roll, request_id: UUID) -> bool:
    return any(reading["request"] == str(request_id) for reading in roll.readings)


def _require_open(roll: Roll) -> None:
    if roll.entry.epoch is None or not roll.entry.epoch.is_open:
        raise TooLate


def _add(roll: Roll, reading: Mapping[str, Any]) -> Roll:
    roll.readings = [*roll.readings, dict(reading)]
    roll.save(update_fields=["readings"])
    if roll.post is not None and not roll.is_secret:
        live.announce_change(roll.post)
    return roll
