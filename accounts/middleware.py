"""The person's language and time zone, and what answers those who are too fast."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone, translation

from accounts.models import Person
from accounts.preferences import THEME_COOKIE, remember
from accounts.ratelimits import TooFast

Answer = Callable[[HttpRequest], HttpResponseBase]
VISITORS_ZONE = ZoneInfo("Europe/Madrid")


class PersonPreferencesMiddleware:
    """
    Speak a signed-in person's language and show times on their clock.

    Visitors are LocaleMiddleware's: their cookie, then what their browser asks for, then Spanish.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        person = request.user
        if not person.is_authenticated:
            with timezone.override(VISITORS_ZONE):
                return self.get_response(request)
        request.LANGUAGE_CODE = person.language
        with translation.override(person.language), timezone.override(ZoneInfo(person.time_zone)):
            response = self.get_response(request)
        response.headers["Content-Language"] = person.language
        _keep_for_after_signing_out(request, person, response)
        return response


def _keep_for_after_signing_out(
    request: HttpRequest, person: Person, response: HttpResponseBase
) -> None:
    """Let the sign-in page of this browser speak and look the same."""
    wanted = {settings.LANGUAGE_COOKIE_NAME: person.language, THEME_COOKIE: person.theme}
    for cookie, value in wanted.items():
        if request.COOKIES.get(cookie) != value and cookie not in response.cookies:
            remember(response, cookie, value)


class TooFastMiddleware:
    """Answer 429, with the seconds to wait, where a view has no better place to say so."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, TooFast):
            return None
        response = render(request, "429.html", status=429)
        response["Retry-After"] = str(error.wait_seconds)
        return response
