"""Boards as SVG pictures."""

from semafor.picture.svg.board import draw_board
from semafor.picture.svg.cardtable import draw_table

__all__ = ["draw_board", "draw_table"]
