"""What we do otherwise than django-allauth: the words, the mails' language, a mail server away."""

import logging
from smtplib import SMTPException
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Person

logger = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    """Signing up, in and out, with our words."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": gettext_lazy("This account is suspended."),
        "duplicate_email": gettext_lazy("This is already the address of your account."),
        "email_password_mismatch": gettext_lazy(
            "That e-mail address and that password do not go together."
        ),
        "email_taken": gettext_lazy("There is an account with this address: sign in instead."),
        "enter_current_password": gettext_lazy("This is not your current password."),
        "incorrect_password": gettext_lazy("This is not your password."),
        "invalid_or_expired_key": gettext_lazy("This link has been used or is too old."),
        "invalid_password_reset": gettext_lazy("This link has been used or is too old."),
        "rate_limited": gettext_lazy("Too many attempts. Wait a little and try again."),
        "same_as_current": gettext_lazy("This is already the address of your account."),
        "too_many_login_attempts": gettext_lazy(
            "Too many failed attempts. Wait five minutes, or reset your password."
        ),
    }

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """
        Send a mail in the person's language and time zone, or in the page's if nobody is known.

        With the mail server away the page still answers, and says that no mail went out.
        """
        person = context.get("user")
        language, zone = translation.get_language(), timezone.get_current_timezone()
        if isinstance(person, Person):
            language, zone = person.language, ZoneInfo(person.time_zone)
        try:
            with translation.override(language), timezone.override(zone):
                super().send_mail(template_prefix, email, context)
        except (SMTPException, OSError):
            logger.exception("A mail was not sent: %s", template_prefix)
            # The same words whether or not the address has an account.
            messages.error(self.request, _("We could not send a mail just now. Try again later."))

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Return to the preferences, where the way to the form began."""
        return reverse("preferences")
