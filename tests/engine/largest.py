"""Boards at the limits of the engine: everything as large as the checks accept."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from semafor.boards.load import load_board
from semafor.boards.model import Board, Name, Place, Route, StartTickets, Stations, Ticket, TicketDraw
from tests.engine.mixes import LETTERS

SIDE = 8
"""Places per side of the square map."""
DOUBLES = 16


def largest_board(**options: Any) -> Board:
    """64 places, 128 routes of one space, 64 tickets of 99 points, 60 pieces and 3 stations a player."""
    usa, places = load_board("usa"), grid_places()
    pairs = [(a.id, b.id) for n, a in enumerate(places) for b in places[:n]]
    tickets = tuple(Ticket(a, b, 99) for a, b in Random(1).sample(pairs, 64))
    most: dict[str, Any] = {
        "players": (2,),
        "pieces": {"train": 60},
        "stations": Stations(3, 99),
        "longest_bonus": 99,
        "most_tickets_bonus": 99,
        "last_round_at": 0,
        "one_strand_with": (),
        "hand": 10,
        "start_tickets": StartTickets(6, 6, "bottom"),
        "draw_tickets": TicketDraw(6, 6),
        "ties": ("longest", "tickets", "stations"),
    }
    return replace(
        usa,
        board="largest",
        places=places,
        routes=grid_routes(places),
        tickets=tickets,
        options=replace(usa.options, **(most | options)),
        route_points={"train": {"1": 99}},
    )


def grid_places() -> tuple[Place, ...]:
    """The places, row by row."""
    names = [a + b for a in LETTERS[:SIDE] for b in LETTERS[:SIDE]]
    return tuple(
        Place(f"town-{name}", Name(f"Town {name}", f"Miasto {name}"), n * 1.0, n * 1.0)
        for n, name in enumerate(names)
    )


def grid_routes(places: tuple[Place, ...]) -> tuple[Route, ...]:
    """Neighbours in rows and columns; the last ones are doubles."""
    beside = [(n, n + 1) for n in range(SIDE**2) if n % SIDE < SIDE - 1]
    below = [(n, n + SIDE) for n in range(SIDE**2 - SIDE)]
    singles = [Route(places[a].id, places[b].id, 1, "grey") for a, b in beside + below]
    doubles = [strand for route in singles[-DOUBLES:] for strand in (route, route)]
    return (*singles[:-DOUBLES], *doubles)


LARGEST = (
    largest_board(),
    largest_board(cards={"red": 120, "wild": 48}),
    largest_board(teams=True, players=(4,)),
    largest_board(teams=True, players=(6,)),
)
