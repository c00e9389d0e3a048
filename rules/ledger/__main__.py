"""`python -m rules.ledger verify FILE.jsonl`: needs nothing but Python's standard library."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from rules.ledger.verify import Verdict, WrongEntry, verify_lines

SHORTEST_HELD = 8


class _Unreadable(Exception):
    pass


def main(arguments: list[str]) -> int:
    """Return 0 for a ledger that holds, 1 for one that does not, 2 when it cannot be read."""
    # A terminal that knows few characters shows the others escaped instead of failing.
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    chosen = _parser().parse_args(arguments)
    try:
        openings = _lines(chosen.openings) if chosen.openings else ()
        verdict = verify_lines(_lines(chosen.file), openings, chosen.held or "")
    except _Unreadable as unreadable:
        print(unreadable)
        return 2
    except WrongEntry as wrong:
        print(f"NOT VALID: {wrong}.")
        return 1
    if chosen.held and not verdict.held_at:
        print(
            f"NOT VALID: the {verdict.count} entries hold together, but none has a hash that "
            f"begins with {chosen.held}: entries are missing, or this is another history."
        )
        return 1
    print(_praise(verdict))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rules.ledger")
    commands = parser.add_subparsers(dest="command", required=True)
    verify = commands.add_parser("verify", help="check a ledger from its first line to its last")
    verify.add_argument("file", type=Path, metavar="FILE.jsonl")
    verify.add_argument(
        "--openings",
        type=Path,
        metavar="OPENINGS.jsonl",
        help="also check these openings of sealed entries",
    )
    verify.add_argument(
        "--held",
        type=_held,
        metavar="HASH",
        help="also check that an entry's hash begins so: the one that you hold from a session "
        "summary, a mail or an older export",
    )
    return parser


def _held(text: str) -> str:
    if len(text) < SHORTEST_HELD:
        raise argparse.ArgumentTypeError(f"give at least {SHORTEST_HELD} of its digits")
    return text.lower()


def _lines(file: Path) -> Iterator[str]:
    try:
        with file.open(encoding="utf-8-sig") as lines:
            yield from lines
    except OSError as error:
        raise _Unreadable(f"{file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise _Unreadable(f"{file} is not UTF-8 text.") from None


def _praise(verdict: Verdict) -> str:
    return "\n".join(
        (
            f"Valid: {verdict.count} entries of campaign {verdict.campaign}.",
            f"Epochs closed: {verdict.epochs_closed}. Draws checked against their seeds: "
            f"{verdict.draws_checked}; waiting for theirs: {verdict.draws_waiting}.",
            f"Sealed entries: {verdict.sealed}, of them revealed: {verdict.revealed}; "
            f"opened by you: {verdict.opened}.",
            f"Head: {verdict.head}",
            *((f"The hash that you hold is entry {verdict.held_at}'s.",) * bool(verdict.held_at)),
        )
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
