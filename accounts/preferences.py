"""The cookies in which a browser keeps a language and a theme, of visitors above all."""

from django.conf import settings
from django.http.response import HttpResponseBase

THEME_COOKIE = "theme"
A_YEAR = 365 * 24 * 3600


def remember(response: HttpResponseBase, cookie: str, value: str) -> None:
    """Keep a choice in the reader's browser; scripts need not see it."""
    response.set_cookie(
        cookie, value, max_age=A_YEAR, secure=settings.HTTPS, httponly=True, samesite="Lax"
    )
