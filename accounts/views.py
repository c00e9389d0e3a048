"""A person's preferences, and the switches of every page."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.forms import PreferencesForm
from accounts.http import PersonRequest, SiteRequest
from accounts.models import Person
from accounts.preferences import THEME_COOKIE, remember
from accounts.services import people


@require_http_methods(["GET", "POST"])
def preferences(request: PersonRequest) -> HttpResponse:
    """Show and keep how a person likes the site."""
    # The form writes on its instance even when it is refused; the page's head shows the user.
    person = Person.objects.get(id=request.user.id)
    form = PreferencesForm(request.POST or None, instance=person)
    if request.method == "POST" and form.is_valid():
        people.set_preferences(person=request.user, **form.cleaned_data)
        with translation.override(request.user.language):
            messages.success(request, _("Saved."))
        return redirect("preferences")
    status = 422 if form.errors else 200
    return render(request, "accounts/preferences.html", {"form": form}, status=status)


@require_POST
@login_not_required
def preferences_theme(request: SiteRequest) -> HttpResponse:
    """Choose light, dark or the device's theme; visitors keep it in a cookie."""
    theme = request.POST.get("theme", "")
    response = redirect(_back(request))
    if theme in Person.Theme.values:
        if request.user.is_authenticated:
            people.set_theme(person=request.user, theme=theme)
        remember(response, THEME_COOKIE, theme)
    return response


@require_POST
@login_not_required
def set_language(request: SiteRequest) -> HttpResponse:
    """Choose the language; visitors keep it in a cookie."""
    language = request.POST.get("language", "")
    response = redirect(_back(request))
    if language in dict(settings.LANGUAGES):
        if request.user.is_authenticated:
            people.set_language(person=request.user, language=language)
        remember(response, settings.LANGUAGE_COOKIE_NAME, language)
    return response


def _back(request: SiteRequest) -> str:
    """Return where the switch was pressed, if that is a page of ours."""
    address = request.POST.get("next", "")
    # Only what begins like a path: `redirect` takes other words for names of pages.
    if address.startswith("/") and url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        return address
    return "/"
