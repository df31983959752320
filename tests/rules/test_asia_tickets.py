"""The tickets of Asia, ASI-8 to ASI-10: the start, drawing, and sharing."""

from __future__ import annotations

from itertools import permutations

import msgspec
import pytest

from semafor import Game, View
from semafor.events import TicketRacked
from tests.rules.table import own, refused, state_bytes, texts, ticket_deck

MARKET = ["green", "green", "white", "white", "black"]


def asia(**said: object) -> Game:
    return Game.position({"board": "asia", "players": 4, "market": MARKET, **said})


def answer(game: Game, order: tuple[int, ...], choice: int = 0) -> None:
    for seat in order:
        game.play(game.moves(seat)[choice % len(game.moves(seat))], seat)


def without_waiting(view: View) -> View:
    """Return the view without the fields that change with others' answers."""
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
