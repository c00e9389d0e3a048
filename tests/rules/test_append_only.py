"""The database itself refuses to change or forget what the ledger holds, whoever asks."""

import uuid

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from rules import randomness
from rules.models import Epoch, LedgerEntry, SealedBody
from tests.conftest import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry() -> LedgerEntry:
    """A sealed draw, so that both tables have a row."""
    drawn = randomness.draw(
        campaign=uuid.uuid4(),
        actor="ines",
        request={
            "id": str(uuid.uuid4()),
            "purpose": "¿Lo ven?",
            "notation": "1d6",
            "nonce": "0" * 32,
        },
        resolve=lambda dice: dice.draw(6),
        at=NOW,
        sealed=True,
    )
    return drawn.entry


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE rules_ledgerentry SET actor = 'clara'",
        "UPDATE rules_ledgerentry SET actor = actor",
        "DELETE FROM rules_ledgerentry",
        "TRUNCATE rules_ledgerentry CASCADE",
        "UPDATE rules_sealedbody SET body = '{}'",
        "DELETE FROM rules_sealedbody",
        "TRUNCATE rules_sealedbody",
        "TRUNCATE rules_epoch CASCADE",
    ],
)
def test_the_database_refuses(entry, statement):
    before = list(LedgerEntry.objects.values()), list(SealedBody.objects.values("body"))
    with connection.cursor() as cursor:
        # A table with foreign keys still to be checked is not truncated for that reason alone.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")

    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)

    assert (list(LedgerEntry.objects.values()), list(SealedBody.objects.values("body"))) == before


def test_the_models_are_refused_too(entry):
    entry.actor = "clara"
    opening = SealedBody.objects.get(entry=entry)

    for change in (entry.save, opening.save, opening.delete, SealedBody.objects.all().delete):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            change()


def test_an_epoch_with_entries_cannot_be_forgotten(entry):
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")

    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM rules_epoch")

    assert Epoch.objects.filter(campaign=entry.campaign).exists()


@pytest.mark.parametrize("what", ["number", "request"])
def test_numbers_and_requests_stand_once_in_a_chain(entry, what):
    copy = {
        "campaign": entry.campaign,
        "seq": entry.seq if what == "number" else entry.seq + 1,
        "request_id": entry.request_id if what == "request" else None,
        "prev": entry.hash,
        "hash": "ab" * 32,
        "at": NOW,
        "kind": "note",
        "actor": "bruno",
        "body": {},
    }

    with pytest.raises(IntegrityError), transaction.atomic():
        LedgerEntry.objects.create(**copy)


def test_two_epochs_are_never_open_at_once(entry):
    with pytest.raises(IntegrityError), transaction.atomic():
        Epoch.objects.create(campaign=entry.campaign, number=2, sealed_seed=b"x")
