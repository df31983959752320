"""A whole game of each by touch on a phone, and by the keyboard alone."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage
from tests.web.playing import short_table, sit_down, without_map
from tests.web.test_whole_games import BOARDS

TOUCH = """
async ([seconds]) => {
  let seed = 11;
  const chance = (n) => (seed = (seed * 16807) % 2147483647) % n;
  const small = new Set();
  // A finger needs something on the screen, uncovered, and large enough.
  const touch = (element) => {
    element.scrollIntoView({block: "nearest"});
    const box = element.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const met = document.elementFromPoint(x, y);
    if (!met || !(element.contains(met) || met.contains(element))) return false;
    if (box.width < 43.5 || box.height < 43.5) small.add(`${box.width} ${box.height} ${element.className}`);
    element.click();
    return true;
  };
  const shown = (e) => !e.disabled && e.offsetParent !== null;
  const all = (where, what) => [...where.querySelectorAll(what)].filter(shown);
  const one = (list) => list.length > 0 && touch(list[chance(list.length)]);
  const tab = (n) => one(all(document, `.tabs button:nth-child(${n})`));
  const act = () => {
    if (!document.querySelector(".sentence.mine")) return false;
    const dialog = document.querySelector(".decision[role=dialog]");
    if (dialog) {
      const yes = all(dialog, "[data-confirm]").slice(0, 1);
      return one(yes) || one(all(dialog, "[aria-pressed=false]")) || one(all(dialog, "[data-refuse]"));
    }
    if (one(all(document, "[data-claim], [data-place], .sentence [data-confirm]"))) return true;
    if (document.querySelector(".tab-body .routes")) return tab(1);
    if (document.querySelector(".map .offered") && chance(3) === 0) return tab(4);
    if (chance(30) === 0 && one(all(document, ".decks .deck:last-child"))) return true;
    const cards = all(document, ".market .card, .decks .deck:first-child");
    return one(cards) || one(all(document, ".decks .deck")) || tab(1);
  };
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    if (document.querySelector("#score-title")) return ["over", ...small];
    act();
    await new Promise((done) => setTimeout(done, 12));
  }
  return ["late", ...small];
}
"""


@pytest.mark.parametrize("board", BOARDS)
def test_a_game_by_touch_on_a_phone(new_page: NewPage, board: str) -> None:
    page = new_page(390, 844, touch=True)
    short_table(page, board)
    assert page.evaluate(TOUCH, [240]) == ["over"]


def test_a_game_of_full_length_by_touch_on_a_phone(new_page: NewPage) -> None:
    page = new_page(390, 844, touch=True)
    sit_down(page, "europe")
    without_map(page)
    assert page.evaluate(TOUCH, [240]) == ["over"]


WHERE = """
() => {
  if (document.querySelector("#score-title")) return "over";
  if (!document.querySelector(".sentence.mine")) return "waiting";
  return document.querySelector(".decision[role=dialog]") ? "dialog" : "turn";
}
"""
CHOSEN = """
() => {
  const ready = document.querySelector(".decision [data-confirm]:not(:disabled)");
  const wanted = ready ? "[data-confirm]:not(:disabled)" : "[aria-pressed=false], [data-refuse]";
  return document.activeElement.matches(wanted);
}
"""


def _decide_by_keys(page: Page) -> None:
    """Walk through an open dialog with Tab and Enter: choose until something can be confirmed."""
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate(CHOSEN):
            page.keyboard.press("Enter")
            return


def _turn_by_keys(page: Page, turn: int) -> None:
    """Claim if possible, place cards every other time, otherwise draw or pass."""
    place = ["p"] if turn % 2 else []
    for key in [*place, "r", "d", "1", "2", "3", "4", "5", "t", "x"]:
        page.keyboard.press(key)
        page.wait_for_timeout(40)
        if page.evaluate("document.activeElement.matches('[data-claim]')"):
            page.keyboard.press("Enter")
        if page.evaluate(WHERE) != "turn":
            return


@pytest.mark.parametrize("board", BOARDS)
def test_a_game_by_the_keyboard_alone(page: Page, board: str) -> None:
    short_table(page, board)
    turns, end = 0, time.monotonic() + 240
    while (now := page.evaluate(WHERE)) != "over":
        assert time.monotonic() < end
        if now == "dialog":
            _decide_by_keys(page)
        elif now == "turn":
            turns += 1
            _turn_by_keys(page, turns)
        else:
            page.wait_for_timeout(30)
    expect(page.get_by_role("row", name="Total")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#score-title")).to_have_count(0)
