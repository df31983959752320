"""Draw pictures of boards when the site is built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.picture.svg import draw_board, draw_table

if TYPE_CHECKING:
    from pathlib import Path

    from semafor.boards.model import Board
    from semafor.picture.tokens import ThemeName

FOLDER = "_drawn"
"""Folder inside the docs, not in git."""
SCHEMES: dict[ThemeName, str] = {"paper": "only-light", "night": "only-dark"}
"""CSS classes for pictures shown only in light or dark mode."""


def draw_for_page(board: Board, theme: ThemeName, pages: Path) -> str:
    """Write the picture of a board and return its absolute address in the site."""
    folder = pages / FOLDER
    folder.mkdir(exist_ok=True)
    name = f"{board.board}-{theme}.svg"
    drawn = draw_board(board, theme=theme) if board.routes else draw_table(board, theme=theme)
    (folder / name).write_text(drawn, encoding="utf-8")
    return f"/{FOLDER}/{name}"
