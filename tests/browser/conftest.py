"""A real server, a real worker and a real browser, on the test's own database."""

import asyncio
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import uvicorn
from django.conf import settings
from django.db import connection
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from accounts.models import Person
from config.run.testing import chromium
from tests import make

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser a module: Playwright keeps a loop in the thread while it is open."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=chromium(),
            # Root may not use the sandbox; an ordinary user can.
            chromium_sandbox=os.geteuid() != 0,
            args=["--disable-background-networking", "--disable-component-update"],
        )
        yield launched
        launched.close()


@pytest.fixture
def site(transactional_db: None) -> Iterator[str]:
    """Serve the project over ASGI, streams included, and return its address."""
    from config.asgi import application

    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    config = uvicorn.Config(
        application, lifespan="off", log_level="warning", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)

    def serve() -> None:
        asyncio.run(server.serve(sockets=[listening]))

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    settings.ALLOWED_HOSTS.append("127.0.0.1")
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join(10)
    listening.close()


@pytest.fixture
def worker(transactional_db: None) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a real Celery worker on the test's database."""
    process = start_worker()
    yield process
    process.terminate()
    process.wait(20)


def start_worker() -> "subprocess.Popen[bytes]":
    """Start a worker and wait until it takes tasks."""
    from config import health

    base = os.environ["DATABASE_URL"].rsplit("/", 1)[0]
    name = connection.settings_dict["NAME"]
    import redis

    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.delete(health.HEARTBEAT_KEY)
    process = subprocess.Popen(
        [
            sys.executable, "-m", "celery", "-q", "-A", "config", "worker",
            "--concurrency", "1", "--loglevel", "WARNING", "--without-mingle", "--without-gossip",
        ],
        env=os.environ | {"DATABASE_URL": f"{base}/{name}"},
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    deadline = time.monotonic() + 30
    while health.broker_and_worker() != ("ok", "ok"):
        assert time.monotonic() < deadline, "the worker did not start"
        time.sleep(0.1)
    return process


Open = Callable[..., Page]


@pytest.fixture
def open_as(browser: Browser, site: str) -> Iterator[Open]:
    """Open a browser of one's own, signed in as somebody (or as a visitor), on a page."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(who: Person | None, path: str = "/", **options: object) -> Page:
        context = browser.new_context(
            base_url=site, locale="es-ES", viewport={"width": 1280, "height": 900}, **options
        )  # type: ignore[arg-type]  # Playwright's own options
        contexts.append(context)
        if who is not None:
            context.add_cookies([{**make.session_cookie(who), "url": site}])
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if _is_fault(said) else None)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults, "the browser complained"


def _is_fault(said: object) -> bool:
    text = getattr(said, "text", "")
    # Refused forms answer 422 on purpose, a closing server ends its streams, and leaving a page
    # cuts off what it was asking.
    expected = (
        "422", "409", "404", "ERR_INCOMPLETE_CHUNKED", "ERR_CONNECTION_REFUSED",
        "htmx:sendAbort", "htmx:afterRequest",
    )  # fmt: skip
    return getattr(said, "type", "") == "error" and not any(word in text for word in expected)
