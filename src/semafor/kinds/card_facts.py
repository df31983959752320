"""From the Card Game's board of names to the read-only record of numbers that its engine reads."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from semafor.engine.cardgame.state import CARD_FACTS, LONGEST_ROW, MOST_WILDS
from semafor.engine.state import SEATS, WILD, Facts, Rejected, TieBreak
from semafor.kinds.board_facts import colour_number

if TYPE_CHECKING:
    from semafor.boards.model import Board, CardGame, Options

_REJECTED = {"bottom": Rejected.BOTTOM, "out": Rejected.OUT, "shuffle": Rejected.SHUFFLE}
_TIES = {"tickets": TieBreak.TICKETS, "bonuses": TieBreak.BONUSES}


@lru_cache(maxsize=64)
def card_facts_of(board: Board) -> Facts:
    """The record of a board with `card_game` options, made once and read-only."""
    assert board.options.card_game, "a game without a board has card_game options"
    table = np.zeros(1, CARD_FACTS)
    facts: Facts = table[0]
    _write_tickets(facts, board)
    _write_big_cities(facts, board)
    _write_cards(facts, board.options)
    _write_options(facts, board.options)
    _write_card_game(facts, board.options.card_game)
    table.flags.writeable = False
    return table[0]


def _write_tickets(facts: Facts, board: Board) -> None:
    facts.tickets = len(board.tickets)
    for n, ticket in enumerate(board.tickets):
        facts.ticket_points[n] = ticket.points
        for colour, number in ticket.needs.items():
            facts.ticket_needs[n, colour_number(colour)] = number


def _write_big_cities(facts: Facts, board: Board) -> None:
    facts.big_cities = len(board.big_cities)
    for n, city in enumerate(board.big_cities):
        facts.city_points[n] = city.points
        facts.city_tickets[n] = sum(
            1 << t for t, ticket in enumerate(board.tickets) if city.place in (ticket.a, ticket.b)
        )


def _write_cards(facts: Facts, options: Options) -> None:
    for colour, number in options.cards.items():
        facts.cards[colour_number(colour)] = number
    assert max(facts.cards[:WILD]) <= LONGEST_ROW, "a row of one colour has room for all its cards"
    assert facts.cards[WILD] <= MOST_WILDS, "a row has room for all wilds"
    facts.hand = options.hand


def _write_options(facts: Facts, options: Options) -> None:
    start, draw = options.start_tickets, options.draw_tickets
    facts.start_count = start.count
    facts.start_keep = start.keep
    facts.start_rejected = _REJECTED[start.rejected]
    facts.draw_count = draw.count
    facts.draw_keep = draw.keep
    for n, tie in enumerate(options.ties):
        facts.ties[n] = _TIES[tie]


def _write_card_game(facts: Facts, game: CardGame) -> None:
    facts.wild_dealt = game.wild_dealt
    facts.half_hand = game.half_hand
    for players in range(SEATS + 1):
        facts.halves[players] = 2 if players in game.halves_with else 1
    facts.open_track = game.open_track
    facts.wilds_leave_first = game.locomotives_leave == "first"
    facts.open_completed = game.open_completed
