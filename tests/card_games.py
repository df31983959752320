"""Card Games to play on: every number of players, with every table option."""

from __future__ import annotations

from random import Random

from semafor import Game
from semafor.boards.model import Board
from tests.card_position import BOARD, with_options

OPTIONS: dict[str, Board] = {
    "plain": BOARD,
    "open_track": with_options(open_track=True),
    "open_completed": with_options(open_completed=True),
    "wilds first": with_options(locomotives_leave="first"),
}
TABLES = [(players, option) for players in (2, 3, 4) for option in OPTIONS]


def deal_table(players: int, option: str, seed: int) -> Game:
    """Return a new game on the table."""
    return Game.new(OPTIONS[option], players=players, seed=seed)


def play_on(game: Game, chance: Random, decisions: int) -> Game:
    """Return the game after a number of random decisions, or at its end."""
    for _ in range(decisions):
        if game.over:
            break
        seat = chance.choice(game.pending)
        game.play(chance.choice(game.moves(seat)), seat)
    return game
