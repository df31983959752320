"""The result: paths of tickets, borrowed routes, lines in travelling order, bonuses and ranks."""

from __future__ import annotations

from itertools import pairwise

import pytest

from semafor import Board, Game
from semafor.results import TicketResult
from tests.positions import position


def ends(board: Board, route: str) -> set[str]:
    strand = board.routes[board.route_names.index(route)]
    return {strand.a, strand.b}


def is_journey(board: Board, routes: tuple[str, ...], start: str | None = None) -> bool:
    """Return whether each route starts where the last one ended."""
    firsts = {start} if start else ends(board, routes[0])
    for first in firsts:
        here: str | None = first
        for route in routes:
            here = next(iter(ends(board, route) - {here}), None) if here in ends(board, route) else None
        if here is not None:
            return True
    return False


def test_a_completed_ticket_shows_a_path_in_order() -> None:
    own = ("Frankfurt-Paris/white", "Frankfurt-München", "München-Wien", "Budapest-Wien/red", "Berlin-Wien")
    game = position(routes=dict.fromkeys(own, 0), tickets={0: ["Paris-Wien", "Zürich-Budapest"]})
    side = game.result().sides[0]
    assert side.tickets == (
        TicketResult("Paris-Wien", 8, True, own[:3]),
        TicketResult("Zürich-Budapest", 6, False, ()),
    )
    assert is_journey(game.board, side.tickets[0].path, "paris")


def test_the_path_is_one_with_fewest_routes() -> None:
    detour = ("Berlin-Essen", "Essen-Frankfurt", "Berlin-Frankfurt/red", "Bruxelles-Frankfurt")
    rest = ("Bruxelles-Dieppe", "Dieppe-London/1")
    game = position(routes=dict.fromkeys((*detour, *rest), 0), tickets={0: ["London-Berlin"]})
    path = game.result().sides[0].tickets[0].path
    assert path == ("Dieppe-London/1", "Bruxelles-Dieppe", "Bruxelles-Frankfurt", "Berlin-Frankfurt/red")


def test_borrowed_routes_are_named_and_part_of_the_path() -> None:
    game = position(
        players=3,
        routes={"Frankfurt-Paris/white": 0, "Frankfurt-München": 0, "München-Wien": 1, "Berlin-Wien": 2},
        stations={"Wien": 0, "Roma": 0},
        tickets={0: ["Paris-Wien"]},
    )
    side = game.result().sides[0]
    assert side.borrowed == {"Wien": "München-Wien"}
    assert side.tickets[0].path == ("Frankfurt-Paris/white", "Frankfurt-München", "München-Wien")
    assert side.stations == 4


def test_a_station_that_helps_no_ticket_borrows_nothing() -> None:
    game = position(
        routes={"Budapest-Wien/red": 0, "Berlin-Wien": 1},
        stations={"Wien": 0},
        tickets={0: ["Zürich-Budapest"]},
    )
    assert game.result().sides[0].borrowed == {}


LINES = [
    ("Berlin-Wien", "Warszawa-Wien", "Danzig-Warszawa"),
    ("Berlin-Wien", "Berlin-Essen", "Essen-Frankfurt", "Berlin-Frankfurt/red", "Berlin-Danzig"),
    ("Berlin-Essen", "Essen-Frankfurt", "Berlin-Frankfurt/red"),
    ("Dieppe-Paris",),
]


@pytest.mark.parametrize("routes", LINES)
def test_the_longest_line_is_told_in_travelling_order(routes: tuple[str, ...]) -> None:
    game = position(routes=dict.fromkeys(routes, 0))
    side = game.result().sides[0]
    lengths = [game.board.routes[game.board.route_names.index(route)].length for route in side.line]
    assert sorted(side.line) == sorted(routes)
    assert side.longest == sum(lengths)
    assert is_journey(game.board, side.line)


def test_who_owns_nothing_has_no_line() -> None:
    side = position().result().sides[0]
    assert (side.longest, side.line, side.longest_bonus) == (0, (), 0)


def test_a_line_leaves_out_what_lies_beside_it() -> None:
    arms = dict.fromkeys(("Berlin-Wien", "Warszawa-Wien", "Wien-Zágráb"), 0)
    side = position(routes=arms).result().sides[0]
    assert set(side.line) == {"Berlin-Wien", "Warszawa-Wien"}


def test_the_total_is_the_sum_of_its_parts() -> None:
    game = position(
        players=5,
        routes={"Berlin-Wien": 0, "München-Wien": 1, "Budapest-Kyiv": 2, "Dieppe-Paris": 3},
        stations={"Wien": 0, "Roma": 1, "Paris": 1},
        tickets={0: ["Paris-Wien"], 4: ["London-Wien", "London-Berlin"]},
    )
    for side in game.result().sides:
        parts = side.routes + side.ticket_points + side.stations + side.longest_bonus
        assert side.total == parts + side.most_tickets_bonus + side.festivals
    assert [side.total for side in game.result().sides] == [4 - 8 + 8, 4 + 4, 15 + 12 + 10, 1 + 12, -17 + 12]


def test_ranks_leave_room_for_those_who_share_one() -> None:
    routes = {"Berlin-Wien": 0, "Warszawa-Wien": 1, "Lisboa-Madrid": 2, "Dieppe-Paris": 3}
    sides = position(players=5, routes=routes).result().sides
    assert [side.rank for side in sides] == [2, 1, 2, 4, 5]


def test_a_tie_break_between_others_than_the_winners_is_not_told() -> None:
    routes = {"Warszawa-Wien": 0, "Berlin-Wien": 1, "Lisboa-Madrid": 2, "Angora-Erzurum": 2}
    result = position(players=3, routes=routes, stations={"Wien": 2}).result()
    assert [(side.total, side.rank) for side in result.sides] == [(29, 1), (16, 2), (16, 3)]
    assert (result.winners, result.tie_break) == ((0,), None)


def test_of_three_with_the_same_points_two_may_share() -> None:
    routes = {"Berlin-Wien": 0, "Lisboa-Madrid": 1, "Angora-Erzurum": 2, "Kyiv-Smolensk": 2}
    result = position(players=3, routes=routes, stations={"Wien": 2}).result()
    assert [(side.total, side.rank) for side in result.sides] == [(26, 1), (26, 1), (26, 3)]
    assert (result.winners, result.tie_break) == ((0, 1), "stations")


def test_the_result_before_the_end_is_as_if_the_game_ended_now() -> None:
    game = position(hands={0: {"blue": 4}}, last_turns=1)
    before = game.result().sides[0].total
    game.play("claim Warszawa-Wien 4 blue")
    assert game.over
    assert (before, game.result().sides[0].total) == (12, 12 + 7 + 10)
    assert game.result().winners == (0,)


def test_the_result_is_the_same_after_copy_bytes_and_replay() -> None:
    game = position(hands={0: {"blue": 4}}, tickets={0: ["Paris-Wien"]}, last_turns=2)
    game.play("claim Warszawa-Wien 4 blue")
    twins = (game.copy(), Game.from_bytes(game.to_bytes()), Game.replay(game.record().to_json()))
    for one, other in pairwise((game, *twins)):
        assert one.result() == other.result()
