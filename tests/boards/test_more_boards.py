"""The boards made in the workshop: whole, balanced in their colours, laid out, and playable."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from semafor import Game
from semafor.boards import board_names, load_board, more_board_names
from semafor.bots import make_bot
from semafor.picture.layout.solving import layout_key
from semafor.workshop import advise
from semafor.workshop.study.watching import watch

of_each = pytest.mark.parametrize("name", more_board_names())


def test_there_is_a_small_one_and_one_for_five() -> None:
    boards = {name: load_board(name) for name in more_board_names()}
    assert list(boards) == ["balkans", "ireland"]
    assert not set(boards) & set(board_names())
    assert max(boards["balkans"].options.players) == 5
    assert len(boards["ireland"].places) == 20


@of_each
def test_it_is_finished_and_gets_no_advice_that_no_study_overrules(name: str) -> None:
    board = load_board(name)
    assert not board.sketch
    assert all((board.provenance.places, board.provenance.routes, board.provenance.tickets))
    # A value found by a study may differ from the length of the path.
    assert {one.code for one in advise(board)} <= {"ticket-value"}


@of_each
def test_its_layout_is_stored(name: str) -> None:
    stored = json.loads((files("semafor.picture.layout") / "solved" / f"{name}.json").read_text())
    assert stored["key"] == layout_key(load_board(name))


@of_each
def test_games_on_it_come_to_an_end(name: str) -> None:
    board = load_board(name)
    rows = watch(board, max(board.options.players), 20, "1", 1, False, lambda _games: None)
    assert (rows["turns"] > 20).all()
    assert not rows["stuck"].any()


def test_a_bot_without_weights_for_it_plays() -> None:
    game = Game.new("ireland", players=2, seed=1)
    bot = make_bot("planner", game.board, 0)
    assert bot.choose(game.view(0), game.moves(0)) in game.moves(0)
