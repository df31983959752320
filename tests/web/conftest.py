"""A real server and a real Chromium for the browser tests."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from semafor import server
from tests.web.served import Served

ROOT = Path(__file__).parents[2]
expect.set_options(timeout=60_000)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def chromium_path() -> str:
    """The path of Chromium; without one the tests fail and say how to install it."""
    found = subprocess.run([ROOT / "tools/find_chromium.sh"], capture_output=True, text=True, check=False)
    if found.returncode:
        pytest.fail(found.stderr.strip().splitlines()[-1], pytrace=False)
    return found.stdout.strip()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with the built client and bots that do not wait."""
    if not (Path(str(server.__file__)).parent / "static/index.html").exists():
        pytest.fail("The client is not built: run `make client`.", pytrace=False)
    running = Served(tmp_path_factory.mktemp("served"))
    yield running
    running.stop()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser for a file of tests; each page has a context of its own.

    Playwright keeps an event loop running in this thread, which must end before other tests run theirs.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), headless=True, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def new_page(chromium: Browser, served: Served) -> Iterator[NewPage]:
    """Opens pages, each with its own cookies; a page that logs an error fails the test."""
    maker = NewPage(chromium, served.address)
    yield maker
    maker.close()
    assert maker.faults == []


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """A page of the usual size."""
    return new_page()


class NewPage:
    """Open pages and their errors."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address = browser, address
        self.faults: list[str] = []
        self.pages: list[Page] = []

    def __call__(
        self, width: int = 1440, height: int = 900, *, touch: bool = False, locale: str = "en"
    ) -> Page:
        context = self.browser.new_context(
            base_url=self.address,
            viewport={"width": width, "height": height},
            has_touch=touch,
            locale=locale,
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._heard)
        page.on("request", self._asked)
        self.pages.append(page)
        return page

    def _heard(self, message: object) -> None:
        kind, text = getattr(message, "type", ""), str(getattr(message, "text", ""))
        if kind == "error" and not re.search(r"WebSocket|ERR_CONNECTION|status of 4", text):
            self.faults.append(text)

    def _asked(self, request: object) -> None:
        url = str(getattr(request, "url", ""))
        if not url.startswith((self.address, self.address.replace("http", "ws"), "blob:", "data:")):
            self.faults.append(f"asked the world for {url}")

    def close(self) -> None:
        """Close every page."""
        for page in self.pages:
            page.context.close()
