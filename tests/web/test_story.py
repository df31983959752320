"""After the end: Score, Story and Map, on a desk and on a phone."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage
from tests.web.screens import TOLD
from tests.web.test_replays import finished


def _fits(page: Page) -> bool:
    return not page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


def test_score_story_and_map(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    table, _ = finished(page)
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="Analysis").click()
    expect(sheet.get_by_role("group", name="Win probability").locator("polyline")).to_have_count(
        2, timeout=TOLD
    )
    expect(sheet.get_by_role("columnheader", name="Accuracy")).to_be_visible(timeout=TOLD)
    sheet.get_by_role("button", name="Expected score").click()
    expect(sheet.get_by_role("group", name="Expected score").locator("polyline")).to_have_count(2)
    moments = sheet.locator(".moments button")
    if moments.count():
        moments.first.click()
        expect(sheet.get_by_text("Played: ")).to_be_visible()
        expect(sheet.locator("article .map svg").first).to_be_visible()
    sheet.get_by_role("button", name="Map").click()
    with page.expect_download() as saving:
        sheet.get_by_role("button", name="Save as an image").click()
    saved = tmp_path / "map.png"
    saving.value.save_as(saved)
    assert saved.read_bytes().startswith(b"\x89PNG")
    phone = new_page(360, 740, touch=True, locale="pl")
    phone.goto(f"/table/{table}")
    phone.get_by_role("button", name="Analiza").tap()
    expect(phone.get_by_text("Trafność")).to_be_visible(timeout=TOLD)
    assert _fits(phone)
    phone.set_viewport_size({"width": 844, "height": 390})
    box = phone.get_by_role("region", name="Analiza").bounding_box()
    assert box
    assert box["height"] > 230, "on its side most of a phone is for the story"
    expect(phone.get_by_role("button", name="Wynik", exact=True)).to_be_visible()
    expect(phone.get_by_role("link", name="Powtórka")).to_be_visible()
    assert _fits(phone)
    phone.set_viewport_size({"width": 360, "height": 740})
    phone.goto(f"/replay/{table}")
    expect(phone.get_by_text("Szanse", exact=True)).to_be_visible(timeout=TOLD)
    assert _fits(phone)
