"""Request types: what a view may rely on."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from accounts.models import Person


class SiteRequest(HttpRequest):
    """Any request, as the middleware leaves it."""

    htmx: HtmxDetails


class PersonRequest(SiteRequest):
    """A request of somebody signed in; the login middleware lets no other through."""

    user: Person
