"""Which rules a board is played by."""

from __future__ import annotations

from functools import lru_cache

from semafor.boards.model import Board
from semafor.kinds.base import StateRules
from semafor.kinds.board import BoardRules
from semafor.kinds.cards import CardRules


@lru_cache(maxsize=64)
def rules_of(board: Board) -> StateRules:
    """The rules of a board, made once."""
    return BoardRules(board) if board.options.card_game is None else CardRules(board)
