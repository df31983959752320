"""The lesson of each game, from its first step to its last: whoever does what it points at comes through."""

from __future__ import annotations

import json
import random
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from semafor import Game
from semafor.boards import load_board
from semafor.bots import Bot, make_bot
from semafor.moves import Claim, PutCard
from web.conftest import ROOT, NewPage

DEALS = json.loads((ROOT / "web/src/learn/deals.json").read_text())
POINTED = """
() => {
  const middle = ({x, y, width, height}) => [x + width / 2, y + height / 2];
  const dialog = document.querySelector(".decision [data-confirm]:not(:disabled)");
  const ring = document.querySelector(".ring");
  if (ring) return ["ring", ...middle(ring.getBoundingClientRect())];
  const pane = document.querySelector(".pane")?.getBoundingClientRect();
  const inside = ([x, y]) => x > pane.x && x < pane.right && y > pane.y && y < pane.bottom;
  const spaces = [...document.querySelectorAll(".pointed rect")].map((one) => middle(one.getBoundingClientRect()));
  const seen = spaces.find(inside);
  return seen && !dialog ? ["route", ...seen] : null;
}
"""
LAST = {"en": "That is what is special here", "pl": "To wszystko, co tu szczególne"}


def _follow(page: Page, card: Locator, last: str, touch: bool) -> set[str]:
    """Do what the lesson points at, step by step, to its last one; what it said on the way."""
    said: set[str] = set()
    for _ in range(120):
        words = card.inner_text()
        said.add(words)
        if last in words:
            return said
        go_on = card.locator("[data-next]")
        if go_on.count():
            go_on.click()
        elif spot := page.evaluate(POINTED):
            (page.touchscreen.tap if touch else page.mouse.click)(*spot[1:])
        page.wait_for_timeout(60)
    raise AssertionError(f"the lesson does not end: {words}")


def _begin(page: Page, board: str, name: str) -> Locator:
    page.goto("/")
    card = page.locator("li", has=page.locator(f"[data-board={board}]"))
    card.get_by_role("button", name=re.compile(f"^{name}")).click()
    lesson = page.get_by_role("complementary", name=name)
    expect(lesson).to_be_visible()
    return lesson


@pytest.mark.parametrize("board", DEALS)
def test_a_lesson_leads_to_its_end_by_touch_on_a_phone(new_page: NewPage, board: str) -> None:
    page = new_page(390, 844, touch=True)
    card = _begin(page, board, "Lesson")
    said = _follow(page, card, LAST["en"], touch=True)
    assert not any("cannot be done" in words or "press R" in words for words in said), said
    card.get_by_role("button", name="End the lesson").tap()
    expect(card).to_have_count(0)


@pytest.mark.parametrize("board", ["europe", "iberia"])
def test_a_lesson_leads_to_its_end_by_mouse_and_in_polish(new_page: NewPage, board: str) -> None:
    page = new_page(locale="pl")
    card = _begin(page, board, "Lekcja")
    said = _follow(page, card, LAST["pl"], touch=False)
    assert not any("nie da się tego" in words for words in said), said


def _others_play(game: Game, bots: dict[int, Bot]) -> None:
    while not game.over and 0 not in game.pending:
        seat = game.pending[0]
        game.play(bots[seat].choose(game.view(seat), game.moves(seat)), seat)


@pytest.mark.parametrize("bot", ["random", "greedy", "casual"])
@pytest.mark.parametrize("board", DEALS)
def test_the_deal_of_a_lesson_bears_any_opponent(board: str, bot: str) -> None:
    """The moves that the script asks for are offered, whatever the others do."""
    deal, loaded = DEALS[board], load_board(board)
    routes = dict(zip(loaded.route_names, loaded.routes, strict=True))
    for dice in range(4):
        game = Game.new(board, players=deal["players"], seed=deal["seed"], first=0)
        bots = {seat: make_bot(bot, loaded, dice) for seat in range(1, deal["players"])}
        chance = random.Random(dice)

        def choose(*starts: str, game: Game = game, bots: dict[int, Bot] = bots) -> None:
            _others_play(game, bots)
            offered = [str(move) for move in game.moves(0)]
            fitting = [move for move in offered if move.startswith(starts)]
            assert fitting, f"{starts} of {offered}"
            game.play(chance.choice(fitting), 0)  # noqa: B023 - used within this round
            _others_play(game, bots)

        def claims(fits: object, game: Game = game) -> tuple[str, ...]:
            assert callable(fits)
            moves = [move for move in game.moves(0) if isinstance(move, Claim) and fits(routes[move.route])]
            return tuple(map(str, moves))

        _script(board, deal, game, choose, claims)


def _script(board: str, deal: dict[str, object], game: Game, choose: object, claims: object) -> None:
    """What the lesson of a board asks for, in its order."""
    assert callable(choose)
    assert callable(claims)
    own = game.view(0).own
    while own is not None and own.ask in ("pick", "draft-keep", "start-keep", "start-rack"):
        choose("pick", "keep", "rack")
        own = game.view(0).own
    if "tunnel" in deal:
        choose(f"claim {deal['tunnel']}")
        choose("pay")
        choose(*[f"draw market {n + 1}" for n, card in enumerate(game.view(0).market) if card == "wild"])
        choose(*claims(lambda route: route.ferry))
        choose("draw deck")
        choose("draw deck")
        choose("build")
    elif board == "cardgame":
        choose("place")
        assert game.view(0).own
    else:
        choose("draw deck")
        if any(isinstance(move, PutCard) for move in game.moves(0)):
            choose("put rack")
        choose("draw deck")
        opened = [one for one in load_board(board).festivals if game.view(0).festivals.get(one.id)]
        towns = {place for one in opened for place in one.places}
        choose(*claims(lambda route: not towns or route.a in towns or route.b in towns))
        if towns:
            choose(*[f"festival {one.id}" for one in opened])
