"""What the properties of any game ask of each kind: moves to try, a count of everything, a slow score."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from semafor import Game, Move
from semafor.games.board_facts import elements
from semafor.games.lookup import kind_of
from tests.card_conservation import all_cards, all_tickets
from tests.engine.conservation import check_all
from tests.engine.raw_games import Setup
from tests.properties.candidates import candidates
from tests.properties.card_candidates import card_candidates
from tests.properties.slow_score import check_score


class Checks(NamedTuple):
    """The helpers of one kind of game."""

    candidates: Callable[[Game, int, Random], Iterator[Move]]
    nothing_is_lost: Callable[[Game], None]
    score: Callable[[Game], None]


def board_has_all(game: Game) -> None:
    """Cards, tickets and pieces of a board game."""
    check_all(Setup(game.board, game.players, seed=0), game.states)


def table_has_all(game: Game) -> None:
    """CRD-1: cards and tickets of a Card Game, in the state and in what everyone sees."""
    state, view, cards = game.states[0], game.view(), kind_of(game.board).facts.cards
    assert (all_cards(state) == cards).all()
    assert all_tickets(state) == list(range(len(game.board.tickets)))
    assert view.card_game is not None
    seen = view.deck + sum(view.discards.values()) + sum(card is not None for card in view.market)
    seen += sum(seat.cards for seat in view.seats) + sum(seat.track for seat in view.card_game.seats)
    rows = [row for seat in view.card_game.seats for row in seat.siding]
    assert seen + sum(row.plain + row.wild for row in rows) == int(cards.sum())


def check_card_score(game: Game) -> None:
    """CRD-15, CRD-18, CRD-19: completed minus missed tickets, plus the big-city bonuses."""
    board, state, result = game.board, game.states[0], game.result()
    done = [elements(state.completed[seat]) for seat in range(game.players)]
    totals = [sum(board.tickets[ticket].points for ticket in mine) for mine in done]
    for seat in range(game.players):
        totals[seat] -= sum(board.tickets[ticket].points for ticket in elements(state.tickets[seat]))
    for city in board.big_cities:
        naming = {n for n, ticket in enumerate(board.tickets) if city.place in (ticket.a, ticket.b)}
        counts = [len(naming & set(mine)) for mine in done]
        for seat, count in enumerate(counts):
            totals[seat] += city.points if count == max(counts) > 0 else 0
    assert [side.total for side in result.sides] == totals
    assert {side.rank for side in result.sides if side.total == max(totals)} >= {1}


_CHECKS: dict[str, Checks] = {
    "board": Checks(candidates, board_has_all, check_score),
    "cards": Checks(card_candidates, table_has_all, check_card_score),
}


def checks_of(game: Game) -> Checks:
    """The helpers for a game."""
    return _CHECKS[kind_of(game.board).name]
