"""Make small ledgers, true or false, without a database."""

from typing import Any, Self

from rules.ledger import entries
from rules.ledger.stream import Stream
from tests.rules.ledger.tampering import as_lines

CAMPAIGN = "11111111-2222-3333-4444-555555555555"
SALT = b"s" * 32


class Chain:
    """A ledger that grows by calls: `Chain().open().draw().close()`."""

    def __init__(self) -> None:
        self.entries: list[dict[str, Any]] = []
        self.bodies: dict[int, dict[str, Any]] = {}
        self.seed = b"seed" * 8

    @property
    def lines(self) -> list[str]:
        return as_lines(self.entries)

    @property
    def head(self) -> str:
        return self.entries[-1]["hash"] if self.entries else entries.NO_PREVIOUS

    @staticmethod
    def request(number: int) -> dict[str, Any]:
        return {
            "id": f"00000000-0000-0000-0000-{number:012d}",
            "purpose": "¿Quién anda ahí?",
            "notation": "2d6",
            "nonce": f"{number:032x}",
        }

    def add(self, kind: str, body: dict[str, Any], actor: str = "bruno") -> Self:
        seq = len(self.entries) + 1
        entry = {
            "v": 1,
            "campaign": CAMPAIGN,
            "seq": seq,
            "prev": self.head,
            "at": f"2026-01-01T00:00:{seq:02d}.000000Z",
            "kind": kind,
            "actor": actor,
            "body": body,
        }
        self.entries.append({**entry, "hash": entries.entry_hash(entry)})
        return self

    def open(self) -> Self:
        return self.add("epoch.open", {"commitment": entries.commitment(self.seed)}, "system")

    def close(self) -> Self:
        return self.add("epoch.close", {"seed": self.seed.hex()}, "system")

    def draw(self, *, id_number: int | None = None, kind: str = "draw") -> Self:
        return self.add(kind, self._body(id_number))

    def sealed_draw(self, *, id_number: int | None = None, lie: bool = False) -> Self:
        body = self._body(id_number)
        if lie:
            sides, face = body["draws"][0]
            body["draws"][0] = [sides, face % sides + 1]
        self.bodies[len(self.entries) + 1] = body
        return self.add("draw", {"sealed": entries.seal(body, SALT)}, "ines")

    def reveal(self, of: int) -> Self:
        return self.add("reveal", {"of": of, "body": self.bodies[of], "salt": SALT.hex()}, "ines")

    def opening(self, of: int) -> str:
        return as_lines([{"of": of, "body": self.bodies[of], "salt": SALT.hex()}])[0]

    def _body(self, id_number: int | None) -> dict[str, Any]:
        request = self.request(100 + len(self.entries) if id_number is None else id_number)
        stream = Stream(seed=self.seed, prev=self.head, request=request)
        for sides in (6, 6, 20):
            stream.draw(sides)
        return {"request": request, "draws": [list(pair) for pair in stream.draws]}
