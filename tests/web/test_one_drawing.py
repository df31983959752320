"""A notebook and the browser show the same position: the same elements at the same places."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from semafor.boards import load_board
from semafor.picture.svg import draw_board
from semafor.show import position_of
from tests.web.conftest import NewPage
from tests.web.staged import sit_at

SHOWN = """
(svg) => {
  const home = svg.getScreenCTM().inverse();
  const at = (element, x, y) => {
    const point = new DOMPoint(x, y).matrixTransform(element.getScreenCTM()).matrixTransform(home);
    return [point.x, point.y];
  };
  const uses = [...svg.querySelectorAll("use")].filter((one) => !one.closest("defs, clipPath"));
  const drawn = uses.map((one) => {
    const what = one.getAttribute("href").replace(/^#(?:s\\w+-paper-|g\\w{6}-)?/, "");
    return [what, [...at(one, 0, 0), ...at(one, 10, 0)]];
  });
  const written = [...svg.querySelectorAll("text")].map((one) => {
    const place = at(one, Number(one.getAttribute("x") ?? 0), Number(one.getAttribute("y") ?? 0));
    return [`${one.textContent} ${getComputedStyle(one).fontSize}`, place];
  });
  return {drawn, written};
}
"""

SET_DOWN = """
Promise.all(
  [...document.querySelectorAll(".fresh use")]
    .flatMap((use) => use.getAnimations()).map((one) => one.finished))
"""
"""The trains that were claimed last stand still."""


Spot = tuple[str, list[float]]
NEAR = 0.2
"""Picture units; files round a little more than the page."""


def _shown(page: Page, selector: str) -> dict[str, list[Spot]]:
    found: dict[str, list[Spot]] = page.locator(selector).first.evaluate(SHOWN)
    return found


def _without_partner(some: list[Spot], others: list[Spot]) -> list[Spot]:
    """Return the elements of the first list without a partner in the second; each partner is used once."""
    left = list(others)
    alone = []
    for what, at in some:
        same = (n for n, (name, there) in enumerate(left) if name == what and _near(at, there))
        found = next(same, None)
        if found is None:
            alone.append((what, at))
        else:
            left.pop(found)
    return alone


def _near(one: list[float], other: list[float]) -> bool:
    return all(abs(a - b) <= NEAR for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize(("board", "players"), [("europe", 3), ("berlin", 3), ("iberia", 3), ("asia", 4)])
def test_a_notebook_and_the_browser_show_the_same(new_page: NewPage, board: str, players: int) -> None:
    page = new_page(1440, 900)
    page.goto("/")
    staged = sit_at(page, board, players, lambda staged: staged.turns > 24 and staged.free)
    page.locator(".curtain [data-confirm]").click()
    expect(page.locator(".pane svg.drawing .rail")).to_be_attached()
    page.evaluate(SET_DOWN)
    browser = _shown(page, ".pane svg.drawing")
    view = staged.game.view(None)
    notebook = new_page(1440, 900)
    notebook.set_content(draw_board(load_board(board), position_of(load_board(board), view)))
    expected = _shown(notebook, "svg")
    assert len(expected["drawn"]) > sum(route.length for route in load_board(board).routes)
    assert any(what.startswith(("wagon", "tram")) for what, _ in expected["drawn"])
    for kind in ("drawn", "written"):
        assert len(browser[kind]) == len(expected[kind])
        assert _without_partner(expected[kind], browser[kind]) == []
