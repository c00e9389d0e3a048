"""Structured logs: one JSON object a line, with the id of the request it belongs to."""

import json
import logging
import re
import uuid
from contextvars import ContextVar
from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

request_id: ContextVar[str] = ContextVar("request_id", default="")
_ACCEPTABLE = re.compile(r"^[A-Za-z0-9._-]{8,64}$")


class RequestIdMiddleware(MiddlewareMixin):
    """Give each request an id (the proxy's, if it sent a plain one) and answer with it."""

    def process_request(self, request: HttpRequest) -> None:
        sent = request.headers.get("X-Request-ID", "")
        request_id.set(sent if _ACCEPTABLE.match(sent) else uuid.uuid4().hex)

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        response["X-Request-ID"] = request_id.get()
        return response


class JsonFormatter(logging.Formatter):
    """A log record as one line of JSON; never the request's body or anything people typed."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if found := request_id.get():
            line["request_id"] = found
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
