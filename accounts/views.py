"""A person's preferences, and the switches in the page's foot."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.forms import PreferencesForm
from accounts.http import PersonRequest
from accounts.models import Person
from accounts.services import people

A_YEAR = 365 * 24 * 3600


@require_http_methods(["GET", "POST"])
def preferences(request: PersonRequest) -> HttpResponse:
    person = Person.objects.get(id=request.user.id)
    form = PreferencesForm(request.POST or None, instance=person)
    if request.method == "POST" and form.is_valid():
        people.set_preferences(person=request.user, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("preferences")
    status = 422 if form.errors else 200
    return render(request, "accounts/preferences.html", {"form": form}, status=status)


@require_POST
@login_not_required
def preferences_theme(request: HttpRequest) -> HttpResponse:
    """Choose light, dark or the device's theme; visitors keep it in a cookie."""
    theme = request.POST.get("theme", "")
    response = redirect(_back(request))
    if theme in Person.Theme.values:
        if request.user.is_authenticated:
            people.set_theme(person=request.user, theme=theme)
        response.set_cookie(
            "theme", theme, max_age=A_YEAR, secure=settings.HTTPS, httponly=True, samesite="Lax"
        )
    return response


@require_POST
@login_not_required
def preferences_language(request: HttpRequest) -> HttpResponse:
    """Choose the language; visitors keep it in a cookie."""
    language = request.POST.get("language", "")
    response = redirect(_back(request))
    if language in dict(settings.LANGUAGES):
        if request.user.is_authenticated:
            people.set_language(person=request.user, language=language)
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=A_YEAR,
            secure=settings.HTTPS,
            samesite="Lax",
        )
    return response


def _back(request: HttpRequest) -> str:
    address = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        return address
    return "/"
