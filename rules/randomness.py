"""
The one place that makes a random number the game sees, and that writes the ledger.

Everything here runs inside the caller's transaction (or opens one): a draw is recorded together
with what came of it, or not at all.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.db import transaction

from rules.engine.dice import Dice, ScriptedDice
from rules.ledger import entries, stream
from rules.ledger.canonical import NotCanonical, canonical
from rules.ledger.verify import Verdict, verify_entries
from rules.models import Chain, Epoch, LedgerEntry, SealedBody

SYSTEM = "system"
REQUEST_LIMIT = 8192
_NONCE = re.compile(r"[0-9a-f]{32}")
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")  # as JSON writes it, not as text about it

Outcome = TypeVar("Outcome")


class BadRequest(ValueError):
    """A request that cannot stand in a ledger; the text says why."""


@dataclass(frozen=True)
class Drawn(Generic[Outcome]):
    """
    What a draw gave.

    `created` is False when the same request was drawn before: entry and outcome are then the first
    ones, and `request` is what was asked then.
    """

    entry: LedgerEntry
    outcome: Outcome
    request: Mapping[str, Any]
    created: bool


@transaction.atomic
def draw(
    *,
    campaign: UUID,
    actor: str,
    request: Mapping[str, Any],
    resolve: Callable[[Dice], Outcome],
    at: datetime,
    sealed: bool = False,
) -> Drawn[Outcome]:
    """
    Draw for a request, once, and append the entry.

    `resolve` asks the dice it is given for faces in the order in which a player would throw them;
    it must depend on nothing but its faces. A sealed entry shows only a hash of its body.

    :raises BadRequest: for a request without a UUID as `id`, a `purpose`, a `nonce` of 32 hex
        digits, or with something that canonical JSON has no way to write.
    """
    _check_request(request)
    chain = _locked_chain(campaign)
    known = LedgerEntry.objects.filter(campaign=campaign, request_id=UUID(request["id"])).first()
    if known is not None:
        body = real_body(known)
        dice = ScriptedDice([face for _sides, face in body["draws"]])
        return Drawn(known, resolve(dice), body["request"], created=False)

    epoch = Epoch.objects.filter(campaign=campaign, is_open=True).first()
    if epoch is None:
        _open_epoch(chain, at=at, actor=SYSTEM)
        epoch = Epoch.objects.get(campaign=campaign, is_open=True)
    source = stream.Stream(seed=_seed_of(epoch), prev=chain.hash, request=request)
    outcome = resolve(source)
    body = {"request": dict(request), "draws": [list(pair) for pair in source.draws]}
    entry = _append(
        chain,
        kind=entries.DRAW,
        actor=actor,
        body=body,
        at=at,
        sealed=sealed,
        epoch=epoch,
        request_id=UUID(request["id"]),
    )
    return Drawn(entry, outcome, request, created=True)


@transaction.atomic
def record(
    *,
    campaign: UUID,
    actor: str,
    kind: str,
    body: Mapping[str, Any],
    at: datetime,
    sealed: bool = False,
) -> LedgerEntry:
    """
    Append an entry that draws nothing: a spend, a correction.

    :raises BadRequest: when canonical JSON has no way to write the body.
    """
    _check_json(body)
    return _append(
        _locked_chain(campaign), kind=kind, actor=actor, body=dict(body), at=at, sealed=sealed
    )


@transaction.atomic
def open_epoch(*, campaign: UUID, at: datetime, actor: str = SYSTEM) -> LedgerEntry:
    """
    Begin an epoch with a fresh seed, and publish its commitment.

    :raises ValueError: while another epoch is open.
    """
    chain = _locked_chain(campaign)
    if Epoch.objects.filter(campaign=campaign, is_open=True).exists():
        raise ValueError("An epoch is open.")
    return _open_epoch(chain, at=at, actor=actor)


@transaction.atomic
def close_epoch(*, campaign: UUID, at: datetime, actor: str = SYSTEM) -> LedgerEntry:
    """
    End the open epoch and publish its seed, so that everyone can check its draws.

    :raises Epoch.DoesNotExist: when none is open.
    """
    chain = _locked_chain(campaign)
    epoch = Epoch.objects.get(campaign=campaign, is_open=True)
    entry = _append(
        chain,
        kind=entries.EPOCH_CLOSE,
        actor=actor,
        body={"seed": _seed_of(epoch).hex()},
        at=at,
        epoch=epoch,
    )
    epoch.is_open = False
    epoch.save(update_fields=["is_open"])
    return entry


@transaction.atomic
def reveal(*, entry: LedgerEntry, actor: str, at: datetime) -> LedgerEntry:
    """
    Publish what a sealed entry holds.

    :raises ValueError: for an entry that is not sealed, or was revealed before.
    """
    chain = _locked_chain(entry.campaign)
    opening = SealedBody.objects.filter(entry=entry).first()
    if opening is None:
        raise ValueError("This entry is not sealed.")
    if LedgerEntry.objects.filter(
        campaign=entry.campaign, kind=entries.REVEAL, body__of=entry.seq
    ).exists():
        raise ValueError("This entry was revealed before.")
    body = {"of": entry.seq, "body": opening.body, "salt": bytes(opening.salt).hex()}
    return _append(chain, kind=entries.REVEAL, actor=actor, body=body, at=at)


def head(campaign: UUID) -> tuple[int, str]:
    """Return the number and the hash of the chain's last entry; 0 and zeros without any."""
    chain = Chain.objects.filter(campaign=campaign).first()
    return (chain.seq, chain.hash) if chain else (0, entries.NO_PREVIOUS)


def real_body(entry: LedgerEntry) -> dict[str, Any]:
    """Return an entry's body, also of a sealed one; who may see it is the caller's question."""
    if "sealed" not in entry.body:
        body: dict[str, Any] = entry.body
        return body
    opened: dict[str, Any] = SealedBody.objects.get(entry=entry).body
    return opened


def as_json(entry: LedgerEntry) -> dict[str, Any]:
    """Return an entry as the ledger's format has it."""
    return {
        "v": entries.VERSION,
        "campaign": str(entry.campaign),
        "seq": entry.seq,
        "prev": entry.prev,
        "at": _written(entry.at),
        "kind": entry.kind,
        "actor": entry.actor,
        "body": entry.body,
        "hash": entry.hash,
    }


def lines(campaign: UUID) -> Iterator[str]:
    """Yield the chain as JSON Lines, without ever holding it whole."""
    found = LedgerEntry.objects.filter(campaign=campaign).order_by("seq")
    for entry in found.iterator(chunk_size=500):
        yield canonical(as_json(entry)).decode() + "\n"


def verify(campaign: UUID) -> Verdict:
    """
    Check a campaign's chain as it stands in the database.

    :raises rules.ledger.verify.WrongEntry: naming the first entry that is wrong.
    """
    found = LedgerEntry.objects.filter(campaign=campaign).order_by("seq")
    return verify_entries(as_json(entry) for entry in found.iterator(chunk_size=500))


def _locked_chain(campaign: UUID) -> Chain:
    Chain.objects.bulk_create([Chain(campaign=campaign)], ignore_conflicts=True)
    return Chain.objects.select_for_update().get(campaign=campaign)


def _open_epoch(chain: Chain, *, at: datetime, actor: str) -> LedgerEntry:
    seed = os.urandom(32)
    number = Epoch.objects.filter(campaign=chain.campaign).count() + 1
    epoch = Epoch.objects.create(
        campaign=chain.campaign, number=number, sealed_seed=_cipher().encrypt(seed)
    )
    return _append(
        chain,
        kind=entries.EPOCH_OPEN,
        actor=actor,
        body={"commitment": entries.commitment(seed)},
        at=at,
        epoch=epoch,
    )


def _append(
    chain: Chain,
    *,
    kind: str,
    actor: str,
    body: dict[str, Any],
    at: datetime,
    sealed: bool = False,
    epoch: Epoch | None = None,
    request_id: UUID | None = None,
) -> LedgerEntry:
    salt = os.urandom(32) if sealed else b""
    public = {"sealed": entries.seal(body, salt)} if sealed else body
    entry = LedgerEntry(
        campaign=chain.campaign,
        seq=chain.seq + 1,
        prev=chain.hash,
        at=_not_before_the_last(chain, at),
        kind=kind,
        actor=actor,
        body=public,
        epoch=epoch,
        request_id=request_id,
    )
    entry.hash = entries.entry_hash(as_json(entry))
    entry.save(force_insert=True)
    if sealed:
        SealedBody.objects.create(entry=entry, body=body, salt=salt)
    chain.seq, chain.hash = entry.seq, entry.hash
    chain.save(update_fields=["seq", "hash"])
    return entry


def _not_before_the_last(chain: Chain, at: datetime) -> datetime:
    # Two workers' clocks differ, and a request may wait for the lock: times never run backwards.
    last = (
        LedgerEntry.objects.filter(campaign=chain.campaign, seq=chain.seq)
        .values_list("at", flat=True)
        .first()
    )
    return at if last is None or last <= at else last


def _written(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _cipher() -> MultiFernet:
    return MultiFernet([Fernet(key) for key in settings.LEDGER_KEYS])


def _seed_of(epoch: Epoch) -> bytes:
    return _cipher().decrypt(bytes(epoch.sealed_seed))


def _check_request(request: Mapping[str, Any]) -> None:
    try:
        is_plain = str(UUID(request["id"])) == request["id"]
    except (KeyError, TypeError, ValueError, AttributeError):
        is_plain = False
    if not is_plain:
        raise BadRequest("A request needs a UUID, in small letters, as its id.")
    if not isinstance(request.get("nonce"), str) or not _NONCE.fullmatch(request["nonce"]):
        raise BadRequest("A request needs a nonce of 32 hexadecimal digits.")
    if not isinstance(request.get("purpose"), str):
        raise BadRequest("A request needs a purpose.")
    _check_json(request)


def _check_json(value: Mapping[str, Any]) -> None:
    try:
        written = canonical(value)
    except NotCanonical as error:
        raise BadRequest(f"A ledger cannot hold {error}.") from None
    if len(written) > REQUEST_LIMIT:
        raise BadRequest("A ledger entry holds at most 8 kilobytes of request.")
    if _NUL.search(written):
        raise BadRequest("A ledger cannot hold the character NUL.")
