"""What every environment is made with: a board and its players."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from semafor.boards.load import load_board
from semafor.boards.model import Board
from semafor.errors import BadSetup


def board_of(board: str | Path | Board) -> Board:
    """The board itself, or the one of that name or file."""
    return board if isinstance(board, Board) else load_board(board)


def players_of(board: Board, players: int | None) -> int:
    """So many players, or the fewest the board is made for; BadSetup where it is not for so many."""
    allowed = board.options.players
    if players is None:
        return min(allowed)
    if players not in allowed:
        raise BadSetup("players", title=board.title, allowed=allowed, players=players)
    return players


def no_options(options: dict[str, Any] | None) -> None:
    """BadSetup where a reset is given options: there are none."""
    if options:
        raise BadSetup("reset-options", names=tuple(sorted(options)))
