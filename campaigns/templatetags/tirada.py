"""What the site's templates say in the reader's language: rules texts, times, numbers, pictures."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

register = template.Library()

SHAPES = frozenset({4, 6, 8, 10, 12, 20, 100})


@register.filter
def text(value: Any) -> str:
    """Return a rules text ({"es", "en"} or an engine `Text`) in the reader's language."""
    spanish = (get_language() or "es").startswith("es")
    if isinstance(value, Mapping):
        chosen = value.get("es" if spanish else "en") or value.get("es") or value.get("en")
        return str(chosen or "")
    if hasattr(value, "es") and hasattr(value, "en"):
        return str(value.es if spanish else value.en)
    return "" if value is None else str(value)


@register.filter
def signed(value: int) -> str:
    """Return a number with its sign, the minus as a printer sets it: +2, −1, ±0."""
    if value == 0:
        return "±0"
    return f"+{value}" if value > 0 else f"−{-value}"


@register.filter
def modifiers_sum(modifiers: Iterable[Mapping[str, Any]]) -> int:
    """Return what a roll's modifiers make together."""
    return sum(modifier["value"] for modifier in modifiers)


@register.filter
def number(value: int) -> str:
    """Return a total with a real minus: 7, −1."""
    return f"−{-value}" if value < 0 else str(value)


@register.filter
def since(moment: datetime | None) -> SafeString | str:
    """Return how long ago it was in a `<time>`, exact on hover; beyond a week, the date."""
    if moment is None:
        return ""
    local = timezone.localtime(moment)
    exact = date_format(local, "DATE_FORMAT") + ", " + date_format(local, "H:i")
    return format_html(
        '<time datetime="{}" title="{}" data-relative>{}</time>',
        moment.isoformat(timespec="seconds"),
        exact,
        _relative(local, timezone.now() - moment),
    )


def _relative(local: datetime, age: timedelta) -> str:
    seconds = int(age.total_seconds())
    if seconds < 60:
        return _("just now")
    if seconds < 3600:
        minutes = seconds // 60
        return ngettext("%(count)d minute ago", "%(count)d minutes ago", minutes) % {
            "count": minutes
        }
    if seconds < 86_400:
        hours = seconds // 3600
        return ngettext("%(count)d hour ago", "%(count)d hours ago", hours) % {"count": hours}
    if age.days <= 7:
        return ngettext("%(count)d day ago", "%(count)d days ago", age.days) % {"count": age.days}
    return date_format(local, "DATE_FORMAT")


@register.filter
def shape(sides: int) -> str:
    """Return the id of a die's picture in the sprite; dice that nobody makes are round."""
    return f"d{sides}" if sides in SHAPES else "dn"


@register.filter
def sides_of(die: str) -> int:
    """Return the sides of a die as sheets write it: 8 for "d8", 12 for "d12+1"."""
    digits = die.strip().lower().partition("d")[2].partition("+")[0]
    return int(digits) if digits.isdecimal() else 0


@register.filter
def names(people: Iterable[Any]) -> str:
    """Return names as a sentence has them: Clara; Clara y Bruno; Clara, Bruno y Olmo."""
    listed = [str(getattr(person, "name", person)) for person in people]
    if len(listed) < 2:
        return "".join(listed)
    return _("%(most)s and %(last)s") % {"most": ", ".join(listed[:-1]), "last": listed[-1]}


@register.filter
def times(count: int | None) -> range:
    """Return a range to draw so many tokens."""
    return range(max(0, int(count or 0)))


@register.filter
def minus(value: int, other: int) -> int:
    """Return the difference, never below nought: the tokens that are still empty."""
    return max(0, value - other)


@register.filter
def after(text: str, sign: str) -> str:
    """Return what stands after a sign: 1 of "d12+1"."""
    return text.partition(sign)[2]


@register.filter
def rank_name(rank: str) -> str:
    """Return a card's rank as it is read aloud."""
    return {
        "A": pgettext("card", "ace"),
        "K": pgettext("card", "king"),
        "Q": pgettext("card", "queen"),
        "J": pgettext("card", "jack"),
    }.get(str(rank), str(rank))


@register.simple_tag
def symbol(name: str, css_class: str = "icon") -> SafeString:
    """Draw a picture of the sprite; it says nothing to a screen reader, words stand beside it."""
    return format_html(
        '<svg class="{}" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>',
        css_class,
        static("img/symbols.svg"),
        name,
    )
