"""Who may do what with accounts."""

from django.contrib.auth.models import AnonymousUser

from accounts.models import Person


def can_moderate(viewer: Person | AnonymousUser) -> bool:
    """Say whether this is a moderator or an administrator of the site."""
    return viewer.is_active and viewer.is_staff
