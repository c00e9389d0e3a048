"""A real worker, killed in the middle of a session's end: it happens once all the same."""

import os
import signal
import threading
import time

import pytest
from django.db import connection, connections, transaction

from campaigns.models import GameSession, Post
from campaigns.services import sessions
from characters.models import Character
from rules.models import Chain, LedgerEntry
from tests import make
from tests.browser.conftest import start_worker

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def waits_for_the_chain() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity "
            "WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return bool(cursor.fetchone()[0])


def until(true, seconds=30):
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_worker_killed_after_the_awards_and_before_the_commit(gm, player):
    table = make.campaign(gm)
    make.member(table, player)
    nerea = make.character(table, player)
    place = make.scene(table)
    held, released = threading.Event(), threading.Event()

    def hold_the_chain():
        try:
            with transaction.atomic():
                Chain.objects.select_for_update().get(campaign=table.public_id)
                held.set()
                released.wait(60)
        finally:
            connections.close_all()

    # The worker gives the awards, then has to wait for the chain: there it is killed.
    holder = threading.Thread(target=hold_the_chain)
    holder.start()
    held.wait(10)
    worker = start_worker()
    sessions.request_end(
        session=sessions.running(campaign=table),
        by=gm,
        awards={str(nerea.cast_member.public_id): 4},
        closing_words="Amanece.",
        summary_scene=place,
        at=make.NOW,
    )
    until(waits_for_the_chain)
    for pid in _family(worker.pid):
        os.kill(pid, signal.SIGKILL)
    worker.wait(10)
    released.set()
    holder.join(10)
    nerea.refresh_from_db()
    assert nerea.experience == 0
    assert GameSession.objects.get().status == "ENDING"

    # What the scheduler does every few seconds, for another worker.
    second = start_worker()
    try:
        from campaigns import tasks

        tasks.end_sessions.delay()
        tasks.end_sessions.delay()
        until(lambda: GameSession.objects.filter(status="ENDED").exists())
        time.sleep(1)
    finally:
        second.terminate()
        second.wait(20)

    nerea.refresh_from_db()
    assert nerea.experience == 4
    assert Post.objects.filter(voice=Post.Voice.CHRONICLE).count() == 1
    assert LedgerEntry.objects.filter(kind="epoch.close").count() == 1
    assert Character.objects.get().state["bennies"] == 3


def _family(pid: int) -> list[int]:
    """Return a process and its children, the children first."""
    found = [pid]
    for stat in os.listdir("/proc"):
        if stat.isdigit():
            try:
                with open(f"/proc/{stat}/stat") as line:
                    parent = int(line.read().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue
            if parent == pid:
                found.insert(0, int(stat))
    return found
