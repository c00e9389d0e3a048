"""The ledger as files: chains and openings in JSON Lines, never held whole in memory."""

from collections.abc import AsyncIterator, Iterator
from uuid import UUID

from asgiref.sync import sync_to_async
from django.db.models import QuerySet

from rules.ledger.canonical import canonical
from rules.models import LedgerEntry, SealedBody
from rules.randomness import as_json, opening_as_json

CHUNK = 500


def lines(campaign: UUID) -> Iterator[str]:
    """Yield the chain, a line for each entry; the same lines for everyone who may read it."""
    after = 0
    while chunk := _lines_after(campaign, after):
        yield from chunk
        after += len(chunk)


async def lines_async(campaign: UUID) -> AsyncIterator[str]:
    """
    Yield what `lines` yields, some hundred lines at a time.

    A server that answers asynchronously would otherwise collect the whole chain first.
    """
    after = 0
    while chunk := await sync_to_async(_lines_after)(campaign, after):
        yield "".join(chunk)
        after += len(chunk)


def opening_lines(bodies: QuerySet[SealedBody]) -> Iterator[str]:
    """
    Yield the openings of sealed entries, for `python -m rules.ledger verify --openings`.

    The caller hands in only the bodies that the reader may see.
    """
    found = bodies.select_related("entry").order_by("entry__seq")
    for body in found.iterator(chunk_size=CHUNK):
        yield canonical(opening_as_json(body.entry.seq, body)).decode() + "\n"


def _lines_after(campaign: UUID, seq: int) -> list[str]:
    # Entries have the numbers 1, 2, 3 ... without a gap, so the last number is a bookmark.
    found = LedgerEntry.objects.filter(campaign=campaign, seq__gt=seq).order_by("seq")
    return [canonical(as_json(entry)).decode() + "\n" for entry in found[:CHUNK]]
