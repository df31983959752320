"""Boards as SVG pictures."""

from semafor.picture.svg.board import draw_board

__all__ = ["draw_board"]
