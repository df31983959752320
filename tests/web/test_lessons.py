"""The lesson of each game, from its first step to its last: whoever does what it points at comes through."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from semafor import Game
from semafor.boards import load_board
from semafor.boards.model import Route
from semafor.bots import make_bot
from semafor.moves import Claim
from semafor.view import View
from tests.web.conftest import ROOT, NewPage
from tests.web.reading import FIVE_MINUTES, seconds_for

DEALS = json.loads((ROOT / "web/src/learn/deals.json").read_text())
POINTED = """
() => {
  const middle = ({x, y, width, height}) => [x + width / 2, y + height / 2];
  const dialog = document.querySelector(".decision [data-confirm]:not(:disabled)");
  const ring = document.querySelector(".ring");
  if (ring) return ["ring", ...middle(ring.getBoundingClientRect())];
  const pane = document.querySelector(".pane")?.getBoundingClientRect();
  const inside = ([x, y]) => x > pane.x && x < pane.right && y > pane.y && y < pane.bottom;
  const spaces = [...document.querySelectorAll(".pointed rect")];
  const seen = spaces.map((one) => middle(one.getBoundingClientRect())).find(inside);
  // Out of turn a route that is touched tells about itself, and nothing more.
  return seen && !dialog && document.querySelector(".sentence.mine") ? ["route", ...seen] : null;
}
"""
UPRIGHT, ON_ITS_SIDE = (390, 844), (844, 390)
PATIENCE = 90.0
"""Seconds for a lesson on a busy machine."""
LAST = {"en": "That's what makes this board special", "pl": "To wszystko, co wyróżnia tę planszę"}


def _follow(page: Page, card: Locator, last: str, touch: bool) -> set[str]:
    """Follow the lesson to its last step and return its texts."""
    said: set[str] = set()
    acts = 0
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        words = card.inner_text()
        said.add(words)
        assert _is_seen(page, card), f"scrolled away: {words}"
        if last in words:
            assert seconds_for(said, acts) < FIVE_MINUTES
            return said
        go_on = card.locator("[data-next]")
        if go_on.count():
            go_on.click()
            acts += 1
        elif spot := page.evaluate(POINTED):
            (page.touchscreen.tap if touch else page.mouse.click)(*spot[1:])
            acts += 1
        page.wait_for_timeout(60)
    raise AssertionError(f"the lesson does not end: {words}")


def _is_seen(page: Page, card: Locator) -> bool:
    """Whether all of it is on the screen."""
    box, screen = card.bounding_box(), page.viewport_size
    assert box, "a lesson that is going on"
    assert screen
    return box["y"] >= 0 and box["y"] + box["height"] <= screen["height"]


def _begin(page: Page, board: str, name: str) -> Locator:
    page.goto("/")
    card = page.locator("li", has=page.locator(f"[data-board={board}]"))
    card.get_by_role("button", name=re.compile(f"^{name}")).click()
    lesson = page.get_by_role("complementary", name=name)
    expect(lesson).to_be_visible()
    return lesson


@pytest.mark.parametrize("board", DEALS)
def test_a_lesson_leads_to_its_end_by_touch_on_a_phone(new_page: NewPage, board: str) -> None:
    page = new_page(*(ON_ITS_SIDE if board == "asia" else UPRIGHT), touch=True)
    card = _begin(page, board, "Lesson")
    said = _follow(page, card, LAST["en"], touch=True)
    assert not any("don't have the cards for this" in words or "press R" in words for words in said), said
    assert board != "asia" or any("goes on the team's rack" in words for words in said), said
    card.get_by_role("button", name="Finish the lesson").tap()
    expect(card).to_have_count(0)


@pytest.mark.parametrize("board", ["europe", "iberia"])
def test_a_lesson_leads_to_its_end_by_mouse_and_in_polish(new_page: NewPage, board: str) -> None:
    page = new_page(locale="pl")
    card = _begin(page, board, "Lekcja")
    said = _follow(page, card, LAST["pl"], touch=False)
    assert not any("Nie masz jeszcze potrzebnych kart" in words for words in said), said


class Pupil:
    """Plays what a lesson asks for, in any allowed way, while the bots play."""

    def __init__(self, board: str, bot: str, dice: int) -> None:
        deal, self.board = DEALS[board], load_board(board)
        self.game = Game.new(board, players=deal["players"], seed=deal["seed"], first=0)
        self._bots = {seat: make_bot(bot, self.board, dice) for seat in range(1, deal["players"])}
        self._dice = random.Random(dice)

    @property
    def view(self) -> View:
        return self.game.view(0)

    def do(self, *starts: str) -> None:
        """One of the moves that begin like this; it must be offered."""
        offered = [str(move) for move in self.game.moves(0)]
        fitting = [move for move in offered if move.startswith(starts)]
        assert fitting, f"{starts} of {offered}"
        self.game.play(self._dice.choice(fitting), 0)
        while not self.game.over and 0 not in self.game.pending:
            seat = self.game.pending[0]
            self.game.play(self._bots[seat].choose(self.game.view(seat), self.game.moves(seat)), seat)

    def claim(self, fits: Callable[[Route], object]) -> None:
        """Claim one of the routes of a kind."""
        routes = dict(zip(self.board.route_names, self.board.routes, strict=True))
        moves = [move for move in self.game.moves(0) if isinstance(move, Claim) and fits(routes[move.route])]
        self.do(*map(str, moves))

    def choose_tickets(self) -> None:
        while self.view.own and self.view.own.ask in ("pick", "draft-keep", "start-keep", "start-rack"):
            self.do("pick", "keep", "rack")


def _europe(pupil: Pupil) -> None:
    pupil.do(f"claim {DEALS['europe']['tunnel']}")
    pupil.do("pay")
    pupil.do(*[f"draw market {n + 1}" for n, card in enumerate(pupil.view.market) if card == "wild"])
    pupil.claim(lambda route: route.ferry)
    pupil.do("draw deck")
    pupil.do("draw deck")
    pupil.do("build")


def _iberia(pupil: Pupil) -> None:
    pupil.do("draw deck")
    pupil.do("draw deck")
    opened = [one for one in pupil.board.festivals if pupil.view.festivals.get(one.id)]
    towns = {place for one in opened for place in one.places}
    pupil.claim(lambda route: route.a in towns or route.b in towns)
    pupil.do(*[f"festival {one.id}" for one in opened])


def _asia(pupil: Pupil) -> None:
    pupil.do("draw deck")
    pupil.do("put rack")
    pupil.do("draw deck")
    pupil.claim(lambda _: True)


def _usa(pupil: Pupil) -> None:
    pupil.do("draw deck")
    pupil.do("draw deck")
    pupil.claim(lambda _: True)


SCRIPTS: dict[str, Callable[[Pupil], None]] = {
    "europe": _europe,
    "iberia": _iberia,
    "asia": _asia,
    "cardgame": lambda pupil: pupil.do("place"),
    "usa": _usa,
}


@pytest.mark.parametrize("bot", ["random", "greedy", "casual"])
@pytest.mark.parametrize("board", DEALS)
def test_the_deal_of_a_lesson_bears_any_opponent(board: str, bot: str) -> None:
    for dice in range(4):
        pupil = Pupil(board, bot, dice)
        pupil.choose_tickets()
        SCRIPTS[board](pupil)
