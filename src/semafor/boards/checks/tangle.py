"""Checks that the longest line of a network can be found with the room that the engine has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.boards.faults import fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semafor.boards.faults import Fault
    from semafor.boards.model import Board

RIM = 12
"""Places that the search for the longest line can keep in mind at once (`engine.rim.SLOTS`)."""


def check_tangle(board: Board) -> Iterator[Fault]:
    """Neither the whole network nor one without a single place needs more room than there is."""
    whole = [(route.a, route.b) for route in board.routes]
    for missing in (None, *(place.id for place in board.places)):
        needed = rim_of([ends for ends in whole if missing not in ends])
        if needed > RIM:
            yield fault(("routes",), "tangled", n=needed, most=RIM)
            return


def rim_of(routes: list[tuple[str, str]]) -> int:
    """How many places the search for the longest line of a network keeps in mind at once."""
    beside: dict[str, set[str]] = {}
    for a, b in routes:
        beside.setdefault(a, set()).add(b)
        beside.setdefault(b, set()).add(a)
    met: set[str] = set()
    settled: set[str] = set()
    done: set[str] = set()
    largest = 0
    while len(settled) < len(beside):
        rim = sorted(met - settled) or sorted(beside.keys() - settled)
        place = min(rim, key=lambda one: len(beside[one] - met))
        met |= {place} | beside[place]
        largest = max(largest, len(met - settled))
        done.add(place)
        settled |= {one for one in met if one in done or beside[one] <= done}
    return largest
