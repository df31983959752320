"""Every bot on every board, with every number of players, and on boards nobody shipped."""

from __future__ import annotations

from random import Random

import pytest

from semafor import Game, board_names, load_board
from semafor.bots import make_bot
from semafor.games.board_view import ASK_NAMES
from tests.bots.checked_play import BOTS, copied, line_ups, play_checked
from tests.engine.mixes import random_board

TABLES = [(name, players) for name in board_names() for players in load_board(name).options.players]
WITHIN_A_MOVE = {"nothing", "payment", "split-plain", "split-wild", "share-more"}
"""Questions that a move answers itself; bots are not asked them."""


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_every_bot_plays_every_table(board: str, players: int) -> None:
    for number, line_up in enumerate(line_ups(players)):
        assert play_checked(load_board(board), line_up, seed=number).over


@pytest.mark.parametrize("mix", range(16))
def test_bots_play_any_mix_of_options(mix: int) -> None:
    board = random_board(mix)
    chance = Random(f"bots {mix}")
    players = chance.choice(board.options.players)
    assert play_checked(board, chance.sample(BOTS * 2, players), seed=mix).over


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("board", ["berlin", "cardgame"])
def test_same_seed_gives_the_same_game(bot: str, board: str) -> None:
    games = [play_checked(load_board(board), [bot, bot], seed=5).record() for _ in range(2)]
    assert games[0] == games[1]


def test_any_position_is_answered() -> None:
    """Positions from random games, given to bots that have not seen the game before."""
    asked: set[str] = set()
    for number in range(14):
        game = random_game(number)
        chance = Random(f"positions {number}")
        while not game.over:
            seat = chance.choice(game.pending)
            moves, view = game.moves(seat), game.view(seat)
            assert view.own
            if view.own.ask not in asked or chance.random() < 0.02:
                for bot in BOTS:
                    assert make_bot(bot, game.board, number).choose(copied(view), list(moves)) in moves
                asked.add(view.own.ask)
            game.play(chance.choice(moves), seat)
    assert asked >= set(ASK_NAMES.values()) - WITHIN_A_MOVE


def random_game(number: int) -> Game:
    """A shipped board or a mix of options, in turn."""
    names = board_names()
    board = load_board(names[number // 2 % len(names)]) if number % 2 == 0 else random_board(100 + number)
    return Game.new(board, players=board.options.players[-1], seed=number)


BASELINES = [f"lab.baselines:{name}" for name in ("Grabber", "Stepper", "Collector", "Hauler")]


@pytest.mark.parametrize("mix", [180, 1263])
def test_stubborn_players_do_not_try_a_tunnel_for_ever(mix: int) -> None:
    """Small decks in which the same cards are always wanted: these two games once never ended."""
    board = random_board(mix)
    line_up = ["planner", *BASELINES, "greedy"][: board.options.players[0]]
    assert play_checked(board, line_up, seed=mix).over
