"""Publishing: once, with its rolls, for its circle."""

import uuid

import pytest

from campaigns import access
from campaigns.models import Draft, Post, Roll
from campaigns.services import drafts, posts, rolls
from rules import exports, randomness
from rules.models import LedgerEntry
from tests import make


def test_the_same_form_sent_twice_is_one_post_and_one_roll(place, player):
    post_id = uuid.uuid4()
    asked = make.question(notation="2d6")

    first = make.post(place, player, post_id=post_id, questions=[asked])
    second = make.post(place, player, "Otras palabras", post_id=post_id, questions=[asked])

    assert first == second
    assert Post.objects.get().text == "Llueve sobre el muelle."
    assert Roll.objects.get().post == first
    assert LedgerEntry.objects.filter(kind="draw").count() == 1


def test_a_post_carries_the_faces_that_the_ledger_drew(place, player):
    post = make.post(place, player, questions=[make.question(notation="3d6+1")])

    roll = post.rolls.get()
    draws = roll.entry.body["draws"]
    assert [die["faces"] for die in roll.result["dice"]] == [[face] for _sides, face in draws]
    assert roll.result["total"] == sum(face for _sides, face in draws) + 1
    assert roll.entry.body["request"]["purpose"] == "Probar suerte"


def test_a_roll_sits_on_one_post_only(place, player):
    asked = make.question()
    make.post(place, player, questions=[asked])

    with pytest.raises(rolls.RollTaken):
        make.post(place, player, "Otra vez", questions=[asked])

    assert Post.objects.count() == 1


def test_nobody_uses_another_persons_roll(place, player, other_player):
    asked = make.question()
    make.post(place, player, questions=[asked])

    with pytest.raises(rolls.RollTaken):
        make.post(place, other_player, questions=[asked])


def test_deleting_a_post_leaves_its_rolls_with_the_gm(place, player, other_player, gm, now):
    post = make.post(place, player, questions=[make.question()])

    posts.delete(post=post, by=player, at=now)

    roll = Roll.objects.get()
    assert roll in access.visible_rolls(gm)
    assert roll not in access.visible_rolls(other_player)
    assert LedgerEntry.objects.filter(kind="draw").count() == 1


def test_editing_a_post_leaves_its_rolls_as_they_are(place, player, now):
    post = make.post(place, player, questions=[make.question()])
    before = post.rolls.get().result

    posts.edit(post=post, text="Más palabras", note="", at=now)

    assert post.rolls.get().result == before
    assert Post.objects.get().text_html == "<p>Más palabras</p>\n"


def test_a_roll_for_a_narrow_circle_is_sealed_in_the_ledger(place, player, table):
    make.post(
        place,
        player,
        audience=Post.Audience.GM,
        questions=[make.question(reason="Robar el sello")],
    )

    assert "Robar el sello" not in "".join(exports.lines(table.public_id))
    assert randomness.verify(table.public_id).sealed == 1


def test_publishing_drops_the_draft_and_a_late_save_does_not_bring_it_back(place, player, now):
    post_id = uuid.uuid4()
    kept = {"text": "Llueve"}
    drafts.keep(scene=place, person=player, fields=kept, post_id=post_id, at=now)

    make.post(place, player, post_id=post_id)
    late = drafts.keep(scene=place, person=player, fields=kept, post_id=post_id, at=now)

    assert not late
    assert not Draft.objects.exists()


def test_an_empty_post_is_refused(place, player):
    with pytest.raises(posts.EmptyPost):
        make.post(place, player, "   ")
