"""The rules of Asia at the table, ASI-1 to ASI-7 and ASI-11: teams, racks and cards."""

from __future__ import annotations

from random import Random

import pytest

from semafor import BadSetup, Game
from semafor.boards.model import Route
from semafor.events import CardPlaced, Drew, MarketFilled
from semafor.moves import Claim, PayExtra, Payment
from tests.rules.table import own, refused, texts

MARKET = ["green", "green", "white", "white", "black"]
Cards = dict[str, int]


def asia(players: int = 4, **said: object) -> Game:
    return Game.position({"board": "asia", "players": players, "market": MARKET, **said})


# ---- teams, racks and their visibility --------------------------------------------------------


@pytest.mark.rule("ASI-1")
@pytest.mark.parametrize("players", [4, 6])
def test_partners_sit_side_by_side_and_play_one_after_the_other(players: int) -> None:
    game = asia(players, deck=["red"] * 12)
    assert [side.seats for side in game.view().sides] == [(n, n + 1) for n in range(0, players, 2)]
    turns = []
    for _ in range(players + 1):
        turns.append(game.pending[0])
        for move in ("draw deck", "put hand", "draw deck"):
            game.play(move)
    assert turns == [*range(players), 0]


@pytest.mark.rule("ASI-1")
@pytest.mark.parametrize("players", [4, 6])
def test_the_first_turn_belongs_to_the_first_partner_of_some_team(players: int) -> None:
    first = {Game.new("asia", players=players, seed=seed).view().turn for seed in range(40)}
    assert first == set(range(0, players, 2))
    with pytest.raises(BadSetup) as refusal:
        Game.new("asia", players=players, first=3)
    assert (refusal.value.code, refusal.value.rule) == ("first", "ASI-1")
    assert Game.new("asia", players=players, first=2).view().turn == 2


@pytest.mark.rule("ASI-1")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_only_four_or_six_can_play(players: int) -> None:
    with pytest.raises(BadSetup):
        Game.new("asia", players=players)


@pytest.mark.rule("ASI-2")
def test_a_player_builds_with_own_trains_only() -> None:
    used = ("Dihua-Ulan Bator", "Harbin-Ulan Bator/1", "Cawnpore-Junction south", "Dihua-Jiuquan")
    game = asia(routes=dict.fromkeys((*used, "Bombay-Nagpur"), 0), hands={0: {"blue": 3}, 1: {"blue": 3}})
    assert [seat.pieces["train"] for seat in game.view().seats] == [1, 27, 27, 27]
    assert refused(game, "claim Harbin-Peking 3 blue") == "too-few-pieces"
    game.play("claim Lahore-Rawalpindi 1 blue")
    game.play("claim Harbin-Peking 3 blue")
    assert [seat.pieces["train"] for seat in game.view().seats] == [0, 24, 27, 27]


@pytest.mark.rule("ASI-2")
def test_points_are_the_teams() -> None:
    game = asia(hands={0: {"blue": 1}, 1: {"blue": 3}})
    game.play("claim Lahore-Rawalpindi 1 blue")
    game.play("claim Harbin-Peking 3 blue")
    assert [side.score for side in game.view().sides] == [1 + 4, 0]


@pytest.mark.rule("ASI-3")
def test_both_partners_and_nobody_else_see_the_racks() -> None:
    racks: tuple[Cards, ...] = ({"red": 2, "wild": 1}, {"blue": 3})
    shared = (["Bombay-Madras"], ["Delhi-Peking"])
    games = [
        asia(racks={0: rack}, rack_tickets={0: tickets}) for rack, tickets in zip(racks, shared, strict=True)
    ]
    for game, rack, tickets in zip(games, racks, shared, strict=True):
        for partner in (0, 1):
            assert own(game, partner).rack == rack
            assert list(own(game, partner).rack_tickets) == tickets
        side = game.view(2).sides[0]
        assert (side.rack_cards, side.rack_tickets) == (3, 1)
        assert (own(game, 2).rack, own(game, 2).rack_tickets) == ({}, ())
    for outsider in (2, 3, None):
        assert games[0].view(outsider) == games[1].view(outsider)


@pytest.mark.rule("ASI-4")
@pytest.mark.parametrize("players", [4, 6])
def test_four_secret_cards_each_and_empty_racks(players: int) -> None:
    view = Game.new("asia", players=players, seed=2).view()
    assert [seat.cards for seat in view.seats] == [4] * players
    assert {(side.rack_cards, side.rack_tickets) for side in view.sides} == {(0, 0)}


@pytest.mark.rule("ASI-4")
@pytest.mark.rule("ASI-11")
def test_a_partner_learns_nothing_of_hand_and_secret_tickets() -> None:
    games = [
        asia(racks={0: {"red": 1}}, hands={0: hand}, tickets={0: [ticket]}, turn=1)
        for hand, ticket in (({"blue": 2}, "Bombay-Madras"), ({"wild": 2}, "Delhi-Peking"))
    ]
    for viewer in (1, 2, 3, None):
        assert games[0].view(viewer) == games[1].view(viewer)
    assert texts(games[0], 1) == texts(games[1], 1)
    assert own(games[0], 0) != own(games[1], 0)


# ---- drawing cards ---------------------------------------------------------------------------


@pytest.mark.rule("ASI-5")
@pytest.mark.parametrize(
    ("put", "hand", "rack"), [("hand", {"red": 1}, {"blue": 1}), ("rack", {"blue": 1}, {"red": 1})]
)
def test_one_drawn_card_goes_to_the_hand_and_one_to_the_rack(put: str, hand: Cards, rack: Cards) -> None:
    game = asia(deck=["red", "blue"])
    game.play("draw deck")
    assert texts(game) == ["put hand", "put rack"]
    game.play(f"put {put}")
    assert own(game, 0).ask == "second-card"
    game.play("draw deck")
    assert (own(game, 0).hand, own(game, 0).rack) == (hand, rack)
    assert game.pending == (1,)


@pytest.mark.rule("ASI-5")
def test_the_drawer_sees_a_blind_card_before_deciding_and_nobody_else_does() -> None:
    game = asia(deck=["red", "blue"])
    game.play("draw deck")
    assert own(game, 0).drawn == "red"
    assert own(game, 1).drawn is None
    assert game.view(1).seats[0].cards == 1
    assert game.events(viewer=1)[-1] == Drew(0)
    placed = game.play("put rack")
    assert placed == [CardPlaced(0, "rack", "red")]
    assert game.events(viewer=1)[-1] == CardPlaced(0, "rack", "red")
    assert game.events(viewer=2)[-1] == CardPlaced(0, "rack")


@pytest.mark.rule("ASI-5")
def test_an_open_card_is_placed_before_the_second_is_chosen() -> None:
    game = asia(deck=["red", "blue", "orange"])
    game.play("draw market 3")
    assert refused(game, "draw deck") == "not-now"
    assert game.view().market[2] is None  # refilled only after the decision
    placed = game.play("put hand")
    assert [type(event) for event in placed] == [CardPlaced, MarketFilled]
    assert game.view().market[2] == "red"
    game.play("draw market 3")
    assert (own(game, 0).hand, own(game, 0).rack) == ({"white": 1}, {"red": 1})


@pytest.mark.rule("ASI-6")
def test_an_open_wild_is_alone_and_goes_to_the_rack() -> None:
    game = asia(market=["wild", *MARKET[:4]])
    game.play("draw market 1")
    assert (own(game, 0).hand, own(game, 0).rack) == ({}, {"wild": 1})
    assert game.pending == (1,)


@pytest.mark.rule("ASI-6")
@pytest.mark.parametrize("put", ["hand", "rack"])
def test_when_only_one_card_can_be_drawn_its_place_is_free(put: str) -> None:
    game = asia(market=["wild"] * 5, deck=["red"], rest=3)
    game.play("draw deck")
    assert texts(game) == ["put hand", "put rack"]
    game.play(f"put {put}")
    assert {"hand": own(game, 0).hand, "rack": own(game, 0).rack}[put] == {"red": 1}
    assert game.pending == (1,)


# ---- paying from hand and rack ---------------------------------------------------------------


def naive_splits(colour: str, plain: int, wild: int, hand: Cards, rack: Cards) -> set[Payment]:
    """Every way to take these cards from hand and rack."""
    return {
        Payment(colour if plain else "wild", plain, wild, rack_plain, rack_wild)
        for rack_plain in range(plain + 1)
        for rack_wild in range(wild + 1)
        if rack_plain <= rack.get(colour, 0)
        and plain - rack_plain <= hand.get(colour, 0)
        and rack_wild <= rack.get("wild", 0)
        and wild - rack_wild <= hand.get("wild", 0)
    }


def naive_payments(route: Route, colours: tuple[str, ...], hand: Cards, rack: Cards) -> set[Payment]:
    """Every payment of a route without tunnel or ferry, by trying all."""
    fitting = colours if route.colour == "grey" else (route.colour,)
    return {
        payment
        for colour in fitting
        for wild in range(route.cost + 1)
        for payment in naive_splits(colour, route.cost - wild, wild, hand, rack)
    }


@pytest.mark.rule("ASI-7")
@pytest.mark.parametrize("seed", range(8))
def test_every_split_between_hand_and_rack_is_listed(seed: int) -> None:
    dice = Random(seed)
    kinds = ("red", "blue", "green", "wild")
    hand, rack = ({kind: dice.randrange(4) for kind in kinds} for _ in range(2))
    game = asia(hands={0: hand, 1: {"black": 6}}, racks={0: rack, 1: {"yellow": 6}}, market=["white"] * 5)
    listed = [(move.route, move.payment) for move in game.moves() if isinstance(move, Claim)]
    naive = {
        (name, payment)
        for name, route in zip(game.board.route_names, game.board.routes, strict=True)
        for payment in naive_payments(route, game.board.colours, hand, rack)
    }
    assert set(listed) == naive
    assert len(listed) == len(naive)


@pytest.mark.rule("ASI-7")
def test_a_split_takes_its_cards_from_where_it_says() -> None:
    hands, racks = {0: {"blue": 2, "wild": 1}, 1: {"blue": 5}}, {0: {"blue": 2, "wild": 1}}
    game = asia(hands=hands, racks=racks)
    assert refused(game, "claim Harbin-Peking 3 blue (rack 3 blue)") == "wrong-split"
    assert refused(game, "claim Harbin-Peking 3 blue") == "wrong-split"
    game.play("claim Harbin-Peking 2 blue 1 wild (rack 1 blue 1 wild)")
    assert own(game, 0).hand == {"blue": 1, "wild": 1}
    assert own(game, 0).rack == {"blue": 1}
    assert own(game, 1).hand == {"blue": 5}
    assert game.view().discards == {"blue": 2, "wild": 1}


@pytest.mark.rule("ASI-7")
def test_the_extra_cards_of_a_tunnel_come_from_hand_and_rack_too() -> None:
    hand, rack = {"white": 4, "wild": 1}, {"white": 2, "wild": 1}
    deck = ["white", "wild", "red", "red", "blue", "blue"]
    game = asia(hands={0: hand}, racks={0: rack}, deck=deck, market=["black"] * 5)
    game.play("claim Delhi-Kathmandu 3 white (rack 1 white)")
    hand, rack = {"white": 2, "wild": 1}, {"white": 1, "wild": 1}
    naive = {payment for wild in range(3) for payment in naive_splits("white", 2 - wild, wild, hand, rack)}
    listed = [move.payment for move in game.moves() if isinstance(move, PayExtra)]
    assert set(listed) == naive
    assert len(listed) == len(naive)
    game.play("pay 1 white 1 wild (rack 1 white)")
    assert (own(game, 0).hand, own(game, 0).rack) == ({"white": 2}, {"wild": 1})
    assert game.view().routes == {"Delhi-Kathmandu": 0}


@pytest.mark.rule("ASI-5")
@pytest.mark.parametrize(
    ("draw", "put", "seen"),
    [
        ("draw market 1", "put hand", {"green": 1}),
        ("draw market 1", "put rack", {"black": 1}),
        ("draw deck", "put hand", {}),
        ("draw deck", "put rack", {"black": 1}),
    ],
)
def test_the_table_remembers_face_up_cards_only_where_they_go_to_the_hand(
    draw: str, put: str, seen: Cards
) -> None:
    game = asia(deck=["green", "green", "green"])
    for move in (draw, put, "draw market 5"):
        game.play(move)
    assert game.view().seats[0].seen == seen
