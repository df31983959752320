"""Where names lie: the cities of our boards, and the larger ones of the world from GeoNames (CC BY 4.0)."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files

from semafor.boards import all_board_names, load_board
from semafor.boards.model import Name, Place
from semafor.workshop.distances import between, kilometres

MOST = 30
"""Places that a region is given."""
ROOM = 14
"""They lie this part of the region's extent apart, at least."""


@cache
def known_places() -> tuple[Place, ...]:
    """The cities of all built-in boards."""
    boards = [load_board(name) for name in all_board_names()]
    return tuple(place for board in boards for place in board.places if not place.junction)


@cache
def cities_text() -> str:
    """The larger cities of the world, the largest first, as lines: name, Polish name, lat, lon, country."""
    text = (files("semafor.workshop") / "cities.csv").read_text("utf-8")
    return text.partition("\n")[2]


@cache
def cities() -> tuple[Place, ...]:
    """The same as places."""
    rows = csv.reader(cities_text().splitlines())
    return tuple(
        Place("", _name(en, pl), float(lat), float(lon), country) for en, pl, lat, lon, country in rows
    )


def _name(en: str, pl: str) -> Name:
    """As boards write it: without hyphens."""
    return Name(en.replace("-", " "), (pl or en).replace("-", " "))


@cache
def _by_name(wide: bool) -> dict[str, tuple[Place, ...]]:
    found: dict[str, tuple[Place, ...]] = {}
    for place in cities() if wide else known_places():
        for name in {place.name.en.casefold(), place.name.pl.casefold()}:
            found[name] = (*found.get(name, ()), place)
    return found


def places_called(name: str) -> tuple[Place, ...]:
    """Every place of this name on our boards, in either language."""
    return _by_name(wide=False).get(name.casefold(), ())


def cities_called(name: str) -> tuple[Place, ...]:
    """Every larger city of this name, in either language."""
    return _by_name(wide=True).get(name.casefold(), ())


def places_within(west: float, south: float, east: float, north: float) -> list[Place]:
    """The largest cities inside a box that do not crowd each other; across the date line if west > east."""
    room = kilometres(south, west, north, east) / ROOM
    wide = east - west + (360 if west > east else 0)
    found: list[Place] = []
    for city in cities():
        inside = south <= city.lat <= north and (city.lon - west) % 360 <= wide
        if inside and all(between(city, other) >= room for other in found):
            found.append(city)
        if len(found) == MOST:
            break
    return found
