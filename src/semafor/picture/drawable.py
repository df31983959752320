"""What of a board in the making can be drawn: whatever is still wrong is left out, or left without a name."""

from __future__ import annotations

from collections import Counter

import msgspec

from semafor.boards import limits
from semafor.boards.model import Board, Festival, Name, Place, Route
from semafor.boards.names import ends


def drawable(board: Board) -> Board:
    """The board with such places, routes and festivals as have a sound place on a map."""
    places = _places(board)
    known = {place.id for place in places}
    return msgspec.structs.replace(
        board,
        title=_name(board.title),
        places=places,
        routes=tuple(board.routes[number] for number in drawn_routes(board)),
        festivals=tuple(_festival(festival, known) for festival in board.festivals[: limits.FESTIVALS]),
    )


def drawn_routes(board: Board) -> tuple[int, ...]:
    """Which routes of a board `drawable` keeps, by their numbers."""
    known = {place.id for place in _places(board)}
    kept, strands = [], Counter[frozenset[str]]()
    for number, route in enumerate(board.routes[: limits.ROUTES]):
        if _is_sound(route, known) and strands[ends(route)] < limits.STRANDS:
            strands[ends(route)] += 1
            kept.append(number)
    return tuple(kept)


def _places(board: Board) -> tuple[Place, ...]:
    """Places on the globe, each id once."""
    found: dict[str, Place] = {}
    for place in board.places[: limits.PLACES]:
        if -90 <= place.lat <= 90 and -180 <= place.lon <= 180:
            found.setdefault(place.id, _named(place))
    return tuple(found.values())


def _named(place: Place) -> Place:
    """A place that cannot be written beside its dot is drawn without a name."""
    name = _name(place.name)
    nameless = place.junction or not (name.en and name.pl)
    return msgspec.structs.replace(place, name=name, junction=nameless)


def _name(name: Name) -> Name:
    return Name(_shown(name.en), _shown(name.pl))


def _shown(text: str) -> str:
    return text.strip()[: limits.NAME] if text.isprintable() else ""


def _is_sound(route: Route, known: set[str]) -> bool:
    joins = route.a != route.b and {route.a, route.b} <= known
    return joins and 1 <= route.length <= limits.LENGTH and 0 <= route.ferry <= route.length


def _festival(festival: Festival, known: set[str]) -> Festival:
    here = tuple(dict.fromkeys(place for place in festival.places if place in known))
    return msgspec.structs.replace(festival, places=here)
