"""
The scene page against its floor: a view that sends HTML of the same size from one query.

The floor is what Django, its middleware, the template engine and the database ask for any page of
that size, and nothing else.
"""

import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from bench import servers

ROUNDS = 40
NOW = datetime(2026, 11, 30, tzinfo=UTC)


def main() -> None:
    """Print both medians and their ratio."""
    with servers.running():
        from django.conf import settings

        settings.ALLOWED_HOSTS.append("testserver")
        settings.ROOT_URLCONF = "bench.floor"
        page, floor, size = _prepare()
        # In turn, so that a machine that slows down slows both.
        times: dict[str, list[float]] = {"page": [], "floor": []}
        for number in range(ROUNDS + 5):
            for name, ask in (("page", page), ("floor", floor)):
                started = time.perf_counter()
                ask()
                if number >= 5:
                    times[name].append(time.perf_counter() - started)
    page_ms = statistics.median(times["page"]) * 1000
    floor_ms = statistics.median(times["floor"]) * 1000
    print(f"scene page, 40 posts with 20 rolls: {page_ms:.1f} ms ({size / 1000:.0f} kB)")
    print(f"floor, the same size from one query: {floor_ms:.1f} ms")
    print(f"ratio: {page_ms / floor_ms:.2f}")


def _prepare() -> tuple[Callable[[], None], Callable[[], None], int]:
    from django.test import Client
    from django.urls import reverse

    from campaigns.models import Membership, Post
    from tests import make

    gm, player = make.person("Inés"), make.person("Bruno")
    table = make.campaign(gm)
    make.member(table, player, Membership.Role.PLAYER)
    nerea = make.character(table, player)
    place = make.scene(table)
    for number in range(40):
        make.post(
            place,
            player if number % 2 else gm,
            "Llueve sobre el muelle, y nadie contesta. " * 12,
            cast_member=nerea.cast_member if number % 2 else None,
            audience=Post.Audience.GM if number % 8 == 7 else Post.Audience.SCENE,
            questions=[make.question(notation="wild d8+1")] if number % 2 else [],
            at=NOW + timedelta(minutes=number),
        )
    client = Client()
    client.force_login(player)
    path = reverse("scene", args=[place.public_id])
    size = len(client.get(path).content)
    return (lambda: _get(client, path)), (lambda: _get(client, f"/floor/{size}/")), size


def _get(client: object, path: str) -> None:
    response = client.get(path)  # type: ignore[attr-defined]
    assert response.status_code == 200
