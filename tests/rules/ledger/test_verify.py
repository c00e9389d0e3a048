"""What the verifier accepts, and that it names the entry that is wrong."""

import copy
import json
import re

import pytest

from rules.ledger import entries
from rules.ledger.faults import SENTENCES
from rules.ledger.stream import Stream
from rules.ledger.verify import WrongEntry, WrongOpening, verify_entries, verify_lines
from tests.rules.ledger.chain import Chain
from tests.rules.ledger.tampering import (
    VECTORS,
    as_lines,
    forgeries,
    rehashed,
    renumbered,
    vectors,
)

FORGERIES = list(forgeries())


def fault(lines, **options) -> tuple[int, str]:
    with pytest.raises(WrongEntry) as wrong:
        verify_lines(lines, **options)
    return wrong.value.number, wrong.value.code


def test_the_vectors_hold():
    verdict = verify_lines(VECTORS.read_text(encoding="utf-8").splitlines(keepends=True))

    assert verdict.count == 12
    assert verdict.epochs_closed == 2
    assert verdict.draws_checked == 6
    assert verdict.draws_waiting == 0
    assert verdict.sealed == 2
    assert verdict.head == vectors()[-1]["hash"]


def test_there_are_forgeries_of_every_key_and_value():
    assert len(FORGERIES) > 800
    assert {forgery.number for forgery in FORGERIES} == set(range(1, 13))


def test_any_changed_key_or_value_is_found_where_it_stands():
    for forgery in FORGERIES:
        number, _code = fault(as_lines(forgery.entries))

        assert number == forgery.number, forgery.name


# Behind the last draw that all may see, entry 10, no seed speaks for who wrote an entry, for what a
# seal hides, and for what a sealed entry is called. Nor does the seed know how many dice a request
# needed: that a last one is left out, or that a word would show the same face on other dice (the
# rules know that, the chain does not). Earlier entries are held by the draws that follow them.
NO_SEED_TELLS = {
    "10:actor",
    "10:body.draws.shorter",
    "10:body.draws.6.0",
    "10:body.draws.7.0",
    "11:actor",
    "11:kind",
    "11:body.sealed",
    "12:actor",
}


def test_any_change_is_found_by_the_seed_when_the_chain_is_hashed_anew():
    undetected = set()
    for forgery in FORGERIES:
        if forgery.path[0] in ("hash", "prev"):
            continue  # hashed anew, nothing of it is left
        lines = as_lines(rehashed(forgery.entries, start=forgery.number - 1))
        number, held_at = _wrong_or_held(lines)
        if number is None:
            undetected.add(re.sub(r"\.\d$", "", forgery.name))
            # Only who holds a hash from before can contradict the last words of a chain.
            assert held_at == 0, forgery.name
        else:
            assert number >= forgery.number, forgery.name

    assert undetected == NO_SEED_TELLS


def _wrong_or_held(lines):
    try:
        return None, verify_lines(lines, held=vectors()[-1]["hash"]).held_at
    except WrongEntry as wrong:
        return wrong.number, 0


@pytest.mark.parametrize("number", [2, 3, 4, 8, 9, 10])
def test_a_changed_face_is_named_though_every_hash_was_made_anew(number):
    changed = vectors()
    sides, face = changed[number - 1]["body"]["draws"][-1]
    changed[number - 1]["body"]["draws"][-1] = [sides, face % sides + 1]

    with pytest.raises(WrongEntry) as wrong:
        verify_lines(as_lines(rehashed(changed)))

    assert (wrong.value.number, wrong.value.code) == (number, "face")
    assert wrong.value.details["face"] == face % sides + 1
    assert wrong.value.details["expected"] == face


@pytest.mark.parametrize("number", [2, 3, 4, 8, 9, 10])
def test_a_changed_question_is_named_though_every_hash_was_made_anew(number):
    changed = vectors()
    changed[number - 1]["body"]["request"]["purpose"] += " y mucho más"

    assert fault(as_lines(rehashed(changed))) == (number, "face")


@pytest.mark.parametrize(("number", "key", "found_at"), [(1, "commitment", 6), (6, "seed", 6)])
def test_a_changed_commitment_or_seed_is_named_where_they_part(number, key, found_at):
    changed = vectors()
    changed[number - 1]["body"][key] = "ab" * 32

    assert fault(as_lines(rehashed(changed))) == (found_at, "seed_differs")


def test_another_seed_with_its_own_commitment_contradicts_the_faces():
    changed = vectors()
    changed[0]["body"]["commitment"] = entries.commitment(b"x" * 32)
    changed[5]["body"]["seed"] = (b"x" * 32).hex()

    assert fault(as_lines(rehashed(changed))) == (2, "face")


@pytest.mark.parametrize("number", range(1, 12))
def test_a_removed_line_is_missed(number):
    lines = as_lines(vectors())
    del lines[number - 1]

    assert fault(lines)[0] == number


@pytest.mark.parametrize("number", range(1, 10))
def test_a_removed_line_is_missed_though_all_were_numbered_and_hashed_anew(number):
    left = vectors()
    del left[number - 1]

    assert fault(as_lines(renumbered(left)))[0] >= number


def test_lines_missing_at_the_end_are_told_by_a_hash_that_one_holds():
    lines = as_lines(vectors())[:6]

    assert verify_lines(lines).count == 6
    assert verify_lines(lines, held=vectors()[5]["hash"][:8]).held_at == 6
    assert verify_lines(lines, held=vectors()[11]["hash"][:8]).held_at == 0


@pytest.mark.parametrize("number", range(1, 13))
def test_a_line_that_stands_twice_is_named(number):
    lines = as_lines(vectors())
    lines.insert(number, lines[number - 1])

    assert fault(lines)[0] == number + 1


@pytest.mark.parametrize("number", range(1, 12))
def test_two_lines_that_changed_places_are_named(number):
    lines = as_lines(vectors())
    lines[number - 1], lines[number] = lines[number], lines[number - 1]

    assert fault(lines)[0] == number


def test_one_request_is_drawn_once_though_all_fits_together():
    chain = Chain().open()
    chain.draw(id_number=1).draw(id_number=2).draw(id_number=1).close()

    assert fault(chain.lines) == (4, "request_twice")


def test_a_draw_that_calls_itself_a_note_is_found():
    chain = Chain().open().draw(kind="note").close()

    assert fault(chain.lines) == (2, "other_kind")


def test_draws_outside_an_epoch_are_found():
    assert fault(Chain().draw().lines) == (1, "no_epoch")
    assert fault(Chain().open().close().draw().lines) == (3, "no_epoch")
    assert fault(Chain().open().close().sealed_draw().lines) == (3, "no_epoch")


def test_epochs_follow_each_other():
    assert fault(Chain().open().open().lines) == (2, "open_twice")
    assert fault(Chain().close().lines) == (1, "close_without_open")


def test_other_kinds_of_entry_need_no_epoch():
    chain = Chain().add("benny.spent", {"of": "Nerea"}).open().add("correction", {"entry": 1})

    assert verify_lines(chain.lines).count == 3


def test_times_do_not_run_backwards():
    chain = Chain().open().draw()
    chain.entries[1]["at"] = "2025-12-31T23:59:59.999999Z"

    assert fault(as_lines(rehashed(chain.entries))) == (2, "time_order")


@pytest.mark.parametrize(
    "at", ["2026-13-01T00:00:02.000000Z", "2026-01-01T24:00:02.000000Z", "2026-01-01T00:00:02Z",
           "2026-01-01T00:00:02.000000+00:00", "٢٠٢٦-01-01T00:00:02.000000Z"]
)  # fmt: skip
def test_a_time_is_a_time(at):
    chain = Chain().open()
    chain.entries[0]["at"] = at

    assert fault(as_lines(rehashed(chain.entries))) == (1, "time")


# ---- seals -----------------------------------------------------------------------------------


def test_a_sealed_draw_holds_for_who_may_not_see_inside():
    verdict = verify_lines(Chain().open().sealed_draw().draw().close().lines)

    assert (verdict.sealed, verdict.draws_checked) == (1, 1)


@pytest.mark.parametrize("when", ["before the seed", "after the seed"])
def test_a_revealed_draw_is_drawn_again(when):
    chain = Chain().open().sealed_draw()
    if when == "before the seed":
        chain.reveal(2).close()
    else:
        chain.close().reveal(2)

    verdict = verify_lines(chain.lines)

    assert (verdict.revealed, verdict.draws_checked) == (1, 1)


@pytest.mark.parametrize("when", ["before the seed", "after the seed"])
def test_a_false_face_under_a_seal_is_the_fault_of_the_sealed_entry(when):
    chain = Chain().open().draw().sealed_draw(lie=True)
    if when == "before the seed":
        chain.reveal(3).draw(id_number=9).close()
    else:
        chain.close().reveal(3)

    assert fault(chain.lines) == (3, "face")


def test_a_reveal_tells_what_was_sealed():
    chain = Chain().open().sealed_draw().reveal(2)
    chain.entries[2]["body"]["body"]["request"]["purpose"] = "otra cosa"

    assert fault(as_lines(rehashed(chain.entries))) == (3, "reveal_differs")


@pytest.mark.parametrize("of", [1, 3, 4, 99, -1])
def test_only_a_sealed_entry_is_revealed(of):
    chain = Chain().open().sealed_draw().draw().reveal(2)
    chain.entries[3]["body"]["of"] = of

    assert fault(as_lines(rehashed(chain.entries))) == (4, "reveal_of")


def test_a_reveal_happens_once():
    chain = Chain().open().sealed_draw().reveal(2).reveal(2)

    assert fault(chain.lines) == (4, "reveal_of")


@pytest.mark.parametrize("kind", ["epoch.open", "epoch.close", "reveal"])
def test_what_everyone_must_see_is_never_sealed(kind):
    chain = Chain().open().sealed_draw()
    chain.entries[1]["kind"] = kind

    assert fault(as_lines(rehashed(chain.entries))) == (2, "seal_kind")


def test_a_revealed_request_was_not_drawn_elsewhere():
    chain = Chain().open().draw(id_number=1).sealed_draw(id_number=1).reveal(3)

    assert fault(chain.lines) == (3, "request_twice")


def test_who_may_look_inside_checks_the_opening_too():
    chain = Chain().open().sealed_draw().close()

    verdict = verify_lines(chain.lines, [chain.opening(2)])

    assert (verdict.opened, verdict.draws_checked) == (1, 1)


def test_an_opening_and_a_later_reveal_count_one_draw():
    chain = Chain().open().sealed_draw().reveal(2).close()

    verdict = verify_lines(chain.lines, [chain.opening(2)])

    assert (verdict.opened, verdict.revealed, verdict.draws_checked) == (1, 1, 1)


def test_a_false_opening_is_named():
    lying = Chain().open().sealed_draw(lie=True).close()
    chain = Chain().open().sealed_draw().draw().close()
    opening = json.loads(chain.opening(2))

    assert fault(lying.lines, openings=[lying.opening(2)]) == (2, "face")
    assert fault(chain.lines, openings=as_lines([{**opening, "salt": "00" * 32}])) == (
        2,
        "opening_differs",
    )
    assert fault(chain.lines, openings=as_lines([{**opening, "of": 3}])) == (3, "opening_of")


@pytest.mark.parametrize(
    "line", ['{"of": 2}', "[]", "nothing", '{"of": true, "body": {}, "salt": 1}']
)
def test_a_line_that_is_no_opening_is_named_as_such(line):
    chain = Chain().open().sealed_draw()

    with pytest.raises(WrongOpening, match="opening 1"):
        verify_lines(chain.lines, [line])


# ---- hostile lines ---------------------------------------------------------------------------

HOSTILE = {
    "not json": ("{", "not_json"),
    "not an object": ("[]", "keys"),
    "a number": ("7", "keys"),
    "null": ("null", "keys"),
    "a fraction": ('{"v": 1.0}', "not_integer"),
    "an exponent": ('{"v": 1e0}', "not_integer"),
    "infinity": ('{"v": Infinity}', "not_json"),
    "not a number": ('{"v": NaN}', "not_json"),
    "a leading zero": ('{"v": 01}', "not_json"),
    "a huge number": ('{"v": 9007199254740993}', "integer_size"),
    "a number without end": ('{"v": ' + "9" * 5000 + "}", "integer_size"),
    "a key twice": ('{"v": 1, "v": 1}', "key_twice"),
    "a key twice, deep inside": ('{"v": [{"a": 1, "a": 1}]}', "key_twice"),
    "a deep pit": ("[" * 100_000, "too_deep"),
    "two values": ("{} {}", "not_json"),
    "a comma too many": ('{"v": 1,}', "not_json"),
    "a raw control character": ('{"v": "\x01"}', "not_json"),
    "single quotes": ("{'v': 1}", "not_json"),
    "a hard space": ("\u00a0", "not_json"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_line_is_named_and_stops_nothing(name):
    line, code = HOSTILE[name]

    assert fault([as_lines(vectors())[0], "", line]) == (2, code)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"request": {"id": "x", "nonce": "0" * 32}, "draws": []}, "request"),
        ({"request": {"id": Chain.request(1)["id"]}, "draws": []}, "request"),
        ({"request": [], "draws": []}, "draw"),
        ({"request": Chain.request(1), "draws": [[6, 7]]}, "draws"),
        ({"request": Chain.request(1), "draws": [[6, 0]]}, "draws"),
        ({"request": Chain.request(1), "draws": [[True, True]]}, "draws"),
        ({"request": Chain.request(1), "draws": [[6]]}, "draws"),
        ({"request": Chain.request(1), "draws": [[2, 1]] * 10_001}, "draws"),
        ({"request": Chain.request(1), "draws": {"0": [6, 1]}}, "draws"),
        ({"request": Chain.request(1), "draws": [], "note": 1}, "draw"),
        ({"sealed": "00"}, "seal"),
        ({"sealed": "00" * 32, "more": 1}, "seal"),
    ],
)
def test_a_body_that_is_no_draw_is_named(body, code):
    assert fault(Chain().open().add("draw", body).lines) == (2, code)


@pytest.mark.parametrize("of", ["2", None, [2], {"2": 2}, True])
def test_a_reveal_of_something_that_is_no_number_is_named(of):
    chain = Chain().open().sealed_draw().reveal(2)
    chain.entries[2]["body"]["of"] = of

    assert fault(as_lines(rehashed(chain.entries))) == (3, "reveal")


def test_a_half_character_is_named():
    line = as_lines(Chain().add("note", {"text": "?"}).entries)[0].replace("?", "\\ud800")

    assert fault([line]) == (1, "half_character")


def test_nothing_at_all_is_no_ledger():
    assert fault([]) == (1, "empty")
    assert fault(["", "  \n"]) == (1, "empty")


def test_values_that_never_were_json_are_refused_too():
    entry = copy.deepcopy(Chain().add("note", {"text": "?"}).entries[0])
    entry["body"]["text"] = 1.5

    with pytest.raises(WrongEntry, match="entry 1: it holds a value"):
        verify_entries([entry])


def test_the_sentence_of_a_fault_goes_on_after_the_number():
    for code, sentence in SENTENCES.items():
        assert sentence == sentence.strip("."), code
        assert sentence[0].islower(), code


def test_the_stream_of_a_sealed_draw_hangs_on_its_own_past():
    chain = Chain().open().draw().sealed_draw().draw(id_number=7).close()
    body = json.loads(chain.opening(3))["body"]
    stream = Stream(seed=chain.seed, prev=chain.entries[2]["prev"], request=body["request"])

    assert [[sides, stream.draw(sides)] for sides, _face in body["draws"]] == body["draws"]
