"""Which rules a board is played by."""

from __future__ import annotations

from functools import lru_cache

from semafor.boardgame.play import BoardRules
from semafor.boards.model import Board
from semafor.cardgame.play import CardRules
from semafor.state_rules import StateRules


@lru_cache(maxsize=64)
def rules_of(board: Board) -> StateRules:
    """The rules of a board, made once."""
    return BoardRules(board) if board.options.card_game is None else CardRules(board)
