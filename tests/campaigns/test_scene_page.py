"""The scene's page: constant cost, one order, its circle."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.models import Post
from tests import make

MOST_QUERIES = 12


def fill(place, author, other, member, count):
    """Write `count` posts, every second one with a roll, every fifth one private."""
    for number in range(count):
        private = number % 5 == 4
        make.post(
            place,
            author if number % 2 else other,
            f"Mensaje {number}",
            audience=Post.Audience.GM if private else Post.Audience.SCENE,
            questions=[make.question()] if number % 2 else [],
            at=make.NOW + timedelta(minutes=number),
        )
    make.post(place, author, "Como Nerea", cast_member=member, questions=[make.question()])


def queries(client, path):
    with CaptureQueriesContext(connection) as captured:
        response = client.get(path)
    assert response.status_code == 200
    return len(captured), response


@pytest.mark.parametrize("reader", ["player", "gm"])
def test_forty_posts_cost_what_four_hundred_cost(
    client, table, place, gm, player, nerea, tomas, reader, request
):
    client.force_login(request.getfixturevalue(reader))
    path = reverse("scene", args=[place.public_id])
    fill(place, player, gm, nerea, 39)
    few, _response = queries(client, path)
    fill(place, player, gm, nerea, 360)

    many, response = queries(client, path)

    assert few == many
    assert many <= MOST_QUERIES
    assert response.content.count(b"data-post=") == 40


def test_pages_join_without_a_gap_or_a_repeat(client, table, place, gm):
    written = [
        make.post(place, gm, f"Mensaje {n}", at=make.NOW + timedelta(minutes=n)) for n in range(95)
    ]
    client.force_login(gm)
    path = reverse("scene", args=[place.public_id])

    seen, query = [], ""
    while True:
        page = client.get(path + query).context["page"]
        seen = [row.public_id for row in page.rows] + seen
        if not page.before:
            break
        query = f"?before={page.before}"

    assert seen == [post.public_id for post in written]


def test_a_permanent_address_leads_to_the_post_in_its_scene(client, table, place, gm, player):
    written = [
        make.post(place, gm, f"Mensaje {n}", at=make.NOW + timedelta(minutes=n)) for n in range(60)
    ]
    client.force_login(player)

    response = client.get(reverse("post", args=[written[3].public_id]), follow=True)

    assert "Mensaje 3" in response.content.decode()


def test_posts_of_the_same_moment_keep_the_order_of_publishing(table, place, gm):
    first = make.post(place, gm, "uno")
    second = make.post(place, gm, "dos")

    assert first.published_at < second.published_at


def test_an_open_page_asks_for_what_came_after_its_last_post(client, table, place, gm, player):
    first = make.post(place, gm, "uno")
    make.post(place, gm, "dos")
    client.force_login(player)
    path = reverse("scene-posts", args=[place.public_id])

    response = client.get(path, {"after": first.public_id})

    assert "dos" in response.content.decode()
    assert "uno" not in response.content.decode()


def test_an_open_page_whose_last_post_is_gone_is_told_to_reload(
    client, table, place, gm, player, now
):
    from campaigns.services import posts

    make.post(place, gm, "uno")
    last = make.post(place, gm, "dos")
    posts.delete(post=last, by=gm, at=now)
    client.force_login(player)

    response = client.get(reverse("scene-posts", args=[place.public_id]), {"after": last.public_id})

    assert response.headers["HX-Refresh"] == "true"
