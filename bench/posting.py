"""
One post with one roll, from eight clients, against single-row inserts in the same database.

The floor is what PostgreSQL commits durably from eight connections, one small row at a time.
Both are spread over as many campaigns as there are clients, as on a real evening; a last line
gives the same with all clients in one campaign, whose chain orders them.
"""

import threading
import time
from collections.abc import Callable, Sequence

from bench import servers

CLIENTS = 8
SECONDS = 6.0


def main() -> None:
    """Print throughputs and their ratios."""
    with servers.running():
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute("CREATE TABLE bench_floor (id bigserial PRIMARY KEY, body text)")
        places = _places(CLIENTS)
        floor = _rate([_insert] * CLIENTS)
        spread = _rate([_poster(place) for place in places])
        one = _rate([_poster(places[0]) for _client in range(CLIENTS)])
    print(f"single-row inserts: {floor:.0f}/s")
    print(f"posts with a roll, {CLIENTS} campaigns: {spread:.0f}/s, ratio {floor / spread:.1f}")
    print(f"posts with a roll, one campaign: {one:.0f}/s, ratio {floor / one:.1f}")


def _rate(acts: Sequence[Callable[[], None]]) -> float:
    done = [0] * len(acts)
    start = threading.Barrier(len(acts) + 1)
    until = [0.0]

    def work(number: int) -> None:
        from django.db import connections

        start.wait()
        try:
            while time.perf_counter() < until[0]:
                acts[number]()
                done[number] += 1
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work, args=[number]) for number in range(len(acts))]
    for thread in threads:
        thread.start()
    until[0] = time.perf_counter() + SECONDS
    start.wait()
    for thread in threads:
        thread.join()
    return sum(done) / SECONDS


def _insert() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO bench_floor (body) VALUES (%s)", ["x" * 200])


def _places(count: int) -> list[object]:
    from tests import make

    return [make.scene(make.campaign(make.person(f"GM {number}"))) for number in range(count)]


def _poster(place: object) -> Callable[[], None]:
    from django.utils import timezone

    from campaigns.models import Scene
    from tests import make

    scene = Scene.objects.select_related("campaign").get(pk=place.pk)  # type: ignore[attr-defined]
    author = scene.campaign.memberships.get().person

    def post() -> None:
        asked = make.question(notation="wild d8")
        make.post(scene, author, "Llueve.", questions=[asked], at=timezone.now())

    return post
