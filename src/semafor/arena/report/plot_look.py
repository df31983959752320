"""The look of all plots, and how a plot gets onto the page."""

from __future__ import annotations

import base64
import io
from functools import cache
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib import font_manager
from matplotlib.figure import Figure

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes

INK, FAINT, HAIR = "#2B2622", "#756A5C", "#DDD2BC"
HUES = ("#2B6CB0", "#C8352C", "#3E8E41", "#8E4A9E", "#B86512", "#1F7A80", "#6B6257", "#A8437A")
"""One colour a bot, in the order of the table."""
FAMILIES = ("Source Sans 3", "Open Sans", "Lato", "Liberation Sans", "DejaVu Sans")
WIDTH = 8.4
"""Inches; the page shows it as wide as a column of text."""


def hue(place: int) -> str:
    """The colour of the bot at a place of the table."""
    return HUES[place % len(HUES)]


@cache
def _look() -> dict[Any, Any]:
    have = set(font_manager.get_font_names())
    return {
        "font.family": [family for family in FAMILIES if family in have],
        "font.size": 10.5,
        "text.color": INK,
        "axes.edgecolor": FAINT,
        "axes.labelcolor": FAINT,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "axes.grid": True,
        "grid.color": HAIR,
        "grid.linewidth": 0.7,
        "xtick.color": FAINT,
        "ytick.color": INK,
        "ytick.left": False,
        "svg.hashsalt": "semafor",  # the same games, the same page
    }


def draw(height: float, paint: Callable[[Axes], None]) -> str:
    """A plot as the address of an SVG image that carries itself."""
    with mpl.rc_context(_look()):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        paint(figure.subplots())
        return _address(figure)


def draw_rows(rows: int, height: float, paint: Callable[[list[Axes]], None]) -> str:
    """Plots below each other with one scale."""
    with mpl.rc_context(_look()):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        paint(list(figure.subplots(rows, 1, sharex=True, squeeze=False)[:, 0]))
        return _address(figure)


def _address(figure: Figure) -> str:
    file = io.BytesIO()
    figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
    return "data:image/svg+xml;base64," + base64.b64encode(file.getvalue()).decode()
