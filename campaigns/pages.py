"""Pages of a list by key, not by number: the same cost at the first page and at the last."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db.models import Model, Q, QuerySet

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True)
class Page(Generic[Row]):
    """
    Some rows in reading order.

    `before` and `after` are the public ids to ask for the neighbouring pages with, or empty.
    """

    rows: list[Row]
    before: str
    after: str


def page_of(
    rows: QuerySet[Row],
    key: str,
    *,
    size: int,
    query: Mapping[str, Any],
    newest_first: bool = False,
    start_at_end: bool = False,
) -> Page[Row]:
    """
    Return the page that `?before=<public id>` or `?after=<public id>` asks for.

    Rows are ordered by (`key`, id); `?from=<public id>` begins with that row. Without any, it is
    the first page in reading order, or the last with `start_at_end`. An id that is not in the
    list (or not visible) asks for nothing and gives the default page.
    """
    asked, cursor = _cursor(rows, query)
    backwards = asked == "before" or (asked == "" and start_at_end)
    descending = newest_first != backwards
    sign = "-" if descending else ""
    found = rows.order_by(f"{sign}{key}", f"{sign}id")
    if cursor is not None:
        found = found.filter(_beyond(key, cursor, descending, inclusive=asked == "from"))
    taken = list(found[: size + 1])
    more = len(taken) > size
    taken = taken[:size]
    if backwards:
        taken.reverse()
    ids = [str(row.public_id) for row in taken]  # type: ignore[attr-defined]  # Row has one
    has_before = more if backwards else cursor is not None
    has_after = (asked == "before") if backwards else more
    return Page(
        rows=taken,
        before=ids[0] if ids and has_before else "",
        after=ids[-1] if ids and has_after else "",
    )


def _cursor(rows: QuerySet[Row], query: Mapping[str, Any]) -> tuple[str, Row | None]:
    for name in ("before", "after", "from"):
        text = query.get(name)
        if not text:
            continue
        try:
            found = rows.filter(public_id=UUID(text)).first()
        except ValueError:
            found = None
        if found is not None:
            return name, found
    return "", None


def _beyond(key: str, cursor: Model, descending: bool, *, inclusive: bool) -> Q:
    side = "lt" if descending else "gt"
    value = getattr(cursor, key)
    end = f"id__{side}e" if inclusive else f"id__{side}"
    beyond = Q(**{f"{key}__{side}": value}) | Q(**{key: value, end: cursor.pk})
    # Said twice so that the index on (key, id) has a plain range to walk.
    return Q(**{f"{key}__{side}e": value}) & beyond
