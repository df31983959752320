"""The second page of the workshop, and the shelf: a board studied, shared with its study, seen and copied."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage

PATIENCE = 300_000
"""Milliseconds allowed for other processes, which may have to compile games or lay out the map."""


def copy_board(page: Page, board: str) -> None:
    """One of our boards on the drawing table."""
    page.goto("/workshop")
    page.get_by_role("combobox", name="Board", exact=True).select_option(label=board)
    page.get_by_role("button", name="Make a copy", exact=True).click()
    expect(page.locator(".status.good")).to_be_visible(timeout=PATIENCE)


def study(page: Page) -> None:
    """The smallest study of the board on the table."""
    page.get_by_role("button", name="Study", exact=True).click()
    page.get_by_label("Games").select_option(label="500")
    page.get_by_role("button", name="Start the study").click()
    figures = page.locator(".map-of-figures svg")
    expect(page.get_by_role("progressbar").or_(figures)).to_be_visible()  # it may be over already
    expect(figures).to_be_visible(timeout=PATIENCE)


def test_a_board_is_studied_shared_and_copied(new_page: NewPage) -> None:
    page = new_page(1280, 800)
    copy_board(page, "Ireland")
    study(page)
    expect(page.locator(".heat-0").first).to_be_visible()
    page.get_by_label("tickets", exact=True).check(force=True)
    expect(page.locator(".heat-3").first).to_be_visible()
    expect(page.locator(".heat-0").first).to_be_hidden()
    expect(page.get_by_role("region", name="Routes").get_by_role("row")).to_have_count(42)
    page.get_by_role("button", name="Study", exact=True).click()
    page.get_by_role("group", name="Sections of the board").get_by_role("button", name="Game").click()
    expect(page.get_by_text("The study you have just run is shared with it.")).to_be_visible()
    page.get_by_role("button", name="Share the board").click()
    expect(page.get_by_text("It's shared.")).to_be_visible(timeout=PATIENCE)

    other = new_page(390, 844, touch=True)
    other.goto("/workshop")
    shared = other.get_by_role("listitem").filter(has_text="Ireland (copy)")
    expect(shared).to_contain_text(re.compile(r"Author's study: (4\d\d|500) games"))
    shared.get_by_role("button", name="Copy: Ireland (copy)").tap()
    expect(other.get_by_role("heading", level=1)).to_have_text("Ireland (copy) (copy)")


def test_a_study_is_stopped(page: Page) -> None:
    copy_board(page, "Europe")
    page.get_by_role("button", name="Study", exact=True).click()
    page.get_by_label("Games").select_option(label="5,000")
    page.get_by_role("button", name="Start the study").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Start the study")).to_be_enabled(timeout=PATIENCE)
