"""Check a ledger from its first line to its last, and name the first entry that is wrong."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.ledger import entries
from rules.ledger.canonical import NotCanonical
from rules.ledger.stream import Stream

_HEX_64 = re.compile(r"[0-9a-f]{64}")
_HEX_32 = re.compile(r"[0-9a-f]{32}")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_KEYS = {"v", "campaign", "seq", "prev", "at", "kind", "actor", "body", "hash"}


class WrongEntry(Exception):
    """The first entry that is wrong: its number in the file, and why."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"entry {number}: {reason}")
        self.number = number
        self.reason = reason


@dataclass
class Verdict:
    """What a ledger that holds says of itself."""

    campaign: str = ""
    count: int = 0
    epochs_closed: int = 0
    draws_checked: int = 0  # entries of closed epochs whose every face was drawn again
    draws_waiting: int = 0  # entries of the epoch still open: checked when its seed is published
    sealed: int = 0
    revealed: int = 0
    head: str = entries.NO_PREVIOUS


@dataclass
class _Checker:
    verdict: Verdict = field(default_factory=Verdict)
    prev: str = entries.NO_PREVIOUS
    at: str = ""
    commitment: str = ""
    # Draws whose seed is not published yet: number, prev, request, draws.
    pending: list[tuple[int, str, Mapping[str, Any], list[Any]]] = field(default_factory=list)
    # Sealed entries by seq: their seal, prev, epoch. Epochs by number: the seed once published.
    seals: dict[int, tuple[str, str, int]] = field(default_factory=dict)
    seeds: dict[int, bytes] = field(default_factory=dict)
    epoch: int = 0
    requests: dict[str, int] = field(default_factory=dict)

    def check(self, number: int, entry: Mapping[str, Any]) -> None:
        self._check_frame(number, entry)
        body, kind = entry["body"], entry["kind"]
        if "sealed" in body:
            self._check_sealed(number, kind, body)
        elif kind == entries.EPOCH_OPEN:
            self._open(number, entry)
        elif kind == entries.EPOCH_CLOSE:
            self._close(number, entry)
        elif kind == entries.DRAW:
            self._check_draw(number, self.prev, self.epoch, body)
        elif kind == entries.REVEAL:
            self._reveal(number, body)
        self.prev = entry["hash"]
        self.at = entry["at"]
        self.verdict.count = number
        self.verdict.head = self.prev

    def _check_frame(self, number: int, entry: Mapping[str, Any]) -> None:
        if not isinstance(entry, dict) or set(entry) != _KEYS:
            raise WrongEntry(number, "it does not have exactly the keys of an entry")
        if entry["v"] != entries.VERSION or isinstance(entry["v"], bool):
            raise WrongEntry(number, "its version is not 1")
        if not _is(_UUID, entry["campaign"]):
            raise WrongEntry(number, "its campaign is not a UUID")
        if number == 1:
            self.verdict.campaign = entry["campaign"]
        if entry["campaign"] != self.verdict.campaign:
            raise WrongEntry(number, "it is of another campaign")
        if entry["seq"] != number or isinstance(entry["seq"], bool):
            raise WrongEntry(number, f"its number is {entry['seq']!r}, not {number}")
        if entry["prev"] != self.prev:
            raise WrongEntry(number, "it does not follow the entry before it")
        if not _is(_TIME, entry["at"]) or entry["at"] < self.at:
            raise WrongEntry(number, "its time is no time, or before the entry before it")
        if not isinstance(entry["kind"], str) or not isinstance(entry["actor"], str):
            raise WrongEntry(number, "its kind or its actor is not a text")
        if not isinstance(entry["body"], dict):
            raise WrongEntry(number, "its body is not an object")
        try:
            found = entries.entry_hash(entry)
        except NotCanonical as error:
            raise WrongEntry(number, f"it holds {error}") from None
        if entry["hash"] != found:
            raise WrongEntry(number, "its hash is not that of its content")

    def _open(self, number: int, entry: Mapping[str, Any]) -> None:
        body = entry["body"]
        if self.commitment:
            raise WrongEntry(number, "it opens an epoch while one is open")
        if set(body) != {"commitment"} or not _is(_HEX_64, body["commitment"]):
            raise WrongEntry(number, "it opens an epoch without a commitment")
        self.commitment = body["commitment"]
        self.epoch += 1

    def _close(self, number: int, entry: Mapping[str, Any]) -> None:
        body = entry["body"]
        if not self.commitment:
            raise WrongEntry(number, "it closes an epoch while none is open")
        if set(body) != {"seed"} or not _is(_HEX_64, body["seed"]):
            raise WrongEntry(number, "it closes an epoch without its seed")
        seed = bytes.fromhex(body["seed"])
        if entries.commitment(seed) != self.commitment:
            raise WrongEntry(number, "its seed is not the one the epoch was opened with")
        for waiting, prev, request, draws in self.pending:
            _redraw(waiting, seed, prev, request, draws)
            self.verdict.draws_checked += 1
        self.seeds[self.epoch] = seed
        self.pending.clear()
        self.commitment = ""
        self.verdict.epochs_closed += 1

    def _check_draw(self, number: int, prev: str, epoch: int, body: Mapping[str, Any]) -> None:
        if not self.commitment and epoch not in self.seeds:
            raise WrongEntry(number, "it draws while no epoch is open")
        if set(body) != {"request", "draws"} or not isinstance(body["request"], dict):
            raise WrongEntry(number, "its body is not that of a draw")
        request, draws = body["request"], body["draws"]
        if not _is(_UUID, request.get("id")) or not _is(_HEX_32, request.get("nonce")):
            raise WrongEntry(number, "its request has no id or no nonce")
        if request["id"] in self.requests:
            raise WrongEntry(
                number, f"its request was drawn before, in entry {self.requests[request['id']]}"
            )
        self.requests[request["id"]] = number
        if not isinstance(draws, list) or not all(_is_draw(pair) for pair in draws):
            raise WrongEntry(number, "its draws are not a list of sides and faces")
        if epoch in self.seeds:
            _redraw(number, self.seeds[epoch], prev, request, draws)
            self.verdict.draws_checked += 1
        else:
            self.pending.append((number, prev, request, draws))

    def _check_sealed(self, number: int, kind: str, body: Mapping[str, Any]) -> None:
        if set(body) != {"sealed"} or not _is(_HEX_64, body["sealed"]):
            raise WrongEntry(number, "its seal is not a hash")
        if kind == entries.DRAW and not self.commitment:
            raise WrongEntry(number, "it draws while no epoch is open")
        if kind in (entries.EPOCH_OPEN, entries.EPOCH_CLOSE, entries.REVEAL):
            raise WrongEntry(number, f"an entry of kind {kind} cannot be sealed")
        self.seals[number] = (body["sealed"], self.prev, self.epoch)
        self.verdict.sealed += 1

    def _reveal(self, number: int, body: Mapping[str, Any]) -> None:
        if set(body) != {"of", "body", "salt"} or not isinstance(body["body"], dict):
            raise WrongEntry(number, "its body is not that of a reveal")
        of = body["of"]
        if isinstance(of, bool) or of not in self.seals:
            raise WrongEntry(number, "it reveals an entry that is not sealed, or did so before")
        seal, prev, epoch = self.seals.pop(of)
        if not _is(_HEX_64, body["salt"]):
            raise WrongEntry(number, "its salt is not 32 bytes in hex")
        if entries.seal(body["body"], bytes.fromhex(body["salt"])) != seal:
            raise WrongEntry(number, f"what it reveals is not what entry {of} sealed")
        self.verdict.revealed += 1
        if "draws" in body["body"]:
            self._check_draw(number, prev, epoch, body["body"])


def verify_entries(found: Iterable[Mapping[str, Any]]) -> Verdict:
    """
    Check entries in order.

    :raises WrongEntry: naming the first that is wrong. A wrong face is found where the seed of its
        epoch is published, and the entry with the face is named.
    """
    checker = _Checker()
    for number, entry in enumerate(found, start=1):
        checker.check(number, entry)
    checker.verdict.draws_waiting = len(checker.pending)
    return checker.verdict


def verify_lines(lines: Iterable[str]) -> Verdict:
    """
    Check a ledger in JSON Lines; empty lines count for nothing.

    :raises WrongEntry: naming the first entry that is wrong.
    """
    return verify_entries(_parsed(lines))


def _parsed(lines: Iterable[str]) -> Iterable[Mapping[str, Any]]:
    number = 0
    for line in lines:
        if not line.strip():
            continue
        number += 1
        try:
            yield json.loads(
                line,
                parse_float=_refuse_number,
                parse_constant=_refuse_number,
                object_pairs_hook=_without_doubles,
            )
        except ValueError as error:
            raise WrongEntry(number, f"its line is no entry: {error}") from None


def _refuse_number(text: str) -> None:
    raise ValueError(f"{text} is not an integer")


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _redraw(
    number: int, seed: bytes, prev: str, request: Mapping[str, Any], draws: list[Any]
) -> None:
    stream = Stream(seed=seed, prev=prev, request=request)
    for position, (sides, face) in enumerate(draws, start=1):
        expected = stream.draw(sides)
        if face != expected:
            raise WrongEntry(
                number, f"draw {position} says {face} on {sides} sides, the seed gives {expected}"
            )


def _is_draw(pair: object) -> bool:
    return (
        isinstance(pair, list)
        and len(pair) == 2
        and all(isinstance(item, int) and not isinstance(item, bool) for item in pair)
        and 1 <= pair[1] <= pair[0] <= 1_000_000
    )


def _is(pattern: "re.Pattern[str]", value: object) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None
