"""What every page's frame needs to know."""

from django.http import HttpRequest

from accounts.models import Person
from accounts.preferences import THEME_COOKIE


def theme(request: HttpRequest) -> dict[str, str]:
    """Give templates the reader's theme in small letters: system, light or dark."""
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return {"theme": user.theme.lower()}
    chosen = request.COOKIES.get(THEME_COOKIE, "")
    return {"theme": chosen.lower() if chosen in Person.Theme.values else "system"}
