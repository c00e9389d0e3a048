"""The person's language and time zone, for every page they ask for."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone, translation


class PersonPreferencesMiddleware:
    """Speak a signed-in person's language and show times on their clock."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        person = request.user
        if not person.is_authenticated:
            with timezone.override(ZoneInfo("Europe/Madrid")):
                return self.get_response(request)
        request.LANGUAGE_CODE = person.language  # type: ignore[attr-defined]  # LocaleMiddleware's
        with translation.override(person.language), timezone.override(ZoneInfo(person.time_zone)):
            response = self.get_response(request)
        response.headers["Content-Language"] = person.language
        return response
