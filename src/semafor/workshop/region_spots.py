"""Places from a part of the world: its larger cities."""

from __future__ import annotations

from semafor.boards.faults import BoardError, fault
from semafor.workshop.gazetteer import places_within
from semafor.workshop.sketch import Spot
from semafor.workshop.spots_file import EAST, FEWEST, NORTH


def spots_within(west: float, south: float, east: float, north: float) -> list[Spot]:
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
    return [Spot(one.name.en, one.lat, one.lon, one.name.pl) for one in found]
