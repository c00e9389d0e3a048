"""`python -m rules.ledger verify FILE.jsonl`: needs nothing but Python's standard library."""

import argparse
import sys
from pathlib import Path

from rules.ledger.verify import WrongEntry, verify_lines


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m rules.ledger")
    commands = parser.add_subparsers(dest="command", required=True)
    verify = commands.add_parser("verify", help="check a ledger from first line to last")
    verify.add_argument("file", type=Path, metavar="FILE.jsonl")
    chosen = parser.parse_args(arguments)
    try:
        with chosen.file.open(encoding="utf-8") as lines:
            verdict = verify_lines(lines)
    except OSError as error:
        print(f"{chosen.file} cannot be read: {error.strerror}.")
        return 2
    except UnicodeDecodeError:
        print(f"{chosen.file} is not UTF-8 text.")
        return 2
    except WrongEntry as wrong:
        print(f"NOT VALID: {wrong}")
        return 1
    print(
        f"Valid: {verdict.count} entries of campaign {verdict.campaign or '(none)'}, "
        f"{verdict.epochs_closed} closed epochs, {verdict.draws_checked} draws checked against "
        f"their seeds, {verdict.draws_waiting} waiting for theirs, {verdict.sealed} sealed "
        f"({verdict.revealed} revealed). Head {verdict.head}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
