"""A page of paper in millimetres, and the marks along which it is cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from semafor.picture.svg.elements import number, tag, text

if TYPE_CHECKING:
    from collections.abc import Iterable

MARGIN = 10.0
"""What printers leave white, in millimetres."""
MARK = 5.0
"""The length of a cut mark, outside what is cut out."""
INK = "#2B2622"


class Page(NamedTuple):
    """One side of a sheet: its size in millimetres, and an SVG in the same units."""

    width: float
    height: float
    svg: str


def new_page(width: float, height: float, parts: Iterable[str]) -> Page:
    """A page with drawings on it."""
    drawn = tag(
        "svg",
        "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=f"{number(width)}mm",
        height=f"{number(height)}mm",
    )
    return Page(width, height, drawn)


def cut_marks(columns: Iterable[float], rows: Iterable[float]) -> str:
    """Marks at the ends of all cuts: down at these columns, across at these rows."""
    across, down = sorted(columns), sorted(rows)
    top, bottom, left, right = down[0], down[-1], across[0], across[-1]
    lines = [f"M{x:.2f} {top - MARK - 1:.2f}v{MARK}M{x:.2f} {bottom + 1:.2f}v{MARK}" for x in across]
    lines += [f"M{left - MARK - 1:.2f} {y:.2f}h{MARK}M{right + 1:.2f} {y:.2f}h{MARK}" for y in down]
    return tag("path", d="".join(lines), stroke=INK, stroke_width=".2", fill="none")


def footnote(words: str, width: float, height: float) -> str:
    """A few words in the margin, which are cut away."""
    family = "Liberation Sans,sans-serif"
    middle, foot = width / 2, height - 2.5
    return text(words, middle, foot, "", font_size=3.0, fill=INK, text_anchor="middle", font_family=family)
