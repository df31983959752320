"""Pictures of the client for the README: `make screenshots`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from web.conftest import FLAGS, ROOT, chromium_path
from web.playing import open_routes, play, sit_down
from web.served import Served

FOLDER = ROOT / "docs/screenshots"
WIDE, PHONE = (1280, 800), (390, 780)


def _page(browser: Browser, address: str, size: tuple[int, int], theme: str = "paper") -> Page:
    context = browser.new_context(
        base_url=address, viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce"
    )
    page = context.new_page()
    chosen = f"JSON.stringify({{theme: '{theme}', name: 'Ada'}})"
    page.add_init_script(f"localStorage.setItem('semafor.settings', {chosen})")
    return page


def _keep(page: Page, name: str) -> None:
    page.mouse.move(0, 0)
    page.wait_for_timeout(400)
    page.screenshot(path=FOLDER / f"{name}.png")


def _take(browser: Browser, address: str) -> None:
    front = _page(browser, address, WIDE)
    front.goto("/")
    front.locator(".boards svg").nth(4).wait_for()
    _keep(front, "front")
    table = _page(browser, address, WIDE)
    sit_down(table, "europe")
    open_routes(table)
    play(table, acts=45)
    table.locator(".side-tabs button").first.click()
    _keep(table, "table")
    night = _page(browser, address, PHONE, "night")
    night.context.add_cookies(table.context.cookies())  # type: ignore[arg-type]
    night.goto(table.url)
    night.locator(".sheet").wait_for()
    _keep(night, "phone-night")
    open_routes(table)
    play(table)
    _keep(table, "score")


def main() -> None:
    """Play a little and take the pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        served = Served(Path(data))
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        _take(browser, served.address)
        browser.close()
        served.stop()


if __name__ == "__main__":
    main()
