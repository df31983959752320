"""The board by mouse, touch and keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage
from tests.web.playing import draw_from_deck, sit_down


def _keep_two(page: Page) -> None:
    for number in range(2):
        page.locator(".decision .ticket").nth(number).click()
    page.get_by_role("button", name="Keep 2 tickets").click()
    expect(page.locator(".sentence.mine")).to_be_visible()


def _collect(page: Page) -> None:
    """Draw until something can be claimed; four cards nearly always pay for a short route."""
    while not page.locator(".offered rect").count():
        draw_from_deck(page)


def _middle(page: Page, number: int = 0) -> tuple[float, float]:
    box = page.locator(".offered rect").nth(number).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _tap_a_shining_route(page: Page) -> None:
    """Tap until a dialog opens, because on a small screen a tap can hit a neighbour that is not free."""
    for number in range(page.locator(".offered rect").count()):
        page.touchscreen.tap(*_middle(page, number))
        page.wait_for_timeout(500)
        if page.get_by_role("dialog", name="Claim").count():
            return


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_a_shining_route_is_claimed_by_pointing_at_it(new_page: NewPage, touch: bool) -> None:
    page = new_page(390, 844, touch=True) if touch else new_page()
    sit_down(page, "europe")
    _keep_two(page)
    _collect(page)
    if touch:
        _tap_a_shining_route(page)
    else:
        page.mouse.click(*_middle(page))
    dialog = page.get_by_role("dialog", name="Claim")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Cancel").last.click()
    expect(dialog).to_have_count(0)


def test_hovering_tells_what_a_route_is(page: Page) -> None:
    sit_down(page, "europe")
    _keep_two(page)
    _collect(page)
    page.mouse.move(*_middle(page))
    expect(page.get_by_role("tooltip")).to_contain_text("point")


def test_wheel_and_keys_zoom_and_zero_shows_all(page: Page) -> None:
    sit_down(page, "berlin")
    board = page.locator(".pane .map")
    whole = board.get_attribute("style")
    page.mouse.move(500, 300)
    page.mouse.wheel(0, -400)
    expect(board).not_to_have_attribute("style", str(whole))
    page.locator(".pane").focus()
    page.keyboard.press("0")
    expect(board).to_have_attribute("style", str(whole))
    page.keyboard.press("+")
    page.keyboard.press("ArrowLeft")
    expect(board).not_to_have_attribute("style", str(whole))
    page.get_by_role("button", name="Show the whole board").click()
    expect(board).to_have_attribute("style", str(whole))
