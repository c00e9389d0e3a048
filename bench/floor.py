"""The site's addresses, and one more: a page of any size from one query."""

from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path

ROWS = 40
TEMPLATE = "<ul>{% for row in rows %}<li>{{ row.0 }} {{ row.1 }}</li>{% endfor %}</ul>"


@login_not_required
def floor(request: HttpRequest, size: int) -> HttpResponse:
    """Answer with about `size` bytes of HTML, of rows that one query brings."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT n, %s FROM generate_series(1, %s) AS n", ["x" * (size // ROWS - 14), ROWS]
        )
        rows = cursor.fetchall()
    template = engines["django"].from_string(TEMPLATE)
    return HttpResponse(template.render({"rows": rows}, request))


urlpatterns = [path("floor/<int:size>/", floor), path("", include("config.urls"))]
