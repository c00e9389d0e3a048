"""The ledger as files: the same lines for everyone, in pieces, whatever its length."""

import asyncio
import json
import uuid

import pytest
from asgiref.sync import sync_to_async
from django.db import connections

from rules import exports, randomness
from rules.ledger.canonical import canonical
from rules.ledger.verify import verify_lines
from rules.models import SealedBody
from tests.conftest import NOW
from tests.rules.test_draws import draw, request

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> uuid.UUID:
    made = uuid.uuid4()
    draw(made)
    draw(made, request(purpose="secreto"), sealed=True)
    draw(uuid.uuid4())
    return made


def test_each_line_is_canonical_and_of_this_table_alone(table):
    lines = list(exports.lines(table))

    assert len(lines) == 3
    for number, line in enumerate(lines, start=1):
        entry = json.loads(line)
        assert line == canonical(entry).decode() + "\n"
        assert (entry["campaign"], entry["seq"]) == (str(table), number)
        assert "secreto" not in line


def test_openings_are_a_file_apart_and_only_of_what_the_caller_hands_in(table):
    bodies = SealedBody.objects.filter(entry__campaign=table)

    [line] = exports.opening_lines(bodies)

    assert json.loads(line)["body"]["request"]["purpose"] == "secreto"
    assert list(exports.opening_lines(bodies.none())) == []
    assert verify_lines(exports.lines(table), [line]).opened == 1


def test_a_long_chain_comes_in_pieces(table, monkeypatch, django_assert_num_queries):
    for number in range(7):
        randomness.record(campaign=table, actor="ines", kind="note", body={"n": number}, at=NOW)
    monkeypatch.setattr(exports, "CHUNK", 4)

    with django_assert_num_queries(4):  # of four, four and two, and one that finds nothing
        lines = list(exports.lines(table))

    assert verify_lines(lines).count == 10
    assert list(exports.lines(uuid.uuid4())) == []


@pytest.mark.django_db(transaction=True)
def test_an_asynchronous_server_gets_the_same_in_pieces(table, monkeypatch):
    monkeypatch.setattr(exports, "CHUNK", 2)

    async def pieces():
        found = [piece async for piece in exports.lines_async(table)]
        # The thread in which the loop asks the database has a connection of its own.
        await sync_to_async(connections.close_all)()
        return found

    found = asyncio.run(pieces())

    assert len(found) == 2
    assert "".join(found) == "".join(exports.lines(table))
