"""After the end: a replay that can be shared, stepped through and saved, and the score on a phone."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
from playwright.sync_api import Page, expect

from semafor import Game
from semafor.record import Record
from tests.web.conftest import NewPage
from tests.web.staged import Staged, sit_at

UNCOVERED = """
(button) => {
  const box = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}
"""


def finished(page: Page) -> tuple[str, Staged]:
    """A short game of Berlin at its end, on this page: the table and the game."""
    page.goto("/")
    staged = sit_at(page, "berlin", 2, lambda staged: staged.game.over, pieces={"tram": 5, "subway": 2})
    expect(page.locator("#score-title")).to_be_visible()
    return page.url.split("/table/")[1], staged


def test_a_replay_is_shared_and_saved(new_page: NewPage, tmp_path: Path) -> None:
    page, friend = new_page(), new_page(360, 740, touch=True)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table, staged = finished(page)
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_text("Step 0 of")).to_be_visible()
    page.get_by_label("View as").select_option("a spectator")
    for step in (1, 2, 3):
        page.get_by_role("button", name="Next step").click()
        expect(page.get_by_text(f"Step {step} of")).to_be_visible()
    page.get_by_role("button", name="Copy a link to this step").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith(f"/replay/{table}#step=3&viewer=spectator")
    friend.goto(link)
    expect(friend.get_by_text("Step 3 of")).to_be_visible()
    expect(friend.get_by_label("View as")).to_have_value("spectator")
    assert not friend.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    friend.goto(link.replace("step=3", "step=24"))
    friend.reload()
    expect(friend.get_by_role("slider")).to_have_value("24")
    expect(friend.locator(".turns [aria-current]")).to_be_visible()
    assert friend.get_by_role("button", name="Next step").evaluate(UNCOVERED), "only the list scrolls"
    with page.expect_download() as saving:
        page.get_by_role("button", name="Download game").click()
    saved = tmp_path / "record.json"
    saving.value.save_as(saved)
    record = msgspec.json.decode(saved.read_bytes(), type=Record)
    assert Game.replay(record).over
    assert record.seed == staged.seed


def test_the_score_on_a_phone_shows_lines_on_the_board(new_page: NewPage) -> None:
    desk, phone = new_page(), new_page(360, 740, touch=True)
    table, _ = finished(desk)
    phone.goto(f"/table/{table}")
    sheet = phone.get_by_role("dialog", name=re.compile("wins|victory"))
    expect(sheet.get_by_role("row", name="Total")).to_be_visible()
    sheet.get_by_role("button", name="Look at the board").tap()
    again = phone.get_by_role("button", name="Show the score")
    box = again.bounding_box()
    tabs = phone.locator(".tabs").bounding_box()
    assert box
    assert tabs
    assert box["y"] + box["height"] <= tabs["y"]
    expect(phone.locator(".tabs").get_by_role("button", name="Market")).to_be_visible()
    again.tap()
    expect(sheet).to_be_visible()
