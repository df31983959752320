"""Advice about a board: nothing is wrong, but its author may want to look."""

from __future__ import annotations

from math import floor
from statistics import mean
from typing import TYPE_CHECKING, Literal

import msgspec

from semafor.boards.board_names import ends, group_by_ends
from semafor.boards.faults import KeyPath
from semafor.boards.model import GREY
from semafor.words import Detail, Phrase, given_details, say
from semafor.workshop.distances import UNREACHED, between, extent, fewest_spaces, points_a_space
from semafor.workshop.gazetteer import cities_called, places_called

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from semafor.boards.model import Board, Colour, Name, Place, Route, Ticket
    from semafor.words import Language

About = Literal["place", "route", "ticket", "colour", "board"]
SECTIONS: dict[str, About] = {"places": "place", "routes": "route", "tickets": "ticket", "options": "colour"}


class Advice(msgspec.Struct, frozen=True):
    """What was noticed, about which thing, and the details of the texts."""

    path: KeyPath
    """The path of the thing in the board file: `("tickets", 4)`; empty for the whole board."""
    code: str
    """A stable code for programs and translations."""
    details: dict[str, Detail] = {}

    @property
    def about(self) -> About:
        """The kind of thing that it is about."""
        return SECTIONS[str(self.path[0])] if self.path else "board"

    def noticed(self, language: Language = "en") -> str:
        """Return what was noticed."""
        return say(f"advice.{self.code}", self.details, language)

    def remedy(self, language: Language = "en") -> str:
        """Return what would be better."""
        return say(f"remedy.{self.code}", self.details, language)

    def say(self, language: Language = "en") -> str:
        """Return the advice in one line."""
        told = {
            "noticed": Phrase(f"advice.{self.code}", self.details),
            "remedy": Phrase(f"remedy.{self.code}", self.details),
        }
        return say("told.advice", given_details(told), language)

    def __str__(self) -> str:
        return self.say()


def notice(path: KeyPath, code: str, /, **details: Detail) -> Advice:
    """Return a piece of advice with its details; those that are None are dropped."""
    return Advice(path, code, given_details(details))


def both_names(name: Name) -> dict[str, str]:
    """Return a name as a detail in both languages."""
    return {"en": name.en, "pl": name.pl}


def both_ends(board: Board, join: Route | Ticket) -> dict[str, str]:
    """Return `Paris – Brest` in both languages."""
    a, b = board.place(join.a).name, board.place(join.b).name
    return {"en": f"{a.en} – {b.en}", "pl": f"{a.pl} – {b.pl}"}


UNEVEN = 0.25
"""Share by which a colour may differ from the others."""
CARDS_OFF = 3
"""Cards by which it may differ on any map; small maps cannot be even."""


def asked_of_colours(board: Board) -> dict[Colour, int]:
    """Return the cards that the routes of each colour of the deck cost."""
    return {
        colour: sum(route.cost for route in board.routes if route.colour == colour)
        for colour in board.colours
    }


def uneven_colours(board: Board) -> Iterator[Advice]:
    """Yield colours that the map needs much more or less often than the deck provides."""
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
    """Return the ids on the smaller side of a bridge; empty for any other route."""
    reached = _reach_without(board, route)
    if route.b in reached:
        return []
    beyond = [place.id for place in board.places if place.id not in reached]
    here = [place.id for place in board.places if place.id in reached]
    return min(beyond, here, key=len)


def _reach_without(board: Board, closed: Route) -> set[str]:
    """Return all places connected with the first end of a route if all its strands are closed."""
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
"""Kilometres by which a place may be off on any board."""
FAR_SHARE = 0.04
"""Share of a board's extent by which it may be off; large maps push places apart."""
NAMED = 5
"""Maximum number of places that a sentence lists."""


def misplaced(board: Board) -> Iterator[Advice]:
    """Yield places far from every known place of that name."""
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
    """Return places of its names on our boards, otherwise cities of that name near this map."""
    names = (place.name.en, place.name.pl)
    ours = [one for name in names for one in places_called(name)]
    return ours or [one for name in names for one in cities_called(name) if between(place, one) <= size]


def cut_off(board: Board) -> Iterator[Advice]:
    """Yield bridges of the map, with the places on the smaller side."""
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
"""Points by which a value may differ from what the path suggests."""
SHARE_OFF = 0.25
"""Share of the suggested value by which it may differ."""
SHORT = 3
"""Maximum cost of a short route."""


def ill_valued(board: Board) -> Iterator[Advice]:
    """Yield tickets worth much more or less than the board's other tickets with paths of this length."""
    ways, at = fewest_spaces(board), board.place_index
    scale = points_a_space(board, ways)
    for index, ticket in enumerate(board.tickets):
        spaces = int(ways[at[ticket.a], at[ticket.b]])
        fitting = fitting_value(spaces, scale)
        if spaces < UNREACHED and ticket.points not in values_near(fitting):
            yield notice(
                ("tickets", index),
                "ticket-value",
                ticket=both_ends(board, ticket),
                points=ticket.points,
                fitting=fitting,
                spaces=spaces,
            )


def accepted_values(board: Board) -> list[range]:
    """Return for each ticket the values that need no advice."""
    ways, at = fewest_spaces(board), board.place_index
    scale = points_a_space(board, ways)
    return [
        values_near(fitting_value(int(ways[at[ticket.a], at[ticket.b]]), scale)) for ticket in board.tickets
    ]


def fitting_value(spaces: int, scale: float) -> int:
    """Return the value that a path of this length suggests."""
    return max(1, round(spaces * scale))


def values_near(fitting: int) -> range:
    """Return values close to the suggested one."""
    off = floor(max(POINTS_OFF, SHARE_OFF * fitting))
    return range(max(1, fitting - off), fitting + off + 1)


def done_by_one_route(board: Board) -> Iterator[Advice]:
    """Yield tickets between two places that one short route connects."""
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
    """Yield advice about names of a sketch that are equal in both languages."""
    names = [board.title, *(place.name for place in board.places)]
    names += [festival.name for festival in board.festivals]
    same = [both_names(name) for name in names if name.en == name.pl]
    if board.sketch and same:
        yield notice((), "second-names-wait", n=len(same), names=same[:NAMED])


def waiting_provenance(board: Board) -> Iterator[Advice]:
    """Yield advice about missing sources of a sketch."""
    told = msgspec.structs.asdict(board.provenance)
    empty = [key for key, text in told.items() if not text]
    if board.sketch and empty:
        yield notice((), "provenance-waits", keys=empty)


def still_a_sketch(board: Board) -> Iterator[Advice]:
    """Yield advice about a sketch that is complete."""
    if board.sketch and not [*waiting_names(board), *waiting_provenance(board)]:
        yield notice((), "sketch-finished")


CHECKS: tuple[Callable[[Board], Iterator[Advice]], ...] = (
    waiting_names,
    waiting_provenance,
    still_a_sketch,
    misplaced,
    cut_off,
    uneven_colours,
    ill_valued,
    done_by_one_route,
)


def advise(board: Board) -> list[Advice]:
    """Return all advice about a board without faults."""
    return [one for check in CHECKS for one in check(board)]
