"""Tables to sit down at: every shipped board with every number of players, and boards nobody shipped."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st
from mixes import SHIPPED, random_board

from semafor import Game, load_board
from semafor.boards.model import Board

Table = tuple[Board, int]
"""A board and how many play on it."""
MIXES = 10_000


def shipped_tables() -> list[Table]:
    """Every board game we ship with every number of players."""
    boards = [load_board(name) for name in SHIPPED]
    return [(board, players) for board in boards for players in board.options.players]


@st.composite
def mixed_tables(draw: st.DrawFn) -> Table:
    """A random mix of options that the loader accepts, on a shipped or a small map."""
    board = random_board(draw(st.integers(0, MIXES)))
    return board, draw(st.sampled_from(board.options.players))


def tables() -> st.SearchStrategy[Table]:
    """A shipped board or a mix."""
    return st.sampled_from(shipped_tables()) | mixed_tables()


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game at any table, as far as so many random decisions led it."""
    board, players = draw(tables())
    seed, decisions = draw(st.integers(0, 999)), draw(st.integers(0, usual_length(board, players)))
    return play_on(Game.new(board, players=players, seed=seed), Random(seed), decisions)


def usual_length(board: Board, players: int) -> int:
    """About as many decisions as a random game has."""
    return 2 * players * sum(board.options.pieces.values())


def play_on(game: Game, chance: Random, decisions: int) -> Game:
    """The game after so many random decisions, or at its end."""
    for _ in range(decisions):
        if game.over:
            break
        seat = chance.choice(game.pending)
        game.play(chance.choice(game.moves(seat)), seat)
    return game
