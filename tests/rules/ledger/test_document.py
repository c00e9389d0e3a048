"""The format's page tells the truth: its example is worked through, and its program runs."""

import hashlib
import hmac
import re
import subprocess
import sys
from pathlib import Path

from rules.ledger.canonical import canonical
from tests.rules.ledger.tampering import VECTORS, vectors

PAGE = Path(__file__).parents[3] / "docs" / "ledger.md"


def indented(text: str) -> list[str]:
    return re.findall(r"^    (\S.*)$", text, flags=re.MULTILINE)


def test_the_worked_example_is_right():
    text = (
        PAGE.read_text(encoding="utf-8").split("## A worked example")[1].split("With Python's")[0]
    )
    commitment, seed, request, request_hash, prev, block, content, entry_hash = indented(text)
    entry = vectors()[1]
    key = bytes.fromhex(seed)

    assert hashlib.sha256(key).hexdigest() == commitment
    assert request == canonical(entry["body"]["request"]).decode()
    assert request_hash == hashlib.sha256(request.encode()).hexdigest()
    assert prev == entry["prev"]
    message = bytes.fromhex(prev + request_hash + "00000000")
    assert block == hmac.new(key, message, "sha256").hexdigest()
    assert content == canonical({k: v for k, v in entry.items() if k != "hash"}).decode()
    assert entry_hash == entry["hash"] == hashlib.sha256(content.encode()).hexdigest()
    for words in ("2c489310", "742953744", "f16d89eb", "4050487787"):
        assert words in text
    assert (0x2C489310, 0xF16D89EB) == (742953744, 4050487787)


def test_the_program_prints_what_the_page_says(tmp_path):
    [program] = re.findall(
        r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL
    )

    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        cwd=VECTORS.parent,
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout == "[[8, 1], [6, 6]]\n"
