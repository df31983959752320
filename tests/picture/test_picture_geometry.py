"""What the geometry of a board promises to those who draw from it."""

from __future__ import annotations

import math
from itertools import pairwise

import msgspec
import numpy as np
import pytest

from semafor.boards.load import load_board
from semafor.picture.geometry import NoMapError, geometry
from semafor.picture.ground.projection import lonlat, projection_of
from semafor.picture.layout.overlaps import clashes
from semafor.picture.layout.solving import format_layout, layout_key, layout_of, solve
from semafor.picture.shapes import MapGeometry
from semafor.picture.tokens import STRAND_GAP
from tests.picture.picture_checks import MAPS, line_points, own_board, shapes


@pytest.mark.parametrize("name", MAPS)
def test_every_route_has_its_spaces_in_order_and_all_of_one_size(name: str) -> None:
    board = load_board(name)
    drawn = geometry(board)
    at = {place.id: np.array([place.x, place.y]) for place in drawn.places}
    for route, shape in zip(board.routes, drawn.routes, strict=True):
        assert len(shape.spaces) == route.length
        assert sum(space.wild for space in shape.spaces) == route.ferry
        first, last = shape.spaces[0], shape.spaces[-1]
        assert math.dist((first.x, first.y), at[route.a]) <= math.dist((last.x, last.y), at[route.a])
    sizes = {(shape.kind, shape.length, shape.width) for shape in drawn.routes}
    assert len(sizes) == len({shape.kind for shape in drawn.routes})


@pytest.mark.parametrize("name", MAPS)
def test_the_gaps_between_the_spaces_of_a_route_are_small_and_even(name: str) -> None:
    for shape in geometry(load_board(name)).routes:
        steps = [math.dist((one.x, one.y), (two.x, two.y)) for one, two in pairwise(shape.spaces)]
        assert all(shape.length <= step + 1.5 <= 1.45 * shape.length for step in steps)
        assert max(steps, default=0) - min(steps, default=0) < 6


@pytest.mark.parametrize("name", MAPS)
def test_parallel_strands_lie_side_by_side(name: str) -> None:
    board = load_board(name)
    drawn = geometry(board)
    pairs: dict[frozenset[str], list[int]] = {}
    for number, route in enumerate(board.routes):
        pairs.setdefault(frozenset((route.a, route.b)), []).append(number)
    for numbers in pairs.values():
        for one, two in pairwise(numbers):
            first, second = drawn.routes[one], drawn.routes[two]
            mirrored = board.routes[one].a != board.routes[two].a
            for space, other in zip(first.spaces, second.spaces[:: -1 if mirrored else 1], strict=True):
                apart = math.dist((space.x, space.y), (other.x, other.y))
                assert apart == pytest.approx(first.width + STRAND_GAP, abs=0.1)
                assert space.angle == other.angle


@pytest.mark.parametrize("name", MAPS)
def test_the_map_is_still_recognisable(name: str) -> None:
    board = load_board(name)
    drawn = geometry(board)
    places = np.array([[place.x, place.y] for place in drawn.places])
    flat = projection_of(board).plane(lonlat(board))
    for axis in (0, 1):
        assert np.corrcoef(places[:, axis], flat[:, axis])[0, 1] > 0.985
    places, flat = places - places.mean(axis=0), flat - flat.mean(axis=0)
    away = np.linalg.norm(places - flat * (places * flat).sum() / (flat * flat).sum(), axis=1)
    assert away.max() < 0.08 * np.linalg.norm(np.ptp(places, axis=0))


def test_the_ferry_from_palermo_to_smyrna_swings_south_of_greece() -> None:
    board = load_board("europe")
    drawn = geometry(board)
    athina = next(place for place in drawn.places if place.id == "athina")
    number = next(n for n, r in enumerate(board.routes) if {r.a, r.b} == {"palermo", "smyrna"})
    points = line_points(drawn.routes[number].line)
    below = points[np.abs(points[:, 0] - athina.x).argmin()]
    assert below[1] > athina.y + 25


def test_only_unusual_tunnels_and_subways_show_a_number() -> None:
    for name in MAPS:
        board = load_board(name)
        for route, shape in zip(board.routes, geometry(board).routes, strict=True):
            assert (shape.badge >= 0) == (route.tunnel not in (0, 3))
            assert shape.cards == (route.cost if route.kind == "subway" else 0)


def test_festival_markers_and_junctions_are_given_out() -> None:
    iberia, asia = geometry(load_board("iberia")), geometry(load_board("asia"))
    assert len(iberia.markers) == sum(len(f.places) for f in load_board("iberia").festivals) == 18
    assert sum(place.junction for place in asia.places) == 3
    labelled = {label.place for label in asia.lettering["en"].labels}
    assert not labelled & {place.id for place in asia.places if place.junction}


@pytest.mark.parametrize("name", MAPS)
def test_a_geometry_survives_json_and_is_computed_once(name: str) -> None:
    drawn = geometry(load_board(name))
    assert msgspec.json.decode(msgspec.json.encode(drawn), type=MapGeometry) == drawn
    assert geometry(load_board(name)) is drawn


@pytest.mark.parametrize("name", MAPS)
def test_stored_layouts_are_of_the_present_boards(name: str) -> None:
    board = load_board(name)
    assert layout_key(board) in format_layout(board, layout_of(board))
    moved = msgspec.structs.replace(board.places[0], lat=board.places[0].lat + 0.001)
    changed = msgspec.structs.replace(board, places=(moved, *board.places[1:]))
    assert layout_key(changed) != layout_key(board)


ISLANDS = own_board(
    {"Suva": (-18.1, 178.4), "Apia": (-13.8, -171.8), "Noumea": (-22.3, 166.5), "Nukualofa": (-21.1, -175.2)},
    [("Suva", "Apia", 3), ("Suva", "Noumea", 3), ("Suva", "Nukualofa", 2), ("Apia", "Nukualofa", 2),
     ("Noumea", "Nukualofa", 6), ("Suva", "Apia", 3)],
)  # fmt: skip


def test_a_designers_own_board_is_laid_out_at_run_time_even_across_the_date_line() -> None:
    drawn = geometry(ISLANDS)
    at = {place.id: place.x for place in drawn.places}
    assert at["noumea"] < at["suva"] < at["nukualofa"] < at["apia"]
    assert clashes(shapes(drawn, "pl"), tolerance=0.05) == []


def test_the_solver_always_gives_the_same_layout() -> None:
    one, two = solve(ISLANDS), solve(ISLANDS)
    assert format_layout(ISLANDS, one) == format_layout(ISLANDS, two)


def test_a_board_of_two_places_can_be_drawn() -> None:
    board = own_board({"Aa": (10.0, 10.0), "Bb": (10.0, 12.0)}, [("Aa", "Bb", 2)])
    assert len(geometry(board).routes[0].spaces) == 2


def test_places_on_the_same_spot_are_moved_apart() -> None:
    board = own_board(
        {"Aa": (10.0, 10.0), "Bb": (10.0, 10.0), "Cc": (11.0, 10.0)}, [("Aa", "Bb", 2), ("Bb", "Cc", 1)]
    )
    drawn = geometry(board)
    assert clashes(shapes(drawn, "en"), tolerance=0.05) == []
    assert max(drawn.width, drawn.height) < 3000


def test_a_board_around_the_world_falls_back_to_coarse_land() -> None:
    board = own_board(
        {"London": (51.5, 0.0), "Sydney": (-33.9, 151.0), "York": (40.7, -74.0), "Tokyo": (35.7, 139.7)},
        [("London", "York", 5), ("London", "Tokyo", 8), ("Tokyo", "Sydney", 5)],
    )
    assert len(geometry(board).layers[0].path) > 10_000


def test_a_game_without_routes_has_no_map() -> None:
    with pytest.raises(NoMapError, match="cardgame"):
        geometry(load_board("cardgame"))


def test_a_copy_under_another_name_is_not_solved_again(monkeypatch: pytest.MonkeyPatch) -> None:
    board = load_board("berlin")
    copy = msgspec.structs.replace(board, board="berlin-copy")
    monkeypatch.setattr("semafor.picture.layout.solving.solve", lambda _: pytest.fail("solved again"))
    assert (layout_of(copy).home == layout_of(board).home).all()
