"""Cards on sheets: fronts in a grid, and on the next page their backs, mirrored so that both sides meet."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from semafor.picture.svg.elements import group, number, tag
from semafor.picture.svg.style_sheet import style
from semafor.workshop.paper.paper_page import MARGIN, Page, cut_marks, footnote, new_page

if TYPE_CHECKING:
    from collections.abc import Sequence

A4 = (210.0, 297.0)
SCOPE = "paper"


class Face(NamedTuple):
    """A card: its front and its back, each drawn from the upper left corner in millimetres."""

    front: str
    back: str


def card_sheets(faces: Sequence[Face], size: tuple[float, float], definitions: str, label: str) -> list[Page]:
    """Pages of fronts, each followed by the page of its backs."""
    columns, rows = (int((side - 2 * MARGIN) // edge) for side, edge in zip(A4, size, strict=True))
    each = columns * rows
    pages = []
    for first in range(0, len(faces), each):
        shown = faces[first : first + each]
        grid = _Grid(columns, rows, size)
        told = f"{label} {first // each + 1}"
        pages.append(_side(grid, [face.front for face in shown], False, definitions, told))
        pages.append(_side(grid, [face.back for face in shown], True, definitions, told))
    return pages


class _Grid(NamedTuple):
    """Cards without gaps, in the middle of the page."""

    columns: int
    rows: int
    size: tuple[float, float]

    @property
    def lefts(self) -> list[float]:
        """Where columns begin, and where the last one ends."""
        begin = (A4[0] - self.columns * self.size[0]) / 2
        return [begin + self.size[0] * column for column in range(self.columns + 1)]

    @property
    def tops(self) -> list[float]:
        """Where rows begin, and where the last one ends."""
        begin = (A4[1] - self.rows * self.size[1]) / 2
        return [begin + self.size[1] * row for row in range(self.rows + 1)]


def _side(grid: _Grid, drawings: list[str], mirrored: bool, definitions: str, label: str) -> Page:
    placed = []
    for number_, drawn in enumerate(drawings):
        row, column = divmod(number_, grid.columns)
        column = grid.columns - 1 - column if mirrored else column
        where = f"translate({grid.lefts[column]:.3f} {grid.tops[row]:.3f})"
        placed.append(group([drawn], transform=where))
    look = tag("style", style("paper", SCOPE))
    marks = cut_marks(grid.lefts, grid.tops)
    return new_page(*A4, [look, definitions, group([*placed], class_=SCOPE), marks, footnote(label, *A4)])


def scaled(drawn: str, scale: float) -> str:
    """A drawing in units of the picture as one in millimetres."""
    return group([drawn], transform=f"scale({scale:.4f})")


def plate(size: tuple[float, float], fill: str, edge: str) -> str:
    """A card to the very edge, so that a cut a little beside the mark shows no white."""
    frame = {"fill": "none", "stroke": edge, "stroke_width": ".35"}
    inner = tag("rect", x=1.6, y=1.6, width=size[0] - 3.2, height=size[1] - 3.2, rx=1.6, **frame)
    return tag("rect", width=number(size[0]), height=number(size[1]), fill=fill) + inner
