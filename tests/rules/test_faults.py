"""Faults that other tables of this family have made; each test is named after one."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from semafor import BadRecord, Game, UnknownMove
from semafor.events import TurnedUp
from semafor.moves import Draw
from semafor.record import RULES_VERSION
from tests.positions import PLAIN_MARKET, hand, kinds, offer, position, refused, texts

TUNNEL = "Madrid-Pamplona/black"


def test_rejected_long_tickets_return_to_the_deck() -> None:
    game = Game.new("europe", players=5, seed=3, first=0)
    long = {offer(game, seat)[0] for seat in range(5)}
    for seat in range(5):
        game.play(f"keep {', '.join(offer(game, seat)[1:3])}", seat)
    seen: set[str] = set()
    while game.view().ticket_deck:
        game.play("draw tickets")
        tickets = offer(game, game.pending[0])
        seen |= set(tickets)
        game.play(f"keep {', '.join(tickets)}")
    assert len(seen) == 25
    assert not long & seen


@pytest.mark.parametrize("owner", [0, 1])
def test_two_stations_in_one_city(owner: int) -> None:
    game = position(hands={0: {"red": 3}}, stations={"Wien": owner})
    cards = 2 if owner == 0 else 1
    assert not any(text.startswith("Wien ") for text in texts(game, "build"))
    error = refused(game, f"build Wien {cards} red")
    assert (error.code, error.rule) == ("station-there", "EUR-8")


def test_a_station_in_a_city_that_does_not_exist() -> None:
    game = position(hands={0: {"red": 3}})
    error = refused(game, "build Wein 1 red")
    assert isinstance(error, UnknownMove)
    assert error.code == "unknown-place"
    assert "Wien" in error.sentence


@pytest.mark.parametrize("wrong", ["pay 1 white", "pay 2 black", "pay 1 wild", f"claim {TUNNEL} 3 black"])
def test_a_wrong_tunnel_payment_gives_a_free_new_reveal(wrong: str) -> None:
    game = position(
        hands={0: {"black": 5, "white": 3}}, deck=["black", "red", "red", "red", "red"], market=PLAIN_MARKET
    )
    game.play(f"claim {TUNNEL} 3 black")
    before = game.view().attempt
    refused(game, wrong)
    assert game.view().attempt == before
    assert texts(game) == {"pay 1 black", "refuse"}
    assert kinds(game.events()).count("TurnedUp") == 1


def test_cards_laid_down_for_a_tunnel_get_shuffled_into_the_deck_it_reveals() -> None:
    game = position(hands={0: {"black": 4}}, deck=["red"], discards={"white": 2}, market=PLAIN_MARKET, rest=1)
    events = game.play(f"claim {TUNNEL} 3 black")
    turned = [event.cards for event in events if isinstance(event, TurnedUp)]
    assert turned == [("red",), ("white", "white")]
    assert game.view().routes == {TUNNEL: 0}


def test_cards_turned_up_are_shuffled_into_the_deck_they_came_from() -> None:
    game = position(hands={0: {"black": 4}}, deck=["black", "red"], market=PLAIN_MARKET, rest=1)
    events = game.play(f"claim {TUNNEL} 3 black")
    assert TurnedUp(0, ("black", "red")) in events
    assert game.view().deck == 0


def test_one_station_borrows_every_route_at_its_city() -> None:
    routes = {"Frankfurt-Paris/white": 0, "Berlin-Frankfurt/red": 0, "Berlin-Wien": 1, "Wien-Zágráb": 1}
    tickets = {0: ["Paris-Zágráb"]}
    one = position(routes=routes, stations={"Wien": 0}, tickets=tickets).result().sides[0]
    assert (one.borrowed, one.ticket_points) == ({}, -7)
    two = position(routes=routes, stations={"Wien": 0, "Zágráb": 0}, tickets=tickets).result().sides[0]
    assert (two.borrowed, two.ticket_points) == ({"Wien": "Berlin-Wien", "Zágráb": "Wien-Zágráb"}, 7)


def test_ten_points_for_the_longest_line_when_nobody_has_one() -> None:
    assert [side.total for side in position(board="usa").result().sides] == [0, 0]


def test_ten_points_for_the_longest_line_to_only_one_of_those_who_tie() -> None:
    routes = {"Berlin-Wien": 0, "München-Wien": 1, "Lisboa-Madrid": 2}
    result = position(players=3, routes=routes).result()
    assert [side.longest_bonus for side in result.sides] == [10, 10, 10]


@pytest.mark.adds_no_line
def test_an_empty_market_place_can_be_drawn_from() -> None:
    game = position(market=["red", "red", "wild", "blue", "blue"], deck=["green"], rest=1)
    game.play("draw market 1")
    game.play("draw market 1")
    assert game.view().market == (None, "red", "wild", "blue", "blue")
    assert not {text for text in texts(game, "draw") if text.startswith("market")}
    for move in ("draw market 1", Draw(1), Draw(0), Draw(6)):
        assert refused(game, move).rule in ("BASE-5", "BASE-8")


def test_swept_market_cards_miss_the_discards() -> None:
    market = ["wild", "wild", "red", "green", "blue"]
    game = position(market=market, deck=["wild", "white", "white", "black", "black", "black"])
    game.play("draw market 3")
    assert game.view().discards == {"wild": 3, "green": 1, "blue": 1}


def test_stations_missing_from_the_tie_break() -> None:
    routes = {"Berlin-Wien": 0, "Lisboa-Madrid": 1, "Angora-Erzurum": 1}
    result = position(routes=routes, stations={"Wien": 1}).result()
    assert [side.total for side in result.sides] == [26, 26]
    assert (result.winners, result.tie_break) == ((0,), "stations")


def test_the_player_who_triggers_the_last_round_gets_no_last_turn() -> None:
    fours = ("Berlin-Danzig", "Warszawa-Wien", "Kharkov-Kyiv", "Kharkov-Moskva", "Petrograd-Riga")
    routes = dict.fromkeys(("Petrograd-Stockholm", "Budapest-Kyiv", "Palermo-Smyrna", *fours), 1)
    game = position(players=3, turn=1, routes=routes, hands={1: {"violet": 3}})
    game.play("claim Athina-Sofia 3 violet")
    turns = []
    while not game.over:
        turns.append(game.pending[0])
        game.play("draw deck")
        game.play("draw deck")
    assert turns == [2, 0, 1]


@pytest.mark.parametrize("board", ["europe", "usa"])
@pytest.mark.parametrize(("players", "strands"), [(2, 1), (3, 1), (4, 2), (5, 2)])
def test_double_route_limit_at_the_wrong_player_count(board: str, players: int, strands: int) -> None:
    red, yellow = {
        "europe": ("Bruxelles-Paris/red", "Bruxelles-Paris/yellow"),
        "usa": ("Boston-New York/red", "Boston-New York/yellow"),
    }[board]
    game = position(board=board, players=players, routes={red: 0}, turn=1, hands={1: {"yellow": 2}})
    assert 1 + len(texts(game, f"claim {yellow}")) == strands


def test_longest_line_computed_as_a_path_instead_of_a_trail() -> None:
    loop = ("Bruxelles-Frankfurt", "Frankfurt-Paris/white", "Bruxelles-Paris/red")
    tails = ("Amsterdam-Frankfurt", "Frankfurt-München")
    side = position(routes=dict.fromkeys((*loop, *tails), 0)).result().sides[0]
    assert side.longest == (2 + 3 + 2) + 2 + 2


@pytest.mark.adds_no_line
def test_an_endless_random_deck_instead_of_110_cards() -> None:
    game = position(market=PLAIN_MARKET, other_tickets="out")
    while "deck" in texts(game, "draw"):
        game.play("draw deck")
    drawn = Counter(hand(game, 0)) + Counter(hand(game, 1)) + Counter(PLAIN_MARKET)
    assert drawn == game.board.options.cards
    assert drawn.total() == 110
    assert game.view().deck == 0


def test_a_saved_game_that_a_later_rule_fix_breaks() -> None:
    game = Game.new("europe", players=2, seed=1)
    for seat in (0, 1):
        game.play(game.moves(seat)[0], seat)
    record = game.record()
    assert msgspec.json.decode(record.to_json())["rules"] == RULES_VERSION
    assert Game.replay(record.to_json()).view(0) == game.view(0)
    assert Game.from_bytes(game.to_bytes()).view(0) == game.view(0)
    later = msgspec.structs.replace(record, rules=RULES_VERSION + 1)
    with pytest.raises(BadRecord, match=f"version {RULES_VERSION + 1} of the rules") as caught:
        Game.replay(later)
    assert caught.value.code == "other-rules"


def test_a_saved_state_with_other_fields_is_played_again_from_its_record() -> None:
    game = Game.new("europe", players=2, seed=1)
    for seat in (0, 1):
        game.play(game.moves(seat)[0], seat)
    head, body = game.to_bytes()[:8], msgspec.msgpack.decode(game.to_bytes()[8:])
    body["layout"] = "of another program"
    body["state"] = bytes(len(body["state"]))
    loaded = Game.from_bytes(head + msgspec.msgpack.encode(body))
    assert [loaded.view(seat) for seat in (0, 1)] == [game.view(seat) for seat in (0, 1)]
    assert loaded.events(viewer="all") == game.events(viewer="all")
