"""Every bot on every board: only listed moves, decided from views, the same seed the same game."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from semafor import BadSetup, Game, Move, View, board_names, load_board
from semafor.bots import LEVELS, bot_names, make_bot

BOTS = ["search@20" if name == "search" else name for name in bot_names()]
"""All of them, the searching one with a budget that tests can wait for."""
TABLES = [(name, players) for name in board_names() for players in load_board(name).options.players]


def played(board: str, players: int, bot: str, seed: int) -> Game:
    """A whole game of one kind of bot."""
    game = Game.new(board, players=players, seed=seed)
    bots = [make_bot(bot, game.board, seed + seat) for seat in range(players)]
    while not game.over:
        seat = game.pending[0]
        moves = game.moves(seat)
        choice = bots[seat].choose(game.view(seat), moves)
        assert choice in moves
        game.play(choice, seat)
    return game


@pytest.mark.parametrize(("board", "players"), TABLES)
@pytest.mark.parametrize("bot", BOTS)
def test_bot_plays_to_the_end_with_listed_moves(board: str, players: int, bot: str) -> None:
    assert played(board, players, bot, seed=3).over


@pytest.mark.parametrize("bot", BOTS)
def test_same_seed_gives_the_same_game(bot: str) -> None:
    assert played("berlin", 3, bot, 5).record() == played("berlin", 3, bot, 5).record()


def test_planner_beats_greedy() -> None:
    wins = 0
    for deal in range(4):
        for first in range(2):
            game = Game.new("berlin", players=2, seed=deal)
            names = ("planner", "greedy") if first == 0 else ("greedy", "planner")
            bots = [make_bot(name, game.board, deal) for name in names]
            while not game.over:
                seat = game.pending[0]
                game.play(bots[seat].choose(game.view(seat), game.moves(seat)), seat)
            wins += names.index("planner") in game.result().winners
    assert wins >= 6


class FirstMove:
    """A bot of one's own, as the documentation shows it."""

    def __init__(self, board: object, seed: int = 0) -> None:
        self.board, self.seed = board, seed

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        assert view is not None
        return moves[0]


def test_own_bot_by_module_and_class() -> None:
    assert isinstance(make_bot("test_bots:FirstMove", load_board("usa")), FirstMove)


@pytest.mark.parametrize("name", ["grandmaster", "no.such.module:Bot", "semafor.bots:Nobody"])
def test_unknown_bot_is_a_clear_error(name: str) -> None:
    with pytest.raises(BadSetup) as caught:
        make_bot(name, load_board("usa"))
    assert caught.value.code == "unknown-bot"


def test_levels_have_names_in_both_languages() -> None:
    assert [level.id for level in LEVELS] == ["easy", "medium", "hard"]
    assert all(level.name.en and level.name.pl for level in LEVELS)
