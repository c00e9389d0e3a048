"""Live updates over real streams: to whom they go, and what survives a lost connection."""

import contextlib
import queue
import socket
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException

import pytest
from playwright.sync_api import expect

from accounts.models import Person
from campaigns.models import Campaign, Post, Scene
from campaigns.services import posts
from tests import make

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


class Stream:
    """One reader's stream of a scene, as raw lines."""

    def __init__(self, site: str, scene: Scene, who: Person | None) -> None:
        self.line = HTTPConnection(site.removeprefix("http://"), timeout=30)
        headers = {}
        if who is not None:
            cookie = make.session_cookie(who)
            headers["Cookie"] = f"{cookie['name']}={cookie['value']}"
        self.line.request("GET", f"/escenas/{scene.public_id}/directo/", headers=headers)
        self.answer = self.line.getresponse()
        self.said: queue.Queue[str] = queue.Queue()
        if self.answer.status == 200:
            threading.Thread(target=self._read, daemon=True).start()
            assert self.said.get(timeout=10) == "event: ready"

    def _read(self) -> None:
        try:
            for line in self.answer:
                text = line.decode().strip()
                if text.startswith(("event:", 'data: {"post')):
                    self.said.put(text)
        except (OSError, ValueError, AttributeError, HTTPException):
            pass  # closed by the test

    def heard(self, seconds: float) -> list[str]:
        time.sleep(seconds)
        return [self.said.get_nowait() for _number in range(self.said.qsize())]

    def close(self) -> None:
        if self.line.sock is not None:
            with contextlib.suppress(OSError):
                self.line.sock.shutdown(socket.SHUT_RDWR)
        self.line.close()


@pytest.fixture
def listen(site: str) -> Iterator:
    opened: list[Stream] = []

    def open_stream(scene: Scene, who: Person | None) -> Stream:
        opened.append(Stream(site, scene, who))
        return opened[-1]

    yield open_stream
    for stream in opened:
        stream.close()


def test_only_those_who_may_read_a_post_hear_of_it(listen, gm, player, other_player):
    table = make.campaign(gm, visibility=Campaign.Visibility.PUBLIC)
    make.member(table, player)
    make.member(table, other_player)
    nerea = make.character(table, player).cast_member
    place = make.scene(table)
    streams = {
        who: listen(place, who) for who in (gm, player, other_player, None)
    }  # None: a visitor

    private = make.post(place, gm, audience=Post.Audience.NAMED, readers=[nerea])
    heard = {who: stream.heard(0.7) for who, stream in streams.items()}
    assert any(str(private.public_id) in line for line in heard[player])
    assert any(str(private.public_id) in line for line in heard[gm])
    assert heard[other_player] == []
    assert heard[None] == []

    make.post(place, gm, "Para todos")
    assert all("event: posted" in stream.heard(0.4) for stream in streams.values())


def test_a_stream_tells_of_changes_and_never_carries_words(listen, gm, player, now):
    table = make.campaign(gm)
    make.member(table, player)
    place = make.scene(table)
    post = make.post(place, gm, "Una palabra")
    stream = listen(place, player)

    posts.edit(post=post, text="Otra palabra", note="", at=now)
    posts.delete(post=post, by=gm, at=now)

    heard = stream.heard(0.7)
    assert heard.count("event: changed") == 2
    assert not any("palabra" in line for line in heard)


def test_who_may_not_read_the_scene_gets_no_stream(site, gm, outsider):
    place = make.scene(make.campaign(gm))

    stream = Stream(site, place, outsider)

    assert stream.answer.status == 404
    stream.close()


def test_an_open_page_shows_new_edited_and_deleted_posts_without_reloading(
    open_as, gm, player, now
):
    table = make.campaign(gm)
    make.member(table, player)
    place = make.scene(table)
    page = open_as(player, f"/escenas/{place.public_id}/")
    page.wait_for_timeout(500)

    post = make.post(place, gm, "Llega el primero")
    expect(page.get_by_text("Llega el primero")).to_be_visible()
    posts.edit(post=post, text="Llega el segundo", note="", at=now)
    expect(page.get_by_text("Llega el segundo")).to_be_visible()
    posts.delete(post=post, by=gm, at=now)
    expect(page.get_by_text("Llega el segundo")).to_have_count(0)


def test_what_is_typed_survives_a_reload_and_the_others_posts(open_as, gm, player):
    table = make.campaign(gm)
    make.member(table, player)
    place = make.scene(table)
    page = open_as(player, f"/escenas/{place.public_id}/")
    page.locator(".composer__invite").click()
    page.locator("#composer-form textarea[name=text]").fill("A medio escribir")
    make.post(place, gm, "Mientras tanto")
    expect(page.get_by_text("Mientras tanto")).to_be_visible()
    assert page.locator("#composer-form textarea[name=text]").input_value() == "A medio escribir"
    page.wait_for_timeout(3500)

    page.reload()

    assert page.locator("#composer-form textarea[name=text]").input_value() == "A medio escribir"


def test_a_double_click_on_publish_is_one_post(open_as, gm):
    place = make.scene(make.campaign(gm))
    page = open_as(gm, f"/escenas/{place.public_id}/")
    page.locator(".composer__invite").click()
    page.locator("#composer-form textarea[name=text]").fill("Una sola vez")
    page.locator("#composer-form button[type=submit]:not([formaction])").first.dblclick()
    expect(page.locator("[data-post]")).to_have_count(1)

    assert Post.objects.count() == 1


def test_without_javascript_everything_works_as_plain_forms(open_as, gm):
    place = make.scene(make.campaign(gm))
    page = open_as(gm, f"/escenas/{place.public_id}/", java_script_enabled=False)
    page.locator(".composer__invite").click()
    page.locator("#composer-form textarea[name=text]").fill("Sin guion alguno")
    page.locator("#composer-form button[formaction*='fila']").click()
    row = page.locator("[data-roll-row]").last
    row.locator("input[name$='-notation']").fill("2d6")
    row.locator("input[name$='-reason']").fill("Ver si sale")
    page.locator("#composer-form button[type=submit]:not([formaction])").first.click()

    expect(page.locator("[data-post]")).to_contain_text("Sin guion alguno")
    expect(page.locator(".roll-chip")).to_contain_text("Ver si sale")
