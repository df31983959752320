"""Copies and pickles of games, bots and environments go on as the original would."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from semafor import Game, board_names
from semafor.bots import bot_names, make_bot
from semafor.bots.search.search_bot import SeatSearch
from semafor.games.kind import Plain
from semafor.games.lookup import kind_of

WAYS = [copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))]
QUICK = [name for name in bot_names() if name not in ("search", "network", "noisy", "lookahead")]


@pytest.mark.parametrize("again", WAYS, ids=["deepcopy", "pickle"])
@pytest.mark.parametrize("board", board_names())
def test_a_game_goes_on_in_its_copy(board: str, again: Callable[[Any], Any]) -> None:
    game = Game.new(board, players=2 if board != "asia" else 4, seed=3)
    twin = again(game)
    assert twin.board == game.board
    for _ in range(6):
        seat = game.pending[0]
        move = game.moves(seat)[0]
        game.play(move, seat)
    assert twin.version == 0
    for seat, move in game._moves:
        twin.play(move, seat)
    assert twin.view(0) == game.view(0)
    assert twin.record() == game.record()


@pytest.mark.parametrize("again", WAYS, ids=["deepcopy", "pickle"])
@pytest.mark.parametrize("name", QUICK)
def test_a_bot_goes_on_in_its_copy(name: str, again: Callable[[Any], Any]) -> None:
    game = Game.new("berlin", players=2, seed=5)
    bots = [make_bot(name, game.board, seat) for seat in range(2)]
    for _ in range(12):
        seat = game.pending[0]
        game.play(bots[seat].choose(game.view(seat), game.moves(seat)), seat)
    seat = game.pending[0]
    twin = again(bots[seat])
    asked = game.view(seat), game.moves(seat)
    assert twin.choose(*asked) == bots[seat].choose(*asked)


@pytest.mark.parametrize("again", WAYS, ids=["deepcopy", "pickle"])
def test_a_searching_bot_s_desk_is_its_own(again: Callable[[Any], Any]) -> None:
    game = Game.new("berlin", players=2, seed=5)
    table = SeatSearch(game.board)
    twin = again(table)
    twin.set_position(game.view(0))
    assert twin.work.states[0].players == 2
    assert table.work.states[0].players == 0


def test_a_kind_is_made_once() -> None:
    kind = kind_of(Game.new("berlin", players=2, seed=1).board)
    assert copy.deepcopy(kind) is kind
    assert pickle.loads(pickle.dumps(kind)).facts == kind.facts


def test_plain_values_have_no_private_names() -> None:
    plain = Plain(Game.new("berlin", players=2, seed=1).states)
    assert plain.players == 2
    assert not hasattr(plain, "__deepcopy__")
