"""What can be wrong with a ledger: codes that every verifier shares, and sentences for them."""

from collections.abc import Mapping

from rules.ledger.canonical import REFUSALS

# The browser's verifier gives the same codes; the page holds a translated text for each.
SENTENCES: Mapping[str, str] = {
    "empty": "there is no entry at all",
    "not_json": "its line is not JSON",
    "not_integer": "it holds a number that is not an integer",
    "key_twice": "it has a key twice in one object",
    **REFUSALS,
    "keys": "it does not have exactly the keys of an entry",
    "version": "its version is not 1",
    "campaign": "its campaign is not a UUID",
    "other_campaign": "it belongs to another campaign",
    "number": "its number is not {expected}",
    "link": "it does not follow the entry before it",
    "time": "its time is not a time",
    "time_order": "its time is before that of the entry before it",
    "texts": "its kind or its actor is not a text",
    "body": "its body is not an object",
    "hash": "its hash is not that of its content",
    "open_twice": "it opens an epoch while one is open",
    "commitment": "it opens an epoch without a commitment",
    "close_without_open": "it closes an epoch while none is open",
    "seed": "it closes an epoch without its seed",
    "seed_differs": "its seed is not the one that the epoch was opened with",
    "no_epoch": "it draws while no epoch is open",
    "draw": "its body is not that of a draw",
    "request": "its request has no id or no nonce",
    "request_twice": "its request was drawn before, in entry {first}",
    "draws": "its draws are not a list of sides and faces",
    "face": "its draw {position} says {face} on {sides} sides, where the seed gives {expected}",
    "seal": "its seal is not a hash",
    "seal_kind": "an entry of its kind cannot be sealed",
    "other_kind": "an entry of its kind cannot hold draws, seeds or seals",
    "reveal": "its body is not that of a reveal",
    "reveal_of": "it reveals an entry that is not sealed, or was revealed before",
    "reveal_differs": "what it reveals is not what entry {of} sealed",
    "opening_form": "it does not have exactly a number, a body and 32 random bytes, once",
    "opening_of": "an opening was given for it, and it is not sealed",
    "opening_differs": "the opening that was given for it is not what it sealed",
}


class WrongEntry(Exception):
    """
    The first entry that is wrong: its number, and why.

    `code` is a key of SENTENCES; `details` fill the sentence.
    """

    def __init__(self, number: int, code: str, **details: int) -> None:
        self.number = number
        self.code = code
        self.details = details
        self.reason = SENTENCES[code].format(**details)
        super().__init__(number, code)

    def __str__(self) -> str:
        return f"entry {self.number}: {self.reason}"


class WrongOpening(WrongEntry):
    """A line of the openings that is none; `number` counts the lines of that file."""

    def __str__(self) -> str:
        return f"opening {self.number}: {self.reason}"
