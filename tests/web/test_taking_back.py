"""Undo: a claim is taken back until the next one acts, and nobody wonders where it went."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage
from tests.web.staged import sit_at

TRAINS = ".pane svg.drawing [href*=wagon]"


def _claim(page: Page) -> int:
    """Claim a route from the list and return the number of trains before."""
    before = page.locator(TRAINS).count()
    page.keyboard.press("r")
    page.locator("[data-claim]").first.click()
    page.locator(".decision [data-confirm]").click()
    return before


def test_at_one_screen_a_claim_is_taken_back_from_the_curtain(page: Page) -> None:
    page.goto("/")
    sit_at(page, "usa", 2, lambda staged: staged.turns > 6 and staged.free and staged.offered("claim"))
    page.locator(".curtain [data-confirm]").click()
    before = _claim(page)
    undo = page.locator(".curtain").get_by_role("button", name="Undo: ")
    expect(undo).to_be_visible()
    expect(page.locator(TRAINS)).not_to_have_count(before)
    undo.click()
    expect(page.locator(".curtain")).to_have_count(0)
    expect(page.locator(TRAINS)).to_have_count(before)
    expect(page.locator(".sentence.mine")).to_be_visible()
    page.keyboard.press("d")
    expect(page.get_by_text("Take a second card")).to_be_visible()
    expect(page.locator("[data-undo]")).to_have_count(0)


def test_who_watches_is_told_who_took_a_step_back(new_page: NewPage) -> None:
    here, watcher = new_page(), new_page(390, 844)
    here.goto("/")
    staged = sit_at(here, "usa", 2, lambda one: one.turns > 6 and one.free and one.offered("claim"))
    here.locator(".curtain [data-confirm]").click()
    watcher.goto(here.url)
    expect(watcher.get_by_text("You are watching.")).to_be_visible()
    before = _claim(here)
    expect(watcher.locator(TRAINS)).not_to_have_count(before)
    here.locator(".curtain [data-undo]").click()
    name = ("Ada", "Zofia")[staged.seat]
    expect(watcher.get_by_text(f"{name} undid the last move.")).to_be_visible()
    expect(watcher.locator(TRAINS)).to_have_count(before)
