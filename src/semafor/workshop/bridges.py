"""Bridges of a map: routes without which it falls into two parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.boards.names import ends

if TYPE_CHECKING:
    from semafor.boards.model import Board, Route


def beyond_bridge(board: Board, route: Route) -> list[str]:
    """The ids on the smaller side of a route that is the only way there; empty for any other route."""
    reached = _reach_without(board, route)
    if route.b in reached:
        return []
    beyond = [place.id for place in board.places if place.id not in reached]
    here = [place.id for place in board.places if place.id in reached]
    return min(beyond, here, key=len)


def _reach_without(board: Board, closed: Route) -> set[str]:
    """All places that are joined with the first end of a route when no strand of it is open."""
    beside: dict[str, set[str]] = {place.id: set() for place in board.places}
    for route in board.routes:
        if ends(route) != ends(closed):
            beside[route.a].add(route.b)
            beside[route.b].add(route.a)
    reached, waiting = {closed.a}, [closed.a]
    while waiting:
        near = beside[waiting.pop()] - reached
        reached |= near
        waiting += near
    return reached
