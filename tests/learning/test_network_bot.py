"""The bot `network`: it answers at every table, and sees from a view what training saw in a batch."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from semafor import Game, board_names, load_board
from semafor.bots import make_bot
from semafor.bots.learned.network_bot import NetworkBot, RowWriter
from semafor.bots.learned.reading import reading_of
from semafor.bots.learned.weights import load_weights, shipped_weights
from semafor.games.arrays import Single
from semafor.knowledge.memory import SeatMemory
from tests.untrained import save_untrained

TABLES = [(name, players) for name in board_names() for players in load_board(name).options.players]


@pytest.fixture(scope="module")
def untrained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with untrained weights for every board."""
    folder = tmp_path_factory.mktemp("weights")
    for name in board_names():
        save_untrained(folder, name, players=2)
    return folder


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_it_answers_at_every_table(untrained: Path, name: str, players: int) -> None:
    """From a view the bot computes exactly the features of training."""
    board = load_board(name)
    bots = [NetworkBot(board, seat, untrained / f"{name}.npz") for seat in range(players)]
    memories, writers = [SeatMemory(board) for _ in bots], [RowWriter(reading_of(board)) for _ in bots]
    real = RowWriter(reading_of(board))
    game, chance = Game.new(board, players=players, seed=8), Random(8)
    for _ in range(400):
        if game.over:
            break
        seat = chance.choice(game.pending)
        view, moves = game.view(seat), game.moves(seat)
        table = memories[seat].game(view)
        seen = writers[seat].row(table, seat)
        true = real.row(Single(board, players, game.states), seat)
        names = reading_of(board).inputs
        assert [names[place] for place in np.flatnonzero(seen != true)] == [], str(view.own)
        move = bots[seat].choose(view, moves)
        assert move in moves
        move = move if chance.random() < 0.5 else chance.choice(moves)
        memories[seat].note(view, move)
        bots[seat]._memory.note(view, move)
        game.play(move, seat)


def test_it_is_named_with_its_weights(untrained: Path) -> None:
    board = load_board("berlin")
    bot = make_bot(f"network@{untrained / 'berlin.npz'}", board)
    game = Game.new(board, players=2, seed=1)
    assert bot.choose(game.view(0), game.moves(0)) in game.moves(0)


@pytest.mark.parametrize("name", board_names())
def test_every_game_has_its_shipped_network(name: str) -> None:
    """The file is small, has a model card, and the network answers quickly."""
    board = load_board(name)
    path = shipped_weights(board)
    card = load_weights(path, board).card
    assert path.stat().st_size < 6_000_000
    assert card.players == sorted(board.options.players)
    assert card.command.startswith("semafor train")
    assert card.decisions > 0
    assert card.matches
    game = Game.new(board, players=min(board.options.players), seed=3)
    bot = make_bot("network", board)
    assert bot.choose(game.view(game.pending[0]), game.moves(game.pending[0])) in game.moves(game.pending[0])


def test_the_shipped_networks_beat_greedy() -> None:
    """A few games only; `lab/STRENGTH.md` has more."""
    won = 0.0
    for number in range(6):
        board = load_board("berlin")
        game, own = Game.new(board, players=2, seed=f"shipped {number // 2}"), number % 2
        bots = [make_bot("network" if seat == own else "greedy", board, seat) for seat in range(2)]
        while not game.over:
            seat = game.pending[0]
            game.play(bots[seat].choose(game.view(seat), game.moves(seat)), seat)
        winners = game.result().winners
        won += (own in winners) / len(winners)
    assert won >= 5
