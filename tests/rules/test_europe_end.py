"""EUR-10..13: using stations, the final score, and breaking ties."""

from __future__ import annotations

import pytest

from semafor import Game, Result
from tests.positions import kinds, position

TO_STOCKHOLM = dict.fromkeys(("Berlin-Essen", "Essen-København/1", "København-Stockholm/white"), 0)
TO_PARIS = dict.fromkeys(("Frankfurt-Paris/white", "Frankfurt-München"), 0)
LENT = {"Berlin-Wien": 1, "München-Wien": 1}


def borrowing(**described: object) -> Game:
    """Two own lines that end at an opponent's routes into Wien."""
    return position(routes={**TO_STOCKHOLM, **TO_PARIS, **LENT}, **described)


@pytest.mark.rule("EUR-10")
def test_a_station_uses_exactly_one_route_and_the_better_one() -> None:
    game = borrowing(stations={"Wien": 0}, tickets={0: ["Stockholm-Wien", "Paris-Wien"]})
    side = game.result().sides[0]
    assert side.borrowed == {"Wien": "Berlin-Wien"}
    assert {ticket.ticket: ticket.completed for ticket in side.tickets} == {
        "Stockholm-Wien": True,
        "Paris-Wien": False,
    }
    assert side.ticket_points == 11 - 8


@pytest.mark.rule("EUR-10")
def test_it_is_the_same_route_for_all_tickets() -> None:
    routes = {**TO_PARIS, "Dieppe-Paris": 0, "Dieppe-London/1": 0, **LENT}
    game = position(routes=routes, stations={"Wien": 0}, tickets={0: ["London-Wien", "Paris-Wien"]})
    side = game.result().sides[0]
    assert side.borrowed == {"Wien": "München-Wien"}
    assert (side.completed, side.ticket_points) == (2, 18)


@pytest.mark.rule("EUR-10")
def test_different_stations_may_use_different_routes() -> None:
    game = borrowing(stations={"Wien": 0, "München": 0}, tickets={0: ["Stockholm-Wien", "Paris-Wien"]})
    side = game.result().sides[0]
    assert side.borrowed == {"Wien": "Berlin-Wien", "München": "München-Wien"}
    assert (side.completed, side.ticket_points) == (2, 19)


@pytest.mark.rule("EUR-10")
def test_without_a_station_nothing_is_borrowed() -> None:
    side = borrowing(tickets={0: ["Stockholm-Wien"]}, stations={"Wien": 1}).result().sides[0]
    assert (side.borrowed, side.completed, side.ticket_points) == ({}, 0, -11)


@pytest.mark.rule("EUR-10")
def test_the_route_must_lead_into_the_stations_city() -> None:
    side = borrowing(tickets={0: ["Stockholm-Wien"]}, stations={"Essen": 0}).result().sides[0]
    assert (side.borrowed, side.ticket_points) == ({}, -11)
    side = borrowing(tickets={0: ["Stockholm-Wien"]}, stations={"Berlin": 0}).result().sides[0]
    assert (side.borrowed, side.ticket_points) == ({"Berlin": "Berlin-Wien"}, 11)


@pytest.mark.rule("EUR-10")
def test_a_free_route_cannot_be_borrowed() -> None:
    game = position(routes=TO_STOCKHOLM, stations={"Wien": 0}, tickets={0: ["Stockholm-Wien"]})
    assert game.result().sides[0].ticket_points == -11


@pytest.mark.rule("EUR-10")
def test_of_equal_points_more_completed_tickets_are_chosen() -> None:
    own = (
        *("Budapest-Sarajevo", "Athina-Sarajevo", "Athina-Smyrna"),  # ends of two tickets of 5
        *("Constantinople-Sofia", "Angora-Constantinople"),  # at the station
        *("București-Kyiv", "Kharkov-Kyiv"),  # end of a ticket of 10
    )
    game = position(
        routes={**dict.fromkeys(own, 0), "București-Sofia": 1, "Sarajevo-Sofia": 1},
        stations={"Sofia": 0},
        tickets={0: ["Angora-Kharkov", "Budapest-Sofia", "Sofia-Smyrna"]},
    )
    side = game.result().sides[0]
    assert (side.ticket_points, side.completed) == (0, 2)
    assert side.borrowed == {"Sofia": "Sarajevo-Sofia"}


@pytest.mark.rule("EUR-11")
@pytest.mark.parametrize("built", range(4))
def test_each_station_not_built_is_worth_four_points(built: int) -> None:
    places = ("Wien", "Roma", "Paris")[:built]
    side = position(stations=dict.fromkeys(places, 0)).result().sides[0]
    assert side.stations == side.total == 4 * (3 - built)


@pytest.mark.rule("EUR-12")
def test_the_last_round_begins_at_two_trains() -> None:
    spaces = {"Petrograd-Stockholm": 8, "Budapest-Kyiv": 6, "Palermo-Smyrna": 6}
    fours = ("Berlin-Danzig", "Warszawa-Wien", "Kharkov-Kyiv", "Kharkov-Moskva", "Petrograd-Riga")
    game = position(routes=dict.fromkeys((*spaces, *fours), 0), hands={0: {"orange": 3}})
    assert game.view().seats[0].pieces == {"train": 5}
    assert "LastRound" in kinds(game.play("claim Cádiz-Madrid 3 orange"))


@pytest.mark.rule("EUR-12")
def test_the_final_score_adds_routes_tickets_stations_and_the_express() -> None:
    game = borrowing(stations={"Wien": 0}, tickets={0: ["Stockholm-Wien", "Paris-Wien", "London-Berlin"]})
    side, other = game.result().sides
    assert side.routes == 2 + 4 + 4 + 4 + 2
    assert side.ticket_points == 11 - 8 - 7
    assert (side.stations, side.longest, side.longest_bonus) == (8, 8, 10)
    assert side.total == 16 - 4 + 8 + 10
    assert other.total == 8 + 12


@pytest.mark.rule("EUR-12")
def test_the_express_goes_to_all_who_tie() -> None:
    result = position(routes=LENT | {"Lisboa-Madrid": 0, "Cádiz-Madrid": 0}).result()
    assert [(side.longest, side.longest_bonus) for side in result.sides] == [(6, 10), (6, 10)]


LINES = {"Budapest-Sarajevo": 0, "Sarajevo-Sofia": 0, "Amsterdam-Essen": 1, "Berlin-Essen": 1}
"""A line of five spaces and six points for both."""


def totals(result: Result) -> list[int]:
    return [side.total for side in result.sides]


@pytest.mark.rule("EUR-13")
def test_a_tie_goes_first_to_more_completed_tickets_even_with_more_stations() -> None:
    result = position(
        routes=LINES | {"Dieppe-Paris": 1}, tickets={0: ["Budapest-Sofia"]}, stations={"Wien": 0}
    ).result()
    assert totals(result) == [29, 29]
    assert (result.winners, result.tie_break) == ((0,), "tickets")
    assert [side.rank for side in result.sides] == [1, 2]


@pytest.mark.rule("EUR-13")
def test_then_to_fewer_stations_built() -> None:
    result = position(routes=LINES | {"Kyiv-Smolensk": 0}, stations={"Wien": 0}).result()
    assert totals(result) == [28, 28]
    assert (result.winners, result.tie_break) == ((1,), "stations")


@pytest.mark.rule("EUR-13")
def test_then_to_who_holds_the_express() -> None:
    line = {"Budapest-Sarajevo": 1, "Sarajevo-Sofia": 1}
    apart = dict.fromkeys(("Kyiv-Smolensk", "Lisboa-Madrid", "Angora-Erzurum", "Berlin-Wien"), 0)
    result = position(routes=line | apart).result()
    assert totals(result) == [28, 28]
    assert (result.winners, result.tie_break) == ((1,), "longest")


@pytest.mark.rule("EUR-13")
def test_stations_come_before_the_express() -> None:
    line = {"Budapest-Sarajevo": 1, "Sarajevo-Sofia": 1, "Roma-Venezia": 1, "Kharkov-Rostov": 1}
    apart = dict.fromkeys(("Kyiv-Smolensk", "Lisboa-Madrid", "Angora-Erzurum", "Berlin-Wien"), 0)
    result = position(routes=line | apart, stations={"Wien": 1}).result()
    assert totals(result) == [28, 28]
    assert (result.winners, result.tie_break) == ((0,), "stations")


@pytest.mark.rule("EUR-13")
def test_else_the_victory_is_shared() -> None:
    result = position(players=3, routes=LINES).result()
    assert totals(result) == [28, 28, 12]
    assert (result.winners, result.tie_break) == ((0, 1), None)
    assert [side.rank for side in result.sides] == [1, 1, 3]
