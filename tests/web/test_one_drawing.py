"""A notebook and the browser show the same position: the same elements at the same places."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from semafor.boards import load_board
from semafor.picture.svg import draw_board
from semafor.show import position_of
from web.conftest import NewPage
from web.staged import sit_at

SHOWN = """
(svg) => {
  const home = svg.getScreenCTM().inverse();
  const at = (element, x, y) => {
    const point = new DOMPoint(x, y).matrixTransform(element.getScreenCTM()).matrixTransform(home);
    return [Math.round(point.x), Math.round(point.y)];
  };
  const uses = [...svg.querySelectorAll("use")].filter((one) => !one.closest("defs, clipPath"));
  const drawn = uses.map((one) => {
    const what = one.getAttribute("href").replace(/^#(?:s\\w+-paper-|g\\w{6}-)?/, "");
    return [what, ...at(one, 0, 0), ...at(one, 10, 0)].join(" ");
  });
  const written = [...svg.querySelectorAll("text")].map((one) => {
    const place = at(one, Number(one.getAttribute("x") ?? 0), Number(one.getAttribute("y") ?? 0));
    return [one.textContent, getComputedStyle(one).fontFamily.slice(0, 12), ...place].join(" ");
  });
  return {drawn: drawn.sort(), written: written.sort()};
}
"""


def _shown(page: Page, selector: str) -> dict[str, Any]:
    found: dict[str, Any] = page.locator(selector).first.evaluate(SHOWN)
    return found


@pytest.mark.parametrize(("board", "players"), [("europe", 3), ("berlin", 3), ("iberia", 3), ("asia", 4)])
def test_a_notebook_and_the_browser_show_the_same(new_page: NewPage, board: str, players: int) -> None:
    page = new_page(1440, 900)
    page.goto("/")
    staged = sit_at(page, board, players, lambda staged: staged.turns > 24 and staged.free)
    page.locator(".curtain [data-confirm]").click()
    expect(page.locator(".pane svg.drawing .rail")).to_be_attached()
    expect(page.locator(".fresh")).to_have_count(0, timeout=15_000)
    browser = _shown(page, ".pane svg.drawing")
    view = staged.game.view(None)
    notebook = new_page(1440, 900)
    notebook.set_content(draw_board(load_board(board), position_of(load_board(board), view)))
    expected = _shown(notebook, "svg")
    assert len(expected["drawn"]) > 100
    assert any("wagon" in one or "tram" in one for one in expected["drawn"])
    assert browser["drawn"] == expected["drawn"]
    assert browser["written"] == expected["written"]
