"""The plain game of the options table, on the USA board."""

from __future__ import annotations

import pytest

from semafor import Game
from tests.positions import hand, offer, position, refused, texts


def usa(**described: object) -> Game:
    return position(board="usa", **described)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everyone_starts_with_45_trains_4_cards_and_3_tickets(players: int) -> None:
    game = Game.new("usa", players=players, seed=1)
    view = game.view()
    for seat in view.seats:
        assert (seat.pieces, seat.stations, seat.cards) == ({"train": 45}, 0, 4)
        assert len(offer(game, seat.seat)) == 3
    assert view.ticket_deck == 30 - 3 * players
    assert view.deck + sum(view.discards.values()) == 110 - 4 * players - 5


def test_the_cards_are_12_of_each_colour_and_14_wilds() -> None:
    game = usa(rest=0, market=["red", "red", "red", "red", "red"])
    assert sorted(hand(game, 0).values()) == [7, *[12] * 7, 14]


def test_at_least_two_of_the_first_three_tickets_are_kept() -> None:
    game = Game.new("usa", players=2, seed=1)
    assert len(texts(game, "keep", 0)) == 4
    assert refused(game, f"keep {offer(game, 0)[0]}", 0).code == "too-few-kept"


def test_rejected_starting_tickets_go_under_the_deck() -> None:
    game = Game.new("usa", players=2, seed=1)
    for seat in (0, 1):
        game.play(f"keep {offer(game, seat)[0]}, {offer(game, seat)[1]}", seat)
    assert game.view().ticket_deck == 24 + 2


def test_three_tickets_are_drawn_and_at_least_one_is_kept() -> None:
    game = usa()
    game.play("draw tickets")
    assert len(offer(game, 0)) == 3
    assert len(texts(game, "keep")) == 7


@pytest.mark.parametrize(("players", "is_open"), [(2, False), (3, False), (4, True), (5, True)])
def test_double_routes_are_limited_with_two_or_three_players(players: int, is_open: bool) -> None:
    game = usa(players=players, turn=1, routes={"Boston-Montréal/1": 0}, hands={1: {"red": 2}})
    assert (texts(game, "claim Boston-Montréal/2") == {"2 red"}) is is_open


def test_there_are_no_ferries_tunnels_or_stations() -> None:
    game = usa(hands={0: {"red": 6, "wild": 2}})
    assert all(route.ferry == route.tunnel == 0 for route in game.board.routes)
    assert texts(game, "build") == set()
    assert refused(game, "build Chicago 1 red").code == "no-stations"
    side = game.result().sides[0]
    assert (side.stations, side.total) == (0, 0)


@pytest.mark.parametrize(
    ("route", "points"),
    [
        ("Atlanta-Nashville", 1),
        ("Dallas-Little Rock", 2),
        ("Chicago-Duluth", 4),
        ("Chicago-Omaha", 7),
        ("Atlanta-Miami", 10),
        ("El Paso-Houston", 15),
    ],
)
def test_routes_score_by_length_and_the_longest_line_ten(route: str, points: int) -> None:
    side = usa(routes={route: 0}).result().sides[0]
    assert (side.routes, side.longest_bonus, side.total) == (points, 10, points + 10)


FORTY_SPACES = (
    *("Calgary-Winnipeg", "Duluth-Helena", "Duluth-Toronto", "El Paso-Houston", "El Paso-Los Angeles"),
    *("Helena-Seattle", "Calgary-Helena"),
)


@pytest.mark.parametrize(
    ("claim", "begins"), [("Chicago-Duluth 3 red", True), ("Dallas-Little Rock 2 red", False)]
)
def test_the_last_round_begins_at_two_trains(claim: str, begins: bool) -> None:
    game = usa(routes=dict.fromkeys(FORTY_SPACES, 0), hands={0: {"red": 3}})
    assert game.view().seats[0].pieces == {"train": 5}
    game.play(f"claim {claim}")
    assert (game.view().last_turns == 2) is begins


def test_a_tie_goes_first_to_more_completed_tickets() -> None:
    routes = {"Denver-Santa Fe": 0, "El Paso-Santa Fe": 0, "Chicago-Omaha": 1, "Atlanta-Nashville": 1}
    result = usa(routes=routes, tickets={0: ["Denver-El Paso"]}).result()
    assert [side.total for side in result.sides] == [18, 18]
    assert [side.longest for side in result.sides] == [4, 4]
    assert (result.winners, result.tie_break) == ((0,), "tickets")


def test_then_to_the_longest_line() -> None:
    apart = ("Chicago-Omaha", "Calgary-Helena", "Dallas-El Paso")
    line = {"Denver-Phoenix": 1, "Atlanta-Nashville": 1}
    result = usa(routes={**dict.fromkeys(apart, 0), **line}).result()
    assert [side.total for side in result.sides] == [21, 21]
    assert (result.winners, result.tie_break) == ((1,), "longest")


def test_else_the_victory_is_shared() -> None:
    result = usa(routes={"Chicago-Omaha": 0, "Calgary-Helena": 1}).result()
    assert (result.winners, result.tie_break) == ((0, 1), None)
