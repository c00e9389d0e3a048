"""`python -m rules.conformance PATH...`, or with `--coverage [WHAT ...]` or `--document`."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rules.conformance import coverage
from rules.conformance.cases import BadCase, find, read
from rules.conformance.document import document
from rules.conformance.running import run


def main(arguments: Sequence[str]) -> int:
    """Return the exit status: 0 if everything passes or is asserted, 1 if not, 2 for bad usage."""
    parser = argparse.ArgumentParser(prog="python -m rules.conformance")
    parser.add_argument("paths", nargs="*", metavar="PATH", help="case files, or folders of them")
    parser.add_argument(
        "--coverage",
        nargs="*",
        metavar="WHAT",
        help="list the rules that no case and no test asserts; of these prefixes or checklists",
    )
    parser.add_argument("--document", action="store_true", help="print docs/conformance.md")
    given = parser.parse_args(arguments)
    if given.document:
        sys.stdout.write(document())
        return 0
    try:
        if given.coverage is not None:
            return _coverage(given.coverage)
        if not given.paths:
            parser.error("name case files, or use --coverage")
        return _run([Path(path) for path in given.paths])
    except (BadCase, LookupError) as error:
        print(error, file=sys.stderr)
        return 2


def _run(paths: Sequence[Path]) -> int:
    count = failed = 0
    for path in find(paths):
        for case in read(path):
            count += 1
            found = run(case)
            failed += bool(found)
            for line in found:
                print(f"{path}: {case.name}: {line}")
    if not count:
        raise LookupError("There is no case in there.")
    print(f"{count} cases, {failed} failed")
    return 1 if failed else 0


def _coverage(wanted: Sequence[str]) -> int:
    left, total = coverage.missing(wanted)
    for rule in left:
        print(f"{rule.id} ({rule.kind}, {rule.source})")
    for rule_id in sorted(coverage.unknown()):
        print(f"{rule_id} is named by a case and in no checklist")
    print(f"{total - len(left)} of {total} rules asserted")
    return 1 if left or coverage.unknown() else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
