"""Places by name and from files: cities of our boards and of GeoNames (CC BY 4.0), CSV and GeoJSON."""

from __future__ import annotations

import codecs
import csv
import re
from functools import cache
from importlib.resources import files
from io import StringIO
from math import hypot, isfinite
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from semafor.boards import all_board_names, limits, load_board
from semafor.boards.faults import BoardError, Fault, fault
from semafor.boards.load import decode_text
from semafor.boards.model import Name, Place
from semafor.workshop.distances import USUAL_LENGTH, between, kilometres, spaces_of
from semafor.workshop.sketch import SketchSpot

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST = 30
"""Maximum number of places of a region."""
ROOM = 14
"""Minimum distance between them, as a share of the region's extent."""


@cache
def known_places() -> tuple[Place, ...]:
    """Return the cities of all built-in boards."""
    boards = [load_board(name) for name in all_board_names()]
    return tuple(place for board in boards for place in board.places if not place.junction)


@cache
def cities_text() -> str:
    """Return the larger cities of the world, the largest first: name, Polish name, lat, lon, country."""
    text = (files("semafor.workshop") / "cities.csv").read_text("utf-8")
    return text.partition("\n")[2]


@cache
def cities() -> tuple[Place, ...]:
    """Return the same as places."""
    rows = csv.reader(cities_text().splitlines())
    return tuple(
        Place("", Name(en, pl or en), float(lat), float(lon), country) for en, pl, lat, lon, country in rows
    )


def _key(name: str) -> str:
    """A name without case and hyphens, which not everyone writes."""
    return name.casefold().replace("-", " ")


@cache
def _by_name(wide: bool) -> dict[str, tuple[Place, ...]]:
    found: dict[str, tuple[Place, ...]] = {}
    for place in cities() if wide else known_places():
        for name in {_key(place.name.en), _key(place.name.pl)}:
            found[name] = (*found.get(name, ()), place)
    return found


def places_called(name: str) -> tuple[Place, ...]:
    """Every place of this name on our boards, in either language."""
    return _by_name(wide=False).get(_key(name), ())


def cities_called(name: str) -> tuple[Place, ...]:
    """Every larger city of this name, in either language."""
    return _by_name(wide=True).get(_key(name), ())


def places_within(west: float, south: float, east: float, north: float) -> list[Place]:
    """The largest cities inside a box; it lies across the date line if west > east.

    They do not crowd each other, and of two with the same name only the larger is taken.
    """
    room = kilometres(south, west, north, east) / ROOM
    wide = east - west + (360 if west > east else 0)
    found: list[Place] = []
    taken: set[str] = set()
    for city in cities():
        inside = south <= city.lat <= north and (city.lon - west) % 360 <= wide
        names = {city.name.en.casefold(), city.name.pl.casefold()}
        if inside and not names & taken and all(between(city, other) >= room for other in found):
            found.append(city)
            taken |= names
        if len(found) == MOST:
            break
    return found


SEPARATORS = ("\t", ";", ",")
HEADINGS = {
    "name": ("name", "name_en", "place", "city", "town", "nazwa", "miasto", "title"),
    "lat": ("lat", "latitude", "y", "szerokość", "szerokosc"),
    "lon": ("lon", "lng", "long", "longitude", "x", "długość", "dlugosc"),
    "polish": ("name_pl", "polish", "pl", "nazwa_pl"),
}
"""Column headings, in lower case."""
FEWEST = 4
"""Minimum number of places of a game: two players are dealt three tickets each."""
NORTH, EAST = 90, 180


class Columns(NamedTuple):
    """The columns of a table; -1 for a missing one."""

    name: int = 0
    lat: int = 1
    lon: int = 2
    polish: int = 3


def read_spots(data: bytes, source: str) -> list[SketchSpot]:
    """Return the places of a file; raise BoardError if it is not text, naming every bad line."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return parse_spots(data.decode("utf-16", "replace"), source)
    return parse_spots(decode_text(data, source), source)


def parse_spots(text: str, source: str) -> list[SketchSpot]:
    """Return the places of a table, with or without headings; raise BoardError naming every bad line."""
    rows, columns = _table(text)
    read = [_spot(number, row, columns) for number, row in rows]
    spots = [one for one in read if isinstance(one, SketchSpot)]
    faults = [one for one in read if isinstance(one, Fault)] or [*_wrong_number(spots), *_twice(rows, spots)]
    if faults:
        raise BoardError(source, faults)
    return spots


def _table(text: str) -> tuple[list[tuple[int, list[str]]], Columns]:
    """Return the rows below the headings, if there are any, and the columns."""
    rows = list(_rows(text))
    columns = _columns(rows[0][1]) if rows else None
    if columns or (rows and rows[0][1] and not re.search("[0-9]", "".join(rows[0][1][1:]))):
        rows = rows[1:]
    return rows, columns or Columns()


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not empty, each with the number of its last line."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = next((sign for sign in SEPARATORS if sign in first), ",")
    reader = csv.reader(StringIO(text.replace("\0", "\ufffd"), newline=""), delimiter=separator)
    try:
        for row in reader:
            if any(cell.strip() for cell in row) and not row[0].startswith("#"):
                yield reader.line_num, row
    except csv.Error:
        yield reader.line_num, []  # an unterminated row


def _columns(head: list[str]) -> Columns | None:
    """Return the columns by the words of the first line; None if it has none of them."""
    told = [cell.strip().casefold() for cell in head]
    found = {
        key: next((told.index(one) for one in names if one in told), -1) for key, names in HEADINGS.items()
    }
    return Columns(**found) if found["lat"] >= 0 and found["lon"] >= 0 else None


def _spot(number: int, row: list[str], columns: Columns) -> SketchSpot | Fault:
    name = _cell(row, columns.name)
    lat, lon = _number(row, columns.lat), _number(row, columns.lon)
    if not name or not name.isprintable() or "\ufffd" in name or lat is None or lon is None:
        return fault((), "not-a-spot", at=number)
    if abs(lat) > NORTH or abs(lon) > EAST:
        return fault((), "spot-off-globe", at=number, name=name)
    return SketchSpot(name, lat, lon, _cell(row, columns.polish))


def _cell(row: list[str], column: int) -> str:
    """A cell without needless spaces."""
    return " ".join(row[column].split()) if 0 <= column < len(row) else ""


def _number(row: list[str], column: int) -> float | None:
    """Return a number written with a point or a comma."""
    try:
        found = float(_cell(row, column).replace(",", "."))
    except ValueError:
        return None
    return found if isfinite(found) else None


def _wrong_number(spots: list[SketchSpot]) -> Iterator[Fault]:
    """Yield faults for too few places, or more than the engine supports."""
    if not spots:
        yield fault((), "no-spots")
    elif len(spots) < FEWEST:
        yield fault((), "too-few-spots", n=len(spots), least=FEWEST)
    elif len(spots) > limits.PLACES:
        yield fault((), "too-many-spots", n=len(spots), most=limits.PLACES)


def _twice(rows: list[tuple[int, list[str]]], spots: list[SketchSpot]) -> Iterator[Fault]:
    """Yield lines with a repeated name."""
    seen: set[str] = set()
    for (number, _), spot in zip(rows, spots, strict=True):
        if spot.name.casefold() in seen:
            yield fault((), "spot-twice", at=number, name=spot.name)
        seen.add(spot.name.casefold())


def spots_within(west: float, south: float, east: float, north: float) -> list[SketchSpot]:
    """The largest cities inside a box; BoardError where it is none, or has too few.

    Where west is greater than east the box lies across the date line.
    """
    if not (max(abs(west), abs(east)) <= EAST and -NORTH <= south < north <= NORTH and west != east):
        told = {"west": west, "south": south, "east": east, "north": north}
        raise BoardError(
            "--region", [fault((), "no-region", **{key: f"{one:g}" for key, one in told.items()})]
        )
    found = places_within(west, south, east, north)
    if len(found) < FEWEST:
        raise BoardError("--region", [fault((), "no-cities", n=len(found), least=FEWEST)])
    return [SketchSpot(one.name.en, one.lat, one.lon, one.name.pl) for one in found]


class Import(NamedTuple):
    """What was read from a file of places and lines."""

    spots: list[SketchSpot]
    lines: list[tuple[int, int, int]]
    """Two indexes of `spots`, and a length that suits the distance."""
    skipped: int
    """Rows or features that are neither."""


def import_spots(text: str) -> Import:
    """Read a CSV table or GeoJSON (which starts with a brace); unreadable parts are skipped and counted."""
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        return _from_geojson(text)
    rows, columns = _table(text)
    read = [_spot(number, row, columns) for number, row in rows]
    spots = [one for one in read if isinstance(one, SketchSpot)]
    return Import(spots, [], len(read) - len(spots))


NEAR = 0.01
"""A line that ends within this share of the whole extent from a place ends at that place."""
GEOMETRIES = {"Point": 0, "LineString": 1, "MultiLineString": 2}
"""How deeply the points of each geometry are nested."""
Point = tuple[float, float]
"""Latitude and longitude."""


class _Feature(NamedTuple):
    """The name of a feature, its Polish name, and its lines; a point is a line of one point."""

    name: str
    polish: str
    lines: list[list[Point]]


def _from_geojson(text: str) -> Import:
    try:
        tree = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return Import([], [], 0)
    read = [_feature(one) for one in _features(tree)]
    features = [one for one in read if one]
    spots: list[SketchSpot] = []
    for feature in features:
        if len(feature.lines) == 1 and len(feature.lines[0]) == 1:
            name = feature.name or _letters("Place", len(spots))
            polish = feature.polish or feature.name or _letters("Miejsce", len(spots))
            spots.append(SketchSpot(name, *feature.lines[0][0], polish))
    if len(spots) > limits.PLACES:
        return Import(spots, [], 0)
    ends = [(line[0], line[-1]) for feature in features for line in feature.lines if len(line) > 1]
    joined = _join(spots, ends[: limits.ROUTES])
    return Import(spots, _measured(spots, joined), len(read) - len(features))


def _features(tree: Any) -> list[Any]:
    """All features; a bare geometry is a feature without a name."""
    if isinstance(tree.get("features"), list):
        return list(tree["features"])
    return [tree] if "geometry" in tree else [{"geometry": tree}]


def _feature(one: Any) -> _Feature | None:
    """A feature that has points on the globe; None for any other value."""
    geometry = one.get("geometry") if isinstance(one, dict) else None
    if not isinstance(geometry, dict) or str(geometry.get("type")) not in GEOMETRIES:
        return None
    depth, parts = GEOMETRIES[geometry["type"]], geometry.get("coordinates")
    for _ in range(2 - depth):
        parts = [parts]
    lines = [_points(part) for part in parts] if isinstance(parts, list) else []
    told = one.get("properties") if isinstance(one.get("properties"), dict) else {}
    names = {key: " ".join(value.split()) for key, value in told.items() if isinstance(value, str)}
    english = next((names[key] for key in ("name:en", "name_en", "name", "title") if names.get(key)), "")
    polish = next((names[key] for key in ("name:pl", "name_pl", "name") if names.get(key)), "")
    found = _Feature(english, polish, [line for line in lines if line])
    return found if found.lines else None


def _points(line: Any) -> list[Point]:
    """The points of a line that lie on the globe."""
    found = []
    for point in line if isinstance(line, list) else ():
        if isinstance(point, list) and len(point) > 1 and all(type(one) in (int, float) for one in point[:2]):
            lon, lat = point[:2]
            if abs(lat) <= NORTH and abs(lon) <= EAST:
                found.append((float(lat), float(lon)))
    return found


def _letters(word: str, number: int) -> str:
    """A name for a place without one: Place A, … Place Z, Place AA."""
    first = chr(64 + number // 26) if number >= 26 else ""
    return f"{word} {first}{chr(65 + number % 26)}"


def _join(spots: list[SketchSpot], lines: list[tuple[Point, Point]]) -> list[tuple[int, int]]:
    """The indexes of the places at both ends of each line; missing places are added to the list."""
    points = [(spot.lat, spot.lon) for spot in spots] + [end for line in lines for end in line]
    lats, lons = [point[0] for point in points], [point[1] for point in points]
    reach = NEAR * max(max(lats) - min(lats), max(lons) - min(lons)) if points else 0.0
    pairs = [(_nearest(spots, a, reach), _nearest(spots, b, reach)) for a, b in lines]
    return [(a, b) for a, b in pairs if a != b]


def _nearest(spots: list[SketchSpot], at: Point, reach: float) -> int:
    """The index of the place at the end of a line; a new place if none is near."""
    far = [hypot(spot.lat - at[0], spot.lon - at[1]) for spot in spots]
    if far and min(far) <= reach:
        return far.index(min(far))
    number = len(spots)
    spots.append(SketchSpot(_letters("Place", number), *at, _letters("Miejsce", number)))
    return number


def _measured(spots: list[SketchSpot], pairs: list[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """The lines with lengths; the one in the middle has the usual length."""
    far = [kilometres(spots[a].lat, spots[a].lon, spots[b].lat, spots[b].lon) for a, b in pairs]
    scale = median(far) / USUAL_LENGTH if far else 0.0
    return [(a, b, spaces_of(one, scale)) for (a, b), one in zip(pairs, far, strict=True)]
