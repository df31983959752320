"""Where the names lie that the built-in boards know: the only gazetteer we carry."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from semafor.boards import all_board_names, load_board

if TYPE_CHECKING:
    from semafor.boards.model import Place


@cache
def known_places() -> tuple[Place, ...]:
    """The cities of all built-in boards."""
    boards = [load_board(name) for name in all_board_names()]
    return tuple(place for board in boards for place in board.places if not place.junction)


@cache
def _by_name() -> dict[str, tuple[Place, ...]]:
    found: dict[str, tuple[Place, ...]] = {}
    for place in known_places():
        for name in {place.name.en.casefold(), place.name.pl.casefold()}:
            found[name] = (*found.get(name, ()), place)
    return found


def places_called(name: str) -> tuple[Place, ...]:
    """Every known place of this name, in either language."""
    return _by_name().get(name.casefold(), ())


def places_within(west: float, south: float, east: float, north: float) -> list[Place]:
    """The known places inside a box, each name once."""
    inside = [place for place in known_places() if south <= place.lat <= north and west <= place.lon <= east]
    return list({place.name.en: place for place in inside}.values())
