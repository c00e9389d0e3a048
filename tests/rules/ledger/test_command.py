"""`python -m rules.ledger verify`: on any machine, with the standard library alone."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rules
from tests.rules.ledger.chain import Chain
from tests.rules.ledger.tampering import VECTORS, as_lines, rehashed, vectors


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder with the verifier alone: no Django, no engine, no settings."""
    source = Path(rules.__file__).parent
    (tmp_path / "rules").mkdir()
    shutil.copy(source / "__init__.py", tmp_path / "rules")
    shutil.copytree(
        source / "ledger", tmp_path / "rules/ledger", ignore=shutil.ignore_patterns("__pycache__")
    )
    return tmp_path


def verify(folder: Path, file: Path, *options: str) -> subprocess.CompletedProcess[str]:
    # -S leaves out site-packages: whatever is not in the standard library is not there.
    return subprocess.run(
        [sys.executable, "-S", "-E", "-m", "rules.ledger", "verify", str(file), *options],
        cwd=folder,
        env={"PYTHONIOENCODING": "ascii", "LC_ALL": "C"},
        capture_output=True,
        text=True,
        check=False,
    )


def write(folder: Path, lines: list[str], *, encoding: str = "utf-8") -> Path:
    file = folder / "ledger.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding=encoding)
    return file


def test_a_true_ledger_is_valid(bare):
    done = verify(bare, VECTORS)

    assert done.returncode == 0, done.stderr
    assert "Valid: 12 entries" in done.stdout
    assert vectors()[-1]["hash"] in done.stdout


def test_the_first_wrong_entry_is_named(bare):
    changed = vectors()
    changed[3]["body"]["draws"][0] = [10, 5]

    done = verify(bare, write(bare, as_lines(rehashed(changed))))

    assert done.returncode == 1
    assert done.stdout == (
        "NOT VALID: entry 4: its draw 1 says 5 on 10 sides, where the seed gives 4.\n"
    )


def test_a_hash_that_one_holds_is_looked_for(bare):
    cut = write(bare, as_lines(vectors()[:6]))

    held = verify(bare, cut, "--held", vectors()[5]["hash"][:12].upper())
    missing = verify(bare, cut, "--held", vectors()[11]["hash"][:12])
    too_short = verify(bare, cut, "--held", "ab")

    assert (held.returncode, missing.returncode, too_short.returncode) == (0, 1, 2)
    assert "entry 6" in held.stdout
    assert "entries are missing" in missing.stdout


def test_openings_are_checked_beside_the_ledger(bare):
    chain = Chain().open().sealed_draw().close()
    openings = bare / "openings.jsonl"
    openings.write_text(chain.opening(2))

    true = verify(bare, write(bare, chain.lines), "--openings", str(openings))
    openings.write_text(json.dumps({**json.loads(chain.opening(2)), "salt": "00" * 32}))
    false = verify(bare, write(bare, chain.lines), "--openings", str(openings))

    assert true.returncode == 0
    assert "opened by you: 1" in true.stdout
    assert false.returncode == 1
    assert "entry 2: the opening" in false.stdout


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_files_of_other_systems_are_read(bare, encoding, end):
    file = bare / "ledger.jsonl"
    file.write_text(end.join(as_lines(vectors())), encoding=encoding, newline="")

    assert verify(bare, file).returncode == 0


def test_what_cannot_be_read_is_said_in_a_line(bare):
    latin = write(bare, ["¿ñ?"], encoding="latin-1")

    for file, reason in [
        (bare / "nowhere", "cannot be read"),
        (bare, "cannot be read"),
        (latin, "UTF-8"),
    ]:
        done = verify(bare, file)

        assert done.returncode == 2
        assert reason in done.stdout
        assert done.stderr == ""


def test_an_empty_file_is_no_valid_ledger(bare):
    done = verify(bare, write(bare, []))

    assert (done.returncode, done.stdout) == (1, "NOT VALID: entry 1: there is no entry at all.\n")
