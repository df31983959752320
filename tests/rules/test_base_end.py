"""BASE-24..27: the last round, the longest line, winning, and who begins."""

from __future__ import annotations

import pytest

from semafor import Game
from tests.positions import kinds, position, texts

FORTY_ONE_SPACES = (
    *("Petrograd-Stockholm", "Budapest-Kyiv", "Palermo-Smyrna"),
    *("Berlin-Danzig", "Warszawa-Wien", "Kharkov-Kyiv", "Kharkov-Moskva", "Petrograd-Riga"),
    "Budapest-Wien/red",
)
"""Their owner has four trains left."""


def near_the_end(players: int, **hand: int) -> Game:
    return position(players=players, routes=dict.fromkeys(FORTY_ONE_SPACES, 0), hands={0: hand})


def draw_two(game: Game) -> None:
    seat = game.pending[0]
    game.play("draw deck", seat)
    game.play("draw deck", seat)


@pytest.mark.rule("BASE-24")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_two_trains_left_give_everyone_exactly_one_more_turn(players: int) -> None:
    game = near_the_end(players, blue=2)
    assert "LastRound" in kinds(game.play("claim Berlin-Essen 2 blue"))
    assert game.view().seats[0].pieces == {"train": 2}
    for seat in (*range(1, players), 0):
        assert not game.over
        assert game.pending == (seat,)
        draw_two(game)
    assert game.over
    assert game.pending == ()
    assert game.moves() == []


@pytest.mark.rule("BASE-24")
def test_three_trains_left_do_not_begin_the_last_round() -> None:
    game = near_the_end(2, black=1)
    assert "LastRound" not in kinds(game.play("claim Amsterdam-Bruxelles 1 black"))
    assert game.view().seats[0].pieces == {"train": 3}
    assert game.view().last_turns is None


@pytest.mark.rule("BASE-24")
def test_the_last_round_begins_only_once() -> None:
    game = near_the_end(2, blue=2)
    game.play("claim Berlin-Essen 2 blue")
    draw_two(game)
    assert game.view().last_turns == 1
    draw_two(game)
    assert game.over
    assert kinds(game.events()).count("LastRound") == 1


@pytest.mark.rule("BASE-24")
def test_the_game_goes_on_while_turns_of_the_last_round_are_left() -> None:
    game = position(last_turns=1, turn=1)
    draw_two(game)
    assert game.over


LOOP = ("Berlin-Essen", "Essen-Frankfurt", "Berlin-Frankfurt/red")
"""2 + 2 + 3 spaces, back where it began."""


@pytest.mark.rule("BASE-25")
def test_the_longest_line_may_go_round_in_loops_and_pass_a_place_twice() -> None:
    routes = dict.fromkeys(("Berlin-Wien", *LOOP, "Berlin-Danzig"), 0)
    side = position(routes=routes).result().sides[0]
    assert side.longest == 3 + (2 + 2 + 3) + 4
    assert set(side.line) == set(routes)


@pytest.mark.rule("BASE-25")
def test_the_longest_line_uses_each_route_at_most_once() -> None:
    arms = dict.fromkeys(("Berlin-Wien", "München-Wien", "Warszawa-Wien"), 0)
    side = position(routes=arms).result().sides[0]
    assert side.longest == 3 + 4
    assert len(side.line) == 2


@pytest.mark.rule("BASE-25")
def test_only_the_owners_pieces_count() -> None:
    game = position(
        routes={"Berlin-Wien": 0, "München-Wien": 1, "Frankfurt-München": 0},
        stations={"Wien": 0},
        tickets={0: ["London-Wien"]},
    )
    assert game.result().sides[0].longest == 3


@pytest.mark.rule("BASE-25")
def test_borrowed_routes_do_not_lengthen_the_line() -> None:
    game = position(
        routes={"Frankfurt-Paris/white": 0, "Frankfurt-München": 0, "München-Wien": 1},
        stations={"Wien": 0},
        tickets={0: ["Paris-Wien"]},
    )
    side = game.result().sides[0]
    assert side.borrowed == {"Wien": "München-Wien"}
    assert side.longest == 5


@pytest.mark.rule("BASE-25")
def test_all_who_tie_for_the_longest_line_get_the_full_bonus() -> None:
    routes = {"Berlin-Wien": 0, "München-Wien": 1, "Dieppe-Paris": 2}
    result = position(players=3, routes=routes).result()
    assert [side.longest_bonus for side in result.sides] == [10, 10, 0]


@pytest.mark.rule("BASE-25")
def test_no_line_wins_nothing() -> None:
    result = position(players=3).result()
    assert [side.longest_bonus for side in result.sides] == [0, 0, 0]


@pytest.mark.rule("BASE-26")
def test_the_most_points_win() -> None:
    routes = {"Berlin-Wien": 0, "Warszawa-Wien": 1, "Dieppe-Paris": 2}
    result = position(players=3, routes=routes).result()
    assert [side.rank for side in result.sides] == [2, 1, 3]
    assert (result.winners, result.tie_break) == ((1,), None)


@pytest.mark.rule("BASE-26")
def test_players_still_tied_share_the_victory() -> None:
    routes = {"Berlin-Wien": 0, "Dieppe-Paris": 1, "München-Wien": 2}
    result = position(players=3, routes=routes).result()
    assert [side.rank for side in result.sides] == [1, 3, 1]
    assert (result.winners, result.tie_break) == ((0, 2), None)


@pytest.mark.rule("BASE-27")
def test_the_first_player_is_drawn_from_the_seed() -> None:
    firsts = [Game.new("europe", players=4, seed=seed).view().turn for seed in range(60)]
    assert set(firsts) == {0, 1, 2, 3}
    assert firsts == [Game.new("europe", players=4, seed=seed).view().turn for seed in range(60)]


@pytest.mark.rule("BASE-27")
@pytest.mark.parametrize("first", range(4))
def test_a_seat_may_be_named_to_begin_and_the_turn_passes_to_the_left(first: int) -> None:
    game = Game.new("europe", players=4, seed=1, first=first)
    for seat in range(4):
        game.play(game.moves(seat)[0], seat)
    order = []
    for _ in range(4):
        order.append(game.pending[0])
        draw_two(game)
    assert order == [(first + step) % 4 for step in range(4)]


@pytest.mark.rule("BASE-27")
def test_naming_a_seat_does_not_change_the_deal() -> None:
    drawn, named = Game.new("europe", players=3, seed=4), Game.new("europe", players=3, seed=4, first=2)
    assert [drawn.view(seat).own for seat in range(3)] == [named.view(seat).own for seat in range(3)]
    assert texts(drawn, seat=0) == texts(named, seat=0)
