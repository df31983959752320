"""BASE-21..23: what tickets are worth, drawing them, and the choice at the start."""

from __future__ import annotations

from itertools import permutations

import pytest

from semafor import Game, load_board
from semafor.results import TicketResult
from tests.positions import all_seen, offer, position, refused, texts

JOINED = {"Budapest-Sarajevo": 0, "Sarajevo-Sofia": 0}


def held(game: Game, seat: int) -> tuple[str, ...]:
    own = game.view(seat).own
    assert own is not None
    return own.tickets


@pytest.mark.rule("BASE-21")
def test_a_ticket_scores_its_value_if_an_unbroken_line_joins_its_places() -> None:
    game = position(tickets={0: ["Budapest-Sofia"]}, routes=JOINED)
    side = game.result().sides[0]
    assert side.tickets == (TicketResult("Budapest-Sofia", 5, True, ("Budapest-Sarajevo", "Sarajevo-Sofia")),)
    assert (side.ticket_points, side.completed) == (5, 1)


@pytest.mark.rule("BASE-21")
@pytest.mark.parametrize(
    "routes",
    [{"Budapest-Sarajevo": 0}, {"Budapest-Sarajevo": 0, "Sarajevo-Sofia": 1}, {}],
)
def test_a_ticket_loses_its_value_if_the_line_is_broken(routes: dict[str, int]) -> None:
    side = position(tickets={0: ["Budapest-Sofia"]}, routes=routes).result().sides[0]
    assert side.tickets == (TicketResult("Budapest-Sofia", 5, False),)
    assert (side.ticket_points, side.completed) == (-5, 0)


@pytest.mark.rule("BASE-21")
def test_tickets_are_secret_and_without_limit() -> None:
    board = load_board("europe")
    names = [name for name, ticket in zip(board.ticket_names, board.tickets, strict=True) if not ticket.long]
    game = position(tickets={0: names[:39]})
    assert len(held(game, 0)) == 39
    assert [seat.tickets for seat in game.view(1).seats] == [39, 0]
    assert held(game, 1) == ()
    assert texts(game, "draw tickets") == {""}
    other = position(tickets={0: names[1:40]}, ticket_deck=[names[0]], other_tickets="out")
    assert game.view(1).seats == other.view(1).seats


FOUR = ["London-Berlin", "London-Wien", "Paris-Wien", "Paris-Zágráb"]


@pytest.mark.rule("BASE-22")
def test_three_tickets_come_from_the_top_and_any_but_none_are_kept() -> None:
    game = position(ticket_deck=FOUR)
    game.play("draw tickets")
    assert offer(game, 0) == tuple(FOUR[:3])
    assert len(texts(game, "keep")) == 7
    error = refused(game, "keep nothing")
    assert (error.code, error.rule) == ("too-few-kept", "BASE-22")
    game.play("keep London-Berlin, Paris-Wien")
    assert held(game, 0) == ("London-Berlin", "Paris-Wien")
    assert game.pending == (1,)


@pytest.mark.rule("BASE-22")
def test_rejected_tickets_go_under_the_deck_in_the_order_of_the_offer() -> None:
    game = position(ticket_deck=FOUR, other_tickets="out")
    game.play("draw tickets")
    assert game.view().ticket_deck == 1
    game.play("keep London-Wien")
    assert game.view().ticket_deck == 3
    game.play("draw tickets", 1)
    assert offer(game, 1) == ("Paris-Zágráb", "London-Berlin", "Paris-Wien")


@pytest.mark.rule("BASE-22")
def test_all_that_are_left_are_drawn_if_they_are_fewer() -> None:
    game = position(ticket_deck=FOUR[:2], other_tickets="out")
    game.play("draw tickets")
    assert offer(game, 0) == tuple(FOUR[:2])
    assert texts(game, "keep") == {*FOUR[:2], "London-Berlin, London-Wien"}


@pytest.mark.rule("BASE-22")
def test_with_an_empty_ticket_deck_none_can_be_drawn() -> None:
    game = position(other_tickets="out")
    assert texts(game, "draw tickets") == set()
    error = refused(game, "draw tickets")
    assert (error.code, error.rule) == ("no-tickets", "BASE-22")


@pytest.mark.rule("BASE-22")
def test_kept_tickets_are_never_offered_again() -> None:
    game = position(tickets={0: ["London-Berlin"]}, ticket_deck=FOUR[1:], other_tickets="out")
    game.play("draw tickets")
    error = refused(game, "keep London-Berlin")
    assert (error.code, error.rule) == ("not-offered", "BASE-22")


@pytest.mark.rule("BASE-23")
def test_all_choose_at_once_without_knowing_the_others_choices() -> None:
    game = Game.new("usa", players=3, seed=5)
    waiting, before, events = [game.pending], game.view(0), game.events(viewer=0)
    for seat, choice in ((2, 0), (1, -1)):
        game.play(game.moves(seat)[choice], seat)
        waiting.append(game.pending)
    assert waiting == [(0, 1, 2), (0, 1), (0,)]
    after = game.view(0)
    assert (after.own, after.ticket_deck) == (before.own, before.ticket_deck)
    assert game.events(viewer=0) == events


@pytest.mark.rule("BASE-23")
def test_the_order_of_the_answers_changes_nothing() -> None:
    outcomes = []
    for order in permutations(range(3)):
        game = Game.new("usa", players=3, seed=5, first=1)
        for seat in order:
            keeps = [move for move in game.moves(seat) if str(move).count(",") == 1]
            game.play(keeps[seat], seat)
        game.play("draw tickets")
        views, moves, events, *_ = all_seen(game)
        outcomes.append((views, moves, events))
    assert all(outcome == outcomes[0] for outcome in outcomes)


@pytest.mark.rule("BASE-23")
def test_rejected_starting_tickets_go_under_the_deck_in_seat_order() -> None:
    game = Game.new("usa", players=2, seed=8, first=0)
    rejected: list[str] = []
    for seat in (1, 0):
        tickets = offer(game, seat)
        game.play(f"keep {tickets[0]}, {tickets[1]}", seat)
        rejected.insert(0, tickets[2])
    for _ in range(8):
        game.play("draw tickets")
        last = offer(game, game.pending[0])
        game.play(f"keep {', '.join(last)}")
    game.play("draw tickets")
    assert (*last, *offer(game, game.pending[0]))[-2:] == tuple(rejected)


@pytest.mark.rule("BASE-23")
def test_at_the_start_two_must_be_kept() -> None:
    game = Game.new("usa", players=2, seed=8)
    error = refused(game, f"keep {offer(game, 1)[0]}", 1)
    assert (error.code, error.rule) == ("too-few-kept", "BASE-23")
