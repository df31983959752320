"""Whole games through the public API: what `Game` promises of every board holds for the Card Game."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random
from typing import TYPE_CHECKING

import pytest

from cardgame.games import TABLES, deal_table, play_on
from cardgame.test_random_games import all_cards, all_tickets
from semafor import Game, Move, SemaforError, parse_event, parse_move
from semafor.boards.model import COLOURS
from semafor.kinds.card_facts import card_facts_of
from semafor.moves import (
    Claim,
    Complete,
    Done,
    Draw,
    DrawTickets,
    Keep,
    Pass,
    Payment,
    PlaceRow,
    PlaceThree,
    Refuse,
    Stop,
)
from semafor.view import Completion

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAIN = (-1, 0, 1, 2, 3, 4, 17)
ANY_TABLE = pytest.mark.parametrize(("players", "option"), TABLES)


def candidates(game: Game, seat: int) -> Iterator[Move]:
    """Moves that somebody might try, of every kind, possible or not."""
    yield from (Draw(place) for place in (None, 0, 1, 2, 3, 4, 5, 6))
    yield from (DrawTickets(), Stop(), Done(), Pass(), Refuse())
    yield Claim("Chicago-Dallas", Payment("red", 1, 0))
    yield from (Complete(ticket) for ticket in game.board.ticket_names)
    for colour in (*COLOURS, "wild", "pink"):
        yield from (
            PlaceRow(colour, plain, wild) for plain in (-1, 0, 1, 2, 3, 4, 17) for wild in range(-1, 4)
        )
    yield from (PlaceThree(three) for three in combinations((*COLOURS, "wild"), 3))
    yield from (PlaceThree(("red", "red", "blue")), PlaceThree(("red", "blue")), PlaceThree(()))
    own = game.view(seat).own
    assert own is not None
    for number in range(len(own.offer) + 1):
        yield from (Keep(kept) for kept in combinations(own.offer, number))
    yield Keep((*own.offer[:1], game.board.ticket_names[0]))


def meaning(move: Move) -> object:
    """What a move says, whatever its wording."""
    match move:
        case Keep(tickets):
            return Keep, frozenset(tickets)
        case _:
            return str(move)


def accepts(game: Game, move: Move, seat: int) -> bool:
    """Whether the game plays the move, on a copy; a refusal changes nothing."""
    twin = game.copy()
    try:
        twin.play(move, seat)
    except SemaforError:
        assert (twin._states.tobytes(), twin.version) == (game._states.tobytes(), game.version)
        return False
    return True


@ANY_TABLE
def test_listed_moves_are_exactly_the_accepted_ones(players: int, option: str) -> None:
    """CRD-6, CRD-14: rows with their wilds, three colours, single tickets and `done` included."""
    game, chance = deal_table(players, option, 1), Random(1)
    while not game.over:
        for seat in range(players):
            listed = {meaning(move): move for move in game.moves(seat)}
            assert all(accepts(game, move, seat) for move in listed.values())
            for move in candidates(game, seat):
                assert accepts(game, move, seat) == (meaning(move) in listed), (seat, str(move))
        play_on(game, chance, 17)


@ANY_TABLE
def test_texts_records_and_bytes_lead_to_the_same_game(players: int, option: str) -> None:
    game, chance = deal_table(players, option, 2), Random(2)
    while not game.over:
        seat = chance.choice(game.pending)
        moves = game.moves(seat)
        assert [parse_move(str(move), game.board) for move in moves] == moves
        twin, move = game.copy(), chance.choice(moves)
        assert twin.play(str(move), seat) == game.play(move, seat)
        assert twin.to_bytes() == game.to_bytes()
    for again in (
        Game.replay(game.record()),
        Game.replay(game.record().to_json()),
        Game.from_bytes(game.to_bytes()),
    ):
        assert again.to_bytes() == game.to_bytes()
    events = game.events(0, "all")
    assert [parse_event(str(event)) for event in events] == events


@ANY_TABLE
def test_nothing_is_lost_and_someone_decides_until_the_end(players: int, option: str) -> None:
    """CRD-1: 96 cards and 46 tickets through whole games; the view agrees with the state."""
    game, chance = deal_table(players, option, 3), Random(3)
    cards = card_facts_of(game.board).cards
    while not game.over:
        assert game.pending
        state, view = game._states[0], game.view()
        assert (all_cards(state) == cards).all()
        assert all_tickets(state) == list(range(46))
        assert [bool(game.moves(seat)) for seat in range(players)] == [seat.asked for seat in view.seats]
        assert view.card_game
        in_view = view.deck + sum(view.discards.values()) + sum(card is not None for card in view.market)
        in_view += sum(seat.cards for seat in view.seats) + sum(seat.track for seat in view.card_game.seats)
        rows = [row for seat in view.card_game.seats for row in seat.siding]
        assert in_view + sum(row.plain + row.wild for row in rows) == int(cards.sum())
        play_on(game, chance, 1)
    assert game.pending == ()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_order_of_answers_does_not_matter(players: int) -> None:
    """CRD-2, CRD-14: whoever answers first, the same comes of it."""
    game, chance = deal_table(players, "plain", 4), Random(4)
    rounds = 0
    while not game.over:
        if len(game.pending) == players:
            rounds += 1
            check_orders(game, chance)
        play_on(game, chance, 1)
    assert rounds >= 2


def check_orders(game: Game, chance: Random) -> None:
    """Let all seats answer in full, in every order."""
    plans = [answers(game.copy(), seat, chance) for seat in game.pending]
    ends = set()
    for order in permutations(game.pending):
        twin = game.copy()
        for seat in order:
            for move in plans[seat]:
                twin.play(move, seat)
        ends.add(twin._states.tobytes())
    assert len(ends) == 1


def answers(game: Game, seat: int, chance: Random) -> list[Move]:
    """What a seat decides until it is asked no more; the others have not answered."""
    moves: list[Move] = []
    while seat in game.pending:
        moves.append(chance.choice(game.moves(seat)))
        game.play(moves[-1], seat)
    return moves


def best_of(game: Game, seat: int) -> Completion:
    """What the table offers to a seat in a scoring round."""
    view = game.view(seat).card_game
    assert view is not None
    assert view.own is not None
    assert view.own.best is not None
    return view.own.best


def test_best_completion_can_be_played_step_by_step() -> None:
    """CRD-14: the tickets of `best`, sent one by one, are accepted, and as good a choice stays offered."""
    for seed in range(12):
        game, chance = deal_table(3, "plain", seed), Random(seed)
        while len(game.pending) != 3 or game.version < 4:
            play_on(game, chance, 1)
        for seat in range(3):
            best = best_of(game, seat)
            for ticket in chance.sample(best.tickets, len(best.tickets)):
                game.play(Complete(ticket), seat)
                after = best_of(game, seat)
                assert (after.points, len(after.tickets)) == (best.points, len(best.tickets))
                assert ticket in after.tickets
            assert game.moves(seat) == [Done()]
            game.play(Done(), seat)
        assert game.over
