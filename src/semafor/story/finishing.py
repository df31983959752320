"""When every ticket was completed: by its last route, its last station, or in a scoring round."""

from __future__ import annotations

from collections.abc import Iterator

from semafor.events import Claimed, Completed, StationBuilt
from semafor.results import SideResult
from semafor.story.model import Finished
from semafor.story.positions import Walked


def finished_tickets(walked: Walked) -> tuple[Finished, ...]:
    """Completed tickets in the order in which they were completed."""
    found = [one for number, side in enumerate(walked.result.sides) for one in _of_side(walked, number, side)]
    return tuple(sorted(found, key=lambda one: one.step))


def _of_side(walked: Walked, number: int, side: SideResult) -> Iterator[Finished]:
    when, last = _when(walked), len(walked.positions)
    lent = {route: place for place, route in side.borrowed.items()}
    for ticket in side.tickets:
        if ticket.completed:
            keys = [("station", lent[route]) if route in lent else ("route", route) for route in ticket.path]
            steps = [when.get(key, last) for key in keys] or [when.get(("ticket", ticket.ticket), last)]
            yield Finished(max(steps), number, ticket.ticket, ticket.path)


def _when(walked: Walked) -> dict[tuple[str, str], int]:
    """The step of every route, station and completed ticket."""
    found: dict[tuple[str, str], int] = {}
    for position in walked.positions:
        for event in position.events:
            match event:
                case Claimed(route=route):
                    found["route", route] = position.step
                case StationBuilt(place=place):
                    found["station", place] = position.step
                case Completed(ticket=ticket):
                    found["ticket", ticket] = position.step
                case _:
                    pass
    return found
