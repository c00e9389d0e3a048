"""Check a ledger from its first entry to its last, and name the first that is wrong."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.ledger import entries
from rules.ledger.canonical import NotCanonical
from rules.ledger.faults import WrongEntry, WrongOpening
from rules.ledger.reading import read_lines
from rules.ledger.stream import LARGEST_DIE, MOST_DRAWS, Stream

__all__ = ["Verdict", "WrongEntry", "WrongOpening", "verify_entries", "verify_lines"]

_HEX_64 = re.compile(r"[0-9a-f]{64}")
_HEX_32 = re.compile(r"[0-9a-f]{32}")
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_TIME = re.compile(
    r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    r"T([01][0-9]|2[0-3])(:[0-5][0-9]){2}\.[0-9]{6}Z"
)
_KEYS = {"v", "campaign", "seq", "prev", "at", "kind", "actor", "body", "hash"}
_NEVER_SEALED = {entries.EPOCH_OPEN, entries.EPOCH_CLOSE, entries.REVEAL}
_OPENING_KEYS = {"of", "body", "salt"}


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
    opened: int = 0  # sealed entries whose opening the reader brought
    head: str = entries.NO_PREVIOUS
    held_at: int = 0  # the entry whose hash begins as the reader's does; 0 when none was found


@dataclass(frozen=True)
class _Seal:
    """A sealed entry that may be opened later."""

    kind: str
    hash: str
    prev: str
    epoch: int


@dataclass(frozen=True)
class _Draw:
    """A draw whose seed is not published yet."""

    number: int
    prev: str
    request: Mapping[str, Any]
    draws: list[Any]


@dataclass
class _Checker:
    openings: dict[int, Mapping[str, Any]]
    held: str
    verdict: Verdict = field(default_factory=Verdict)
    prev: str = entries.NO_PREVIOUS
    at: str = ""
    epoch: int = 0
    commitment: str = ""  # of the open epoch; empty while none is open
    seeds: dict[int, bytes] = field(default_factory=dict)  # by epoch, once published
    pending: list[_Draw] = field(default_factory=list)
    seals: dict[int, _Seal] = field(default_factory=dict)
    opened: set[int] = field(default_factory=set)
    requests: dict[str, int] = field(default_factory=dict)

    def check(self, number: int, entry: Mapping[str, Any]) -> None:
        self._check_frame(number, entry)
        body, kind = entry["body"], entry["kind"]
        if "sealed" in body:
            self._sealed(number, kind, body)
        elif kind == entries.EPOCH_OPEN:
            self._epoch_open(number, body)
        elif kind == entries.EPOCH_CLOSE:
            self._epoch_close(number, body)
        elif kind == entries.DRAW:
            if not self.commitment:
                raise WrongEntry(number, "no_epoch")
            self._draw(number, self.prev, self.epoch, body)
        elif kind == entries.REVEAL:
            self._reveal(number, body)
        elif entries.RESERVED & set(body):
            # A draw that is called something else would escape the check of its faces.
            raise WrongEntry(number, "other_kind")
        self.prev = entry["hash"]
        self.at = entry["at"]
        self.verdict.count = number
        self.verdict.head = self.prev
        if self.held and self.prev.startswith(self.held):
            self.verdict.held_at = number

    def finish(self) -> Verdict:
        for number in sorted(self.openings):
            raise WrongEntry(number, "opening_of")
        self.verdict.draws_waiting = len(self.pending)
        return self.verdict

    def _check_frame(self, number: int, entry: Mapping[str, Any]) -> None:
        if not isinstance(entry, dict) or set(entry) != _KEYS:
            raise WrongEntry(number, "keys")
        if not _is_integer(entry["v"], entries.VERSION):
            raise WrongEntry(number, "version")
        if not _is(_UUID, entry["campaign"]):
            raise WrongEntry(number, "campaign")
        if number == 1:
            self.verdict.campaign = entry["campaign"]
        if entry["campaign"] != self.verdict.campaign:
            raise WrongEntry(number, "other_campaign")
        if not _is_integer(entry["seq"], number):
            raise WrongEntry(number, "number", expected=number)
        if entry["prev"] != self.prev:
            raise WrongEntry(number, "link")
        if not _is(_TIME, entry["at"]):
            raise WrongEntry(number, "time")
        if entry["at"] < self.at:
            raise WrongEntry(number, "time_order")
        if not isinstance(entry["kind"], str) or not isinstance(entry["actor"], str):
            raise WrongEntry(number, "texts")
        if not isinstance(entry["body"], dict):
            raise WrongEntry(number, "body")
        try:
            found = entries.entry_hash(entry)
        except NotCanonical as refusal:
            raise WrongEntry(number, refusal.code) from None
        if entry["hash"] != found:
            raise WrongEntry(number, "hash")

    def _epoch_open(self, number: int, body: Mapping[str, Any]) -> None:
        if self.commitment:
            raise WrongEntry(number, "open_twice")
        if set(body) != {"commitment"} or not _is(_HEX_64, body["commitment"]):
            raise WrongEntry(number, "commitment")
        self.commitment = body["commitment"]
        self.epoch += 1

    def _epoch_close(self, number: int, body: Mapping[str, Any]) -> None:
        if not self.commitment:
            raise WrongEntry(number, "close_without_open")
        if set(body) != {"seed"} or not _is(_HEX_64, body["seed"]):
            raise WrongEntry(number, "seed")
        seed = bytes.fromhex(body["seed"])
        if entries.commitment(seed) != self.commitment:
            raise WrongEntry(number, "seed_differs")
        # A reveal adds its draw late, under the number of the entry that had sealed it.
        for draw in sorted(self.pending, key=lambda waiting: waiting.number):
            self._redraw(draw, seed)
        self.seeds[self.epoch] = seed
        self.pending.clear()
        self.commitment = ""
        self.verdict.epochs_closed += 1

    def _draw(self, number: int, prev: str, epoch: int, body: Mapping[str, Any]) -> None:
        if set(body) != {"request", "draws"} or not isinstance(body["request"], dict):
            raise WrongEntry(number, "draw")
        request, draws = body["request"], body["draws"]
        if not _is(_UUID, request.get("id")) or not _is(_HEX_32, request.get("nonce")):
            raise WrongEntry(number, "request")
        first = self.requests.setdefault(request["id"], number)
        if first != number:
            raise WrongEntry(number, "request_twice", first=first)
        if not _are_draws(draws):
            raise WrongEntry(number, "draws")
        draw = _Draw(number, prev, request, draws)
        if epoch in self.seeds:
            self._redraw(draw, self.seeds[epoch])
        else:
            self.pending.append(draw)

    def _redraw(self, draw: _Draw, seed: bytes) -> None:
        stream = Stream(seed=seed, prev=draw.prev, request=draw.request)
        for position, (sides, face) in enumerate(draw.draws, start=1):
            expected = stream.draw(sides)
            if face != expected:
                raise WrongEntry(
                    draw.number,
                    "face",
                    position=position,
                    sides=sides,
                    face=face,
                    expected=expected,
                )
        self.verdict.draws_checked += 1

    def _sealed(self, number: int, kind: str, body: Mapping[str, Any]) -> None:
        if set(body) != {"sealed"} or not _is(_HEX_64, body["sealed"]):
            raise WrongEntry(number, "seal")
        if kind in _NEVER_SEALED:
            raise WrongEntry(number, "seal_kind")
        if kind == entries.DRAW and not self.commitment:
            raise WrongEntry(number, "no_epoch")
        seal = _Seal(kind, body["sealed"], self.prev, self.epoch)
        self.seals[number] = seal
        self.verdict.sealed += 1
        if number in self.openings:
            opening = self.openings.pop(number)
            if not _fits(opening, seal):
                raise WrongEntry(number, "opening_differs")
            self._check_opened(number, seal, opening["body"])
            self.verdict.opened += 1

    def _reveal(self, number: int, body: Mapping[str, Any]) -> None:
        if not _is_opening(body):
            raise WrongEntry(number, "reveal")
        of = body["of"]
        if of not in self.seals:
            raise WrongEntry(number, "reveal_of")
        seal = self.seals.pop(of)
        if not _fits(body, seal):
            raise WrongEntry(number, "reveal_differs", of=of)
        self.verdict.revealed += 1
        if of not in self.opened:
            self._check_opened(of, seal, body["body"])

    def _check_opened(self, number: int, seal: _Seal, body: Mapping[str, Any]) -> None:
        # What is wrong inside is the fault of the entry that sealed it: the hash binds the two.
        self.opened.add(number)
        if seal.kind == entries.DRAW:
            self._draw(number, seal.prev, seal.epoch, body)
        elif entries.RESERVED & set(body):
            raise WrongEntry(number, "other_kind")


def verify_entries(
    found: Iterable[Mapping[str, Any]],
    openings: Iterable[Mapping[str, Any]] = (),
    held: str = "",
) -> Verdict:
    """
    Check entries in order, and the sealed ones for which an opening is given.

    An opening is an object with `of` (the number of a sealed entry), `body` and `salt`, as in the
    body of a `reveal`. `held` is the beginning of a hash that the reader holds from elsewhere, in
    small letters; the verdict says which entry has it.

    :raises WrongOpening: when an opening does not have that form.
    :raises WrongEntry: naming the first that is wrong. A wrong face is found where the seed of its
        epoch is published, and the entry with the face is named.
    """
    checker = _Checker(_by_number(openings), held)
    for number, entry in enumerate(found, start=1):
        checker.check(number, entry)
    return checker.finish()


def verify_lines(lines: Iterable[str], openings: Iterable[str] = (), held: str = "") -> Verdict:
    """
    Check a ledger in JSON Lines, and openings in the same form; empty lines count for nothing.

    :raises WrongOpening: when the openings cannot be read.
    :raises WrongEntry: naming the first entry that is wrong; entry 1, `empty`, without any.
    """
    verdict = verify_entries(read_lines(lines), _read_openings(openings), held)
    if not verdict.count:
        raise WrongEntry(1, "empty")
    return verdict


def _read_openings(lines: Iterable[str]) -> Iterator[Mapping[str, Any]]:
    try:
        yield from read_lines(lines)
    except WrongEntry as wrong:
        raise WrongOpening(wrong.number, wrong.code) from None


def _by_number(openings: Iterable[Mapping[str, Any]]) -> dict[int, Mapping[str, Any]]:
    found: dict[int, Mapping[str, Any]] = {}
    for line, opening in enumerate(openings, start=1):
        if not _is_opening(opening) or opening["of"] in found:
            raise WrongOpening(line, "opening_form")
        found[opening["of"]] = opening
    return found


def _is_opening(value: object) -> bool:
    return (
        isinstance(value, dict)
        and set(value) == _OPENING_KEYS
        and _is_integer(value["of"])
        and isinstance(value["body"], dict)
        and _is(_HEX_64, value["salt"])
    )


def _fits(opening: Mapping[str, Any], seal: _Seal) -> bool:
    try:
        found = entries.seal(opening["body"], bytes.fromhex(opening["salt"]))
    except NotCanonical:
        return False
    return found == seal.hash


def _are_draws(value: object) -> bool:
    return isinstance(value, list) and len(value) <= MOST_DRAWS and all(map(_is_draw, value))


def _is_draw(pair: object) -> bool:
    return (
        isinstance(pair, list)
        and len(pair) == 2
        and all(_is_integer(item) for item in pair)
        and 1 <= pair[1] <= pair[0] <= LARGEST_DIE
    )


def _is_integer(value: object, expected: int | None = None) -> bool:
    # In Python True is 1; in a ledger it is not.
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return expected is None or value == expected


def _is(pattern: "re.Pattern[str]", value: object) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None
