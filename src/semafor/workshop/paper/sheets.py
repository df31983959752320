"""Pages of paper in millimetres, and cut marks."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Literal, NamedTuple

from semafor.picture.geometry import map_of
from semafor.picture.svg import draw_board
from semafor.picture.svg.elements import group, number, tag, text
from semafor.picture.svg.style_sheet import style

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from semafor.boards.model import Board, Language

MARGIN = 10.0
"""Unprintable margin, in millimetres."""
MARK = 5.0
"""Length of a cut mark, outside of the cut."""
INK = "#2B2622"


class PaperPage(NamedTuple):
    """One side of a sheet: its size in millimetres, and an SVG in the same units."""

    width: float
    height: float
    svg: str


def new_page(width: float, height: float, parts: Iterable[str]) -> PaperPage:
    """Return a page with drawings."""
    drawn = tag(
        "svg",
        "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=f"{number(width)}mm",
        height=f"{number(height)}mm",
    )
    return PaperPage(width, height, drawn)


def cut_marks(columns: Iterable[float], rows: Iterable[float]) -> str:
    """Return marks at the ends of all cuts: vertical at these columns, horizontal at these rows."""
    across, down = sorted(columns), sorted(rows)
    top, bottom, left, right = down[0], down[-1], across[0], across[-1]
    lines = [f"M{x:.2f} {top - MARK - 1:.2f}v{MARK}M{x:.2f} {bottom + 1:.2f}v{MARK}" for x in across]
    lines += [f"M{left - MARK - 1:.2f} {y:.2f}h{MARK}M{right + 1:.2f} {y:.2f}h{MARK}" for y in down]
    return tag("path", d="".join(lines), stroke=INK, stroke_width=".2", fill="none")


def footnote(words: str, width: float, height: float) -> str:
    """Return a short text in the margin, which is cut off."""
    family = "Liberation Sans,sans-serif"
    middle, foot = width / 2, height - 2.5
    return text(words, middle, foot, "", font_size=3.0, fill=INK, text_anchor="middle", font_family=family)


Paper = Literal["A4", "A3", "letter", "sheet"]
Size = tuple[float, float]
A4: Size = (210.0, 297.0)
LETTER: Size = (215.9, 279.4)
SHEETS: dict[Paper, Size | None] = {"A4": A4, "A3": (297.0, 420.0), "letter": LETTER, "sheet": None}
"""Width and height in millimetres, portrait; `sheet` is as large as the board."""


UNIT = 0.5
"""Millimetres per picture unit: a space is 21 long and holds a wooden train."""


def board_sheets(board: Board, sheet: Size | None, language: Language) -> list[PaperPage]:
    """Return the board in its true size on as few sheets as possible, or on one large one if `sheet` is None.

    A game without a map has no sheets.
    """
    shape = map_of(board)
    if shape is None:
        return []
    whole = (shape.width * UNIT, shape.height * UNIT)
    if sheet is None:
        sheet = (whole[0] + 2 * MARGIN, whole[1] + 2 * MARGIN)
    width, height = min(sheet, sheet[::-1], key=lambda size: _count(whole, size))
    columns, rows = _sheets(whole[0], width), _sheets(whole[1], height)
    drawn = draw_board(board, None, language)
    # All pieces have the same size, so that no narrow strip is left over.
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
    """Return `Berlin A2`: rows have letters, columns numbers."""
    title = board.title.in_language(language)
    return f"{title} {'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[row % 26]}{column + 1}" if pieces > 1 else title


def _sheet(drawn: str, size: Size, piece: Size, place: tuple[int, int], label: str) -> PaperPage:
    """Return one piece of the board in the middle of its sheet."""
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


SCOPE = "paper"


class Face(NamedTuple):
    """A card: its front and its back, each drawn from the upper left corner in millimetres."""

    front: str
    back: str


def card_sheets(
    faces: Sequence[Face], size: Size, definitions: str, label: str, sheet: Size = A4
) -> list[PaperPage]:
    """Return pages of fronts, each followed by the page of its backs."""
    columns, rows = (int((side - 2 * MARGIN) // edge) for side, edge in zip(sheet, size, strict=True))
    each = columns * rows
    pages = []
    for first in range(0, len(faces), each):
        shown = faces[first : first + each]
        grid = _Grid(columns, rows, size, sheet)
        told = f"{label} {first // each + 1}"
        pages.append(_side(grid, [face.front for face in shown], False, definitions, told))
        pages.append(_side(grid, [face.back for face in shown], True, definitions, told))
    return pages


class _Grid(NamedTuple):
    """Cards without gaps, in the middle of the page."""

    columns: int
    rows: int
    size: Size
    sheet: Size

    @property
    def lefts(self) -> list[float]:
        """The left edges of columns, and the right edge of the last one."""
        begin = (self.sheet[0] - self.columns * self.size[0]) / 2
        return [begin + self.size[0] * column for column in range(self.columns + 1)]

    @property
    def tops(self) -> list[float]:
        """The top edges of rows, and the bottom edge of the last one."""
        begin = (self.sheet[1] - self.rows * self.size[1]) / 2
        return [begin + self.size[1] * row for row in range(self.rows + 1)]


def _side(grid: _Grid, drawings: list[str], mirrored: bool, definitions: str, label: str) -> PaperPage:
    placed = []
    for number_, drawn in enumerate(drawings):
        row, column = divmod(number_, grid.columns)
        column = grid.columns - 1 - column if mirrored else column
        where = f"translate({grid.lefts[column]:.3f} {grid.tops[row]:.3f})"
        placed.append(group([drawn], transform=where))
    look = tag("style", style("paper", SCOPE))
    marks = cut_marks(grid.lefts, grid.tops)
    parts = look, definitions, group([*placed], class_=SCOPE), marks, footnote(label, *grid.sheet)
    return new_page(*grid.sheet, parts)


def scaled(drawn: str, scale: float) -> str:
    """Return a drawing in picture units, scaled to millimetres."""
    return group([drawn], transform=f"scale({scale:.4f})")


def plate(size: tuple[float, float], fill: str, edge: str) -> str:
    """Return a card with bleed, so that an inexact cut shows no white."""
    frame = {"fill": "none", "stroke": edge, "stroke_width": ".35"}
    inner = tag("rect", x=1.6, y=1.6, width=size[0] - 3.2, height=size[1] - 3.2, rx=1.6, **frame)
    return tag("rect", width=number(size[0]), height=number(size[1]), fill=fill) + inner
