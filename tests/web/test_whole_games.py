"""A whole game of each kind by mouse, to the score sheet and its replay."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.playing import open_routes, play, short_table

BOARDS = ["europe", "usa", "berlin", "iberia", "asia", "cardgame"]


@pytest.mark.parametrize("board", ["europe", "cardgame"])  # the others by touch and by keys
def test_a_game_can_be_played_to_the_score_sheet(page: Page, board: str) -> None:
    short_table(page, board)
    expect(page.locator(".decision[role=dialog]")).to_be_visible()
    if board != "cardgame":
        open_routes(page)
    assert play(page) == "over"
    expect(page.get_by_role("row", name="Total")).to_be_visible()
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_text("Step 0 of")).to_be_visible()
    page.get_by_role("button", name="Next step").click()
    expect(page.get_by_text("Step 1 of")).to_be_visible()
    page.get_by_role("button", name="Last step").click()
    expect(page.get_by_text("The game is over.")).to_be_visible()


def test_play_again_leads_to_a_new_table(page: Page) -> None:
    short_table(page, "berlin")
    expect(page.locator(".decision[role=dialog]")).to_be_visible()
    open_routes(page)
    assert play(page) == "over"
    before = page.url
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".decision[role=dialog]")).to_be_visible()
    assert page.url != before
