"""What a ticket still takes: stations complete it too, and a way longer than the pieces left is none."""

from __future__ import annotations

import pytest

from semafor import Game, load_board
from semafor.games.ticket_progress import routes_to_go
from semafor.view import TicketProgress
from tests.positions import FOUR_TRAINS_LEFT, position

TICKET = "Edinburgh-Paris"
TAKEN = {"Edinburgh-London/black": 1}
"""With two players the parallel route is closed as well, so no open route leads to Edinburgh."""


def to_go(game: Game, ticket: str = TICKET) -> TicketProgress:
    """What seat 0 still needs for a ticket."""
    (need,) = routes_to_go(game.board, game.view(0), [ticket])
    return need


def test_the_shortest_open_way() -> None:
    need = to_go(position(tickets={0: [TICKET]}, routes={"Dieppe-Paris": 0}))
    assert need.routes == ("Edinburgh-London/orange", "Dieppe-London/1", "Dieppe-Paris")
    assert need.missing == need.routes[:2]
    assert (need.possible, need.done, need.pieces, need.borrowed) == (True, False, 6, ())


@pytest.mark.rule("EUR-10")
def test_a_ticket_that_a_station_can_complete_has_a_way_left() -> None:
    need = to_go(position(tickets={0: [TICKET]}, routes={**TAKEN, "Dieppe-Paris": 0}))
    assert (need.possible, need.done) == (True, False)
    assert need.borrowed == ("Edinburgh-London/black",)
    assert need.stations in (("Edinburgh",), ("London",))
    assert (need.missing, need.pieces) == (("Dieppe-London/1",), 2)


@pytest.mark.rule("EUR-10")
def test_a_ticket_that_a_station_completes_is_done() -> None:
    routes = {**TAKEN, "Dieppe-Paris": 0, "Dieppe-London/1": 0}
    need = to_go(position(tickets={0: [TICKET]}, routes=routes, stations={"London": 0}))
    assert (need.possible, need.done, need.pieces, need.stations) == (True, True, 0, ())


@pytest.mark.rule("EUR-10")
def test_one_station_lends_one_route_only() -> None:
    """Two tickets need two routes of others at the same station: one of them counts."""
    mine = ("Dieppe-London/1", "Dieppe-Paris", "Amsterdam-Essen", "Berlin-Essen")
    routes = {**TAKEN, "Amsterdam-London": 1, **dict.fromkeys(mine, 0)}
    tickets = [TICKET, "London-Berlin"]
    game = position(tickets={0: tickets}, routes=routes, stations={"London": 0})
    needs = routes_to_go(game.board, game.view(0), tickets)
    assert [need.pieces for need in needs] == [0, 0]
    assert sorted(need.done for need in needs) == [False, True]


def test_a_station_needs_a_place_without_one() -> None:
    """EUR-8: both ends of the only route already have a station."""
    stations = {"London": 1, "Edinburgh": 1}
    need = to_go(position(tickets={0: [TICKET]}, routes=TAKEN, stations=stations))
    assert (need.possible, need.routes, need.pieces) == (False, (), 0)


def test_a_way_longer_than_the_pieces_left_is_none() -> None:
    game = position(tickets={0: [TICKET]}, routes=FOUR_TRAINS_LEFT, last_turns=2)
    assert game.view(0).seats[0].pieces == {"train": 4}
    assert not to_go(game).possible
    assert to_go(position(tickets={0: [TICKET]})).possible


def test_each_kind_of_pieces_has_its_own_limit() -> None:
    """BER-4: all five subway pieces are used, so paths that need subways are impossible."""
    used = [
        "Hauptbahnhof-Turmstraße/blue",
        "Charlottenburger Tor-Turmstraße",
        "Hallesches Tor-Moritzplatz",
        "Gleisdreieck-Hallesches Tor/green",
        "Alexanderplatz-Rosenthaler Platz",
    ]
    ticket, board = "Museumsinsel-Moritzplatz", load_board("berlin")
    kinds = dict(zip(board.route_names, (route.kind for route in board.routes), strict=True))
    assert to_go(position(board="berlin"), ticket).possible
    after = to_go(position(board="berlin", routes=dict.fromkeys(used, 0)), ticket)
    assert {kinds[route] for route in after.missing} <= {"tram"}
