"""What may happen once, from several connections at the same moment."""

import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from campaigns.models import CastMember
from characters.models import Change, Character
from characters.services import characters, sessions
from tests import make

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*acts):
    """Run the acts in threads with a connection each; return each one's result or exception."""

    def run(act):
        try:
            return act()
        except Exception as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def test_eight_clicks_make_one_character(table, player, now):
    form = uuid.uuid4()

    made = at_once(
        *8
        * [
            lambda: characters.create(
                campaign=table, player=player, name="Nerea", sheet=make.sheet(), portrait=None,
                portrait_alt="", at=now, public_id=form,
            )
        ]
    )  # fmt: skip

    assert {character.id for character in made} == {Character.objects.get().id}
    assert CastMember.objects.count() == Change.objects.count() == 1


def test_of_two_answers_one_counts(draft, gm, co_gm, now):
    characters.submit(character=draft, at=now)

    results = at_once(
        lambda: characters.approve(character=draft, by=gm, at=now),
        lambda: characters.send_back(character=draft, by=co_gm, note="No", at=now),
    )

    assert sorted(type(result) for result in results if result is not None) == [
        characters.WrongMoment
    ]
    draft.refresh_from_db()
    approved = draft.cast_member.__class__.objects.get(id=draft.cast_member_id).approved_at
    assert (draft.status == "APPROVED") == (approved is not None)
    assert draft.changes.filter(kind__in=["APPROVED", "RETURNED"]).count() == 1


def test_a_benny_spent_twice_from_two_pages_is_spent_once(approved, gm, co_gm, now):
    def spend(by):
        return lambda: characters.set_state(
            character=approved, by=by, values={"bennies": 2}, seen={"bennies": 3}, reason="Repite",
            at=now,
        )  # fmt: skip

    at_once(spend(gm), spend(co_gm))

    approved.refresh_from_db()
    assert approved.state["bennies"] == 2
    assert approved.changes.filter(kind="STATE").count() == 1


def test_ending_a_session_and_changing_states_wait_for_each_other(table, approved, gm, now):
    cast = str(approved.cast_member.public_id)

    at_once(
        lambda: sessions.end(campaign=table, awards={cast: 2}, at=now),
        lambda: characters.set_state(
            character=approved, by=gm, values={"wounds": 1}, seen={"wounds": 0}, reason="Caída",
            at=now,
        ),
    )  # fmt: skip

    approved.refresh_from_db()
    assert (approved.experience, approved.state["wounds"], approved.state["bennies"]) == (2, 1, 3)
