"""Boards as SVG pictures."""

from semafor.picture.svg.board_picture import draw_board
from semafor.picture.svg.table_picture import draw_table

__all__ = ["draw_board", "draw_table"]
