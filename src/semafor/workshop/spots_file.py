"""Places from a CSV file: name, latitude, longitude, and perhaps the Polish name."""

from __future__ import annotations

import csv
from io import StringIO

from semafor.boards.faults import BoardError, Fault, fault
from semafor.workshop.sketch import Spot

FEWEST_CELLS = 3


def parse_spots(text: str, source: str) -> list[Spot]:
    """The places of a CSV text, with or without a heading; BoardError naming every line that is none."""
    rows = [(number, row) for number, row in enumerate(csv.reader(StringIO(text)), start=1) if any(row)]
    if rows and _number(rows[0][1][1:2]) is None:
        rows = rows[1:]
    read = [_spot(number, row) for number, row in rows]
    faults = [one for one in read if isinstance(one, Fault)]
    if faults or not read:
        raise BoardError(source, faults or [fault((), "no-spots")])
    return [one for one in read if isinstance(one, Spot)]


def _spot(number: int, row: list[str]) -> Spot | Fault:
    lat, lon = _number(row[1:2]), _number(row[2:3])
    if len(row) < FEWEST_CELLS or lat is None or lon is None:
        return fault((), "not-a-spot", at=number)
    return Spot(row[0].strip(), lat, lon, row[3].strip() if len(row) > FEWEST_CELLS else "")


def _number(cells: list[str]) -> float | None:
    try:
        return float(cells[0])
    except (ValueError, IndexError):
        return None
