"""One piece of advice about a board: nothing is wrong, but its author may want to look."""

from __future__ import annotations

from math import floor
from statistics import mean
from typing import TYPE_CHECKING, Literal

import msgspec

from semafor.boards.board_names import ends, group_by_ends
from semafor.boards.faults import KeyPath
from semafor.boards.model import GREY
from semafor.words import Detail, Phrase, given_details, say
from semafor.workshop.distances import between, extent, fewest_spaces, points_a_space
from semafor.workshop.gazetteer import cities_called, places_called

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from semafor.boards.model import Board, Colour, Name, Place, Route, Ticket
    from semafor.words import Language

About = Literal["place", "route", "ticket", "colour", "board"]
SECTIONS: dict[str, About] = {"places": "place", "routes": "route", "tickets": "ticket", "options": "colour"}


class Advice(msgspec.Struct, frozen=True):
    """What was noticed, of which thing, and what the words for it and for a remedy need."""

    path: KeyPath
    """Where the thing stands in the board file: `("tickets", 4)`; empty for the whole board."""
    code: str
    """Stable, for programs and translations."""
    details: dict[str, Detail] = {}

    @property
    def about(self) -> About:
        """The sort of thing that it speaks of."""
        return SECTIONS[str(self.path[0])] if self.path else "board"

    def noticed(self, language: Language = "en") -> str:
        """What was noticed."""
        return say(f"advice.{self.code}", self.details, language)

    def remedy(self, language: Language = "en") -> str:
        """What would be better."""
        return say(f"remedy.{self.code}", self.details, language)

    def say(self, language: Language = "en") -> str:
        """The whole advice in one line."""
        told = {
            "noticed": Phrase(f"advice.{self.code}", self.details),
            "remedy": Phrase(f"remedy.{self.code}", self.details),
        }
        return say("told.advice", given_details(told), language)

    def __str__(self) -> str:
        return self.say()


def notice(path: KeyPath, code: str, /, **details: Detail) -> Advice:
    """A piece of advice with its details; those that are None are not there."""
    return Advice(path, code, given_details(details))


def both_names(name: Name) -> dict[str, str]:
    """A name as a detail that is told in either language."""
    return {"en": name.en, "pl": name.pl}


def both_ends(board: Board, join: Route | Ticket) -> dict[str, str]:
    """`Paris – Brest` in both languages."""
    a, b = board.place(join.a).name, board.place(join.b).name
    return {"en": f"{a.en} – {b.en}", "pl": f"{a.pl} – {b.pl}"}


UNEVEN = 0.25
"""The share by which a colour may differ from the others."""
CARDS_OFF = 3
"""Cards by which it may differ on any map: small ones cannot be even."""


def asked_of_colours(board: Board) -> dict[Colour, int]:
    """Cards that the routes of each colour of the deck ask for together."""
    return {
        colour: sum(route.cost for route in board.routes if route.colour == colour)
        for colour in board.colours
    }


def uneven_colours(board: Board) -> Iterator[Advice]:
    """Colours that the map asks for much more or less often than their cards allow."""
    if all(route.colour == GREY for route in board.routes):
        return
    asked, cards = asked_of_colours(board), board.options.cards
    usual = mean(asked[colour] / cards[colour] for colour in asked)
    for colour, spaces in asked.items():
        fitting = round(usual * cards[colour])
        if abs(spaces - fitting) > max(CARDS_OFF, UNEVEN * fitting):
            case = "many" if spaces > fitting else "few"
            yield notice(
                ("options", "cards", colour),
                "uneven-colour",
                card=colour,
                n=spaces,
                fitting=fitting,
                case=case,
            )


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


FAR = 40.0
"""Kilometres that a place may lie off on any board."""
FAR_SHARE = 0.04
"""The share of a board's extent that it may lie off: large maps push places apart."""
NAMED = 5
"""Places that a sentence lists."""


def misplaced(board: Board) -> Iterator[Advice]:
    """Places far from every place of that name that we know."""
    size = extent(board.places)
    allowed = max(FAR, FAR_SHARE * size)
    for index, place in enumerate(board.places):
        known = [] if place.junction else _known(place, size)
        nearest = min(known, key=lambda one: between(place, one), default=place)
        far = between(place, nearest)
        if far > allowed:
            yield notice(
                ("places", index),
                "far-from-name",
                place=both_names(place.name),
                km=round(far),
                lat=nearest.lat,
                lon=nearest.lon,
            )


def _known(place: Place, size: float) -> list[Place]:
    """Places of its names on our boards, else cities of that name near this map, since names recur."""
    names = (place.name.en, place.name.pl)
    ours = [one for name in names for one in places_called(name)]
    return ours or [one for name in names for one in cities_called(name) if between(place, one) <= size]


def cut_off(board: Board) -> Iterator[Advice]:
    """Routes whose loss parts the map, with the places on the smaller side."""
    for strands in group_by_ends(board.routes).values():
        single = len(strands) == 1
        players = None if single else sorted(board.options.one_strand_with)
        if not single and (len(strands) > 2 or not players):
            continue
        route = board.routes[strands[0]]
        lost = [board.place(one).name for one in beyond_bridge(board, route)]
        if lost and not any(board.routes[strand].always_open for strand in strands):
            yield notice(
                ("routes", strands[0]),
                "cut-off",
                route=both_ends(board, route),
                n=len(lost),
                names=[both_names(name) for name in lost[:NAMED]],
                players=players,
            )


POINTS_OFF = 2
"""Points that a value may differ from what the way suggests."""
SHARE_OFF = 0.25
"""The share of the suggested value that it may differ by."""
SHORT = 3
"""Cards of a route that is short."""


def ill_valued(board: Board) -> Iterator[Advice]:
    """Tickets worth much more or less than the board's other tickets of such a way."""
    ways, at = fewest_spaces(board), board.place_index
    scale = points_a_space(board, ways)
    for index, ticket in enumerate(board.tickets):
        spaces = int(ways[at[ticket.a], at[ticket.b]])
        fitting = fitting_value(spaces, scale)
        if ticket.points not in values_near(fitting):
            yield notice(
                ("tickets", index),
                "ticket-value",
                ticket=both_ends(board, ticket),
                points=ticket.points,
                fitting=fitting,
                spaces=spaces,
            )


def accepted_values(board: Board) -> list[range]:
    """For each ticket, the values that no advice is given about."""
    ways, at = fewest_spaces(board), board.place_index
    scale = points_a_space(board, ways)
    return [
        values_near(fitting_value(int(ways[at[ticket.a], at[ticket.b]]), scale)) for ticket in board.tickets
    ]


def fitting_value(spaces: int, scale: float) -> int:
    """What a way of so many spaces suggests."""
    return max(1, round(spaces * scale))


def values_near(fitting: int) -> range:
    """Values that do not differ too much from the one that fits."""
    off = floor(max(POINTS_OFF, SHARE_OFF * fitting))
    return range(max(1, fitting - off), fitting + off + 1)


def done_by_one_route(board: Board) -> Iterator[Advice]:
    """Tickets between two places that one short route joins."""
    short = {ends(route): route.cost for route in board.routes if route.cost <= SHORT}
    for index, ticket in enumerate(board.tickets):
        if ends(ticket) in short:
            yield notice(
                ("tickets", index),
                "one-route-ticket",
                ticket=both_ends(board, ticket),
                n=short[ends(ticket)],
            )


def waiting_names(board: Board) -> Iterator[Advice]:
    """Names of a sketch that are the same in both languages, as one left out is."""
    names = [board.title, *(place.name for place in board.places)]
    names += [festival.name for festival in board.festivals]
    same = [both_names(name) for name in names if name.en == name.pl]
    if board.sketch and same:
        yield notice((), "second-names-wait", n=len(same), names=same[:NAMED])


def waiting_provenance(board: Board) -> Iterator[Advice]:
    """A sketch that does not say where its data come from."""
    told = msgspec.structs.asdict(board.provenance)
    empty = [key for key, text in told.items() if not text]
    if board.sketch and empty:
        yield notice((), "provenance-waits", keys=empty)


def still_a_sketch(board: Board) -> Iterator[Advice]:
    """A sketch that waits for nothing more."""
    if board.sketch and not [*waiting_names(board), *waiting_provenance(board)]:
        yield notice((), "sketch-finished")


OF_ANY_GAME: tuple[Callable[[Board], Iterator[Advice]], ...] = (
    waiting_names,
    waiting_provenance,
    still_a_sketch,
    misplaced,
)
OF_A_MAP: tuple[Callable[[Board], Iterator[Advice]], ...] = (
    cut_off,
    uneven_colours,
    ill_valued,
    done_by_one_route,
)
"""What only boards with routes have."""


def advise(board: Board) -> list[Advice]:
    """Everything worth a second look on a board without faults."""
    looks = OF_ANY_GAME + (OF_A_MAP if board.has_map else ())
    return [one for look in looks for one in look(board)]
