"""Who reads what: one rule, asked in both directions and by every channel."""

import itertools
import json

import pytest
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import Person
from campaigns import access
from campaigns.models import Campaign, Membership, Post, Scene
from campaigns.services import campaigns, drafts, posts
from tests import make

WORD = "berberecho"  # what nobody writes by chance
SCENES = [Scene.Audience.CAMPAIGN, Scene.Audience.PARTICIPANTS, Scene.Audience.GM]
POSTS = [Post.Audience.SCENE, Post.Audience.GM, Post.Audience.NAMED]


@pytest.fixture
def world(db, gm, co_gm, player, other_player, spectator, outsider):
    """A table with everyone; Nerea (player) takes part in the narrow scenes, Tomás does not."""
    table = make.campaign(gm, visibility=Campaign.Visibility.LISTED)
    make.member(table, co_gm, Membership.Role.CO_GM)
    make.member(table, player)
    make.member(table, other_player)
    make.member(table, spectator, Membership.Role.SPECTATOR)
    nerea = make.character(table, player, "Nerea").cast_member
    tomas = make.character(table, other_player, "Tomás").cast_member
    return table, nerea, tomas


def write(world, author, scene_audience, post_audience, named="nerea"):
    table, nerea, tomas = world
    place = make.scene(table, audience=scene_audience, participants=[nerea])
    return make.post(
        place,
        author,
        f"Bajo la losa: {WORD}",
        note=f"nota {WORD}",
        audience=post_audience,
        readers=[{"nerea": nerea, "tomas": tomas}[named]],
        questions=[make.question(reason=f"tirada {WORD}")],
    )


# Who reads a post of the GM, by the circle of its scene and its own; Nerea is named.
EXPECTED = {
    ("CAMPAIGN", "SCENE"): {"gm", "co_gm", "player", "other_player", "spectator"},
    ("CAMPAIGN", "GM"): {"gm", "co_gm"},
    ("CAMPAIGN", "NAMED"): {"gm", "co_gm", "player"},
    ("PARTICIPANTS", "SCENE"): {"gm", "co_gm", "player"},
    ("PARTICIPANTS", "GM"): {"gm", "co_gm"},
    ("PARTICIPANTS", "NAMED"): {"gm", "co_gm", "player"},
    ("GM", "SCENE"): {"gm", "co_gm"},
    ("GM", "GM"): {"gm", "co_gm"},
    ("GM", "NAMED"): {"gm", "co_gm"},
}
EVERYONE = ["gm", "co_gm", "player", "other_player", "spectator", "outsider"]


@pytest.mark.parametrize(("scene_audience", "post_audience"), EXPECTED)
def test_the_table_of_readers(world, request, gm, scene_audience, post_audience):
    post = write(world, gm, scene_audience, post_audience)

    readers = set()
    for name in EVERYONE:
        who = request.getfixturevalue(name)
        may = post in access.visible_posts(who)
        assert may == access.readers_of(post).filter(id=who.id).exists(), name
        if may:
            readers.add(name)

    assert readers == EXPECTED[(scene_audience, post_audience)]


@pytest.mark.parametrize(("scene_audience", "post_audience"), EXPECTED)
def test_a_secret_word_is_found_nowhere_by_those_who_may_not_read_it(
    client, world, request, gm, scene_audience, post_audience
):
    post = write(world, gm, scene_audience, post_audience)
    table = world[0]
    pages = [
        reverse("home"),
        reverse("campaign", args=[table.public_id]),
        reverse("campaign-cast", args=[table.public_id]),
        reverse("campaign-rolls", args=[table.public_id]),
        reverse("ledger", args=[table.public_id]),
        reverse("ledger-export", args=[table.public_id]),
        reverse("scene", args=[post.scene.public_id]),
        reverse("scene-posts", args=[post.scene.public_id]),
        reverse("post", args=[post.public_id]),
        reverse("post-fragment", args=[post.public_id]),
        reverse("roll-proof", args=[post.rolls.get().public_id]),
    ]

    for name in [*EVERYONE, "visitor"]:
        client.logout()
        if name != "visitor":
            client.force_login(request.getfixturevalue(name))
        for page in pages:
            response = client.get(page, follow=True)
            body = b"".join(response) if response.streaming else response.content
            if name not in EXPECTED[(scene_audience, post_audience)]:
                assert WORD not in body.decode(), (name, page)
                if str(post.public_id) not in page:  # a page may echo its own address
                    assert str(post.public_id) not in body.decode(), (name, page)

    if "player" in EXPECTED[(scene_audience, post_audience)]:
        client.force_login(request.getfixturevalue("player"))
        assert WORD in client.get(pages[6]).content.decode(), "or the test would prove nothing"


def test_the_record_of_a_campaign_shows_a_wide_roll_and_seals_a_narrow_one(world, gm):
    from campaigns import records

    write(world, gm, "CAMPAIGN", "SCENE")
    write(world, gm, "CAMPAIGN", "NAMED")

    bodies = [json.loads(line)["body"] for line in records.lines(world[0])]

    assert sum(WORD in json.dumps(body) for body in bodies) == 1
    assert sum("sealed" in body for body in bodies) == 1


def test_a_gms_secret_roll_on_an_open_post_shows_no_trace_to_players(client, world, gm, player):
    table, _nerea, _tomas = world
    place = make.scene(table)
    secret = make.question(reason=f"Lo que acecha: {WORD}", is_secret=True)
    post = make.post(place, gm, "Silencio.", questions=[secret])
    client.force_login(player)

    page = client.get(reverse("scene", args=[place.public_id])).content.decode()
    proof = client.get(reverse("roll-proof", args=[post.rolls.get().public_id]))

    assert "Silencio." in page
    assert WORD not in page
    assert "roll-chip" not in page
    assert proof.status_code == 404


def test_revealing_a_secret_roll_shows_it_and_its_seal_verifies(client, world, gm, player, now):
    from campaigns import records
    from campaigns.services import rolls
    from rules.ledger.verify import verify_lines

    table, _nerea, _tomas = world
    place = make.scene(table)
    post = make.post(place, gm, questions=[make.question(reason=WORD, is_secret=True)])

    rolls.reveal(roll=post.rolls.get(), by=gm, at=now)
    rolls.reveal(roll=post.rolls.get(), by=gm, at=now)  # a second click

    client.force_login(player)
    assert WORD in client.get(reverse("scene", args=[place.public_id])).content.decode()
    assert verify_lines(records.lines(table)).revealed == 1


def test_a_deleted_post_is_gone_for_everyone(world, gm, player, now):
    post = write(world, gm, "CAMPAIGN", "SCENE")

    posts.delete(post=post, by=gm, at=now)

    post.refresh_from_db()
    assert post not in access.visible_posts(player)
    assert not access.readers_of(post).exists()


def test_who_leaves_the_table_reads_it_no_more(world, player, gm):
    table, nerea, _tomas = world
    post = write(world, gm, "PARTICIPANTS", "NAMED")
    campaigns.leave(membership=table.memberships.get(person=player))

    assert post not in access.visible_posts(player)
    assert player not in access.readers_of(post)
    nerea.refresh_from_db()
    assert nerea.player is None


def test_a_draft_is_its_authors_alone(client, world, player, other_player, gm, now):
    place = make.scene(world[0])
    drafts.keep(
        scene=place, person=player, fields={"text": WORD}, post_id=make.uuid.uuid4(), at=now
    )

    for who in (other_player, gm):
        client.force_login(who)
        page = client.get(reverse("scene", args=[place.public_id])).content.decode()
        assert WORD not in page


def test_visitors_read_the_open_scenes_of_public_campaigns_only(client, gm, now):
    from campaigns.services import scenes

    table = make.campaign(gm, visibility=Campaign.Visibility.PUBLIC)
    open_scene, closed, narrow = (
        make.scene(table),
        make.scene(table, "Cerrada"),
        make.scene(table, "Del director", audience=Scene.Audience.GM),
    )
    make.post(open_scene, gm, "Para todos")
    make.post(open_scene, gm, WORD, audience=Post.Audience.GM)
    scenes.close(scene=closed, at=now)

    page = client.get(reverse("scene", args=[open_scene.public_id])).content.decode()

    assert "Para todos" in page
    assert WORD not in page
    for other in (closed, narrow):
        assert client.get(reverse("scene", args=[other.public_id])).status_code == 404


ROLES = [None, *Membership.Role.values]


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    roles=st.lists(st.sampled_from([r for r in ROLES if r != "GM"]), min_size=3, max_size=3),
    scene_audience=st.sampled_from(SCENES),
    post_audience=st.sampled_from(POSTS),
    seated=st.sets(st.integers(0, 2)),
    named=st.sets(st.integers(0, 2)),
    author=st.integers(0, 2),
    visibility=st.sampled_from(Campaign.Visibility.values),
)
def test_both_directions_of_the_rule_agree_whatever_the_table(
    db, roles, scene_audience, post_audience, seated, named, author, visibility
):
    gm = make.person("Inés")
    table = make.campaign(gm, visibility=visibility)
    people = [make.person(name) for name in ("Ana", "Berta", "Ciro")]
    for who in people:
        make.member(table, who)
    cast = [make.character(table, who, str(who)).cast_member for who in people]
    for who, role in zip(people, roles, strict=True):
        place_at_table = table.memberships.filter(person=who)
        place_at_table.update(role=role) if role else place_at_table.delete()
    place = make.scene(
        table, audience=scene_audience, participants=[cast[number] for number in seated]
    )
    post = make.post(
        place, people[author], audience=post_audience, readers=[cast[number] for number in named]
    )

    members = set(table.memberships.values_list("person", flat=True))
    by_reader = {
        who.id
        for who in Person.objects.filter(id__in=members)
        if access.visible_posts(who).filter(id=post.id).exists()
    }

    assert set(access.readers_of(post).values_list("id", flat=True)) & members == by_reader
    assert set(access.readers_of(post).values_list("id", flat=True)) <= members


def test_the_tables_of_this_file_are_complete():
    assert set(EXPECTED) == set(itertools.product(Scene.Audience.values, Post.Audience.values))
