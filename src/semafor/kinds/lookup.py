"""Which kind of game a board is: the only place that asks."""

from __future__ import annotations

from functools import lru_cache

from semafor.boards.model import Board
from semafor.kinds.base import Kind
from semafor.kinds.board import BoardKind
from semafor.kinds.cards import CardKind


@lru_cache(maxsize=64)
def kind_of(board: Board) -> Kind:
    """How a board is played, made once."""
    return BoardKind(board) if board.options.card_game is None else CardKind(board)
