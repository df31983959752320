"""BASE-10..15: claiming routes, what they cost and score, parallel strands, ferries."""

from __future__ import annotations

import numpy as np
import pytest

from semafor import Game
from semafor.engine.actions import MASK_WORDS
from semafor.engine.turn import legal
from semafor.events import Claimed
from semafor.games.board_facts import facts_of, route_elements
from semafor.games.board_position import build_position
from semafor.moves import Claim, Payment
from tests.positions import hand, position, refused, texts


@pytest.mark.rule("BASE-10")
def test_a_route_takes_its_number_of_cards_in_its_colour_and_wilds_for_any() -> None:
    game = position(hands={0: {"blue": 4, "wild": 4, "red": 4}})
    ways = {"3 blue", "2 blue 1 wild", "1 blue 2 wild", "3 wild"}
    assert texts(game, "claim Constantinople-Sofia") == ways


@pytest.mark.rule("BASE-10")
@pytest.mark.parametrize(
    ("cards", "code"),
    [("2 blue", "wrong-number"), ("4 blue", "wrong-number"), ("3 red", "wrong-colour")],
)
def test_other_numbers_and_colours_are_refused(cards: str, code: str) -> None:
    game = position(hands={0: {"blue": 4, "red": 4}})
    error = refused(game, f"claim Constantinople-Sofia {cards}")
    assert (error.code, error.rule) == (code, "BASE-10")


@pytest.mark.rule("BASE-10")
def test_cards_must_be_in_the_hand() -> None:
    game = position(hands={0: {"blue": 2}, 1: {"blue": 5}})
    assert texts(game, "claim Constantinople-Sofia") == set()
    error = refused(game, "claim Constantinople-Sofia 3 blue")
    assert (error.code, error.rule) == ("cards-missing", "BASE-10")


@pytest.mark.rule("BASE-10")
@pytest.mark.rule("BASE-11")
@pytest.mark.rule("BASE-15")
@pytest.mark.parametrize(
    "cards", [{"red": 4}, {"red": 2, "blue": 1, "wild": 1}, {"green": 3, "wild": 2}, {"wild": 6}]
)
def test_a_route_can_be_chosen_exactly_if_it_can_be_paid(cards: dict[str, int]) -> None:
    game = position(hands={0: cards})
    facts = facts_of(game.board)
    mask = np.zeros(MASK_WORDS, np.uint64)
    described = {"players": 2, "hands": {0: cards}}
    legal(build_position(game.board, facts, described)[0], facts, 0, mask)
    chosen = {game.board.route_names[route] for route in route_elements(mask[:2])}
    assert chosen == {move.route for move in game.moves() if isinstance(move, Claim)}


@pytest.mark.rule("BASE-11")
def test_a_grey_route_takes_any_one_colour_or_wilds_alone() -> None:
    game = position(hands={0: {"red": 2, "yellow": 1, "wild": 2}})
    ways = {"2 red", "1 red 1 wild", "1 yellow 1 wild", "2 wild"}
    assert texts(game, "claim Danzig-Warszawa") == ways


@pytest.mark.rule("BASE-11")
def test_a_grey_route_takes_no_two_colours() -> None:
    game = position(hands={0: {"red": 1, "yellow": 1}})
    assert texts(game, "claim Danzig-Warszawa") == set()


FORTY_TWO_SPACES = (
    *("Petrograd-Stockholm", "Budapest-Kyiv", "Palermo-Smyrna"),
    *("Berlin-Danzig", "Warszawa-Wien", "Kharkov-Kyiv", "Kharkov-Moskva", "Petrograd-Riga"),
    "Danzig-Warszawa",
)


@pytest.mark.rule("BASE-12")
def test_a_route_needs_a_piece_for_every_space() -> None:
    game = position(routes=dict.fromkeys(FORTY_TWO_SPACES, 0), hands={0: {"violet": 4}})
    assert game.view().seats[0].pieces == {"train": 3}
    assert texts(game, "claim Athina-Sofia") == {"3 violet"}
    assert texts(game, "claim Brest-Pamplona") == set()
    error = refused(game, "claim Brest-Pamplona 4 violet")
    assert (error.code, error.rule) == ("too-few-pieces", "BASE-12")


@pytest.mark.rule("BASE-12")
def test_any_free_route_may_be_claimed_and_none_that_is_taken() -> None:
    game = position(
        players=4, routes={"Lisboa-Madrid": 0, "Athina-Sofia": 1}, hands={0: {"violet": 3}, 1: {"violet": 3}}
    )
    assert texts(game, "claim Budapest-Sarajevo") == {"3 violet"}
    error = refused(game, "claim Athina-Sofia 3 violet")
    assert (error.code, error.rule) == ("route-taken", "BASE-12")


@pytest.mark.rule("BASE-12")
def test_one_route_a_turn_always_whole() -> None:
    game = position(hands={0: {"violet": 8}})
    game.play("claim Athina-Sofia 3 violet")
    assert game.view().routes == {"Athina-Sofia": 0}
    assert game.pending == (1,)
    assert refused(game, "claim Budapest-Sarajevo 3 violet", 0).code == "not-your-turn"


POINTS = {
    ("europe", "Dieppe-Paris", "violet"): (1, 1),
    ("europe", "Brest-Dieppe", "orange"): (2, 2),
    ("europe", "Berlin-Wien", "green"): (3, 4),
    ("europe", "Warszawa-Wien", "blue"): (4, 7),
    ("usa", "Atlanta-Miami", "blue"): (5, 10),
    ("usa", "El Paso-Houston", "green"): (6, 15),
}


@pytest.mark.rule("BASE-13")
@pytest.mark.parametrize(("board", "route", "colour"), POINTS)
def test_a_claim_scores_at_once_by_its_length(board: str, route: str, colour: str) -> None:
    spaces, points = POINTS[board, route, colour]
    game = position(board=board, hands={0: {colour: spaces + 1}})
    events = game.play(f"claim {route} {spaces} {colour}")
    view = game.view()
    assert Claimed(0, route, Payment(colour, spaces, 0), points) in events
    assert view.sides[0].score == points
    assert view.seats[0].pieces == {"train": 45 - spaces}
    assert view.discards == {colour: spaces}
    assert hand(game, 0) == {colour: 1}


@pytest.mark.rule("BASE-13")
def test_the_longest_tunnel_scores_twenty_one() -> None:
    game = position(hands={0: {"red": 8}}, deck=["blue", "blue", "blue"])
    game.play("claim Petrograd-Stockholm 8 red")
    assert game.view().sides[0].score == 21
    assert game.view().seats[0].pieces == {"train": 37}


@pytest.mark.rule("BASE-14")
@pytest.mark.parametrize("players", [4, 5])
def test_nobody_owns_two_strands_of_a_double_route(players: int) -> None:
    cards = {"red": 2, "yellow": 2}
    game = position(players=players, routes={"Bruxelles-Paris/red": 0}, hands={0: cards, 1: cards})
    assert texts(game, "claim Bruxelles-Paris") == set()
    error = refused(game, "claim Bruxelles-Paris/yellow 2 yellow")
    assert (error.code, error.rule) == ("own-strand", "BASE-14")
    game.play("draw deck")
    game.play("draw deck")
    assert texts(game, "claim Bruxelles-Paris") == {"/yellow 2 yellow"}


@pytest.mark.rule("BASE-14")
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(("first", "other"), [("red", "yellow"), ("yellow", "red")])
def test_with_few_players_the_first_claimant_chooses_the_only_strand(
    players: int, first: str, other: str
) -> None:
    cards = {"red": 2, "yellow": 2}
    game = position(players=players, hands={0: cards, 1: cards})
    game.play(f"claim Bruxelles-Paris/{first} 2 {first}")
    assert texts(game, "claim Bruxelles-Paris") == set()
    error = refused(game, f"claim Bruxelles-Paris/{other} 2 {other}")
    assert (error.code, error.rule) == ("strand-closed", "BASE-14")


@pytest.mark.rule("BASE-14")
def test_routes_side_by_side_to_different_places_are_no_double() -> None:
    game = position(routes={"Kyiv-Warszawa": 0}, hands={0: {"red": 4}})
    assert texts(game, "claim Kyiv-Wilno") == {"2 red"}
    assert texts(game, "claim Warszawa-Wilno") == {"3 red"}


@pytest.mark.rule("BASE-15")
def test_a_ferry_takes_a_wild_for_each_of_its_symbols() -> None:
    game = position(hands={0: {"red": 5, "blue": 3, "wild": 4}})
    ways = {"4 red 2 wild", "3 red 3 wild", "2 red 4 wild", "3 blue 3 wild", "2 blue 4 wild"}
    assert texts(game, "claim Palermo-Smyrna") == ways


@pytest.mark.rule("BASE-15")
def test_a_ferry_may_be_paid_with_wilds_alone() -> None:
    game = position(hands={0: {"wild": 3}})
    assert texts(game, "claim Brindisi-Palermo") == {"3 wild"}


@pytest.mark.rule("BASE-15")
def test_a_ferry_is_not_claimed_with_too_few_wilds() -> None:
    game = position(hands={0: {"red": 6, "wild": 1}})
    assert texts(game, "claim Palermo-Smyrna") == set()
    error = refused(game, "claim Palermo-Smyrna 5 red 1 wild")
    assert (error.code, error.rule) == ("too-few-wilds", "BASE-15")


@pytest.mark.rule("BASE-15")
def test_a_coloured_ferry_takes_its_colour_besides() -> None:
    game = Game.position(
        {"board": "iberia", "players": 4, "hands": {0: {"wild": 3, "red": 4, "blue": 4, "green": 4}}}
    )
    coloured = [
        (name, route)
        for name, route in zip(game.board.route_names, game.board.routes, strict=True)
        if route.ferry and route.colour != "grey"
    ]
    assert coloured
    for name, route in coloured:
        for way in texts(game, f"claim {name}"):
            assert way.endswith("wild")
            assert way.startswith(f"{route.cost} wild") or f" {route.colour} " in way


@pytest.mark.rule("BASE-12")
@pytest.mark.parametrize(
    ("route", "hand", "reason", "short"),
    [
        ("Athina-Sofia", {"violet": 3}, ("route-taken", "BASE-12"), 0),
        ("Budapest-Sarajevo", {"violet": 1, "red": 5, "wild": 1}, ("cards-short", "BASE-10"), 1),
        ("Budapest-Sarajevo", {"violet": 2, "wild": 1}, None, 0),
    ],
)
def test_what_prevents_a_claim(
    route: str, hand: dict[str, int], reason: tuple[str, str] | None, short: int
) -> None:
    check = position(players=4, routes={"Athina-Sofia": 1}, hands={0: hand}).check_claim(route, 0)
    found = check.refusal and (check.refusal.code, check.refusal.rule)
    assert (found, check.short) == (reason, short)
