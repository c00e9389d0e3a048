"""Whatever is sent to any address by anyone: a clear answer, never a server error."""

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.test_url_access import ACCESS, world  # noqa: F401  (the fixture of one of everything)

NAMES = [
    "post_id", "speaker", "text", "note", "audience", "readers", "waiting", "row", "roll-x-what",
    "title", "pitch", "system", "visibility", "seats", "rhythm", "roll_timing", "role", "open",
    "uses_left", "answer", "accept", "kind", "participants", "session", "closing_words",
    "summary_scene", "request_id", "nonce", "target", "modifiers", "reason", "name", "wounds",
    "fatigue", "bennies", "display_name", "language", "time_zone", "theme", "next", "reopen",
    "attributes.agility", "skills.notice", "portrait", "submit", "seen", "after", "before", "from",
]  # fmt: skip
ROW = "00000000-0000-4000-8000-00000000000a"
TEXTS = st.one_of(
    st.sampled_from(
        [
            "", "0", "-1", "1e9", "99999999999999999999", "true", "null", "\x00", "💥" * 50,
            "NaN", "../../etc", "<script>", "%00", "{}", "[]", "d8", "9d9999", "SCENE", "NAMED",
            "GM", "narrator", "person", ROW, "0" * 32, "2026-01-01", "a" * 5000, "+2 x, -", "es",
        ]
    ),
    st.text(max_size=40),
)  # fmt: skip
BODIES = st.dictionaries(st.sampled_from(NAMES), TEXTS, max_size=12)


@pytest.mark.parametrize("name", ["preferences-theme", "set_language"])
def test_the_way_back_is_a_path_or_the_front_page(client, db, name):
    for word in ("0", "home", "javascript:alert(1)", "//evil.example/x", "campaign"):
        answer = client.post(reverse(name), {"next": word, "theme": "DARK", "language": "en"})
        assert (answer.status_code, answer["Location"]) == (302, "/"), word
    answer = client.post(reverse(name), {"next": "/partidas/nueva/?a=1"})
    assert answer["Location"] == "/partidas/nueva/?a=1"


@settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(body=BODIES, who=st.sampled_from(["visitor", "outsider", "player", "gm"]))
@pytest.mark.parametrize("name", [name for name in ACCESS if name not in ("scene-live", "health")])
def test_no_body_and_no_query_breaks_an_address(world, name, body, who):  # noqa: F811
    path = reverse(name, args=[world.arguments[need] for need in ACCESS[name][1].split()])
    client = Client(raise_request_exception=True)
    if (person := world.people[who]) is not None:
        client.force_login(person)
    row = {"row": ROW, **{f"roll-{ROW}-{k}": v for k, v in list(body.items())[:4]}}

    statuses = {
        client.get(path, body).status_code,
        client.post(path, body).status_code,
        client.post(path, {**body, **row}).status_code,
        client.post(
            f"{path}?row={ROW}", {**body, **row}, headers={"HX-Request": "true"}
        ).status_code,
    }

    assert max(statuses) < 500
