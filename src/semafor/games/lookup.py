"""Which kind of game a board is: the only place that asks."""

from functools import lru_cache

from semafor.boards.model import Board
from semafor.games.board_game import BoardKind
from semafor.games.card_game import CardKind
from semafor.games.kind import Kind


@lru_cache(maxsize=64)
def kind_of(board: Board) -> Kind:
    """Return how a board is played, made once."""
    return BoardKind(board) if board.options.card_game is None else CardKind(board)
