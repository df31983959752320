"""A sketch of a board: places connected to their neighbours, with colours, tickets and options."""

from __future__ import annotations

import re
from itertools import chain, combinations, count
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np

from semafor.boards import limits
from semafor.boards.board_names import ends
from semafor.boards.load import parse_board
from semafor.boards.model import (
    COLOURS,
    GREY,
    Board,
    Name,
    Options,
    Place,
    Provenance,
    Route,
    StartTickets,
    Ticket,
    TicketDraw,
)
from semafor.boards.write import format_board
from semafor.spelling import fold
from semafor.workshop.distances import UNREACHED, USUAL_LENGTH, between, fewest_spaces, spaces_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from semafor.boards.model import Board, Colour, Place, Route

DOUBLED = 4
"""One in this number of routes, of the shorter half, is double."""
GREY_EACH = 5
"""One in this number of strands is grey."""


def join_neighbours(places: Sequence[Place]) -> tuple[Route, ...]:
    """Return routes between neighbours: two places with no third in the circle between them.

    This graph is connected, and no two of its routes cross.
    """
    pairs = list(_neighbours(places))
    if not pairs:
        return ()
    far = [between(places[a], places[b]) for a, b in pairs]
    scale = median(far) / USUAL_LENGTH
    lengths = [spaces_of(one, scale) for one in far]
    strands = [
        Route(places[a].id, places[b].id, length, GREY)
        for number, ((a, b), length) in enumerate(zip(pairs, lengths, strict=True))
        for _ in range(2 if number % DOUBLED == 0 and length <= USUAL_LENGTH else 1)
    ]
    return tuple(_coloured(strands))


def _neighbours(places: Sequence[Place]) -> Iterator[tuple[int, int]]:
    away: NDArray[np.float64] = np.array([[between(a, b) ** 2 for b in places] for a in places])
    for a in range(len(places)):
        for b in range(a + 1, len(places)):
            within = away[a] + away[b] < away[a, b]
            within[[a, b]] = False
            if not within.any():
                yield a, b


def _coloured(strands: Sequence[Route]) -> list[Route]:
    """Colour each strand, the longest first, in the colour with the fewest spaces so far; some stay grey."""
    spaces: dict[Colour, int] = dict.fromkeys(COLOURS, 0)
    painted = list(strands)
    for number in sorted(range(len(strands)), key=lambda one: -strands[one].length):
        if number % GREY_EACH != 1:
            colour = min(spaces, key=spaces.__getitem__)
            spaces[colour] += strands[number].length
            painted[number] = msgspec.structs.replace(strands[number], colour=colour)
    return painted


FOR_A_PLACE = 1.2
"""Tickets per place."""
SPARE = 6
"""Tickets left in the deck when the largest table has been dealt."""


def spread_tickets(board: Board) -> tuple[Ticket, ...]:
    """Return tickets with the value of their shortest path, between neighbours only if necessary."""
    ways, joined = fewest_spaces(board), {ends(route) for route in board.routes}
    pairs = [
        (Ticket(a.id, b.id, min(limits.POINTS, int(ways[i, j]))), (i, j))
        for (i, a), (j, b) in combinations(enumerate(board.places), 2)
        if ways[i, j] < UNREACHED
    ]
    wanted = min(limits.TICKETS, len(pairs), _wanted(board))
    used, chosen = [0] * len(board.places), list[Ticket]()
    longest = max((ticket.points for ticket, _ in pairs), default=1)
    for number in range(wanted):
        aimed = longest * (number + 1) / wanted
        ticket, (i, j) = min(
            pairs,
            key=lambda pair: (
                ends(pair[0]) in joined,
                used[pair[1][0]] + used[pair[1][1]],
                abs(pair[0].points - aimed),
            ),
        )
        pairs.remove((ticket, (i, j)))
        used[i] += 1
        used[j] += 1
        chosen.append(ticket)
    return tuple(sorted(chosen, key=lambda ticket: (ticket.points, ticket.a, ticket.b)))


def _wanted(board: Board) -> int:
    dealt = board.options.start_tickets.count * max(board.options.players)
    return max(dealt + SPARE, round(FOR_A_PLACE * len(board.places)))


def new_ids(names: Iterable[str]) -> list[str]:
    """Return a different id for each name: `Łódź` is `lodz`."""
    taken: dict[str, None] = {}
    for name in names:
        plain = _plain(name) or "place"
        taken[next(one for one in _variants(plain) if one not in taken)] = None
    return list(taken)


def _plain(name: str) -> str:
    return re.sub(r"[^a-z]+", "-", fold(name)).strip("-")


def _variants(plain: str) -> Iterator[str]:
    """Yield the id itself, then with one letter more, then with two."""
    return chain(
        [plain], (f"{plain}-{'abcdefghijklmnopqrstuvwxyz'[n % 26] * (n // 26 + 1)}" for n in count(1))
    )


POINTS = {"1": 1, "2": 2, "3": 4, "4": 7, "5": 10, "6": 15, "7": 18, "8": 21}
CARDS = 12
"""Cards of each colour."""
WILDS = 14
PIECES = (12, 45)
SHARE = 0.15
"""Share of all spaces that one player has pieces for."""
TABLES = ((20, 5), (12, 4), (8, 3), (0, 2))
"""Minimum number of places for each maximum number of players."""


class SketchSpot(NamedTuple):
    """A place as an author enters it; the second name may be missing."""

    name: str
    lat: float
    lon: float
    polish: str = ""


EMPTY_SHEET = (
    SketchSpot("Alder", 3.0, -31.0),
    SketchSpot("Birch", 3.4, -27.5),
    SketchSpot("Cedar", 2.6, -24.0),
    SketchSpot("Elm", 0.4, -22.6),
    SketchSpot("Fir", 0.6, -26.0),
    SketchSpot("Hazel", 0.2, -29.4),
    SketchSpot("Juniper", -2.4, -31.4),
    SketchSpot("Larch", -2.2, -27.8),
    SketchSpot("Maple", -2.8, -24.4),
    SketchSpot("Rowan", 0.9, -32.6),
)
"""Invented places on the open sea, without coasts."""


def new_sketch(board: str, title: str, spots: Sequence[SketchSpot] = EMPTY_SHEET) -> str:
    """Return the text of a playable board file; raise BoardError if the places do not allow one."""
    places = _places(spots)
    routes = join_neighbours(places)
    drawn = Board(
        board=board,
        title=Name(title, title),
        rules=("BASE",),
        provenance=Provenance("", "", "", ""),
        options=_options(places, routes),
        places=places,
        routes=routes,
        tickets=(),
        route_points={"train": POINTS},
        sketch=True,
    )
    text = format_board(msgspec.structs.replace(drawn, tickets=spread_tickets(drawn)))
    parse_board(text, board)  # raises an error if it cannot be played
    return text


def _places(spots: Sequence[SketchSpot]) -> tuple[Place, ...]:
    ids = new_ids([spot.name for spot in spots])
    return tuple(
        Place(one, Name(spot.name, spot.polish or spot.name), float(spot.lat), float(spot.lon))
        for one, spot in zip(ids, spots, strict=True)
    )


def _options(places: Sequence[Place], routes: Sequence[Route]) -> Options:
    most = next(players for least, players in TABLES if len(places) >= least)
    players = tuple(range(2, most + 1))
    fewest, all_of_them = PIECES
    spaces = sum(route.length for route in routes)
    return Options(
        players=players,
        pieces={"train": min(all_of_them, max(fewest, round(SHARE * spaces)))},
        cards={**dict.fromkeys(COLOURS, CARDS), "wild": WILDS},
        hand=4,
        start_tickets=StartTickets(count=3, keep=2, rejected="bottom"),
        draw_tickets=TicketDraw(count=3, keep=1),
        ties=("tickets", "express"),
        last_round_at=2,
        one_strand_with=tuple(count for count in players if count < 4),
        longest_bonus=10,
    )
