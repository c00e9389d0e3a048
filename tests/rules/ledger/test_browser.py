"""The reader's browser says what Python says, of every ledger in these tests."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page, expect

from rules.ledger.canonical import NotCanonical, canonical
from rules.ledger.faults import SENTENCES
from rules.ledger.stream import Stream, draw_shuffle
from rules.ledger.verify import Verdict, WrongEntry, WrongOpening, verify_lines
from tests.rules.ledger.chain import Chain
from tests.rules.ledger.tampering import as_lines, forgeries, rehashed, vectors
from tests.rules.ledger.test_verify import HOSTILE
from tests.rules.ledger.values import VALUES

pytestmark = pytest.mark.browser

VERIFY = """async (text) => {
  const { verifyLines } = await import("/ledger/verify.js");
  const cases = JSON.parse(text);
  const answers = [];
  for (const { lines, openings } of cases) {
    answers.push(await verifyLines(lines, () => {}, { openings }));
  }
  return JSON.stringify(answers);
}"""


def in_browser(page: Page, cases: list[tuple[list[str], list[str]]]) -> list[dict]:
    # As texts: Playwright takes its time over large lists.
    asked = json.dumps([{"lines": lines, "openings": more} for lines, more in cases])
    return json.loads(page.evaluate(VERIFY, asked))


def in_python(lines: list[str], openings: list[str]) -> dict:
    """Say Python's verdict in the words of the module."""
    try:
        found: Verdict = verify_lines(lines, openings)
    except WrongEntry as wrong:
        return {
            "ok": False,
            "entry": wrong.number,
            "code": wrong.code,
            "details": wrong.details,
            "isOpening": isinstance(wrong, WrongOpening),
        }
    return {
        "ok": True,
        "campaign": found.campaign,
        "count": found.count,
        "epochsClosed": found.epochs_closed,
        "drawsChecked": found.draws_checked,
        "drawsWaiting": found.draws_waiting,
        "sealed": found.sealed,
        "revealed": found.revealed,
        "opened": found.opened,
        "head": found.head,
        "heldAt": found.held_at,
    }


def assert_agreement(page: Page, cases: list[tuple[list[str], list[str]]]) -> None:
    for answer, (lines, openings) in zip(in_browser(page, cases), cases, strict=True):
        assert answer == in_python(lines, openings), lines[-1][:200]


def test_the_vectors_hold_in_the_browser_too(page):
    [answer] = in_browser(page, [(as_lines(vectors()), [])])

    assert answer == in_python(as_lines(vectors()), [])
    assert answer["ok"] is True
    assert answer["drawsChecked"] == 6


def test_a_text_is_read_like_its_lines_whatever_ends_them(page):
    for end in ("\n", "\r\n", "\r"):
        answer = page.evaluate(
            'async (text) => (await import("/ledger/verify.js")).verifyLines(text)',
            end.join(as_lines(vectors())) + end,
        )

        assert answer["count"] == 12


def test_both_find_the_same_fault_in_every_forgery(page):
    cases = []
    for forgery in forgeries():
        # The fault is where the change is: what follows need not travel.
        cases.append((as_lines(forgery.entries[: forgery.number]), []))
        if forgery.path[0] not in ("hash", "prev"):
            anew = rehashed(forgery.entries, start=forgery.number - 1)
            cases.append((as_lines(anew), []))

    assert len(cases) > 1600
    assert_agreement(page, cases)


def test_both_find_the_same_fault_in_hostile_lines(page):
    first = as_lines(vectors())[0]

    assert_agreement(page, [([first, "", line], []) for line, _code in HOSTILE.values()])


def test_both_judge_seals_epochs_and_requests_alike(page):
    sealed = Chain().open().draw().sealed_draw().close()
    lying = Chain().open().sealed_draw(lie=True).close()
    later = Chain().open().sealed_draw().close().reveal(2).reveal(2)
    notes = Chain().add("note", {"text": "?"})
    cases = [
        (sealed.lines, []),
        (sealed.lines, [sealed.opening(3)]),
        (sealed.lines, [sealed.opening(3), sealed.opening(3)]),
        (sealed.lines, [json.dumps({**json.loads(sealed.opening(3)), "of": 2})]),
        (sealed.lines, [json.dumps({**json.loads(sealed.opening(3)), "salt": "00" * 32})]),
        (sealed.lines, ["{}"]),
        (sealed.lines, ["{"]),
        (lying.lines, []),
        (lying.lines, [lying.opening(2)]),
        (later.lines[:4], []),
        (later.lines, []),
        (Chain().open().sealed_draw().reveal(2).close().lines, []),
        (Chain().open().sealed_draw(lie=True).draw().reveal(2).close().lines, []),
        (Chain().open().draw(id_number=1).draw(id_number=1).lines, []),
        (Chain().open().draw(kind="note").lines, []),
        (Chain().draw().lines, []),
        (Chain().open().open().lines, []),
        (Chain().close().lines, []),
        (notes.lines, []),
        ([notes.lines[0].replace("?", "\\ud800")], []),
        ([], []),
    ]

    assert_agreement(page, cases)


def test_a_held_hash_is_found_in_the_browser_too(page):
    held = vectors()[5]["hash"][:8]

    answer = page.evaluate(
        """async ([lines, held]) =>
          (await import("/ledger/verify.js")).verifyLines(lines, () => {}, { held })""",
        [as_lines(vectors()), held],
    )

    assert answer["heldAt"] == 6


def test_progress_is_told_entry_by_entry(page):
    heard = page.evaluate(
        """async (lines) => {
          const heard = [];
          const { verifyLines } = await import("/ledger/verify.js");
          await verifyLines(lines, (count) => heard.push(count));
          return heard;
        }""",
        as_lines(vectors()),
    )

    assert heard == list(range(1, 13))


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(VALUES, min_size=20, max_size=20))
def test_any_value_is_written_alike(page, values):
    written = page.evaluate(
        """async (texts) => {
          const { canonical } = await import("/ledger/canonical.js");
          const { parse } = await import("/ledger/reading.js");
          return texts.map((text) => canonical(parse(text)));
        }""",
        [json.dumps(value) for value in values],
    )

    assert written == [canonical(value).decode() for value in values]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('"\\ud800"', "\ud800"),
        ('{"\\udc00": 1}', {"\udc00": 1}),
        ('"\\udc00\\ud800"', "\udc00\ud800"),
    ],
)
def test_half_characters_are_refused_alike(page, text, value):
    code = page.evaluate(
        """async (text) => {
          const { canonical } = await import("/ledger/canonical.js");
          const { parse } = await import("/ledger/reading.js");
          try { return canonical(parse(text)); } catch (error) { return error.code; }
        }""",
        text,
    )

    with pytest.raises(NotCanonical) as refused:
        canonical(value)
    assert code == refused.value.code == "half_character"


def test_faces_and_shuffles_are_the_same(page):
    seed, prev, request = bytes(range(32)), "ab" * 32, {"purpose": "¿ñ 🎲?"}
    faces = Stream(seed=seed, prev=prev, request=request)
    sides = [1, 2, 6, 100, 1_000_000] * 1500
    cards = Stream(seed=seed, prev="cd" * 32, request=request)

    drawn, deck = page.evaluate(
        """async ([seed, prev, request, sides]) => {
          const stream = await import("/ledger/stream.js");
          const key = await stream.seedKey(stream.fromHex(seed));
          const faces = await stream.Stream.of(key, prev, request);
          const drawn = [];
          for (const each of sides) drawn.push(await faces.draw(each));
          const cards = await stream.Stream.of(key, "cd".repeat(32), request);
          const draws = [];
          for (let each = 54; each > 1; each -= 1) draws.push([each, await cards.draw(each)]);
          return [drawn, stream.shuffled(54, draws)];
        }""",
        [seed.hex(), prev, request, sides],
    )

    assert drawn == [faces.draw(each) for each in sides]
    assert deck == draw_shuffle(54, cards)


# ---- the page --------------------------------------------------------------------------------


def partial(language: str, url: str) -> str:
    """Render the part of the ledger page that checks, with its record at `url`."""

    class Campaign:
        public_id = "11111111-2222-3333-4444-555555555555"

    with translation.override(language):
        text = render_to_string(
            "campaigns/partials/ledger_verify.html", {"campaign": Campaign, "head_seq": 12}
        )
    for name, address in (("data-ledger-url", url), ("data-ledger-openings-url", "openings.jsonl")):
        start = text.index(f'{name}="') + len(f'{name}="')
        text = text[:start] + address + text[text.index('"', start) :]
    return text


@pytest.fixture
def open_page(page: Page, site: str, site_folder: Path):
    """Open the part of the page with a record of these lines."""

    def opened(lines: list[str], *, openings: tuple[str, ...] = ()) -> Page:
        (site_folder / "openings.jsonl").write_text("\n".join(openings), encoding="utf-8")
        (site_folder / "record.jsonl").write_text("\n".join(lines), encoding="utf-8")
        (site_folder / "page.html").write_text(
            '<!doctype html><meta charset="utf-8"><title>Ledger</title>'
            + partial("en", "record.jsonl")
            + '<script type="module" src="ledger/page.js"></script>'
        )
        page.goto(f"{site}/page.html")
        return page

    yield opened
    page.goto(f"{site}/empty.html")


def test_the_page_says_that_the_record_holds(open_page):
    page = open_page(as_lines(vectors()))

    page.get_by_role("button", name="Check the whole record").click()

    result = page.get_by_role("status")
    expect(result).to_contain_text("The record holds.")
    expect(result).to_contain_text("Entries, each linked to the one before: 12")
    expect(result).to_contain_text(vectors()[-1]["hash"])


def test_the_page_names_the_wrong_entry_and_why(open_page):
    changed = vectors()
    changed[3]["body"]["draws"][0] = [10, 5]
    page = open_page(as_lines(rehashed(changed)))

    page.get_by_role("button").click()

    expect(page.get_by_role("status")).to_contain_text(
        "Entry 4 is wrong: its draw 1 says 5 on 10 sides, where the seed gives 4."
    )


def test_the_page_looks_for_a_hash_that_the_reader_holds(open_page):
    page = open_page(as_lines(vectors()))
    box = page.get_by_role("textbox", name="A hash that you hold")
    result = page.get_by_role("status")

    for held, answer in [
        (vectors()[5]["hash"][:8].upper() + "…", "is that of entry 6"),
        ("abcdef0123", "This is not the record that you know."),
        ("abc", "at least the first 8"),
    ]:
        box.fill(held)
        page.get_by_role("button").click()

        expect(result).to_contain_text(answer)


def test_the_page_looks_inside_the_seals_that_the_reader_may_open(open_page):
    chain = Chain().open().sealed_draw().close()
    lying = Chain().open().sealed_draw(lie=True).close()

    for lines, openings, answer in [
        (chain.lines, (chain.opening(2),), "opened and checked: 1"),
        (chain.lines, (), "opened and checked: 0"),
        (lying.lines, (lying.opening(2),), "Entry 2 is wrong: its draw 1"),
        (chain.lines, (lying.opening(2),), "the opening that you were given is not what it sealed"),
        (chain.lines, ("?",), "What should open the seals cannot be read."),
    ]:
        page = open_page(lines, openings=openings)
        page.get_by_role("button").click()

        expect(page.get_by_role("status")).to_contain_text(answer)


def test_a_record_that_cannot_be_fetched_proves_nothing_either_way(open_page, site_folder):
    page = open_page(as_lines(vectors()))
    (site_folder / "record.jsonl").unlink()

    page.get_by_role("button").click()

    expect(page.get_by_role("status")).to_contain_text("could not be fetched")


def test_the_page_has_a_sentence_for_every_fault_in_the_record():
    names: list[str] = []

    class Names(HTMLParser):
        def handle_starttag(self, tag, attrs):
            names.extend(value for key, value in attrs if key == "data-ledger-text")

    Names().feed(partial("en", "record.jsonl"))

    told = {name.removeprefix("reason-") for name in names if name.startswith("reason-")}
    assert told == set(SENTENCES) - {"opening_form"}
