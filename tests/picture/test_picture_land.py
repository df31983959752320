"""Projection, land and water."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semafor.boards.load import load_board
from semafor.picture.geometry import geometry
from semafor.picture.ground.land_sheets import (
    clip_box,
    load_drawings,
    load_sheet,
    on_land,
    sheet_for,
    unwrapped,
    warp,
)
from semafor.picture.ground.projection import lonlat, middle_meridian, suitable
from semafor.picture.tokens import label_width, line_breaks, text_width

latitudes = st.floats(-70, 70)
longitudes = st.floats(-180, 179.9)


@given(lat=latitudes, middle=latitudes, lon=st.floats(-60, 60))
def test_the_projection_keeps_angles(lat: float, middle: float, lon: float) -> None:
    projection = suitable([middle - 1, middle + 1], [-1.0, 1.0])
    step = 1e-4
    here, east, north = projection.plane(
        np.array([[lon, lat], [lon + step / np.cos(np.radians(lat)), lat], [lon, lat + step]])
    )
    to_east, to_north = east - here, north - here
    scale = np.linalg.norm(to_east)
    assert np.linalg.norm(to_north) == pytest.approx(scale, rel=1e-3)
    assert abs(to_east @ to_north) < 1e-3 * scale**2


def test_north_is_up_and_east_is_right() -> None:
    projection = suitable([40.0, 50.0], [0.0, 20.0])
    south_west, north_east = projection.plane(np.array([[5.0, 42.0], [15.0, 48.0]]))
    assert south_west[0] < north_east[0]
    assert south_west[1] > north_east[1]


@given(st.lists(longitudes, min_size=1, max_size=6))
def test_the_middle_meridian_is_near_half_the_spread(values: list[float]) -> None:
    middle = middle_meridian(values)
    assert -180 <= middle < 180
    away = [abs((value - middle + 180) % 360 - 180) for value in values]
    assert max(away) <= 180


def test_the_middle_of_fiji_and_samoa_is_at_the_date_line() -> None:
    assert abs(middle_meridian([178.0, -172.0])) == pytest.approx(177.0)


@pytest.mark.parametrize(
    ("board", "sheet"),
    [("europe", "europe"), ("usa", "usa"), ("iberia", "iberia"), ("asia", "asia"), ("berlin", "europe")],
)
def test_every_map_has_its_sheet_of_land(board: str, sheet: str) -> None:
    assert sheet_for(lonlat(load_board(board))) is load_sheet(sheet)


def test_other_regions_fall_back_to_the_world() -> None:
    assert sheet_for(np.array([[140.0, -30.0], [150.0, -38.0]])) is load_sheet("world")


@pytest.mark.parametrize(
    ("sheet", "lon", "lat", "land"),
    [
        ("europe", 2.35, 48.86, True),
        ("europe", -15.0, 45.0, False),
        ("europe", 34.0, 43.2, False),
        ("iberia", 3.0, 39.6, True),
        ("usa", -104.99, 39.74, True),
        ("usa", -90.0, 25.5, False),
        ("asia", 104.0, 35.0, True),
        ("asia", 88.0, 14.0, False),
        ("world", 134.0, -25.0, True),
        ("world", -140.0, 0.0, False),
    ],
)
def test_land_is_where_it_should_be(sheet: str, lon: float, lat: float, land: bool) -> None:
    assert on_land(load_sheet(sheet).rings, np.array([[lon, lat]]))[0] == land


def test_the_great_lakes_are_drawn_on_the_map_of_the_usa() -> None:
    lakes = [layer for layer in geometry(load_board("usa")).layers if layer.kind == "lake"]
    assert len(lakes) >= 5


def test_berlin_has_its_river_and_parks_and_europe_has_not() -> None:
    kinds = {layer.kind for layer in geometry(load_board("berlin")).layers}
    assert {"land", "river", "park", "street"} <= kinds
    assert "river" not in {layer.kind for layer in geometry(load_board("europe")).layers}
    assert all(len(drawing.points) > 2 for drawing in load_drawings())


@given(st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)), min_size=3, max_size=12))
def test_a_clipped_ring_stays_in_its_box(corners: list[tuple[float, float]]) -> None:
    clipped = clip_box(np.array(corners), (-20, -10, 20, 10))
    assert (np.abs(clipped) <= np.array([20, 10]) + 1e-9).all()


def test_a_ring_over_the_date_line_does_not_jump() -> None:
    ring = np.array([[179.0, 0.0], [-179.0, 0.0], [-179.0, 2.0], [179.0, 2.0]])
    assert np.ptp(unwrapped(ring, 178.0)[:, 0]) == pytest.approx(2.0)


def test_the_land_follows_moved_places_and_stays_where_nothing_moves() -> None:
    home = np.array([[0.0, 0.0], [1000.0, 0.0], [0.0, 1000.0], [1000.0, 1000.0]])
    places = home + np.array([[30.0, 0.0], [0, 0], [0, 0], [0, 0]])
    carry = warp(home, places)
    assert np.linalg.norm(carry(home) - places, axis=1).max() < 4
    assert np.linalg.norm(carry(np.array([[1500.0, 1500.0]])) - 1500.0) < 1


@given(st.text(alphabet="abcXYZ ąłßö-", min_size=1, max_size=20))
def test_longer_words_are_wider(word: str) -> None:
    assert label_width(word + "a", 10) > label_width(word, 10)
    assert text_width(word, 20) == pytest.approx(2 * text_width(word, 10))


def test_names_break_evenly() -> None:
    assert line_breaks("Riga") == [("Riga",)]
    assert line_breaks("Museum für Naturkunde") == [
        ("Museum für Naturkunde",),
        ("Museum für", "Naturkunde"),
    ]
