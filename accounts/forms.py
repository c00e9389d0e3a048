"""Forms of an account: django-allauth's with our words, and the preferences."""

from typing import Any

from allauth.account import forms as allauth_forms
from django import forms
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from accounts import time_zones
from accounts.models import Person, validate_display_name
from accounts.preferences import THEME_COOKIE

PASSWORD_HELP = gettext_lazy(
    "At least 8 characters; not only numbers, nothing common, nothing like your address."
)


def _in_our_words(form: forms.Form, labels: dict[str, Any], helps: dict[str, Any]) -> None:
    """Label allauth's fields, without placeholders: those vanish when they are needed."""
    for name, field in form.fields.items():
        field.widget.attrs.pop("placeholder", None)
        field.label = labels.get(name, field.label)
        field.help_text = helps.get(name, "")


class LoginForm(allauth_forms.LoginForm):
    """Signing in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels = {"login": _("E-mail address"), "password": _("Password")}
        _in_our_words(self, labels, {})


class SignupForm(allauth_forms.SignupForm):
    """Signing up; the browser adds its time zone by itself (static/js/time-zone.js)."""

    display_name = forms.CharField(
        label=gettext_lazy("Display name"),
        max_length=40,
        validators=[validate_display_name],
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    time_zone = forms.CharField(
        required=False, widget=forms.HiddenInput(attrs={"data-time-zone": ""})
    )
    field_order = ["display_name", "email", "password1", "time_zone"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels = {"email": _("E-mail address"), "password1": _("Password")}
        helps = {
            "display_name": _("How the other players see you. You can change it later."),
            "email": _("Nobody else sees it. You sign in with it."),
            "password1": PASSWORD_HELP,
        }
        _in_our_words(self, labels, helps)

    def signup(self, request: HttpRequest, user: Person) -> None:
        """Keep the display name, the page's language and the browser's time zone."""
        user.display_name = self.cleaned_data["display_name"]
        user.language = "en" if (get_language() or "es").startswith("en") else "es"
        zone = self.cleaned_data["time_zone"]
        if zone in time_zones.offered():
            user.time_zone = zone
        user.theme = _theme_of_visitor(request)
        user.save(update_fields=["display_name", "language", "time_zone", "theme"])

    def try_save(self, request: HttpRequest) -> tuple[Person | None, HttpResponse | None]:
        """Make the account, whole or not at all."""
        try:
            with transaction.atomic():
                person, answer = super().try_save(request)
        except IntegrityError:  # the same address, twice at the same moment
            messages.info(request, _("There is an account with this address: sign in instead."))
            return None, redirect("account_login")
        return person, answer


def _theme_of_visitor(request: HttpRequest) -> str:
    chosen = request.COOKIES.get(THEME_COOKIE, "")
    return chosen if chosen in Person.Theme.values else Person.Theme.SYSTEM


class ResetPasswordForm(allauth_forms.ResetPasswordForm):
    """Asking for a mail with a link that sets a new password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, {"email": _("E-mail address")}, {})


class ResetPasswordKeyForm(allauth_forms.ResetPasswordKeyForm):
    """Setting a new password, come from that mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _new_password_in_our_words(self)


class ChangePasswordForm(allauth_forms.ChangePasswordForm):
    """Changing one's password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _new_password_in_our_words(self)


class SetPasswordForm(allauth_forms.SetPasswordForm):
    """Setting the first password of an account that an administrator made without one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _new_password_in_our_words(self)


def _new_password_in_our_words(form: forms.Form) -> None:
    labels = {
        "oldpassword": _("Current password"),
        "password1": _("New password"),
        "password2": _("New password, again"),
    }
    _in_our_words(form, labels, {"password1": PASSWORD_HELP})


class ChangeEmailForm(allauth_forms.AddEmailForm):
    """Changing one's e-mail address; it counts once its owner confirms it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, {"email": _("New e-mail address")}, {})


class ReauthenticateForm(allauth_forms.ReauthenticateForm):
    """Typing one's password again before something weighty."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_words(self, {"password": _("Password")}, {})


class PreferencesForm(forms.ModelForm):
    """How a person likes the site."""

    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        choices=time_zones.choices,
        help_text=gettext_lazy("Deadlines and dates are shown on this clock."),
    )

    class Meta:
        model = Person
        fields = ["display_name", "language", "time_zone", "theme"]
        labels = {
            "display_name": gettext_lazy("Display name"),
            "language": gettext_lazy("Language"),
            "theme": pgettext_lazy("light or dark", "Theme"),
        }
        help_texts = {"display_name": gettext_lazy("How the other players see you.")}
