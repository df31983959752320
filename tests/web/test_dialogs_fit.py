"""Every dialog of every game fits its window: nothing is cut off, and no scrolling area is inside another."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, expect

from tests.web.conftest import NewPage
from tests.web.playing import open_routes
from tests.web.screens import most_ways
from tests.web.staged import Moment, Staged, sit_at

SIZES = {"desktop": (1024, 768), "large": (1440, 900), "phone": (360, 640), "landscape": (740, 360)}
PROBLEMS = """
(whole) => {
  const dialog = document.querySelector(".decision[role=dialog]");
  if (!dialog) return ["no dialog"];
  const found = [];
  const canScroll = (e) => /auto|scroll/.test(getComputedStyle(e).overflowY);
  const excess = (e) => (canScroll(e) ? e.scrollHeight - e.clientHeight : 0);
  const scrolls = (e) => excess(e) > 1;
  const hidden = (e) => {
    const box = e.getBoundingClientRect();
    return box.top < -1 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
  };
  const name = (e) => `${e.tagName.toLowerCase()}.${e.className} "${e.textContent.trim().slice(0, 30)}"`;
  for (const e of [dialog.querySelector("h2"), ...dialog.querySelectorAll(".foot button")])
    if (hidden(e)) found.push(`outside the window: ${name(e)}`);
  const inside = [...dialog.querySelectorAll("*")].filter(scrolls);
  const around = [];
  for (let e = dialog; e; e = e.parentElement) if (scrolls(e)) around.push(e);
  if (around.length) found.push(`the dialog is inside something that scrolls: ${around.map(name)}`);
  if (inside.length > (whole ? 0 : 1)) found.push(`scrolls: ${inside.map((e) => name(e) + excess(e))}`);
  for (const e of dialog.querySelectorAll("*"))
    if (e.scrollWidth > e.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(e).overflowX))
      found.push(`scrolls sideways: ${name(e)}`);
  return found;
}
"""


def _offered(prefix: str, turns: int = 0) -> Moment:
    return lambda staged: staged.turns >= turns and staged.offered(prefix)


def _free(prefix: str, turns: int) -> Moment:
    return lambda staged: staged.turns >= turns and staged.free and staged.offered(prefix)


Open = Callable[[Page, Staged], None]


def _nothing(page: Page, staged: Staged) -> None:
    """The dialog is open when the player sits down."""


def _press(key: str) -> Open:
    return lambda page, _: page.keyboard.press(key)


def _click(name: str) -> Open:
    return lambda page, _: page.get_by_role("button", name=name).click()


def _claim(page: Page, staged: Staged) -> None:
    open_routes(page)
    page.locator(f'[data-claim="{most_ways(staged)[0]}"]').click()


DIALOGS: dict[str, tuple[str, int, Moment, Open, bool]] = {
    # name: board, players, moment, how the dialog is opened, whether everything is visible without scrolling
    "usa, first tickets": ("usa", 5, _offered("keep"), _nothing, True),
    "usa, more tickets": ("usa", 5, _free("draw tickets", 15), _press("t"), True),
    "europe, first tickets": ("europe", 5, _offered("keep"), _nothing, True),
    "europe, more tickets": ("europe", 5, _free("draw tickets", 20), _press("t"), True),
    "europe, payment": ("europe", 5, lambda staged: most_ways(staged)[1] > 4, _claim, False),
    "europe, station": ("europe", 5, _free("build", 20), _press("s"), False),
    "europe, tunnel": ("europe", 5, _offered("pay"), _nothing, False),
    "berlin, first tickets": ("berlin", 4, _offered("keep"), _nothing, True),
    "iberia, draft": ("iberia", 5, _offered("pick"), _nothing, True),
    "iberia, kept tickets": ("iberia", 5, _offered("keep"), _nothing, True),
    "iberia, festival": ("iberia", 5, _offered("festival", 30), _nothing, False),
    "asia, first tickets": ("asia", 6, _offered("keep"), _nothing, True),
    "asia, ticket for the rack": ("asia", 6, _offered("rack"), _nothing, True),
    "asia, drawn card": ("asia", 6, _offered("put", 12), _nothing, True),
    "asia, share tickets": ("asia", 6, _free("share", 30), _click("Share tickets…"), False),
    "cardgame, first tickets": ("cardgame", 4, _offered("keep"), _nothing, False),
    "cardgame, siding": ("cardgame", 4, _free("place", 8), _press("p"), False),
    "cardgame, scoring": ("cardgame", 4, _offered("complete"), _nothing, False),
}


def _problems(page: Page, whole: bool) -> list[str]:
    """Return what does not fit once the page has adapted to its new size."""
    with suppress(Error):
        page.wait_for_function(f"(whole) => ({PROBLEMS})(whole).length === 0", arg=whole, timeout=15_000)
    return list(page.evaluate(PROBLEMS, whole))


@pytest.mark.parametrize("name", DIALOGS)
def test_a_dialog_fits(new_page: NewPage, name: str) -> None:
    board, players, moment, show, whole = DIALOGS[name]
    page = new_page()
    page.goto("/")
    staged = sit_at(page, board, players, moment)
    page.locator(".curtain [data-confirm]").click()
    expect(page.locator(".sentence.mine")).to_be_visible()
    show(page, staged)
    expect(page.locator(".decision[role=dialog] h2")).to_be_visible()
    found = {}
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        found[size] = _problems(page, whole and size != "landscape")
    assert found == {size: [] for size in SIZES}
