"""Forms of an account."""

from zoneinfo import available_timezones

from django import forms
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.models import Person


def time_zone_choices() -> list[tuple[str, str]]:
    """Return the time zones people live in, by continent, without the historical aliases."""
    continents = ("Africa/", "America/", "Antarctica/", "Asia/", "Atlantic/", "Australia/",
                  "Europe/", "Indian/", "Pacific/")  # fmt: skip
    names = sorted(name for name in available_timezones() if name.startswith(continents))
    return [(name, name.replace("_", " ")) for name in [*names, "UTC"]]


class SignupForm(forms.Form):
    """What signing up asks besides address and password."""

    display_name = forms.CharField(
        label=_("Display name"),
        max_length=40,
        help_text=_("How the other players see you. You can change it later."),
    )
    time_zone = forms.CharField(required=False, widget=forms.HiddenInput)

    def signup(self, request: HttpRequest, user: Person) -> None:
        """Keep the display name, the page's language and the browser's time zone."""
        user.display_name = self.cleaned_data["display_name"].strip()
        user.language = "en" if (get_language() or "es").startswith("en") else "es"
        zone = self.cleaned_data["time_zone"]
        if zone in available_timezones():
            user.time_zone = zone
        user.save(update_fields=["display_name", "language", "time_zone"])


class PreferencesForm(forms.ModelForm):
    """How a person likes the site."""

    time_zone = forms.ChoiceField(label=_("Time zone"), choices=time_zone_choices)

    class Meta:
        model = Person
        fields = ["display_name", "language", "time_zone", "theme"]
