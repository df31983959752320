"""Boards in the making, drawn on a region of the world that lies still."""

from __future__ import annotations

import math

import msgspec
import pytest

from semafor.boards import Board, load_board
from semafor.boards.model import Name
from semafor.picture.drawable import drawable, drawn_routes
from semafor.picture.ground.projection import middle_meridian
from semafor.picture.region import draw_on_region
from semafor.picture.shapes import Chart, Region

BERLIN = load_board("berlin")
CITY = Region(13.3, 52.48, 13.44, 52.54)


def on_sheet(chart: Chart, lat: float, lon: float) -> tuple[float, float]:
    """Where the browser puts a place: the same as `web/src/workshop/chart.ts`."""
    stretched = math.asinh(math.tan(math.radians(lat)))
    turn = math.radians(lon - chart.meridian)
    if not chart.cone:
        return turn * chart.factor + chart.x, -stretched * chart.factor + chart.y
    radius = math.exp(-chart.cone * stretched) / chart.cone
    x, y = radius * math.sin(chart.cone * turn), radius * math.cos(chart.cone * turn)
    return x * chart.factor + chart.x, y * chart.factor + chart.y


@pytest.mark.parametrize("region", [CITY, Region(13.2, 52.4, 13.5, 52.6), Region(-30, -40, 40, 60)])
def test_places_lie_where_the_chart_says(region: Region) -> None:
    few = msgspec.structs.replace(BERLIN, routes=(), tickets=())
    drawn = draw_on_region(few, region, ground=False)
    for place, point in zip(few.places, drawn.geometry.places, strict=True):
        x, y = on_sheet(drawn.chart, place.lat, place.lon)
        assert math.hypot(point.x - x, point.y - y) < 1.5, "a hair's breadth, where places lie on one spot"


def test_more_routes_leave_the_sheet_as_it_is() -> None:
    one = draw_on_region(msgspec.structs.replace(BERLIN, routes=BERLIN.routes[:1]), CITY, ground=False)
    all_of_them = draw_on_region(BERLIN, CITY, ground=False)
    assert one.chart == all_of_them.chart
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
