"""The board on sheets to be cut and laid together, or on one large sheet."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from semafor.picture.geometry import geometry
from semafor.picture.svg import draw_board
from semafor.picture.svg.elements import tag
from semafor.workshop.paper.paper_page import MARGIN, Page, cut_marks, footnote, new_page

if TYPE_CHECKING:
    from semafor.boards.model import Board, Language

UNIT = 0.5
"""Millimetres of a unit of the picture: a space is 21 long and holds a wooden train."""
Size = tuple[float, float]


def board_sheets(board: Board, sheet: Size | None, language: Language) -> list[Page]:
    """The board in its true size on as few sheets as it takes, upright or across; None is one large sheet."""
    shape = geometry(board)
    whole = (shape.width * UNIT, shape.height * UNIT)
    if sheet is None:
        sheet = (whole[0] + 2 * MARGIN, whole[1] + 2 * MARGIN)
    width, height = min(sheet, sheet[::-1], key=lambda size: _count(whole, size))
    columns, rows = _sheets(whole[0], width), _sheets(whole[1], height)
    drawn = draw_board(board, None, language)
    # All pieces are of one size, so that no narrow strip is left over.
    piece = (whole[0] / columns, whole[1] / rows)
    return [
        _sheet(
            drawn, (width, height), piece, (column, row), _label(board, language, row, column, rows * columns)
        )
        for row in range(rows)
        for column in range(columns)
    ]


def _count(whole: Size, size: Size) -> int:
    return _sheets(whole[0], size[0]) * _sheets(whole[1], size[1])


def _sheets(whole: float, side: float) -> int:
    return ceil(round(whole / (side - 2 * MARGIN), 6))


def _label(board: Board, language: Language, row: int, column: int, pieces: int) -> str:
    """`Berlin A2`: rows have letters, columns numbers."""
    title = board.title.in_language(language)
    return f"{title} {'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[row % 26]}{column + 1}" if pieces > 1 else title


def _sheet(drawn: str, size: Size, piece: Size, place: tuple[int, int], label: str) -> Page:
    """One piece of the board in the middle of its sheet."""
    left, top = (size[0] - piece[0]) / 2, (size[1] - piece[1]) / 2
    x, y = place[0] * piece[0] / UNIT, place[1] * piece[1] / UNIT
    box = f"{x:.3f} {y:.3f} {piece[0] / UNIT:.3f} {piece[1] / UNIT:.3f}"
    window = tag(
        "svg",
        drawn,
        x=f"{left:.3f}",
        y=f"{top:.3f}",
        width=f"{piece[0]:.3f}",
        height=f"{piece[1]:.3f}",
        viewBox=box,
        overflow="hidden",
    )
    marks = cut_marks((left, left + piece[0]), (top, top + piece[1]))
    return new_page(*size, [window, marks, footnote(label, *size)])
