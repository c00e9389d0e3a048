"""Change what a person has chosen."""

from django.db import transaction

from accounts.models import Person


@transaction.atomic
def set_preferences(
    *, person: Person, display_name: str, language: str, time_zone: str, theme: str
) -> None:
    """Keep a person's display name, language, time zone and theme."""
    Person.objects.filter(id=person.id).update(
        display_name=display_name, language=language, time_zone=time_zone, theme=theme
    )


@transaction.atomic
def set_theme(*, person: Person, theme: str) -> None:
    """Keep a person's theme."""
    Person.objects.filter(id=person.id).update(theme=theme)


@transaction.atomic
def set_language(*, person: Person, language: str) -> None:
    """Keep a person's language."""
    Person.objects.filter(id=person.id).update(language=language)
