"""Phone, keyboard, Polish, rules, and how much is loaded."""

from __future__ import annotations

import gzip
import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage
from tests.web.playing import sit_down


@pytest.mark.parametrize("width", [360, 390])
def test_a_phone_never_scrolls_sideways(new_page: NewPage, width: int) -> None:
    page = new_page(width, 740, touch=True)
    sideways = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    for path in ("/", "/new/asia", "/games"):
        page.goto(path)
        page.wait_for_timeout(300)
        assert not page.evaluate(sideways), path
    sit_down(page, "europe")
    assert not page.evaluate(sideways)
    page.locator(".decision .ticket").first.tap()
    page.locator(".decision .ticket").nth(1).tap()
    page.get_by_role("button", name="Keep 2 tickets").tap()
    expect(page.locator(".sentence.mine")).to_be_visible()
    for tab in ("Tickets", "Players", "Routes", "Log", "Chat", "Hand"):
        page.locator(".tabs").get_by_role("button", name=tab).tap()
        assert not page.evaluate(sideways), tab
    page.get_by_role("button", name=re.compile("Draw a card from the deck")).tap()
    expect(page.get_by_text("Take a second card")).to_be_visible()


def test_the_keyboard_is_enough(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play Europe against two bots").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".decision[role=dialog]")).to_be_focused()
    for _ in range(2):
        page.keyboard.press("Tab")
        page.keyboard.press("Space")
    page.get_by_role("button", name="Keep 2 tickets").focus()
    page.keyboard.press("Enter")
    for _ in range(6):
        expect(page.locator(".sentence.mine")).to_be_visible()
        page.keyboard.press("d")
        expect(page.get_by_text("Take a second card")).to_be_visible()
        page.keyboard.press("d")
        expect(page.get_by_text("Take a second card")).to_have_count(0)
    expect(page.locator(".sentence.mine")).to_be_visible()
    page.keyboard.press("r")
    expect(page.locator("[data-claim]").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("[data-claim]").first).to_be_focused()
    page.keyboard.press("Enter")
    page.locator("[data-confirm]").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name=re.compile("Claim"))).to_have_count(0)


def test_polish_at_any_time(new_page: NewPage) -> None:
    page = new_page(locale="pl-PL")
    page.goto("/")
    expect(page.get_by_role("heading", name="Plansze")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    page.locator("[data-board=europe]").click()
    expect(page.get_by_role("heading", name="Które bilety zachowujesz?")).to_be_visible()
    expect(page.locator("svg text", has_text="Mapa kolejowa")).to_be_attached()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", name="Which tickets will you keep?")).to_be_visible()


def test_the_rules_of_the_board_can_be_searched(page: Page) -> None:
    sit_down(page, "berlin")
    page.get_by_role("button", name="Rules").click()
    page.get_by_label("Search the rules").fill("EUR-9")
    expect(page.get_by_text("No matching rule.")).to_be_visible()
    page.get_by_label("All rules").check()
    expect(page.locator("article").first).to_contain_text("EUR-9")


def test_script_and_style_are_light(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("heading", name="Semafor")).to_be_visible()
    files = page.evaluate(
        "[...document.querySelectorAll('script[src], link[rel=stylesheet], link[rel=modulepreload]')]"
        ".map(e => e.src || e.href)"
    )
    sizes = {url: len(gzip.compress(page.request.get(url).body())) for url in files}
    assert 10_000 < sum(size for url, size in sizes.items() if url.endswith(".js")) <= 120_000
    assert sum(sizes.values()) < 160_000
