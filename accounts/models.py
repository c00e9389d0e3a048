"""A person and their preferences."""

import unicodedata
import uuid
from typing import Any, ClassVar
from zoneinfo import available_timezones

from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


def validate_time_zone(value: str) -> None:
    """
    Accept the names of the tz database only.

    :raises ValidationError: for any other text.
    """
    if value not in available_timezones():
        raise ValidationError(_("This time zone is not known."), code="time_zone")


def validate_display_name(value: str) -> None:
    """
    Refuse a name that cannot be read, or that turns the text around it.

    :raises ValidationError: without a letter or digit, or with control or direction marks.
    """
    has_marks = any(unicodedata.category(sign) in ("Cc", "Cf") for sign in value)
    if has_marks or not any(sign.isalnum() for sign in value):
        raise ValidationError(_("Choose a name with letters or digits."), code="display_name")


class PersonManager(BaseUserManager["Person"]):
    """Makes people, who sign in with their e-mail address."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "Person":
        """
        Save and return a new person.

        :raises ValueError: without an e-mail address.
        """
        if not email:
            raise ValueError("A person needs an e-mail address.")
        person = self.model(email=email.strip().lower(), **fields)
        person.set_password(password)
        person.save(using=self._db)
        return person

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "Person":
        """Save and return an administrator."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "Person":
        return self.get(email=(username or "").lower())


class Person(AbstractUser):
    """Someone with an account; `public_id` is how the ledger and URLs name them."""

    class Theme(models.TextChoices):
        SYSTEM = "SYSTEM", _("As my device")
        LIGHT = "LIGHT", _("Light")
        DARK = "DARK", _("Dark")

    username = None  # type: ignore[assignment]  # people sign in with their e-mail address
    first_name = None  # type: ignore[assignment]  # one display name, chosen freely
    last_name = None  # type: ignore[assignment]
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    email = models.EmailField(_("e-mail address"), unique=True)
    display_name = models.CharField(
        _("display name"), max_length=40, validators=[validate_display_name]
    )
    language = models.CharField(
        _("language"), max_length=2, choices=[("es", "Español"), ("en", "English")], default="es"
    )
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="Europe/Madrid", validators=[validate_time_zone]
    )
    theme = models.CharField(_("theme"), max_length=6, choices=Theme.choices, default=Theme.SYSTEM)

    objects: ClassVar[PersonManager] = PersonManager()  # type: ignore[assignment]

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = ["display_name"]

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints = [
            models.CheckConstraint(
                condition=Q(email=Lower(F("email"))), name="person_email_is_lower_case"
            ),
        ]

    def __str__(self) -> str:
        return self.display_name or self.email

    def clean(self) -> None:
        """Keep the address in small letters, as signing in looks for it."""
        super().clean()
        self.email = self.email.lower()

    def get_full_name(self) -> str:
        return self.display_name

    def get_short_name(self) -> str:
        return self.display_name
