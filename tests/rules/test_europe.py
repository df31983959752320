"""EUR-1..9: what Europe deals, its actions, doubles, ferries and tunnels, and building stations."""

from __future__ import annotations

from collections import Counter

import pytest

from semafor import Game
from semafor.events import StationBuilt
from semafor.moves import Payment
from tests.positions import hand, offer, position, refused, texts

COLOURS = ("violet", "blue", "orange", "yellow", "white", "green", "black", "red")


def long_tickets(game: Game) -> set[str]:
    named = zip(game.board.ticket_names, game.board.tickets, strict=True)
    return {name for name, ticket in named if ticket.long}


@pytest.mark.rule("EUR-1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everyone_starts_with_45_trains_3_stations_and_4_cards(players: int) -> None:
    view = Game.new("europe", players=players, seed=1).view()
    for seat in view.seats:
        assert (seat.pieces, seat.stations, seat.cards) == ({"train": 45}, 3, 4)


@pytest.mark.rule("EUR-1")
def test_the_110_cards_are_12_of_each_colour_and_14_locomotives() -> None:
    game = position(rest=0, market=["red", "red", "red", "red", "red"])
    assert hand(game, 0) == {**dict.fromkeys(COLOURS, 12), "red": 7, "wild": 14}


@pytest.mark.rule("EUR-1")
@pytest.mark.parametrize("players", [1, 6])
def test_only_two_to_five_can_play(players: int) -> None:
    with pytest.raises(Exception, match="2, 3, 4, 5 players"):
        Game.new("europe", players=players, seed=1)


@pytest.mark.rule("EUR-2")
@pytest.mark.parametrize("players", [2, 5])
def test_everyone_gets_one_long_and_three_regular_tickets(players: int) -> None:
    dealt: Counter[str] = Counter()
    for seed in range(20):
        game = Game.new("europe", players=players, seed=seed)
        long = long_tickets(game)
        assert len(long) == 6
        for seat in range(players):
            tickets = offer(game, seat)
            assert [ticket in long for ticket in tickets] == [True, False, False, False]
            dealt.update(tickets)
        assert game.view().ticket_deck == 40 - 3 * players
    assert long <= set(dealt), "every long ticket is dealt to someone some day"


@pytest.mark.rule("EUR-2")
def test_the_other_long_tickets_leave_the_game() -> None:
    game = Game.new("europe", players=2, seed=2, first=0)
    long = long_tickets(game)
    for seat in (0, 1):
        game.play(f"keep {', '.join(offer(game, seat)[1:])}", seat)
    drawn: list[str] = []
    while game.view().ticket_deck:
        game.play("draw tickets")
        drawn += offer(game, game.pending[0])
        game.play(f"keep {', '.join(offer(game, game.pending[0]))}")
    assert len(drawn) == len(set(drawn)) == 34
    assert not long & set(drawn)


@pytest.mark.rule("EUR-3")
def test_at_least_two_of_the_four_are_kept_whichever_they_are() -> None:
    game = Game.new("europe", players=2, seed=2)
    keeps = texts(game, "keep", 0)
    assert len(keeps) == 6 + 4 + 1
    long, *regular = offer(game, 0)
    assert f"{regular[0]}, {regular[1]}" in keeps
    assert f"{long}, {regular[2]}" in keeps
    error = refused(game, f"keep {long}", 0)
    assert (error.code, error.rule) == ("too-few-kept", "BASE-23")


@pytest.mark.rule("EUR-3")
def test_rejected_starting_tickets_leave_the_game() -> None:
    game = Game.new("europe", players=2, seed=2)
    rejected: set[str] = set()
    for seat in (0, 1):
        tickets = offer(game, seat)
        rejected |= {tickets[0], tickets[3]}
        game.play(f"keep {tickets[1]}, {tickets[2]}", seat)
    assert game.view().ticket_deck == 34
    drawn: set[str] = set()
    while game.view().ticket_deck:
        game.play("draw tickets")
        drawn |= set(offer(game, game.pending[0]))
        game.play(f"keep {', '.join(offer(game, game.pending[0]))}")
    assert not rejected & drawn


@pytest.mark.rule("EUR-4")
def test_a_turn_is_one_of_four_actions() -> None:
    game = position(hands={0: {"violet": 3}})
    actions = {text.split()[0] for text in texts(game)}
    assert actions == {"draw", "claim", "build"}
    assert {"draw deck", "draw market 1", "draw tickets"} <= texts(game)


@pytest.mark.rule("EUR-4")
@pytest.mark.parametrize(
    "moves",
    [
        ["draw deck", "draw market 1"],
        ["claim Athina-Sofia 3 violet"],
        ["draw tickets", "keep Amsterdam-Wilno"],
        ["build Wien 1 violet"],
    ],
)
def test_every_action_ends_the_turn(moves: list[str]) -> None:
    game = position(ticket_deck=["Amsterdam-Wilno"], hands={0: {"violet": 3}})
    for move in moves:
        assert game.pending == (0,)
        game.play(move)
    assert game.pending == (1,)


@pytest.mark.rule("EUR-4")
def test_three_tickets_are_drawn_and_one_kept() -> None:
    game = position()
    game.play("draw tickets")
    assert len(offer(game, 0)) == 3
    assert len(texts(game, "keep")) == 7


@pytest.mark.rule("EUR-5")
@pytest.mark.parametrize(
    ("route", "points"),
    [
        ("Budapest-Wien/red", 1),
        ("Danzig-Warszawa", 2),
        ("Kyiv-Smolensk", 4),
        ("Kyiv-Warszawa", 7),
        ("Budapest-Kyiv", 15),
        ("Petrograd-Stockholm", 21),
    ],
)
def test_routes_score_by_length(route: str, points: int) -> None:
    side = position(routes={route: 0}).result().sides[0]
    assert (side.routes, side.total) == (points, points + 12 + 10)


@pytest.mark.rule("EUR-5")
def test_every_route_has_a_length_of_the_table() -> None:
    board = position().board
    assert {route.length for route in board.routes} == {1, 2, 3, 4, 6, 8}
    assert board.route_points == {"train": {"1": 1, "2": 2, "3": 4, "4": 7, "6": 15, "8": 21}}


@pytest.mark.rule("EUR-6")
@pytest.mark.parametrize(("players", "is_open"), [(2, False), (3, False), (4, True), (5, True)])
def test_with_two_or_three_players_a_double_takes_one_strand_only(players: int, is_open: bool) -> None:
    game = position(
        players=players, turn=1, routes={"Bruxelles-Paris/red": 0}, hands={1: {"yellow": 2, "red": 2}}
    )
    assert (texts(game, "claim Bruxelles-Paris/yellow") == {"2 yellow"}) is is_open
    assert texts(game, "claim Bruxelles-Paris/red") == set()


@pytest.mark.rule("EUR-7")
def test_the_ferry_to_palermo_takes_four_of_one_colour_and_two_locomotives() -> None:
    game = position(hands={0: {"red": 6, "wild": 2}})
    assert texts(game, "claim Palermo-Smyrna") == {"4 red 2 wild"}
    game.play("claim Palermo-Smyrna 4 red 2 wild")
    assert game.view().sides[0].score == 15


@pytest.mark.rule("EUR-7")
@pytest.mark.parametrize(("players", "open_to_other"), [(3, False), (4, True)])
def test_madrid_pamplona_is_a_double_tunnel(players: int, open_to_other: bool) -> None:
    game = position(
        players=players,
        hands={0: {"black": 3, "white": 3}, 1: {"black": 3, "white": 3}},
        deck=["red", "green", "blue"],
    )
    game.play("claim Madrid-Pamplona/white 3 white")
    assert game.view().routes == {"Madrid-Pamplona/white": 0}
    assert (texts(game, "claim Madrid-Pamplona/black") == {"3 black"}) is open_to_other


@pytest.mark.rule("EUR-7")
def test_every_tunnel_turns_up_three_cards() -> None:
    board = position().board
    assert {route.tunnel for route in board.routes} == {0, 3}
    game = position(hands={0: {"blue": 2}}, deck=["blue", "blue", "blue", "blue"])
    game.play("claim München-Venezia 2 blue")
    attempt = game.view().attempt
    assert attempt is not None
    assert (attempt.turned, attempt.extra) == (("blue", "blue", "blue"), 3)


@pytest.mark.rule("EUR-8")
def test_a_station_may_be_built_in_any_city_without_one() -> None:
    game = position(hands={0: {"red": 1}}, stations={"Wien": 1, "Roma": 0}, routes={"Berlin-Wien": 0})
    one_red = position(hands={0: {"red": 1}}, routes={"Berlin-Wien": 0})
    places = {place.name.en for place in game.board.places}
    assert len(places) == 47
    assert texts(one_red, "build") == {f"{place} 1 red" for place in places}
    assert texts(game, "build") == set()
    two = position(hands={0: {"red": 2}}, stations={"Wien": 1, "Roma": 0})
    assert texts(two, "build") == {f"{place} 2 red" for place in places - {"Wien", "Roma"}}


@pytest.mark.rule("EUR-8")
def test_one_station_a_turn() -> None:
    game = position(hands={0: {"red": 6}})
    events = game.play("build Wien 1 red")
    assert StationBuilt(0, "Wien", Payment("red", 1, 0)) in events
    view = game.view()
    assert (view.stations, view.discards, view.seats[0].stations) == ({"Wien": 0}, {"red": 1}, 2)
    assert game.pending == (1,)


@pytest.mark.rule("EUR-8")
def test_three_stations_in_a_game() -> None:
    game = position(hands={0: {"red": 9}}, stations={"Wien": 0, "Roma": 0, "Paris": 0})
    assert texts(game, "build") == set()
    error = refused(game, "build Berlin 4 red")
    assert (error.code, error.rule) == ("no-station-left", "EUR-8")


@pytest.mark.rule("EUR-9")
@pytest.mark.parametrize(
    ("built", "ways"),
    [
        ([], {"1 red", "1 blue", "1 wild"}),
        (["Roma"], {"2 red", "1 red 1 wild", "1 blue 1 wild", "2 wild"}),
        (["Roma", "Paris"], {"3 red", "2 red 1 wild", "1 red 2 wild", "1 blue 2 wild", "3 wild"}),
    ],
)
def test_the_first_costs_one_card_the_second_two_the_third_three(built: list[str], ways: set[str]) -> None:
    game = position(hands={0: {"red": 4, "blue": 1, "wild": 3}}, stations=dict.fromkeys(built, 0))
    assert texts(game, "build Wien") == ways


@pytest.mark.rule("EUR-9")
def test_a_station_takes_cards_of_one_colour_only() -> None:
    game = position(hands={0: {"red": 1, "blue": 1}}, stations={"Roma": 0})
    assert texts(game, "build") == set()
    error = refused(game, "build Wien 1 red")
    assert (error.code, error.rule) == ("wrong-number", "EUR-9")
