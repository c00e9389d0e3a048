"""A roll after it fell: thrown again for a benny by its player, corrected by the GM; once each."""

import json
import threading
import uuid

import pytest
from django.db import connections
from django.urls import reverse

from campaigns import records, sheets
from campaigns.models import Roll
from campaigns.services import readings, sessions
from characters.models import Change, Character, TablePool
from rules.engine.rolls import Roll as Result
from rules.ledger.verify import verify_lines
from tests import make


@pytest.fixture
def thrown(place, player, nerea):
    """A trait roll of the player's on a post; no critical failure, so that it has a new throw."""
    while True:
        roll = make.post(
            place,
            player,
            cast_member=nerea,
            questions=[make.question(cast_member=nerea, trait="skill.healing")],
        ).rolls.get()
        if not roll.result["critical_failure"]:
            return roll


def again(roll, by, request_id=None):
    return readings.reroll(
        roll=roll,
        by=by,
        request_id=request_id or uuid.uuid4(),
        nonce=make.NONCE,
        at=make.NOW,
    )


def bodies(table):
    return [json.loads(line) for line in records.lines(table)]


def test_a_benny_buys_a_new_throw_and_the_better_counts(table, thrown, player, nerea):
    roll = again(thrown, player)

    first, second = roll.result, roll.readings[0]["result"]
    kept = second if second["total"] > first["total"] else first
    if second["critical_failure"]:
        kept = second
    assert roll.counts == kept
    assert roll.result == first, "what fell first is not touched"
    nerea.character.refresh_from_db()
    assert nerea.character.state["bennies"] == 2
    change = Change.objects.filter(character=nerea.character, kind="STATE").get()
    assert [(d["before"], d["after"]) for d in change.differences] == [(3, 2)]


def test_the_record_names_what_was_paid_and_what_it_bought(table, thrown, player):
    roll = again(thrown, player)

    spend = bodies(table)[-1]
    assert spend["kind"] == "spend"
    assert spend["body"]["what"] == "bennies"
    assert spend["body"]["of"] == roll.entry.seq
    assert spend["body"]["bought"] == roll.readings[0]["seq"] == spend["seq"] - 1
    assert verify_lines(records.lines(table)).count == spend["seq"]


def test_two_clicks_pay_one_benny_for_one_throw(thrown, player, nerea):
    request_id = uuid.uuid4()

    again(thrown, player, request_id)
    roll = again(thrown, player, request_id)

    nerea.character.refresh_from_db()
    assert len(roll.readings) == 1
    assert nerea.character.state["bennies"] == 2


@pytest.mark.django_db(transaction=True)
def test_many_tabs_at_once_pay_once_for_one_request_and_never_below_nothing(thrown, player, nerea):
    same, start = uuid.uuid4(), threading.Barrier(10)
    refused = []

    def click(request_id):
        start.wait()
        try:
            again(thrown, player, request_id)
        except (sheets.CannotPay, readings.NoReroll) as error:
            refused.append(error)
        finally:
            connections.close_all()

    asked = [same] * 5 + [uuid.uuid4() for _number in range(5)]
    threads = [threading.Thread(target=click, args=[request]) for request in asked]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    nerea.character.refresh_from_db()
    roll = Roll.objects.get(id=thrown.id)
    assert nerea.character.state["bennies"] == 3 - len(roll.readings) >= 0
    assert len({reading["request"] for reading in roll.readings}) == len(roll.readings)


def test_without_a_benny_there_is_no_new_throw_and_nothing_is_recorded(
    table, thrown, player, nerea
):
    nerea.character.state |= {"bennies": 0}
    nerea.character.save()
    before = len(bodies(table))

    with pytest.raises(sheets.CannotPay):
        again(thrown, player)

    assert len(bodies(table)) == before
    assert Roll.objects.get(id=thrown.id).readings == []


def test_a_critical_failure_takes_no_benny(table, thrown, player, nerea):
    faces = Result.from_json(thrown.result)
    Roll.objects.filter(id=thrown.id).update(
        result={**faces.to_json(), "critical_failure": True, "outcome": "critical_failure"}
    )

    with pytest.raises(readings.NoReroll):
        again(thrown, player)

    nerea.character.refresh_from_db()
    assert nerea.character.state["bennies"] == 3


def test_a_throw_that_fails_takes_nothing(table, thrown, player, nerea, monkeypatch):
    from characters.for_campaigns import CharacterSheets

    def fail(self, **kwargs):
        raise ZeroDivisionError

    monkeypatch.setattr(CharacterSheets, "reroll", fail)
    before = len(bodies(table))

    with pytest.raises(ZeroDivisionError):
        again(thrown, player)

    nerea.character.refresh_from_db()
    assert nerea.character.state["bennies"] == 3
    assert len(bodies(table)) == before


def test_the_gms_figures_pay_from_their_own_and_then_from_the_pool(table, place, gm):
    keeper = make.character(table, None, "El farero").cast_member
    Character.objects.update(state={"wounds": 0, "fatigue": 0, "bennies": 0, "conditions": []})
    TablePool.objects.update_or_create(campaign=table, defaults={"gm_bennies": 1})
    asked = make.question(cast_member=keeper, trait="skill.notice")
    roll = make.post(place, gm, cast_member=keeper, questions=[asked]).rolls.get()
    if roll.result["critical_failure"]:
        pytest.skip("two ones: one time in twenty-four there is nothing to throw again")

    again(roll, gm)

    assert TablePool.objects.get().gm_bennies == 0
    assert bodies(table)[-1]["body"]["from"] == "pool"


def test_the_gm_reads_the_same_dice_again_and_both_readings_are_kept(table, thrown, gm):
    target = thrown.result["total"] + 1

    roll = readings.correct(
        roll=thrown,
        by=gm,
        request_id=uuid.uuid4(),
        target=target,
        modifier=("oscuridad", -2),
        reason="Se me olvidó la niebla",
        at=make.NOW,
    )

    assert roll.result["target"] == 4
    assert roll.counts["target"] == target
    assert roll.counts["total"] == roll.result["total"] - 2
    assert roll.counts["outcome"] == "failure"
    assert [d["faces"] for d in roll.counts["dice"]] == [d["faces"] for d in roll.result["dice"]]
    entry = bodies(table)[-1]
    assert (entry["kind"], entry["body"]["of"]) == ("correction", roll.entry.seq)
    assert entry["body"]["before"]["total"] == roll.result["total"]


def test_what_fell_in_an_ended_session_stands(table, thrown, player, gm, nerea):
    sessions.request_end(
        session=sessions.running(campaign=table),
        by=gm,
        awards={},
        closing_words="",
        summary_scene=None,
        at=make.NOW,
    )
    sessions.end_due(at=make.NOW)

    with pytest.raises(readings.TooLate):
        again(thrown, player)


def test_follow_ups_of_a_narrow_roll_are_sealed(table, place, player, nerea, gm):
    asked = make.question(cast_member=nerea, trait="skill.notice", reason="berberecho")
    roll = make.post(place, player, cast_member=nerea, audience="GM", questions=[asked]).rolls.get()

    readings.correct(
        roll=roll, by=gm, request_id=uuid.uuid4(), target=6, modifier=None, reason="berberecho",
        at=make.NOW,
    )  # fmt: skip

    assert "berberecho" not in "".join(records.lines(table))


def test_the_player_decides_and_the_gm_may_act_for_them_but_nobody_else(
    client, thrown, player, other_player, gm, tomas
):
    path = reverse("roll-reroll", args=[thrown.public_id])

    for who, status in ((other_player, 403), (player, 302), (gm, 302)):
        client.force_login(who)
        form = {"request_id": str(uuid.uuid4()), "nonce": make.NONCE}
        assert client.post(path, form).status_code == status


def test_the_pages_show_what_counts_and_every_reading(client, table, place, thrown, player, gm):
    readings.correct(
        roll=thrown, by=gm, request_id=uuid.uuid4(), target=None, modifier=("niebla", -1),
        reason="Hay niebla", at=make.NOW,
    )  # fmt: skip
    client.force_login(player)

    scene = client.get(reverse("scene", args=[place.public_id])).content.decode()
    proof = client.get(reverse("roll-proof", args=[thrown.public_id])).content.decode()

    assert "niebla" in scene
    assert reverse("roll-proof", args=[thrown.public_id]) + "#readings" in scene
    assert "Hay niebla" in proof
    assert proof.count("roll-chip__line") == 3  # what counts, the fall, the correction
