"""Structured logs: one JSON object a line, with the id of the request it belongs to."""

import json
import logging
import re
import time
import uuid
from contextvars import ContextVar
from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

request_id: ContextVar[str] = ContextVar("request_id", default="")
_started: ContextVar[float] = ContextVar("started", default=0.0)
logger = logging.getLogger("tirada.requests")
_ACCEPTABLE = re.compile(r"^[A-Za-z0-9._-]{8,64}$")


class RequestIdMiddleware(MiddlewareMixin):
    """
    Give each request an id (the proxy's, if it sent a plain one), answer with it, and log a line.

    The line names the view, never the path: the paths of invitations and of new passwords are keys.
    """

    def process_request(self, request: HttpRequest) -> None:
        sent = request.headers.get("X-Request-ID", "")
        request_id.set(sent if _ACCEPTABLE.match(sent) else uuid.uuid4().hex)
        _started.set(time.perf_counter())

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        response["X-Request-ID"] = request_id.get()
        view = request.resolver_match.view_name if request.resolver_match else ""
        if view != "health":  # asked all day long, and it says itself what is wrong
            details = {
                "method": request.method,
                "view": view,
                "status": response.status_code,
                "milliseconds": round((time.perf_counter() - _started.get()) * 1000, 1),
            }
            logger.info("answered", extra={"details": details})
        return response


class JsonFormatter(logging.Formatter):
    """A log record as one line of JSON; never the request's body or anything people typed."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if found := request_id.get():
            line["request_id"] = found
        line |= getattr(record, "details", {})
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
