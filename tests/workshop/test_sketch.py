"""Sketches: boards in the making that can be played at once."""

from __future__ import annotations

import json
import zlib
from random import Random
from typing import Any

import msgspec
import pytest

from semafor import Game
from semafor.boards import BoardError, format_board, load_board, parse_board
from semafor.boards.model import Stations
from semafor.notation import parse_move
from semafor.workshop import advise, new_sketch, parse_spots
from semafor.workshop.gazetteer import (
    cities,
    cities_called,
    cities_text,
    import_spots,
    places_within,
    read_spots,
    spots_within,
)
from semafor.workshop.sketch import SketchSpot, new_ids

TEXT = new_sketch("my-map", "My map")
BOARD = parse_board(TEXT, "my-map")


def test_a_sketch_is_a_board_without_faults_that_says_what_waits() -> None:
    assert BOARD.sketch
    assert {one.code for one in advise(BOARD) if one.about == "board"} == {
        "second-names-wait",
        "provenance-waits",
    }
    assert {one.code for one in advise(BOARD) if one.about != "board"} == set()


def test_what_waits_is_not_written() -> None:
    assert "pl =" not in TEXT
    assert parse_board(format_board(BOARD), "again") == BOARD


def test_only_a_sketch_may_leave_things_out() -> None:
    with pytest.raises(BoardError) as refused:
        parse_board(TEXT.replace("sketch = true", "sketch = false"), "finished")
    assert {fault.code for fault in refused.value.faults} == {"missing-key"}


@pytest.mark.parametrize("wrong", ["name = 3", 'name = { fr = "Aulne" }', 'name = ["Alder"]'])
def test_a_sketch_is_filled_in_only_where_something_is_missing(wrong: str) -> None:
    with pytest.raises(BoardError):
        parse_board(TEXT.replace('name = { en = "Alder" }', wrong), "wrong")


def test_a_sketch_that_waits_for_nothing_is_told_so() -> None:
    whole = format_board(load_board("usa")).replace('rules = ["BASE"]', 'rules = ["BASE"]\nsketch = true')
    waiting = [one for one in advise(parse_board(whole, "usa")) if one.about == "board"]
    assert [one.code for one in waiting] == ["second-names-wait"]
    for name in waiting[0].details["names"]:
        assert name["en"] == name["pl"]


def test_known_places_of_a_region_make_a_sketch() -> None:
    spots = [SketchSpot(one.name.en, one.lat, one.lon, one.name.pl) for one in places_within(-10, 35, 5, 45)]
    board = parse_board(new_sketch("south", "South", spots), "south")
    assert {"madrid", "lisbon"} <= set(board.place_index)
    assert len(board.routes) > len(board.places)
    assert [one.code for one in advise(board) if one.about == "colour"] == []


def test_the_gazetteer_is_small_and_sound() -> None:
    assert len(zlib.compress(cities_text().encode())) < 100_000
    assert 5_000 < len(cities()) < 6_000
    for city in cities():
        assert city.name.en
        assert -90 <= city.lat <= 90
        assert -180 <= city.lon <= 180
        assert len(city.country) == 2
    (lisbon,) = cities_called("lizbona")
    assert (lisbon.name.en, lisbon.country) == ("Lisbon", "PT")


def test_a_city_far_from_where_it_lies_is_noticed_and_a_namesake_is_not() -> None:
    spots = [
        SketchSpot("Lisbon", 41.0, -5.0),
        SketchSpot("Porto", 41.15, -8.61),
        SketchSpot("Madrid", 40.4, -3.7),
    ]
    spots += [
        SketchSpot("Paris", 38.7, -9.1),
        SketchSpot("Sevilla", 37.4, -5.98),
        SketchSpot("Valencia", 39.5, -0.4),
    ]
    board = parse_board(new_sketch("south", "South", spots), "south")
    far = [one.details["place"]["en"] for one in advise(board) if one.code == "far-from-name"]
    assert "Lisbon" in far
    assert "Porto" not in far


def test_ids_are_plain_and_all_different() -> None:
    assert new_ids(["Łódź", "São Paulo", "Lodz", "†"]) == ["lodz", "sao-paulo", "lodz-b", "place"]


def test_places_come_from_a_table() -> None:
    text = "name,lat,lon,polish\nWien,48.2,16.37,Wiedeń\n\nBrno,49.2,16.6\nGraz,47.1,15.4\nLinz,48.3,14.3\n"
    assert parse_spots(text, "x") == SPOTS


SPOTS = [
    SketchSpot("Wien", 48.2, 16.37, "Wiedeń"),
    SketchSpot("Brno", 49.2, 16.6),
    SketchSpot("Graz", 47.1, 15.4),
    SketchSpot("Linz", 48.3, 14.3),
]


@pytest.mark.parametrize(
    "text",
    [
        "name;lat;lon;pl\nWien;48,2;16,37;Wiedeń\nBrno;49,2;16,6\nGraz;47,1;15,4\nLinz;48,3;14,3",
        "x\tnazwa_pl\ty\tcity\n16.37\tWiedeń\t48.2\tWien\n16.6\t\t49.2\tBrno\n"
        "15.4\t\t47.1\tGraz\n14.3\t\t48.3\tLinz",
        '"Wien",48.2,16.37,Wiedeń\n# north\nBrno,49.2,16.6,""\n  ,,\nGraz,47.1,15.4\nLinz,48.3,14.3',
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_tables_are_read_as_spreadsheets_write_them(text: str, encoding: str) -> None:
    assert read_spots(text.encode(encoding), "x") == SPOTS


ODD_NAMES = ("Bielsko-Biała", "Route 66", "Washington, D.C.", "Pier", "Pier 3", "3 red", "Ust-Kut, Lena 2")


def test_names_are_never_changed() -> None:
    lines = [f'"{name}",{5 * n % 7}.{n},{3 * n % 11}.5' for n, name in enumerate(ODD_NAMES)]
    spots = read_spots("\n".join(lines).encode(), "x")
    assert [spot.name for spot in spots] == list(ODD_NAMES)
    board = parse_board(new_sketch("odd", "Odd", spots), "odd")
    assert [place.name.en for place in board.places] == list(ODD_NAMES)
    text = "\n".join(lines).replace("Pier 3", "Pier/3")
    with pytest.raises(BoardError, match="no slash"):
        new_sketch("odd", "Odd", read_spots(text.encode(), "x"))
    point = {"type": "Point", "coordinates": [19.0, 49.8]}
    feature = {"geometry": point, "properties": {"name": "Bielsko-Biała 2, Śląsk/PL"}}
    found = import_spots(json.dumps({"features": [feature]})).spots
    assert [spot.name for spot in found] == ["Bielsko-Biała 2, Śląsk/PL"]


def test_moves_with_odd_names_are_read_back() -> None:
    spots = [SketchSpot(name, 5.0 * n % 7, 3.0 * n % 11) for n, name in enumerate(ODD_NAMES)]
    board = parse_board(new_sketch("odd", "Odd", spots), "odd")
    options = msgspec.structs.replace(board.options, stations=Stations(3, 4))
    board = msgspec.structs.replace(board, options=options)
    game, chance = Game.new(board, players=2, seed=1), Random(1)
    said = set()
    while not game.over:
        seat = game.pending[0]
        moves = game.moves(seat)
        for move in moves:
            assert parse_move(str(move), board) == move
        said |= {type(move).__name__ for move in moves}
        game.play(str(chance.choice(moves)), seat)
    assert said >= {"Claim", "Build", "Keep"}
    assert Game.replay(game.record()).result() == game.result()


def test_routes_that_would_be_written_alike_are_refused() -> None:
    lines = TEXT.replace('"Alder"', '"A-B"').replace('"Birch"', '"C"').replace('"Cedar"', '"A"')
    with pytest.raises(BoardError, match="'A-B-C' appears twice"):
        parse_board(lines.replace('"Elm"', '"B-C"'), "x")


@pytest.mark.parametrize("box", [(68, 7, 92, 33), (-93, 38, -70, 48), (-125, 25, -67, 49), (-10, 35, 30, 60)])
def test_no_two_cities_of_a_region_have_the_same_name(box: tuple[float, float, float, float]) -> None:
    board = parse_board(new_sketch("region", "Region", spots_within(*box)), "region")
    assert len(board.places) == 30
    known = {name for place in cities() for name in (place.name.en, place.name.pl)}
    assert {place.name.en for place in board.places} <= known


def test_cities_are_found_with_and_without_hyphens() -> None:
    assert cities_called("Bielsko Biała") == cities_called("bielsko-biała") != ()
    assert cities_called("Bielsko-Biała")[0].name.pl == "Bielsko-Biała"


MANY = "\n".join(f"{'abcdefghij'[n // 10]}{'abcdefghij'[n % 10]},{n / 10},{n}" for n in range(70))


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("", ["no-spots"]),
        ("Wien,48\nBrno,49.2,16.6\nPrag,x,1", ["not-a-spot", "not-a-spot"]),
        ("Wien,nan,1\nBrno,inf,1\nA\0,1,2", ["not-a-spot"] * 3),
        ("Wien,91,1\nBrno,1,181", ["spot-off-globe", "spot-off-globe"]),
        ("Wien,1,1\nBrno,1,2\nGraz,3,1", ["too-few-spots"]),
        ("Wien,1,1\nBrno,1,2\nGraz,3,1\nwien,5,5", ["spot-twice"]),
        (MANY, ["too-many-spots"]),
        ("Wien,1," + "1" * 200_000, ["not-a-spot"]),
    ],
)
def test_a_table_of_something_else_is_refused(text: str, codes: list[str]) -> None:
    with pytest.raises(BoardError) as refused:
        parse_spots(text, "x")
    assert [fault.code for fault in refused.value.faults] == codes


def test_letters_of_an_old_code_page_are_not_guessed() -> None:
    with pytest.raises(BoardError) as refused:
        read_spots("Wien,48.2,16.4\nŁódź,51.8,19.5\n".encode("cp1250"), "x")
    assert [(fault.code, fault.details["at"]) for fault in refused.value.faults] == [("not-utf8", 2)]


def test_a_part_of_the_world_may_lie_across_the_date_line() -> None:
    names = {spot.name for spot in spots_within(140, 10, -110, 65)}
    assert {"Sapporo", "Honolulu", "Anchorage"} <= names
    assert "London" not in names


@pytest.mark.parametrize(
    ("box", "code"),
    [((0, 0, 1, 1), "no-cities"), ((5, 45, 10, 35), "no-region"), ((float("nan"), 0, 1, 1), "no-region")],
)
def test_a_part_of_no_world_is_refused(box: tuple[float, float, float, float], code: str) -> None:
    with pytest.raises(BoardError) as refused:
        spots_within(*box)
    assert [fault.code for fault in refused.value.faults] == [code]


@pytest.mark.parametrize(
    "spots", [[], [SketchSpot("Wien", 48.2, 16.4)], [SketchSpot("A1", 0, 0), SketchSpot("B", 1, 1)]]
)
def test_too_few_or_ill_named_places_are_refused(spots: list[SketchSpot]) -> None:
    with pytest.raises(BoardError):
        new_sketch("mine", "Mine", spots)


def point(name: str, lon: float, lat: float) -> dict[str, Any]:
    geometry = {"type": "Point", "coordinates": [lon, lat]}
    return {"type": "Feature", "properties": {"name": name}, "geometry": geometry}


def test_an_import_skips_what_it_cannot_read() -> None:
    text = '\ufefflon;lat;name;name_pl\n21,01;52,23;Warsaw;Warszawa\n19.04;50.06;"Kraków";\nx;y;Nowhere;\n'
    found = import_spots(text)
    assert found.spots == [SketchSpot("Warsaw", 52.23, 21.01, "Warszawa"), SketchSpot("Kraków", 50.06, 19.04)]
    assert (found.lines, found.skipped) == ([], 1)


def test_an_import_reads_points_and_lines_of_geojson() -> None:
    line = {"type": "LineString", "coordinates": [[10, 50], [11, 51], [12, 50]]}
    lines = {"type": "MultiLineString", "coordinates": [[[12.01, 50], [20, 55]]]}
    area = {"type": "Polygon", "coordinates": []}
    features = [point("A", 10, 50), point("B", 12, 50), *({"geometry": one} for one in (line, lines, area))]
    found = import_spots(json.dumps({"type": "FeatureCollection", "features": features}))
    assert [spot.name for spot in found.spots] == ["A", "B", "Place C"]
    assert [(a, b) for a, b, _ in found.lines] == [(0, 1), (1, 2)]
    assert found.lines[0][2] < found.lines[1][2]
    assert found.skipped == 1


@pytest.mark.parametrize(
    "odd",
    [
        None,
        5,
        {"geometry": None},
        {"geometry": {"type": "MultiLineString", "coordinates": 7}},
        {"geometry": {"type": "LineString", "coordinates": "x"}},
        {"geometry": {"type": "Point", "coordinates": [True, None]}},
        {"geometry": {"type": "Point", "coordinates": [190, 95]}},
    ],
)
def test_an_import_survives_geojson_of_any_form(odd: object) -> None:
    found = import_spots(json.dumps({"features": [odd, point("A", 1, 2)]}))
    assert ([spot.name for spot in found.spots], found.skipped) == (["A"], 1)


def test_an_import_reads_a_bare_geometry_and_nothing_where_there_is_none() -> None:
    assert import_spots('{"type":"Point","coordinates":[19,51]}').spots == [
        SketchSpot("Place A", 51.0, 19.0, "Miejsce A")
    ]
    for text in ("", "{", "[" * 9, "{" + '"a":{' * 5000, '{"features":[]}', "a,b,c"):
        assert import_spots(text).spots == []
