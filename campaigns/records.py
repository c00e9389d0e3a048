"""The ledger as a campaign's people read it: names for public ids, pages, proofs."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any

from accounts.models import Person
from campaigns import access
from campaigns.models import Campaign, Roll
from rules import exports, randomness
from rules.ledger import entries
from rules.models import Epoch, LedgerEntry, SealedBody


@dataclass(frozen=True)
class Row:
    """One entry in the list."""

    entry: LedgerEntry
    actor: str
    purpose: str
    is_sealed: bool


@dataclass(frozen=True)
class Proof:
    """What somebody needs to check one roll by hand."""

    entry: dict[str, Any]
    opening: dict[str, Any] | None
    is_sealed: bool
    is_revealed: bool
    is_checkable: bool  # the seed of its epoch has been published


def latest(campaign: Campaign, *, before: str, size: int) -> dict[str, Any]:
    """Return the page of entries below the number `before`, newest first, and the head."""
    found = LedgerEntry.objects.filter(campaign=campaign.public_id)
    if before.isdigit() and len(before) < 16:
        found = found.filter(seq__lt=int(before))
    taken = list(found.order_by("-seq")[: size + 1])
    more = len(taken) > size
    taken = taken[:size]
    names = {
        str(public_id): name
        for public_id, name in Person.objects.filter(
            public_id__in={entry.actor for entry in taken if entry.actor != randomness.SYSTEM}
        ).values_list("public_id", "display_name")
    }
    seq, digest = randomness.head(campaign.public_id)
    return {
        "rows": [_row(entry, names) for entry in taken],
        "older": taken[-1].seq if taken and more else "",
        "head_seq": seq,
        "head_hash": digest,
        "open_epoch": Epoch.objects.filter(campaign=campaign.public_id, is_open=True).first(),
    }


def _row(entry: LedgerEntry, names: dict[str, str]) -> Row:
    is_sealed = "sealed" in entry.body
    request = {} if is_sealed else entry.body.get("request", {})
    return Row(
        entry=entry,
        actor=names.get(entry.actor, ""),
        purpose=str(request.get("purpose", "")),
        is_sealed=is_sealed,
    )


def lines(campaign: Campaign) -> Iterator[str]:
    """Yield the campaign's chain as JSON Lines."""
    return exports.lines(campaign.public_id)


def lines_async(campaign: Campaign) -> AsyncIterator[str]:
    """Yield the same for a server that answers asynchronously."""
    return exports.lines_async(campaign.public_id)


def openings(viewer: access.Viewer, campaign: Campaign) -> Iterator[str]:
    """Yield what opens the sealed entries whose rolls this person may see, as JSON Lines."""
    seen = access.visible_rolls(viewer).filter(campaign=campaign)
    return exports.opening_lines(SealedBody.objects.filter(entry__in=seen.values("entry")))


def proof(roll: Roll) -> Proof:
    """Return a roll's entry and, when it is sealed, its opening; the caller checks access."""
    entry = roll.entry
    opening = randomness.opening(entry)
    return Proof(
        entry=randomness.as_json(entry),
        opening=opening,
        is_sealed=opening is not None,
        is_revealed=LedgerEntry.objects.filter(
            campaign=entry.campaign, kind=entries.REVEAL, body__of=entry.seq
        ).exists(),
        is_checkable=entry.epoch is not None and not entry.epoch.is_open,
    )
