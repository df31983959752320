"""A sketch to start from: places joined to their neighbours, with colours, tickets and options."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from semafor.boards.load import parse_board
from semafor.boards.model import (
    COLOURS,
    Board,
    DrawTickets,
    Name,
    Options,
    Place,
    Provenance,
    StartTickets,
)
from semafor.boards.write import format_board
from semafor.workshop.place_ids import new_ids
from semafor.workshop.sketch_routes import join_neighbours
from semafor.workshop.sketch_tickets import spread_tickets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.boards.model import Route

POINTS = {"1": 1, "2": 2, "3": 4, "4": 7, "5": 10, "6": 15, "7": 18, "8": 21}
CARDS = 12
"""Of each colour."""
WILDS = 14
PIECES = (12, 45)
SHARE = 0.15
"""The share of all spaces that one player has pieces for."""
TABLES = ((20, 5), (12, 4), (8, 3), (0, 2))
"""From so many places on, so many players at most."""


class Spot(NamedTuple):
    """A place as somebody who begins knows it; the second name may wait."""

    name: str
    lat: float
    lon: float
    polish: str = ""


EMPTY_SHEET = (
    Spot("Alder", 3.0, -31.0),
    Spot("Birch", 3.4, -27.5),
    Spot("Cedar", 2.6, -24.0),
    Spot("Elm", 0.4, -22.6),
    Spot("Fir", 0.6, -26.0),
    Spot("Hazel", 0.2, -29.4),
    Spot("Juniper", -2.4, -31.4),
    Spot("Larch", -2.2, -27.8),
    Spot("Maple", -2.8, -24.4),
    Spot("Rowan", 0.9, -32.6),
)
"""Invented places on the open sea, where no coast is in the way."""


def new_sketch(board: str, title: str, spots: Sequence[Spot] = EMPTY_SHEET) -> str:
    """The text of a board file that can be played and improved; BoardError where the places allow none."""
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
    parse_board(text, board)  # what cannot be played is said at once
    return text


def _places(spots: Sequence[Spot]) -> tuple[Place, ...]:
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
        draw_tickets=DrawTickets(count=3, keep=1),
        ties=("tickets", "express"),
        last_round_at=2,
        one_strand_with=tuple(count for count in players if count < 4),
        longest_bonus=10,
    )
