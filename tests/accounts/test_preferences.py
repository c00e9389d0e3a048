"""Language, theme, time zone and name: where they are kept and what they change."""

import pytest
from django.urls import reverse

from accounts.models import Person
from tests import make

pytestmark = pytest.mark.django_db
TYPED = {
    "display_name": "Bruno el Rojo",
    "language": "en",
    "time_zone": "America/Argentina/Buenos_Aires",
    "theme": "DARK",
}


def test_what_is_chosen_is_kept_and_the_page_answers_in_the_new_language(client, player):
    client.force_login(player)

    page = client.post(reverse("preferences"), TYPED, follow=True).content.decode()

    player.refresh_from_db()
    assert {name: getattr(player, name) for name in TYPED} == TYPED
    assert '<html lang="en" data-theme="dark"' in page
    assert "Saved." in page


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("display_name", " ", "Falta este campo."),
        ("language", "xx", "Elige una de las opciones"),
        ("time_zone", "Mars/Olympus", "Elige una de las opciones"),
        ("theme", "PINK", "Elige una de las opciones"),
    ],
)
def test_nonsense_is_refused_and_the_rest_of_the_form_stays(client, player, field, typed, said):
    client.force_login(player)

    response = client.post(reverse("preferences"), {**TYPED, field: typed})

    player.refresh_from_db()
    assert response.status_code == 422
    assert said in response.content.decode()
    assert player.language == "es"
    assert 'value="America/Argentina/Buenos_Aires" selected' in response.content.decode() or (
        field == "time_zone"
    )


def test_a_refused_name_does_not_show_in_the_pages_head(client, player):
    client.force_login(player)

    page = client.post(reverse("preferences"), {**TYPED, "display_name": "¡¡¡"})

    assert '<span class="menu__name">Bruno</span>' in page.content.decode()


def test_the_select_begins_where_spanish_is_spoken_and_has_a_place_for_everyone(client, player):
    client.force_login(player)

    page = client.get(reverse("preferences")).content.decode()

    assert page.index("Donde se habla español") < page.index("Europa") < page.index("Antártida")
    assert '<option value="Europe/Madrid" selected>Madrid</option>' in page
    assert page.count('value="Europe/Madrid"') == 1
    assert "Buenos Aires (Argentina)" in page
    assert 'value="Asia/Tokyo"' in page


def test_the_database_holds_no_unknown_zone(player):
    player.time_zone = "Mars/Olympus"

    with pytest.raises(Exception, match="No conocemos esta zona horaria"):
        player.full_clean()


@pytest.mark.parametrize("name", ["set_language", "preferences-theme"])
def test_a_switch_returns_to_its_page_and_to_no_other_site(client, name):
    choice = {"language": "en", "theme": "DARK"}

    back = client.post(reverse(name), {**choice, "next": "/cuenta/login/?next=/x"})
    away = client.post(reverse(name), {**choice, "next": "https://evil.example/"})

    assert back.url == "/cuenta/login/?next=/x"
    assert away.url == "/"


def test_a_visitors_choices_last_in_the_browser(client):
    client.post(reverse("set_language"), {"language": "en"})
    client.post(reverse("preferences-theme"), {"theme": "DARK"})

    page = client.get("/").content.decode()

    assert '<html lang="en" data-theme="dark"' in page


def test_a_signed_in_persons_choices_last_in_the_account(client, player):
    client.force_login(player)
    client.post(reverse("set_language"), {"language": "en"})
    client.post(reverse("preferences-theme"), {"theme": "LIGHT"})

    kept = Person.objects.get(pk=player.pk)

    assert (kept.language, kept.theme) == ("en", "LIGHT")


def test_nonsense_in_a_switch_changes_nothing(client, player):
    client.force_login(player)
    client.post(reverse("set_language"), {"language": "fr"})
    client.post(reverse("preferences-theme"), {"theme": "PINK"})

    kept = Person.objects.get(pk=player.pk)

    assert (kept.language, kept.theme) == ("es", "SYSTEM")


def test_after_signing_out_the_browser_still_speaks_the_persons_language(client):
    client.force_login(make.person("Ann", language="en", theme="DARK"))
    client.get("/")
    client.post(reverse("account_logout"))

    page = client.get(reverse("account_login"), headers={"accept-language": "es"}).content.decode()

    assert '<html lang="en" data-theme="dark"' in page


def test_the_persons_language_wins_over_the_browsers(client, player):
    client.force_login(player)

    response = client.get("/", headers={"accept-language": "en"})

    assert response["Content-Language"] == "es"
    assert '<html lang="es"' in response.content.decode()


def test_every_page_has_the_switches_for_visitors_and_members(client, player):
    for _ in ("visitor", "member"):
        page = client.get("/").content.decode()
        assert f'action="{reverse("set_language")}"' in page
        assert f'action="{reverse("preferences-theme")}"' in page
        client.force_login(player)


def test_times_are_shown_on_the_persons_clock(client, player, gm, now):
    table = make.campaign(gm)
    make.member(table, player)
    scene = make.scene(table)
    make.post(scene, gm, at=now)
    player.time_zone = "Asia/Tokyo"  # nine hours after 18:00 UTC: three at night, the next day
    player.save()
    client.force_login(player)

    page = client.get(reverse("scene", args=[scene.public_id])).content.decode()

    assert 'title="1 de diciembre de 2026, 03:00"' in page
