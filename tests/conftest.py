"""The people whom every test knows, and what real servers need between two tests."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.core.cache import cache
from django.db import connection

from accounts.models import Person
from tests import make

# Playwright's synchronous interface keeps a loop in the main thread, where Django then sees one.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

NOW = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)


@pytest.fixture
def now() -> datetime:
    return NOW


@pytest.fixture(autouse=True)
def _fresh_cache(request: pytest.FixtureRequest) -> None:
    names = {"db", "transactional_db", "client"}
    if names & set(request.fixturenames) or request.node.get_closest_marker("django_db"):
        cache.clear()


@pytest.fixture(autouse=True)
def _ledger_survives_flush(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let the test database be emptied after a test with real commits; the ledger refuses else."""
    marker = request.node.get_closest_marker("django_db")
    is_transactional = "transactional_db" in request.fixturenames or (
        marker is not None and marker.kwargs.get("transaction")
    )
    if not is_transactional:
        yield
        return
    request.getfixturevalue("transactional_db")
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = DEFAULT")
    yield
    connection.ensure_connection()
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")


@pytest.fixture
def gm(db: None) -> Person:
    """Inés: runs the table."""
    return make.person("Inés")


@pytest.fixture
def co_gm(db: None) -> Person:
    """Teo: runs it with her."""
    return make.person("Teo")


@pytest.fixture
def player(db: None) -> Person:
    """Bruno: plays at it."""
    return make.person("Bruno")


@pytest.fixture
def other_player(db: None) -> Person:
    """Clara: plays at it too."""
    return make.person("Clara")


@pytest.fixture
def spectator(db: None) -> Person:
    """Sara: reads along."""
    return make.person("Sara")


@pytest.fixture
def outsider(db: None) -> Person:
    """Olmo: has an account and no place at this table."""
    return make.person("Olmo")


@pytest.fixture
def moderator(db: None) -> Person:
    """Marta: answers reports for the whole site."""
    return make.person("Marta", is_staff=True)
