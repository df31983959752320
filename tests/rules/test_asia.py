"""The rules of Asia at the table, ASI-1 to ASI-11: teams, racks, cards and tickets."""

from __future__ import annotations

from itertools import permutations
from random import Random

import msgspec
import pytest
from table import own, refused, state_bytes, texts, ticket_deck

from semafor import BadSetup, Game, View
from semafor.boards.model import Route
from semafor.events import CardPlaced, Drew, TicketRacked
from semafor.moves import Claim, PayExtra, Payment

MARKET = ["green", "green", "white", "white", "black"]
Cards = dict[str, int]


def asia(players: int = 4, **said: object) -> Game:
    return Game.position({"board": "asia", "players": players, "market": MARKET, **said})


def answer(game: Game, order: tuple[int, ...], choice: int = 0) -> None:
    for seat in order:
        game.play(game.moves(seat)[choice % len(game.moves(seat))], seat)


# ---- teams, racks and what is seen of them ---------------------------------------------------


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
    assert game.view().market[2] == "red"
    game.play("put hand")
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


# ---- tickets ---------------------------------------------------------------------------------


def without_waiting(view: View) -> View:
    """The view but for who still thinks and what is asked next."""
    seats = tuple(msgspec.structs.replace(seat, asked=False) for seat in view.seats)
    mine = view.own and msgspec.structs.replace(view.own, ask="", chosen=())
    return msgspec.structs.replace(view, pending=(), seats=seats, own=mine)


@pytest.mark.rule("ASI-8")
def test_three_of_five_are_kept_and_then_both_partners_rack_one() -> None:
    game = Game.new("asia", players=4, seed=3)
    assert game.view().ticket_deck == 60 - 20
    five = own(game, 0).offer
    assert len(texts(game, 0)) == 10 + 5 + 1
    assert refused(game, f"keep {five[0]}, {five[1]}", 0) == "too-few-kept"
    game.play(f"keep {five[0]}, {five[1]}, {five[2]}", 0)
    assert set(game.pending) == {1, 2, 3}  # the partner must have chosen first
    answer(game, (1,))
    assert set(game.pending) == {0, 1, 2, 3}
    assert own(game, 0).ask == own(game, 1).ask == "start-rack"
    assert texts(game, 0) == [f"rack {ticket}" for ticket in five[:3]]
    assert refused(game, f"rack {five[4]}", 0) == "not-kept"
    game.play(f"rack {five[1]}", 0)
    assert own(game, 1).rack_tickets == ()  # both at once
    answer(game, (2, 3))
    answer(game, (1, 2, 3))
    assert five[1] in own(game, 1).rack_tickets
    assert own(game, 0).tickets == tuple(sorted((five[0], five[2]), key=game.board.ticket_names.index))
    assert [side.rack_tickets for side in game.view().sides] == [2, 2]
    assert set(game.pending) == {game.view().turn}


@pytest.mark.rule("ASI-8")
def test_rejected_starting_tickets_go_under_the_deck_in_seat_order() -> None:
    game = Game.new("asia", players=4, seed=3)
    deck = ticket_deck(game)
    rejected = [ticket for seat in range(4) for ticket in own(game, seat).offer[3:]]
    answer(game, (3, 1, 0, 2))
    answer(game, (2, 3, 1, 0))
    assert ticket_deck(game) == deck + rejected


@pytest.mark.rule("ASI-8")
@pytest.mark.rule("BASE-23")
def test_starting_choices_are_secret_until_all_have_chosen() -> None:
    game = Game.new("asia", players=4, seed=3)
    for choice, order in ((2, (1, 3, 0, 2)), (1, (2, 0, 1))):
        for seat in order:
            others = [viewer for viewer in (0, 1, 2, 3, None) if viewer != seat]
            before = [(without_waiting(game.view(viewer)), game.events(viewer=viewer)) for viewer in others]
            answer(game, (seat,), choice)
            after = [(without_waiting(game.view(viewer)), game.events(viewer=viewer)) for viewer in others]
            assert after == before


@pytest.mark.rule("ASI-8")
@pytest.mark.rule("BASE-23")
def test_the_order_of_the_starting_choices_changes_nothing() -> None:
    outcomes = set()
    for order in permutations(range(4)):
        game = Game.new("asia", players=4, seed=3)
        while any(own(game, seat).ask.startswith("start") for seat in range(4)):
            seat = next(seat for seat in order if seat in game.pending)
            answer(game, (seat,), seat)
        outcomes.add(state_bytes(game))
    assert len(outcomes) == 1


@pytest.mark.rule("ASI-9")
def test_of_four_drawn_tickets_one_of_the_kept_goes_to_the_rack() -> None:
    top = ["Bombay-Madras", "Delhi-Peking", "Kunming-Xi'an", "Dihua-Nanning"]
    game = asia(ticket_deck=top)
    game.play("draw tickets")
    assert list(own(game, 0).offer) == top
    assert len(texts(game)) == 15
    assert refused(game, "keep nothing") == "too-few-kept"
    game.play("keep Bombay-Madras, Kunming-Xi'an")
    assert set(texts(game)) == {"rack Bombay-Madras", "rack Kunming-Xi'an"}
    racked = game.play("rack Kunming-Xi'an")
    assert TicketRacked(0, "Kunming-Xi'an") in racked
    assert own(game, 1).rack_tickets == ("Kunming-Xi'an",)
    assert (own(game, 0).tickets, own(game, 1).tickets) == (("Bombay-Madras",), ())
    assert ticket_deck(game)[-2:] == ["Delhi-Peking", "Dihua-Nanning"]
    assert "Bombay-Madras" not in str(game.events(viewer=1))
    assert "Kunming" not in str(game.events(viewer=2))
    assert game.pending == (1,)


@pytest.mark.rule("ASI-9")
def test_a_single_kept_ticket_goes_to_the_rack_unasked() -> None:
    game = asia(ticket_deck=["Bombay-Madras"])
    game.play("draw tickets")
    game.play("keep Bombay-Madras")
    assert own(game, 1).rack_tickets == ("Bombay-Madras",)
    assert own(game, 0).tickets == ()
    assert game.pending == (1,)


@pytest.mark.rule("ASI-10")
@pytest.mark.parametrize("shared", [["Bombay-Madras"], ["Bombay-Madras", "Dihua-Nanning"]])
def test_sharing_one_or_two_tickets_is_the_whole_turn(shared: list[str]) -> None:
    held = ["Bombay-Madras", "Delhi-Peking", "Dihua-Nanning"]
    game = asia(tickets={0: held})
    game.play(f"share {', '.join(shared)}")
    assert list(own(game, 1).rack_tickets) == shared
    assert list(own(game, 0).tickets) == sorted(set(held) - set(shared), key=game.board.ticket_names.index)
    assert game.view(2).sides[0].rack_tickets == len(shared)
    assert "Bombay" not in str(game.events(viewer=2))
    assert game.pending == (1,)


@pytest.mark.rule("ASI-10")
def test_every_one_or_two_own_tickets_can_be_shared_and_no_more() -> None:
    held = ["Bombay-Madras", "Dihua-Nanning", "Delhi-Peking"]
    game = asia(tickets={0: held, 1: ["Kunming-Xi'an"]}, rack_tickets={0: ["Dacca-Madras"]})
    pairs = [f"share {a}, {b}" for a, b in ((held[0], held[1]), (held[0], held[2]), (held[1], held[2]))]
    assert sorted(t for t in texts(game) if t.startswith("share")) == sorted(
        [*(f"share {ticket}" for ticket in held), *pairs]
    )
    for others in (", ".join(held), "Kunming-Xi'an", "Dacca-Madras"):
        assert refused(game, f"share {others}") == "cannot-share"


@pytest.mark.rule("ASI-10")
def test_the_last_secret_ticket_can_be_shared() -> None:
    game = asia(tickets={0: ["Bombay-Madras"]})
    assert [text for text in texts(game) if text.startswith("share")] == ["share Bombay-Madras"]
    game.play("share Bombay-Madras")
    assert game.pending == (1,)
