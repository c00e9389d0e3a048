"""How the pages of characters write what stands in a sheet."""

from django import template
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def shown(value: object) -> str:
    """Return a sheet's value for reading: a die, a number, yes or no, a dash for nothing."""
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)
