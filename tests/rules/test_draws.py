"""The one place that draws: once for each request, provable, secret until the session ends."""

import uuid
from datetime import timedelta

import pytest
from cryptography.fernet import Fernet, InvalidToken
from django.db import connection
from django.utils import translation

from rules import exports, randomness
from rules.engine import notation
from rules.ledger import entries
from rules.ledger.stream import Stream, TooManyDraws
from rules.ledger.verify import WrongEntry, verify_lines
from rules.models import Chain, Epoch, LedgerEntry, SealedBody
from tests.conftest import NOW

pytestmark = pytest.mark.django_db

NONCE = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def table() -> uuid.UUID:
    return uuid.uuid4()


def request(**fields):
    return {
        "id": str(uuid.uuid4()),
        "purpose": "Forzar la puerta",
        "notation": "2d6",
        "nonce": NONCE,
        **fields,
    }


def two_dice(dice):
    return [dice.draw(6), dice.draw(6)]


def draw(table, asked=None, **fields):
    return randomness.draw(
        campaign=table,
        **{
            "actor": "bruno",
            "request": asked or request(),
            "resolve": two_dice,
            "at": NOW,
            **fields,
        },
    )


def test_a_draw_is_an_entry_that_anyone_can_draw_again(table):
    drawn = draw(table)
    closing = randomness.close_epoch(campaign=table, at=NOW)

    assert drawn.created
    assert [face for _sides, face in drawn.entry.body["draws"]] == drawn.outcome
    seed = bytes.fromhex(closing.body["seed"])
    again = Stream(seed=seed, prev=drawn.entry.prev, request=drawn.entry.body["request"])
    assert [again.draw(6), again.draw(6)] == drawn.outcome
    assert verify_lines(exports.lines(table)).draws_checked == 1


def test_the_first_draw_opens_an_epoch_and_commits_to_its_seed(table):
    draw(table)

    opening, drawn = LedgerEntry.objects.filter(campaign=table).order_by("seq")
    assert (opening.seq, opening.kind, opening.actor) == (1, "epoch.open", "system")
    assert opening.prev == "0" * 64
    assert (drawn.seq, drawn.kind, drawn.actor) == (2, "draw", "bruno")
    assert drawn.prev == opening.hash


def test_the_seed_is_not_to_be_read_in_the_database_before_the_end(table, settings):
    draw(table)
    sealed = bytes(Epoch.objects.get(campaign=table).sealed_seed)
    closing = randomness.close_epoch(campaign=table, at=NOW)
    seed = bytes.fromhex(closing.body["seed"])

    assert seed not in sealed
    assert closing.body["seed"].encode() not in sealed
    assert Fernet(settings.LEDGER_KEYS[0]).decrypt(sealed) == seed
    with pytest.raises(InvalidToken):
        Fernet(Fernet.generate_key()).decrypt(sealed)


def test_a_new_key_seals_while_the_old_one_still_opens(table, settings):
    draw(table)
    old = settings.LEDGER_KEYS
    settings.LEDGER_KEYS = [Fernet.generate_key().decode(), *old]

    randomness.close_epoch(campaign=table, at=NOW)
    draw(table)

    assert verify_lines(exports.lines(table)).epochs_closed == 1
    newest = Epoch.objects.filter(campaign=table).latest("number")
    assert Fernet(settings.LEDGER_KEYS[0]).decrypt(bytes(newest.sealed_seed))


def test_epochs_and_tables_have_seeds_of_their_own(table):
    seeds = set()
    for campaign in (table, table, uuid.uuid4()):
        draw(campaign)
        seeds.add(randomness.close_epoch(campaign=campaign, at=NOW).body["seed"])

    assert len(seeds) == 3


# ---- once ------------------------------------------------------------------------------------


def test_the_same_request_again_gives_the_first_result(table):
    asked = request()

    first = draw(table, asked)
    second = draw(table, dict(reversed(asked.items())), at=NOW + timedelta(hours=1))

    assert (first.created, second.created) == (True, False)
    assert second.entry == first.entry
    assert second.outcome == first.outcome
    assert LedgerEntry.objects.filter(campaign=table, kind="draw").count() == 1


@pytest.mark.parametrize(
    "change", [{"purpose": "Otra cosa"}, {"nonce": "f" * 32}, {"notation": "1d20"}]
)
def test_the_same_id_with_another_question_gives_the_first_one_back(table, change):
    asked = request()
    first = draw(table, asked)

    second = draw(table, {**asked, **change}, resolve=lambda dice: dice.draw(20))

    assert not second.created
    assert second.entry == first.entry
    assert second.request == asked
    with pytest.raises(randomness.RequestDiffers):
        _ = second.outcome


def test_a_question_whose_dice_changed_meanwhile_keeps_its_entry(table):
    asked = request()
    first = draw(table, asked)

    second = draw(table, asked, resolve=lambda dice: dice.draw(8))

    assert second.entry == first.entry
    with pytest.raises(randomness.RequestDiffers):
        _ = second.outcome


def test_tables_do_not_share_request_ids(table):
    asked = request()

    assert draw(table, asked).created
    assert draw(uuid.uuid4(), asked).created


def test_a_sealed_request_is_known_again_too(table):
    asked = request()
    first = draw(table, asked, sealed=True)

    second = draw(table, asked)

    assert not second.created
    assert second.outcome == first.outcome
    assert second.request == asked


def test_exploding_dice_are_drawn_as_many_times_as_they_need(table):
    expression = notation.parse("20d4!")

    drawn = draw(
        table, request(notation="20d4!"), resolve=lambda dice: notation.roll(expression, dice)
    )

    assert len(drawn.entry.body["draws"]) > 20
    assert drawn.outcome.total == sum(face for _sides, face in drawn.entry.body["draws"])


# ---- all or nothing --------------------------------------------------------------------------


@pytest.mark.parametrize("is_first", [True, False])
def test_when_the_rules_fail_nothing_is_recorded(table, is_first):
    if not is_first:
        draw(table)
    before = randomness.head(table)

    def fails(dice):
        dice.draw(6)
        raise RuntimeError("a rule that nobody foresaw")

    with pytest.raises(RuntimeError):
        draw(table, resolve=fails)

    assert randomness.head(table) == before
    assert LedgerEntry.objects.filter(campaign=table).count() == before[0]
    assert Epoch.objects.filter(campaign=table).count() == int(not is_first)
    assert draw(table).created


def test_a_request_that_never_stops_drawing_is_stopped(table):
    def forever(dice):
        while True:
            dice.draw(6)

    with pytest.raises(TooManyDraws):
        draw(table, resolve=forever)

    assert randomness.head(table) == (0, "0" * 64)


def test_what_fails_for_the_same_request_gives_no_second_chance(table):
    draw(table)
    asked, seen = request(), []

    def fails_after(dice):
        seen.append(two_dice(dice))
        raise RuntimeError

    for _attempt in range(2):
        with pytest.raises(RuntimeError):
            draw(table, asked, resolve=fails_after)

    assert seen[0] == seen[1] == draw(table, asked).outcome


# ---- what a ledger cannot hold ---------------------------------------------------------------

BAD = {
    "no id": {"id": None},
    "an id that is no UUID": {"id": "seven"},
    "an id in capitals": {"id": str(uuid.UUID(int=171)).upper()},
    "an id in braces": {"id": "{00000000-0000-0000-0000-0000000000ab}"},
    "a number as id": {"id": 7},
    "a short nonce": {"nonce": "ab"},
    "a nonce in capitals": {"nonce": "A" * 32},
    "a nonce with a line end": {"nonce": "a" * 32 + "\n"},
    "no nonce": {"nonce": None},
    "no purpose": {"purpose": None},
    "a fraction": {"intent": {"bonus": 0.5}},
    "a set": {"intent": {1, 2}},
    "bytes": {"intent": b"x"},
    "a huge number": {"intent": 2**53},
    "half a character": {"purpose": "\ud83d"},
    "the character NUL": {"purpose": "a\x00b"},
    "NUL in a key": {"intent": {"a\x00": 1}},
    "too much": {"purpose": "ñ" * 4100},
    "too deep": {"intent": eval("[" * 70 + "]" * 70)},
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_request_is_refused_with_a_message_and_nothing_is_drawn(table, name):
    with pytest.raises(randomness.BadRequest) as refused:
        draw(table, request(**BAD[name]))

    assert str(refused.value).endswith(".")
    assert randomness.head(table) == (0, "0" * 64)


def test_a_request_without_dice_is_refused(table):
    asked = request()
    del asked["notation"]

    with pytest.raises(randomness.BadRequest):
        draw(table, asked)


@pytest.mark.parametrize("purpose", ["", "\\u0000 como texto", "ñ🎲\n\t\x7f", "a" * 7000])
def test_odd_but_honest_requests_are_kept_as_they_are(table, purpose):
    drawn = draw(table, request(purpose=purpose))
    drawn.entry.refresh_from_db()

    assert drawn.entry.body["request"]["purpose"] == purpose
    assert randomness.verify(table).draws_waiting == 1


def test_refusals_can_be_translated():
    with translation.override("en"), pytest.raises(randomness.BadRequest) as refused:
        draw(uuid.uuid4(), request(nonce="?"))

    assert "32 digits" in str(refused.value)


# ---- epochs ----------------------------------------------------------------------------------


def test_one_epoch_is_open_at_a_time(table):
    randomness.open_epoch(campaign=table, at=NOW)

    with pytest.raises(ValueError, match="open"):
        randomness.open_epoch(campaign=table, at=NOW)


def test_an_epoch_is_closed_once(table):
    randomness.open_epoch(campaign=table, at=NOW)
    randomness.close_epoch(campaign=table, at=NOW)

    with pytest.raises(Epoch.DoesNotExist):
        randomness.close_epoch(campaign=table, at=NOW)


def test_after_the_end_of_an_epoch_its_seed_draws_no_more(table):
    draw(table)
    randomness.close_epoch(campaign=table, at=NOW)
    draw(table)

    kinds = (
        LedgerEntry.objects.filter(campaign=table).order_by("seq").values_list("kind", flat=True)
    )
    assert list(kinds) == ["epoch.open", "draw", "epoch.close", "epoch.open", "draw"]


def test_the_times_of_a_chain_never_run_backwards(table):
    draw(table, at=NOW)
    late = draw(table, at=NOW - timedelta(minutes=5))
    randomness.close_epoch(campaign=table, at=NOW - timedelta(days=1))

    assert late.entry.at == NOW
    assert randomness.verify(table).count == 4


# ---- seals -----------------------------------------------------------------------------------


def test_a_sealed_draw_shows_nothing_and_is_proven_all_the_same(table):
    drawn = draw(table, request(purpose="¿Quién escucha tras la puerta?"), sealed=True)
    randomness.close_epoch(campaign=table, at=NOW)

    text = "".join(exports.lines(table))
    assert "escucha" not in text
    assert set(drawn.entry.body) == {"sealed"}
    bodies = SealedBody.objects.filter(entry=drawn.entry)
    verdict = verify_lines(exports.lines(table), exports.opening_lines(bodies))
    assert (verdict.opened, verdict.draws_checked) == (1, 1)


def test_the_opening_gives_exactly_the_seal(table):
    drawn = draw(table, sealed=True)

    opening = randomness.opening(drawn.entry)

    assert opening is not None
    assert opening["of"] == drawn.entry.seq
    assert (
        entries.seal(opening["body"], bytes.fromhex(opening["salt"])) == drawn.entry.body["sealed"]
    )
    assert len(opening["salt"]) == 64
    assert randomness.opening(draw(table).entry) is None


def test_equal_secrets_have_different_seals(table):
    asked = request()

    one = draw(table, asked, sealed=True)
    other = draw(uuid.uuid4(), asked, sealed=True)

    assert one.entry.body != other.entry.body


@pytest.mark.parametrize("is_over", [True, False])
def test_a_reveal_publishes_what_was_sealed(table, is_over):
    drawn = draw(table, sealed=True)
    if is_over:
        randomness.close_epoch(campaign=table, at=NOW)

    revealed = randomness.reveal(entry=drawn.entry, actor="ines", at=NOW)

    assert revealed.body["of"] == drawn.entry.seq
    assert [face for _sides, face in revealed.body["body"]["draws"]] == drawn.outcome
    verdict = randomness.verify(table)
    assert verdict.revealed == 1
    assert verdict.draws_checked == int(is_over)


def test_only_what_is_sealed_is_revealed_and_only_once(table):
    open_draw, sealed = draw(table).entry, draw(table, sealed=True).entry
    randomness.reveal(entry=sealed, actor="ines", at=NOW)

    with pytest.raises(ValueError, match="not sealed"):
        randomness.reveal(entry=open_draw, actor="ines", at=NOW)
    with pytest.raises(ValueError, match="revealed before"):
        randomness.reveal(entry=sealed, actor="ines", at=NOW)


# ---- other entries ---------------------------------------------------------------------------


def test_spends_and_corrections_stand_in_the_same_chain(table):
    draw(table)
    spent = randomness.record(
        campaign=table, actor="bruno", kind="benny.spent", body={"by": "Nerea", "left": 2}, at=NOW
    )
    secret = randomness.record(
        campaign=table, actor="ines", kind="note", body={"text": "trampa"}, at=NOW, sealed=True
    )
    draw(table)

    assert spent.seq == 3
    assert set(secret.body) == {"sealed"}
    assert randomness.verify(table).count == 5


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("draw", {}),
        ("epoch.close", {}),
        ("reveal", {}),
        ("note", {"draws": []}),
        ("note", {"seed": ""}),
    ],
)
def test_what_looks_like_a_draw_or_an_epoch_is_not_recorded(table, kind, body):
    with pytest.raises(ValueError, match="not recorded"):
        randomness.record(campaign=table, actor="bruno", kind=kind, body=body, at=NOW)

    assert randomness.head(table)[0] == 0


def test_a_record_holds_what_json_can_say(table):
    for body in ({"left": 0.5}, {"text": "\x00"}, {"text": "a" * 70_000}):
        with pytest.raises(randomness.BadRequest):
            randomness.record(campaign=table, actor="bruno", kind="note", body=body, at=NOW)


# ---- reading ---------------------------------------------------------------------------------


def test_the_head_is_the_last_entry(table):
    assert randomness.head(table) == (0, "0" * 64)

    entry = draw(table).entry

    assert randomness.head(table) == (entry.seq, entry.hash)
    assert Chain.objects.get(campaign=table).last_at == NOW


def test_a_history_rewritten_from_below_is_named(table):
    for _ in range(3):
        draw(table)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        # As somebody would who owns the database server and pulls the triggers out.
        cursor.execute("ALTER TABLE rules_ledgerentry DISABLE TRIGGER USER")
        cursor.execute(
            "UPDATE rules_ledgerentry SET actor = 'clara' WHERE campaign = %s AND seq = 3", [table]
        )

    with pytest.raises(WrongEntry, match="entry 3"):
        randomness.verify(table)


def test_a_draw_asks_the_database_little(table, django_assert_num_queries):
    draw(table)

    # Savepoint, chain, known request, epoch, entry, head, release.
    with django_assert_num_queries(7):
        draw(table)
