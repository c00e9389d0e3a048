"""A browser for the verifier that runs in the reader's own."""

import os
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

from config.run.testing import chromium

MODULES = Path(__file__).parents[3] / "static" / "js" / "ledger"


class _Quiet(SimpleHTTPRequestHandler):
    extensions_map = {".js": "text/javascript", ".html": "text/html", ".jsonl": "application/jsonl"}

    def end_headers(self) -> None:
        # Tests write files anew within the second that HTTP can tell apart.
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the little server offers: the modules, and what a test puts beside them."""
    folder: Path = tmp_path_factory.mktemp("ledger-site")
    shutil.copytree(MODULES, folder / "ledger")
    (folder / "empty.html").write_text("<!doctype html><title>Ledger</title>")
    return folder


@pytest.fixture(scope="session")
def site(site_folder: Path) -> Iterator[str]:
    """The address of a little server; browsers lend their cryptography to this machine's pages."""
    handler = partial(_Quiet, directory=str(site_folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def page(site: str) -> Iterator[Page]:
    """An open page of the little server in Debian's Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), chromium_sandbox=os.geteuid() != 0
        )
        page = browser.new_page()
        page.goto(f"{site}/empty.html")
        yield page
        browser.close()
