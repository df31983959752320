"""What a player is told, for the game pages."""

from __future__ import annotations

from semafor.boards.model import Board


def observation(board: Board) -> str:
    """Views."""
    return f"View of {board.board}."
