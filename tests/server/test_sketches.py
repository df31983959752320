"""Boards in the making: faults, advice, file and drawing at once, within each address's share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from semafor.boards import Board, load_board
from semafor.boards.load import parse_board
from semafor.boards.model import Name
from semafor.boards.write import format_board
from semafor.picture.geometry import geometry
from semafor.server.app import create_app
from semafor.server.workshop_messages import (
    FinishedSketch,
    ImportedPlace,
    ImportedPlaces,
    SketchLook,
    SketchPage,
)
from tests.server.serving import quick_config

BERLIN = load_board("berlin")
REGION = {"west": 13.3, "south": 52.48, "east": 13.44, "north": 52.54}
Web = TestClient[Any]


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    config = quick_config(tmp_path_factory.mktemp("sketches"))
    with TestClient(
        create_app(msgspec.structs.replace(config, own_board_seconds_per_minute=1000.0))
    ) as client:
        yield client


def look(web: Web, **body: Any) -> SketchLook:
    answer = web.post("/api/sketches", json=body)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=SketchLook)


def tree() -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(BERLIN))
    return found


def test_a_whole_board_is_written_and_drawn_with_advice(web: Web) -> None:
    seen = look(web, board=tree(), region=REGION)
    assert seen.faults == ()
    assert seen.file is not None
    assert parse_board(seen.file, "berlin") == BERLIN
    assert seen.page is not None
    assert seen.page.routes == tuple(range(len(BERLIN.routes)))
    assert len(seen.page.geometry.places) == len(BERLIN.places)
    assert 'class="land"' in seen.page.layers.ground


def test_a_file_comes_back_as_the_board_it_says(web: Web) -> None:
    seen = look(web, board_file=format_board(BERLIN))
    assert seen.board is not None
    assert msgspec.convert(seen.board, Board) == BERLIN
    again = look(web, board=seen.board)
    assert again.file == format_board(BERLIN)
    assert again.page is None


def test_faults_lie_where_they_are_and_the_rest_is_drawn(web: Web) -> None:
    wrong = tree()
    wrong["routes"][3]["length"] = 99
    wrong["places"][0]["lat"] = 95.0
    seen = look(web, board=wrong, region=REGION, ground=False)
    found = {(fault.path, fault.told.words) for fault in seen.faults}
    assert (("routes", 3, "length"), "fault.out-of-range") in found
    assert (("places", 0, "lat"), "fault.out-of-range") in found
    assert seen.advice == ()
    assert seen.page is not None
    assert 3 not in seen.page.routes
    assert len(seen.page.geometry.places) == len(BERLIN.places) - 1
    assert seen.page.layers.ground == ""


def test_an_empty_sheet_is_drawn(web: Web) -> None:
    empty = tree() | {"places": [], "routes": [], "tickets": []}
    seen = look(web, board=empty, region=REGION)
    assert seen.page is not None
    assert seen.page.routes == ()
    assert any(fault.told.words == "fault.no-places" for fault in seen.faults)


def test_what_is_no_board_is_told_and_not_drawn(web: Web) -> None:
    seen = look(web, board={"places": 7}, region=REGION)
    assert (seen.file, seen.page) == (None, None)
    assert seen.faults
    assert look(web, board_file="places = [").faults[0].told.words == "fault.not-toml"


def test_a_number_of_any_size_is_told_as_wrong(web: Web) -> None:
    huge = {**tree(), "version": 2**70}
    assert look(web, board=huge, region=REGION).faults
    answer = web.post("/api/sketches/finished", json={"board": huge, "region": REGION})
    assert answer.status_code < 500


def finished(web: Web, board: dict[str, Any], region: dict[str, float] = REGION) -> SketchPage | None:
    answer = web.post("/api/sketches/finished", json={"board": board, "region": region})
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=FinishedSketch).page


def test_a_sketch_is_finished_as_it_will_lie_at_the_table(web: Web) -> None:
    table = geometry(BERLIN)
    tight = {"west": 13.36, "south": 52.50, "east": 13.38, "north": 52.51}
    page = finished(web, tree(), tight)
    assert page is not None
    assert page.geometry == table.of_the_game(), "the very same where the region adds nothing"
    roomy = finished(web, tree(), {"west": 12.0, "south": 52.0, "east": 14.0, "north": 53.0})
    assert roomy is not None
    assert 1.3 * table.width < roomy.geometry.width < 1.6 * table.width
    assert roomy.grid is not None
    assert 'class="land"' in roomy.layers.ground


def test_places_are_imported_from_a_file(web: Web) -> None:
    answer = web.post("/api/sketches/places", json={"text": "Wien,48.2,16.37,Wiedeń\nBrno,49.2,16.6\nx,y,z"})
    assert answer.status_code == 200, answer.text
    found = msgspec.json.decode(answer.content, type=ImportedPlaces)
    assert found.places[0] == ImportedPlace(Name("Wien", "Wiedeń"), 48.2, 16.37)
    assert (found.found, found.places[1].name.pl, found.lines, found.skipped) == (2, "Brno", (), 1)
    many = web.post("/api/sketches/places", json={"text": "A,1,2\n" * 65}).json()
    assert (many["found"], len(many["places"])) == (65, 64)


def test_what_has_no_map_is_not_finished(web: Web) -> None:
    one_spot = tree()
    for place in one_spot["places"]:
        place["lat"], place["lon"] = 52.5, 13.4
    for board in (tree() | {"routes": []}, {"places": 7}, one_spot):
        assert finished(web, board) is None


def test_a_sketch_is_drawn_where_it_is_shown(web: Web) -> None:
    spots = {place.id: {"x": 100.0 + 40 * number, "y": 700.0} for number, place in enumerate(BERLIN.places)}
    laid = {"frame": {"x": 46, "y": 46, "width": 1000, "height": 800}, "spots": spots}
    page = look(web, board=tree(), region=REGION, laid=laid).page
    assert page is not None
    assert {place.id: {"x": place.x, "y": place.y} for place in page.geometry.places} == spots
    assert (page.geometry.width, page.grid, page.layers.ground) == (1092, None, "")


def test_a_look_is_charged_and_refused_once_the_budget_is_used_up(tmp_path: Path) -> None:
    app = create_app(quick_config(tmp_path, own_board_seconds_per_minute=1.0))
    with TestClient(app) as web:
        assert web.post("/api/sketches", json={"board": {}}).status_code == 200
        app.state.services.own_board_work.spend("testclient", 1000.0)
        refused = web.post("/api/sketches", json={"board": {}})
        assert (refused.status_code, refused.json()["code"]) == (429, "too-many")
