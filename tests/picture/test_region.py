"""Boards in the making, drawn on a region of the world that lies still."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest

from semafor.boards import Board, load_board
from semafor.boards.model import Name
from semafor.picture.drawable import drawable, drawn_routes
from semafor.picture.geometry import compute
from semafor.picture.ground.projection import degree_grid, middle_meridian
from semafor.picture.layout.solving import layout_of
from semafor.picture.region import draw_on_region
from semafor.picture.shapes import DegreeGrid, Region

BERLIN = load_board("berlin")
CITY = Region(13.3, 52.48, 13.44, 52.54)


def interpolated(grid: DegreeGrid, x: float, y: float) -> tuple[float, float]:
    """Latitude and longitude of a point, as the browser reads the grid."""
    rows = len(grid.lat) // grid.columns
    column = min(grid.columns - 2, max(0, int((x - grid.x) / grid.step_x)))
    row = min(rows - 2, max(0, int((y - grid.y) / grid.step_y)))
    right, down = (x - grid.x) / grid.step_x - column, (y - grid.y) / grid.step_y - row
    first = row * grid.columns + column
    corners = {first: (1 - right) * (1 - down), first + 1: right * (1 - down)}
    corners |= {first + grid.columns: (1 - right) * down, first + grid.columns + 1: right * down}
    lat = sum(share * grid.lat[corner] for corner, share in corners.items())
    lon = sum(share * grid.lon[corner] for corner, share in corners.items())
    return lat, lon


EUROPE = load_board("europe")


@pytest.mark.parametrize(
    ("board", "region"),
    [(BERLIN, CITY), (EUROPE, Region(-11, 35, 51, 61)), (EUROPE, Region(-60, 20, 100, 80))],
)
def test_the_degree_grid_gives_the_position_of_every_place(board: Board, region: Region) -> None:
    drawn = draw_on_region(msgspec.structs.replace(board, routes=(), tickets=()), region, ground=False)
    grid, middle = drawn.grid, len(drawn.grid.lat) // 2
    unit = abs(grid.lat[middle] - grid.lat[middle - grid.columns]) / grid.step_y
    for place, point in zip(board.places, drawn.geometry.places, strict=True):
        lat, lon = interpolated(grid, point.x, point.y)
        east = (lon - place.lon) * math.cos(math.radians(place.lat))
        assert math.hypot(lat - place.lat, east) < 1.5 * unit, place.id


def test_the_degree_grid_follows_the_bends_of_a_finished_board() -> None:
    page = compute(EUROPE, layout_of(EUROPE)).page
    grid = degree_grid(page)
    for x in range(150, 1500, 97):
        for y in range(150, 900, 83):
            lat, lon = interpolated(grid, x, y)
            back = page.bent(np.array([[lon, lat]]))[0]
            assert math.hypot(back[0] - x, back[1] - y) < 2.0


def test_more_routes_leave_the_sheet_as_it_is() -> None:
    one = draw_on_region(msgspec.structs.replace(BERLIN, routes=BERLIN.routes[:1]), CITY, ground=False)
    all_of_them = draw_on_region(BERLIN, CITY, ground=False)
    assert one.grid == all_of_them.grid
    assert one.geometry.frame == all_of_them.geometry.frame
    assert len(all_of_them.geometry.routes) == len(BERLIN.routes)


def test_an_empty_sheet_has_land_on_it() -> None:
    empty = msgspec.structs.replace(BERLIN, places=(), routes=(), tickets=())
    drawn = draw_on_region(empty, Region(-11, 35, 41, 61))
    assert [layer.kind for layer in drawn.geometry.layers][:1] == ["land"]
    assert drawn.geometry.graticule


def test_equal_longitudes_leave_the_meridian_in_the_middle() -> None:
    assert middle_meridian([10.0, 10.0, 20.0]) == middle_meridian([10.0, 20.0]) == 15.0
    assert middle_meridian([170.0, -170.0, -170.0]) == -180.0


def broken() -> Board:
    """A nameless place, one beyond the pole, one twice; a loop, and a route as long as no route is."""
    first, second, third, *rest = BERLIN.places
    nameless = msgspec.structs.replace(first, name=Name("", "X"))
    beyond = msgspec.structs.replace(second, lat=91.0)
    loop = msgspec.structs.replace(BERLIN.routes[0], a=third.id, b=third.id)
    long = msgspec.structs.replace(BERLIN.routes[-1], length=99)
    routes = (loop, *BERLIN.routes[1:-1], long)
    return msgspec.structs.replace(BERLIN, places=(nameless, beyond, third, third, *rest), routes=routes)


def test_what_cannot_be_drawn_is_left_out() -> None:
    board = broken()
    shown, gone = drawable(board), BERLIN.places[1].id
    assert len(shown.places) == len(BERLIN.places) - 1
    assert shown.places[0].junction, "a place without a name is drawn without one"
    kept = drawn_routes(board)
    assert 0 not in kept
    assert len(board.routes) - 1 not in kept
    assert all(gone not in (board.routes[number].a, board.routes[number].b) for number in kept)
    assert len(draw_on_region(shown, CITY, ground=False).geometry.routes) == len(kept)
