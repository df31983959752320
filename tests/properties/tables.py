"""Tables to sit down at: every shipped board with every number of players, and boards nobody shipped."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from semafor import Game, load_board
from semafor.boards.model import Board
from tests.card_games import OPTIONS, play_on
from tests.card_games import TABLES as CARD_TABLES
from tests.engine.mixes import SHIPPED, random_board

Table = tuple[Board, int]
"""A board and how many play on it."""
MIXES = 10_000
CARD_GAME_TURNS = 20
"""About as many turns as each seat of the Card Game has."""


def shipped_tables() -> list[Table]:
    """Every board game we ship with every number of players."""
    boards = [load_board(name) for name in SHIPPED]
    return [(board, players) for board in boards for players in board.options.players]


@st.composite
def mixed_tables(draw: st.DrawFn) -> Table:
    """A random mix of options that the loader accepts, on a shipped or a small map."""
    board = random_board(draw(st.integers(0, MIXES)))
    return board, draw(st.sampled_from(board.options.players))


def board_tables() -> st.SearchStrategy[Table]:
    """A shipped board or a mix."""
    return st.sampled_from(shipped_tables()) | mixed_tables()


def card_tables() -> st.SearchStrategy[Table]:
    """The Card Game with each of its options, for every number of players."""
    return st.sampled_from([(OPTIONS[option], players) for players, option in CARD_TABLES])


def tables() -> st.SearchStrategy[Table]:
    """A table for either kind of game."""
    return board_tables() | card_tables()


@st.composite
def games(draw: st.DrawFn, at: st.SearchStrategy[Table] | None = None) -> Game:
    """Return a game at one of the tables after a number of random decisions."""
    board, players = draw(tables() if at is None else at)
    seed, decisions = draw(st.integers(0, 999)), draw(st.integers(0, usual_length(board, players)))
    return play_on(Game.new(board, players=players, seed=seed), Random(seed), decisions)


def usual_length(board: Board, players: int) -> int:
    """About as many decisions as a random game has."""
    return 2 * players * (sum(board.options.pieces.values()) or CARD_GAME_TURNS)
