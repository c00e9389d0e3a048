"""The end of a session happens once, whoever asks how often, whatever is killed on the way."""

import threading
from datetime import timedelta

import pytest
from django.db import connections

from campaigns import live
from campaigns.models import GameSession, Post
from campaigns.services import sessions
from characters.models import Character, TablePool
from rules import randomness
from rules.ledger.verify import verify_lines
from rules.models import LedgerEntry
from tests import make


def ask(table, gm, place, awards=None, **fields):
    session = sessions.running(campaign=table)
    sessions.request_end(
        session=session,
        by=gm,
        awards=awards or {},
        closing_words="Amanece.",
        summary_scene=place,
        at=make.NOW,
        **fields,
    )
    return session


def state_of_the_end(table):
    return {
        "ended": GameSession.objects.filter(campaign=table, status="ENDED").count(),
        "running": GameSession.objects.filter(campaign=table).exclude(status="ENDED").count(),
        "summaries": Post.objects.filter(voice=Post.Voice.CHRONICLE).count(),
        "closed": LedgerEntry.objects.filter(kind="epoch.close").count(),
        "opened": LedgerEntry.objects.filter(kind="epoch.open").count(),
        "experience": list(Character.objects.order_by("id").values_list("experience", flat=True)),
    }


ONCE = {
    "ended": 1, "running": 1, "summaries": 1, "closed": 1, "opened": 2, "experience": [3, 1],
}  # fmt: skip


def test_it_awards_resets_and_publishes_the_seed(table, gm, place, nerea, tomas):
    nerea.character.state |= {"bennies": 0, "wounds": 1}
    nerea.character.save()
    make.post(place, gm, questions=[make.question()])

    ask(table, gm, place, {str(nerea.public_id): 3, str(tomas.public_id): 1})
    ended = sessions.end_due(at=make.NOW + timedelta(seconds=5))

    assert ended == 1
    assert state_of_the_end(table) == ONCE
    nerea.character.refresh_from_db()
    assert nerea.character.state["bennies"] == 3
    assert nerea.character.state["wounds"] == 1, "wounds do not heal by the calendar"
    assert TablePool.objects.get(campaign=table).gm_bennies == 2
    verdict = verify_lines(randomness_lines(table))
    assert (verdict.epochs_closed, verdict.draws_checked) == (1, 1)
    summary = GameSession.objects.get(status="ENDED").summary
    assert summary.summarised_session.report["head"]["hash"] == randomness.head(table.public_id)[1]


def randomness_lines(table):
    from campaigns import records

    return list(records.lines(table))


def test_asking_again_or_running_again_changes_nothing(table, gm, place, nerea, tomas):
    session = ask(table, gm, place, {str(nerea.public_id): 3, str(tomas.public_id): 1})

    with pytest.raises(sessions.NothingToEnd):
        sessions.request_end(
            session=session, by=gm, awards={}, closing_words="", summary_scene=place, at=make.NOW
        )
    ended = [sessions.end_due(at=make.NOW) for _time in range(3)]

    assert ended == [1, 0, 0]
    assert state_of_the_end(table) == ONCE


def test_killed_half_way_it_has_not_happened_and_happens_at_the_next_try(
    table, gm, place, nerea, tomas, monkeypatch
):
    ask(table, gm, place, {str(nerea.public_id): 3, str(tomas.public_id): 1})

    def die(post):
        raise KeyboardInterrupt

    # The last step before the commit: everything else has been done by then.
    monkeypatch.setattr(live, "announce_post", die)
    with pytest.raises(KeyboardInterrupt):
        sessions.end_due(at=make.NOW)
    assert state_of_the_end(table) == {
        **ONCE, "ended": 0, "summaries": 0, "closed": 0, "opened": 1, "experience": [0, 0],
    }  # fmt: skip

    monkeypatch.undo()
    sessions.end_due(at=make.NOW)
    assert state_of_the_end(table) == ONCE


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_end_it_once(table, gm, place, nerea, tomas):
    ask(table, gm, place, {str(nerea.public_id): 3, str(tomas.public_id): 1})
    start = threading.Barrier(4)
    ended = []

    def work():
        start.wait()
        try:
            ended.append(sessions.end_due(at=make.NOW))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work) for _number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(ended) == [0, 0, 0, 1]
    assert state_of_the_end(table) == ONCE


def test_a_campaign_whose_summary_scene_is_gone_still_ends_its_session(table, gm, place):
    ask(table, gm, place)
    place.delete()

    assert sessions.end_due(at=make.NOW) == 1
    assert GameSession.objects.get(status="ENDED").summary is None


def test_the_summary_names_awards_and_the_head_of_the_record(
    client, table, gm, place, nerea, player
):
    ask(table, gm, place, {str(nerea.public_id): 2})
    sessions.end_due(at=make.NOW)
    client.force_login(player)

    page = client.get(f"/escenas/{place.public_id}/").content.decode()

    assert "Amanece." in page
    assert "Nerea" in page
    assert randomness.head(table.public_id)[1][:16] in page
