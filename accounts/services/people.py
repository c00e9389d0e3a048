"""Change what a person has chosen."""

from django.db import transaction

from accounts.models import Person


@transaction.atomic
def set_preferences(
    *, person: Person, display_name: str, language: str, time_zone: str, theme: str
) -> None:
    """Keep a person's display name, language, time zone and theme."""
    person.display_name, person.language = display_name, language
    person.time_zone, person.theme = time_zone, theme
    person.save(update_fields=["display_name", "language", "time_zone", "theme"])


@transaction.atomic
def set_theme(*, person: Person, theme: str) -> None:
    """Keep a person's theme."""
    person.theme = theme
    person.save(update_fields=["theme"])


@transaction.atomic
def set_language(*, person: Person, language: str) -> None:
    """Keep a person's language."""
    person.language = language
    person.save(update_fields=["language"])
