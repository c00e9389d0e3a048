"""Redis is a convenience: without it people still sign in, sign up and post."""

import socket
import time
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.urls import reverse

from accounts.models import Person
from campaigns import live
from campaigns.models import Post
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["refuses", "hangs"])
def _away(request: pytest.FixtureRequest, settings, monkeypatch) -> Iterator[None]:
    """Name a Redis that nobody serves, or one that accepts and never answers."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    if request.param == "hangs":
        listener.listen(100)
    url = f"redis://127.0.0.1:{listener.getsockname()[1]}/0"
    settings.REDIS_URL = url
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": url}}
    monkeypatch.setattr(live, "_connection", None)
    yield
    listener.close()


@pytest.mark.usefixtures("_away")
def test_signing_in_works_and_does_not_wait(client, bruno, sign_in):
    begun = time.monotonic()
    response = sign_in()

    assert response.url == reverse("home")
    assert "_auth_user_id" in client.session
    assert time.monotonic() - begun < 5


@pytest.mark.usefixtures("_away")
def test_a_wrong_password_is_still_wrong(client, bruno, sign_in):
    assert "no se corresponden" in sign_in(password="otra-cosa").content.decode()


@pytest.mark.usefixtures("_away")
def test_signing_up_and_resetting_a_password_work(client, sign_up, mailoutbox):
    signed_up = sign_up()
    client.logout()
    reset = client.post(reverse("account_reset_password"), {"email": "clara@example.org"})

    assert signed_up.url == reverse("home")
    assert reset.status_code == 302
    assert Person.objects.get().email == "clara@example.org"
    assert len(mailoutbox) == 2


@pytest.mark.usefixtures("_away")
def test_posting_works_and_does_not_wait(client, gm, django_capture_on_commit_callbacks):
    scene = make.scene(make.campaign(gm))
    client.force_login(gm)
    form = client.get(reverse("scene", args=[scene.public_id])).context["composer"].form
    sent = {name: form[name].value() for name in form.fields if form[name].value()}
    sent["text"] = "Sin Redis también se juega."

    begun = time.monotonic()
    with django_capture_on_commit_callbacks(execute=True):
        response = client.post(reverse("post-publish", args=[scene.public_id]), sent)

    assert response.status_code == 302
    assert Post.objects.get(scene=scene).text == "Sin Redis también se juega."
    assert time.monotonic() - begun < 6


@pytest.mark.usefixtures("_away")
def test_the_cache_is_empty_and_takes_everything(db):
    assert cache.get("anything", "the default") == "the default"
    assert cache.add("anything", 1)
    cache.set("anything", 1)
    assert cache.get("anything") is None
    assert not cache.has_key("anything")
    assert not cache.touch("anything")
    assert not cache.delete("anything")


def test_with_redis_there_the_cache_keeps_what_it_is_given(db):
    assert cache.add("kept", 1)
    assert not cache.add("kept", 2)
    cache.set("kept", 3)

    assert cache.get("kept") == 3
    assert cache.has_key("kept")
