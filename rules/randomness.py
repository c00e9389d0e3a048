"""
The one place that makes a random number the game sees, and that writes the ledger.

Everything here runs inside the caller's transaction (or opens one): a draw is recorded together
with what came of it, or not at all.
"""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from rules.engine.dice import Dice
from rules.ledger import entries, stream
from rules.ledger.canonical import NotCanonical, canonical
from rules.ledger.verify import Verdict, verify_entries
from rules.models import Chain, Epoch, LedgerEntry, SealedBody

SYSTEM = "system"
REQUEST_LIMIT = 8 * 1024  # bytes of canonical JSON
BODY_LIMIT = 64 * 1024
_NONCE = re.compile(r"[0-9a-f]{32}")
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")  # as JSON writes it, not as text about it

Outcome = TypeVar("Outcome")


class BadRequest(ValueError):
    """A request or a body that cannot stand in a ledger; the text may be shown to people."""


class RequestDiffers(LookupError):
    """A request id was drawn before for something else: what was asked now has no outcome."""


@dataclass(frozen=True)
class Drawn(Generic[Outcome]):
    """
    What a draw gave.

    `created` is False when the same request id was drawn before: `entry` and `request` are then
    those of the first time, whatever was asked now.
    """

    entry: LedgerEntry
    request: Mapping[str, Any]
    created: bool
    _resolve: Callable[[], Outcome]

    @property
    def outcome(self) -> Outcome:
        """
        What `resolve` made of the faces; of an earlier draw, made again from its stored faces.

        :raises RequestDiffers: when the request id was drawn before for another request, or
            `resolve` now asks for other dice than it did then.
        """
        return self._resolve()


class _StoredFaces:
    """The faces of an earlier draw; they answer only the questions that were asked then."""

    def __init__(self, draws: list[list[int]]) -> None:
        self._left = [(sides, face) for sides, face in draws]

    def draw(self, sides: int) -> int:
        if not self._left or self._left[0][0] != sides:
            raise RequestDiffers
        return self._left.pop(0)[1]


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
    it must depend on nothing but its faces. A sealed entry shows only a hash of its body: for the
    GM's secret rolls, and for rolls whose purpose not every member may read. When `resolve` fails,
    nothing is recorded.

    :raises BadRequest: for a request without a UUID as `id`, a `purpose`, a `nonce` of 32 hex
        digits, `intent` or `notation`, or with something that a ledger cannot hold.
    """
    _check_request(request)
    chain = _locked_chain(campaign)
    known = LedgerEntry.objects.filter(campaign=campaign, request_id=UUID(request["id"])).first()
    if known is not None:
        return _drawn_before(known, request, resolve)

    epoch = Epoch.objects.filter(campaign=campaign, is_open=True).first()
    if epoch is None:
        _open_epoch(chain, at=at, actor=SYSTEM)
        epoch = Epoch.objects.get(campaign=campaign, is_open=True)
    source = stream.Stream(seed=_seed_of(epoch), prev=chain.hash, request=request)
    outcome = resolve(source)
    body: dict[str, Any] = {
        "request": dict(request),
        "draws": [list(pair) for pair in source.draws],
    }
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
    return Drawn(entry, body["request"], True, lambda: outcome)


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

    :raises BadRequest: for a body that a ledger cannot hold, or of more than 64 kilobytes.
    :raises ValueError: for a kind or a key of the body that this module keeps for itself.
    """
    if kind in entries.KINDS or entries.RESERVED & set(body):
        raise ValueError(f"{kind}: kinds and keys of draws, epochs and reveals are not recorded.")
    _check_json(body, limit=BODY_LIMIT)
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
    body = opening(entry)
    if body is None:
        raise ValueError("This entry is not sealed.")
    if LedgerEntry.objects.filter(
        campaign=entry.campaign, kind=entries.REVEAL, body__of=entry.seq
    ).exists():
        raise ValueError("This entry was revealed before.")
    return _append(chain, kind=entries.REVEAL, actor=actor, body=body, at=at)


def head(campaign: UUID) -> tuple[int, str]:
    """Return the number and the hash of the chain's last entry; 0 and zeros without any."""
    chain = Chain.objects.filter(campaign=campaign).first()
    return (chain.seq, chain.hash) if chain else (0, entries.NO_PREVIOUS)


def opening(entry: LedgerEntry) -> dict[str, Any] | None:
    """
    Return what opens a sealed entry, as a line of an openings file; None for any other entry.

    Who may see it is the caller's question.
    """
    found = SealedBody.objects.filter(entry=entry).first()
    return opening_as_json(entry.seq, found) if found else None


def opening_as_json(seq: int, found: SealedBody) -> dict[str, Any]:
    """Return the opening of the entry `seq` as the ledger's format has it."""
    return {"of": seq, "body": found.body, "salt": bytes(found.salt).hex()}


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


def verify(campaign: UUID) -> Verdict:
    """
    Check a campaign's chain as it stands in the database, and inside its sealed entries too.

    :raises rules.ledger.verify.WrongEntry: naming the first entry that is wrong.
    """
    found = LedgerEntry.objects.filter(campaign=campaign).order_by("seq")
    bodies = SealedBody.objects.filter(entry__campaign=campaign).select_related("entry")
    return verify_entries(
        (as_json(entry) for entry in found.iterator(chunk_size=500)),
        (opening_as_json(body.entry.seq, body) for body in bodies.iterator(chunk_size=500)),
    )


def _drawn_before(
    known: LedgerEntry, request: Mapping[str, Any], resolve: Callable[[Dice], Outcome]
) -> Drawn[Outcome]:
    body = real_body(known)

    def replay() -> Outcome:
        if canonical(request) != canonical(body["request"]):
            raise RequestDiffers
        return resolve(_StoredFaces(body["draws"]))

    return Drawn(known, body["request"], False, replay)


def _locked_chain(campaign: UUID) -> Chain:
    chains = Chain.objects.select_for_update(no_key=True).filter(campaign=campaign)
    chain = chains.first()
    if chain is None:
        # Two may come here at once: one of them makes the row, both then wait for its lock.
        Chain.objects.bulk_create([Chain(campaign=campaign)], ignore_conflicts=True)
        chain = chains.get()
    return chain


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
        # Two workers' clocks differ, and a request may wait for the lock: time never runs back.
        at=max(at, chain.last_at or at),
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
    chain.seq, chain.hash, chain.last_at = entry.seq, entry.hash, entry.at
    chain.save(update_fields=["seq", "hash", "last_at"])
    return entry


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
        raise BadRequest(_("A roll needs an id: a UUID in small letters."))
    nonce = request.get("nonce")
    if not isinstance(nonce, str) or not _NONCE.fullmatch(nonce):
        raise BadRequest(_("Your part of the chance must be 32 digits from 0 to 9 and a to f."))
    if not isinstance(request.get("purpose"), str):
        raise BadRequest(_("A roll needs a purpose."))
    if "intent" not in request and "notation" not in request:
        raise BadRequest(_("A roll needs dice to throw."))
    _check_json(request, limit=REQUEST_LIMIT)


def _check_json(value: Mapping[str, Any], *, limit: int) -> None:
    try:
        written = canonical(value)
    except NotCanonical as refusal:
        raise BadRequest(_refusal(refusal.code)) from None
    if len(written) > limit:
        raise BadRequest(
            _("That is too long for the record of rolls: it holds %(size)s kilobytes at most.")
            % {"size": limit // 1024}
        )
    if _NUL.search(written):
        raise BadRequest(_("The record of rolls cannot hold the character with the number zero."))


def _refusal(code: str) -> str:
    return {
        "value_kind": _("The record of rolls holds only texts, whole numbers and lists of them."),
        "integer_size": _("That number is too large for the record of rolls."),
        "half_character": _("A text holds half a character, which no program can show."),
        "too_deep": _("That is nested too deeply for the record of rolls."),
    }[code]
