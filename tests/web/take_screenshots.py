"""Take screenshots of every screen, wide and on a phone, into build/screenshots: `make screenshots`."""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright

from tests.web.conftest import FLAGS, ROOT, NewPage, chromium_path
from tests.web.screens import PICTURED, Journey
from tests.web.served import Served

FOLDER = ROOT / "build/screenshots"
SHOWN = ROOT / "docs/screenshots"
"""Pictures shown on a page of the documentation; only these are committed."""
WIDE, PHONE = ViewportSize(width=1440, height=900), ViewportSize(width=390, height=844)
ON_ITS_SIDE = ViewportSize(width=844, height=390)
AT_NIGHT = {"home", "table-europe", "club-table", "lesson"}
IN_POLISH = {"home", "table-berlin", "lesson", "me-settings", "memory", "tournament-over"}
SETTLED = "Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null)))"
QUALITY = 78
"""Quality at which text stays sharp and a desktop picture has about 100 kB."""


def _keep(page: Page, name: str) -> None:
    page.mouse.move(0, 0)
    page.wait_for_timeout(300)
    page.evaluate(SETTLED)
    image = Image.open(io.BytesIO(page.screenshot()))
    image.save(FOLDER / f"{name}.webp", quality=QUALITY, method=6)
    if (SHOWN / f"{name}.webp").exists():
        shutil.copy(FOLDER / f"{name}.webp", SHOWN)


def _every_size(page: Page, name: str) -> None:
    """Desktop and phone; tables and lessons also on a phone in landscape format."""
    _keep(page, name)
    page.set_viewport_size(PHONE)
    _keep(page, f"{name}-phone")
    if name.startswith(("table-", "lesson")):
        page.set_viewport_size(ON_ITS_SIDE)
        _keep(page, f"{name}-side")
    page.set_viewport_size(WIDE)


def _portray(page: Page, name: str) -> None:
    """The screen at every size; some also at night and in Polish."""
    _every_size(page, name)
    if name in AT_NIGHT:
        page.emulate_media(color_scheme="dark")
        _every_size(page, f"{name}-night")
        page.emulate_media(color_scheme="light")
    if name in IN_POLISH:
        page.get_by_role("button", name="Polski").click()
        _every_size(page, f"{name}-polish")
        page.get_by_role("button", name="English").click()


def _walk(address: str, journeys: list[Journey]) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        for journey in journeys:
            new_page = NewPage(browser, address)
            for name, page in journey(new_page):
                _portray(page, name)
            new_page.close()
        browser.close()


def main(wanted: list[str]) -> None:
    """Take the pictures of all journeys or of those named."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        served = Served(Path(data))
        try:
            _walk(served.address, [one for one in PICTURED if not wanted or one.__name__ in wanted])
        finally:
            served.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
