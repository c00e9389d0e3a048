"""`python -m rules.ledger verify FILE.jsonl`: needs nothing but Python's standard library."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from rules.ledger.verify import Verdict, WrongEntry, verify_lines

_SHORTEST_HEAD = 8


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
        verdict = verify_lines(_lines(chosen.file), openings)
    except _Unreadable as unreadable:
        print(unreadable)
        return 2
    except WrongEntry as wrong:
        print(f"NOT VALID: {wrong}.")
        return 1
    if chosen.head and not verdict.head.startswith(chosen.head.lower()):
        print(
            f"NOT VALID: the {verdict.count} entries hold together, but the last one's hash is "
            f"{verdict.head}, not {chosen.head}: entries are missing, or it is another history."
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
        "--head",
        type=_head,
        metavar="HASH",
        help="also check that the last entry's hash begins so, as a session summary or mail says",
    )
    return parser


def _head(text: str) -> str:
    if len(text) < _SHORTEST_HEAD:
        raise argparse.ArgumentTypeError(f"give at least {_SHORTEST_HEAD} of its digits")
    return text


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
        )
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
