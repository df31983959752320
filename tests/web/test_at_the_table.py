"""Fingers on a small board, hints, fading instead of moving, the title, and what happened meanwhile."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage
from tests.web.playing import draw_from_deck, keep, sit_down

SEATS = [{"kind": "me", "name": "Ala"}, {"kind": "bot", "level": "easy"}]


def _table(page: Page, board: str, **plan: Any) -> str:
    """A table whose deal is known, opened on this page; its address."""
    data = {"board": board, "seats": SEATS, "first": 0, "seed": "a quiet evening", "start": True, **plan}
    made = page.request.post("/api/tables", data=data).json()
    page.goto(f"/table/{made['table']['id']}")
    return str(made["table"]["id"])


def _set(page: Page, **chosen: Any) -> None:
    """Settings of this browser."""
    page.add_init_script(f"localStorage.setItem('semafor.settings', '{json.dumps(chosen)}')")


def _collect(page: Page, draws: int) -> None:
    """Draw a number of cards from the deck, two per turn."""
    for _ in range(draws):
        draw_from_deck(page)


MIDDLES = """
() => {
  const pane = document.querySelector(".pane").getBoundingClientRect();
  const seen = ([x, y]) => x > pane.x + 8 && x < pane.right - 60 && y > pane.y + 8 && y < pane.bottom - 8;
  return [...document.querySelectorAll(".offered")].map(route => {
  const boxes = [...route.querySelectorAll("rect")].map(e => e.getBoundingClientRect());
  const box = boxes[Math.floor(boxes.length / 2)];
  return [box.x + box.width / 2, box.y + box.height / 2];
  }).filter(seen);
}
"""


DOUBLE_TOUCH = 350
"""Milliseconds after which a second tap is not part of a double tap."""


def _shining(page: Page) -> list[tuple[float, float]]:
    """Return the positions of highlighted routes once the board stands still."""
    spots = None
    while spots != (now := page.evaluate(MIDDLES)):
        spots = now
        page.wait_for_timeout(DOUBLE_TOUCH)
    return [(x, y) for x, y in now]


def test_a_finger_on_a_small_phone_claims_what_it_means(new_page: NewPage) -> None:
    """Tapping a highlighted route leads to a claim, if necessary through a choice."""
    page = new_page(360, 740, touch=True)
    _table(page, "europe")
    keep(page, 2)
    _collect(page, 6)
    number = min(6, len(_shining(page)))
    assert number > 3
    claim, which = (
        page.get_by_role("dialog", name=re.compile("^Claim")),
        page.get_by_role("dialog", name="Which"),
    )
    choices = 0
    for route in range(number):
        page.touchscreen.tap(*_shining(page)[route])
        expect(claim.or_(which)).to_be_visible()
        if which.count():
            choices += 1
            expect(which.get_by_role("listitem").nth(1)).to_be_visible()
            which.get_by_role("listitem").get_by_role("button").first.tap()
        expect(claim).to_be_visible()
        claim.get_by_role("button", name="Cancel").last.tap()
        expect(claim).to_have_count(0)
    assert choices < number


def test_two_strands_under_a_finger_are_told_apart(new_page: NewPage) -> None:
    page = new_page(360, 740, touch=True)
    _table(page, "usa")
    keep(page, 2)
    _collect(page, 16)
    which = page.get_by_role("dialog", name="Which route?")
    for spot in _shining(page):
        page.touchscreen.tap(*spot)
        if which.count():
            break
        page.keyboard.press("Escape")
    expect(which.locator("[data-claim]").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(which).to_have_count(0)


@pytest.mark.parametrize(("board", "reason"), [("europe", "spaces"), ("cardgame", "from")])
def test_hints_mark_tickets_and_say_why(new_page: NewPage, board: str, reason: str) -> None:
    page = new_page(360, 740, touch=True)
    _table(page, board, hints=True)
    dialog = page.locator(".decision[role=dialog]")
    dialog.locator("summary", has_text="Why these?").click()
    expect(dialog.get_by_text(re.compile("A bot would keep the marked tickets: .*points"))).to_contain_text(
        reason
    )
    expect(dialog.locator(".ticket.suggested").first).to_contain_text("suggested")
    _keep_is_in_sight(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("Polski")
    expect(dialog).to_contain_text("Bot zachowałby zaznaczone bilety")
    expect(dialog.locator(".ticket.suggested").first).to_contain_text("polecany")


def _keep_is_in_sight(page: Page) -> None:
    """However many tickets there are, the button below them stays on the screen."""
    box = page.locator(".decision [data-confirm]").bounding_box()
    assert box
    assert box["y"] + box["height"] <= 740


def test_without_hints_nothing_is_suggested(page: Page) -> None:
    _table(page, "europe")
    expect(page.locator(".decision .ticket").first).to_be_visible()
    page.wait_for_timeout(400)
    expect(page.locator(".suggested")).to_have_count(0)


FIRST_FRAMES = """
async () => {
  document.querySelector("header nav button:last-child").click();
  const seen = [];
  for (let n = 0; n < 12; n++) {
    await new Promise(requestAnimationFrame);
    const dialog = document.querySelector("dialog");
    if (dialog) seen.push([dialog.getBoundingClientRect().x, Number(getComputedStyle(dialog).opacity)]);
  }
  return seen;
}
"""


@pytest.mark.parametrize("still", [True, False])
def test_reduced_motion_fades_instead_of_moving(new_page: NewPage, still: bool) -> None:
    page = new_page()
    _set(page, motion="less" if still else "full", language="en")
    page.goto("/")
    expect(page.get_by_role("button", name="Settings")).to_be_visible()
    seen = page.evaluate(FIRST_FRAMES)
    assert min(opacity for _, opacity in seen) < 0.9
    places = {round(x, 1) for x, _ in seen}
    assert (len(places) == 1) == still


def test_the_title_calls_and_the_others_moves_are_marked(page: Page) -> None:
    _table(page, "berlin", seats=[SEATS[0], {"kind": "bot", "level": "expert"}])  # who claims before long
    keep(page, 1)
    expect(page).to_have_title(re.compile("Your turn"))
    for _ in range(30):
        if page.locator(".recent").count():
            break
        _collect(page, 2)
    expect(page.locator(".recent").first).to_be_attached()
    page.reload()
    expect(page.locator(".recent").first).to_be_attached()
    expect(page.locator("li.fresh").filter(has_text="claimed").first).to_be_attached()
    page.goto("/")
    expect(page).to_have_title("Semafor")


def test_escape_closes_what_lies_over_the_table(page: Page) -> None:
    sit_down(page, "berlin")
    for name in ("Rules", "Settings"):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog", name=name)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog", name=name)).to_have_count(0)
