"""The pace of posting and rolling, counted in the real Redis."""

import logging
import threading
import time

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import include, path, reverse

from accounts import ratelimits
from accounts.ratelimits import TooFast, require_pace, spend
from campaigns.models import Post
from tests import make

pytestmark = pytest.mark.django_db


def test_the_amount_is_given_and_then_refused_with_the_time_to_wait(player, settings):
    settings.RATE_LIMITS = {"roll": (2, 30)}
    require_pace(player, "roll")
    require_pace(player, "roll")

    with pytest.raises(TooFast) as refusal:
        require_pace(player, "roll")

    assert 1 <= refusal.value.wait_seconds <= 30
    assert "Tu texto está a salvo" in refusal.value.message


def test_people_and_actions_are_counted_apart(player, other_player, settings):
    settings.RATE_LIMITS = {"roll": (1, 30), "post": (1, 30)}

    for person in (player, other_player):
        require_pace(person, "roll")
        require_pace(person, "post")

    with pytest.raises(TooFast):
        require_pace(player, "roll")


def test_a_window_ends_by_itself(db):
    assert spend("ends", amount=1, seconds=1)
    assert not spend("ends", amount=1, seconds=1)

    # The server's clock ends the window: ask until it has, at most three seconds.
    until = time.monotonic() + 3
    while not spend("ends", amount=1, seconds=1):
        assert time.monotonic() < until


def test_many_at_once_get_exactly_the_amount(db):
    gate = threading.Barrier(20)
    given: list[bool] = []

    def ask() -> None:
        gate.wait()
        given.append(spend("race", amount=7, seconds=30))

    threads = [threading.Thread(target=ask) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert given.count(True) == 7


def test_every_window_has_an_end_even_if_the_first_count_was_cut_off(settings):
    redis = ratelimits._redis(settings.REDIS_URL)
    spend("fresh", amount=1, seconds=30)

    assert 0 < redis.ttl(ratelimits.PREFIX + "fresh") <= 30


def test_a_post_too_many_keeps_its_text_in_the_form(client, settings, gm):
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "post": (0, 60)}
    scene = make.scene(make.campaign(gm))
    client.force_login(gm)
    page = client.get(reverse("scene", args=[scene.public_id]))
    form = page.context["composer"].form
    sent = {name: form[name].value() or "" for name in form.fields}
    sent["text"] = "Una ola enorme se alza sobre el muelle."
    sent = {name: value for name, value in sent.items() if value != ""}

    response = client.post(reverse("post-publish", args=[scene.public_id]), sent)

    assert response.status_code == 429
    assert "Una ola enorme se alza sobre el muelle." in response.content.decode()
    assert "Demasiado rápido. Tu texto está a salvo" in response.content.decode()
    assert not Post.objects.exists()


def test_with_redis_away_nobody_is_held_up_and_the_log_says_so(player, settings, caplog):
    settings.REDIS_URL = "unix:///nowhere/redis.sock"

    with caplog.at_level(logging.WARNING):
        for _ in range(100):
            require_pace(player, "post")

    assert "Redis is away" in caplog.text


def _in_a_hurry(request: HttpRequest) -> HttpResponse:
    raise TooFast(17)


urlpatterns = [path("deprisa/", _in_a_hurry), path("", include("config.urls"))]


def test_a_view_without_a_better_place_answers_429_with_the_seconds_to_wait(
    client, player, settings
):
    settings.ROOT_URLCONF = __name__
    client.force_login(player)

    response = client.get("/deprisa/")

    assert response.status_code == 429
    assert response["Retry-After"] == "17"
    assert "Demasiado rápido" in response.content.decode()
