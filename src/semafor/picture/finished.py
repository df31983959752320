"""A board in the making as it will lie at the table: solved at rest, then drawn around that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from semafor.picture.geometry import compute
from semafor.picture.ground.page import page_of
from semafor.picture.ground.projection import lonlat
from semafor.picture.layout.fixed_places import lay_out_at
from semafor.picture.layout.stored_layouts import layout_of
from semafor.picture.region import Sheet, edge_of, played_on
from semafor.picture.shapes import Bend, Box, Chart, Laid, MapGeometry, Pull, Region, Spot

if TYPE_CHECKING:
    from semafor.boards.model import Board, Language
    from semafor.picture.ground.land_bending import Warp
    from semafor.picture.ground.page import Page

NO_FRAME = Box(0.0, 0.0, 0.0, 0.0)


def draw_finished(board: Board, region: Region) -> Sheet | None:
    """The drawing of the table, with as much room as its region gives around it; None without a map."""
    if not board.has_map or not np.ptp(lonlat(board), axis=0).any():
        return None  # places that all lie on one spot have no scale
    solved = layout_of(board)
    whole = compute(board, solved, page_of(board, solved, NO_FRAME).flat(edge_of(region)))
    return Sheet(whole.geometry, chart_of(whole.page))


def chart_of(page: Page) -> Chart:
    """How degrees become picture units on a page, its bends included."""
    x, y = page.shift.tolist()
    return Chart(page.projection.meridian, page.projection.cone, page.factor, x, y, _bend(page.carry))


def _bend(carry: Warp) -> Bend:
    pulls = np.round(np.hstack([carry.home, carry.pull]), 3).tolist()
    return Bend(round(carry.reach, 3), tuple(Pull(*pull) for pull in pulls))


def draw_laid(board: Board, laid: Laid, language: Language) -> MapGeometry:
    """The board with every place where it is shown already; without land, which lies there, too."""
    middle = Spot(laid.frame.x + laid.frame.width / 2, laid.frame.y + laid.frame.height / 2)
    spots = [laid.spots.get(place.id, middle) for place in board.places]
    layout = lay_out_at(board, np.array([(spot.x, spot.y) for spot in spots]))
    return played_on(len(board.places), board, layout, laid.frame, language)
