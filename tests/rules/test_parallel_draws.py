"""Many at once: one entry for a request, one unbroken chain for a table."""

import threading
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from rules import randomness
from rules.models import Chain, Epoch, LedgerEntry
from tests.rules.test_draws import draw, request

MANY = 50
AT_ONCE = 25  # connections; the test server has no more to spare

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(work: Callable[[int], object]) -> list[object]:
    """Call `work` with 0 to 49 from threads with connections of their own."""
    ready = threading.Barrier(AT_ONCE)

    def one(number: int) -> object:
        try:
            if number < AT_ONCE:
                ready.wait(timeout=20)
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE) as threads:
        return list(threads.map(one, range(MANY)))


@pytest.mark.parametrize("is_new", [True, False], ids=["on a new table", "on a table that plays"])
def test_fifty_times_the_same_request_is_one_entry(is_new):
    table, asked = uuid.uuid4(), request()
    if not is_new:
        draw(table)

    found = at_once(lambda _number: draw(table, asked))

    assert sum(each.created for each in found) == 1
    assert len({each.entry.hash for each in found}) == 1
    assert len({tuple(each.outcome) for each in found}) == 1
    assert LedgerEntry.objects.filter(campaign=table, request_id=asked["id"]).count() == 1
    assert Epoch.objects.filter(campaign=table).count() == 1
    randomness.verify(table)


def test_fifty_different_rolls_make_an_unbroken_chain():
    table = uuid.uuid4()

    found = at_once(lambda number: draw(table, request(purpose=f"Tirada {number}")))
    seed = randomness.close_epoch(campaign=table, at=found[0].entry.at)

    assert all(each.created for each in found)
    assert sorted(each.entry.seq for each in found) == list(range(2, MANY + 2))
    assert Chain.objects.get(campaign=table).seq == seed.seq == MANY + 2
    assert randomness.verify(table).draws_checked == MANY


def test_draws_that_fail_between_others_leave_no_gap():
    table = uuid.uuid4()

    def some_fail(number: int) -> bool:
        def fails(dice):
            dice.draw(6)
            raise RuntimeError

        try:
            with transaction.atomic():
                draw(table, **({"resolve": fails} if number % 3 == 0 else {}))
        except RuntimeError:
            return False
        return True

    kept = sum(map(bool, at_once(some_fail)))

    assert kept == MANY - 17
    assert randomness.verify(table).count == kept + 1
