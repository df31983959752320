"""Moves of the Card Game as engine actions, and the other way round."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from semafor.boards.model import COLOURS, Board
from semafor.engine.actions import MASK_WORDS
from semafor.engine.cardgame import card_state as act
from semafor.engine.cardgame.card_state import CARD_FACTS, LONGEST_ROW, MOST_WILDS, RANGES, TRIPLES
from semafor.engine.cardgame.card_turn import legal
from semafor.engine.cardgame.siding import cards_needed
from semafor.engine.state import SEATS, WILD, Array, Facts, Rejected, TieBreak
from semafor.errors import IllegalMove
from semafor.games.board_actions import count_wilds, named_ranges, present_ranges, shared_words
from semafor.games.board_facts import CARD_NAMES, CARD_NUMBERS, Names, colour_number, elements, names_of
from semafor.games.kind import Plain
from semafor.moves import Complete, Done, Draw, DrawTickets, Keep, Move, Pass, PlaceRow, PlaceThree, Stop

if TYPE_CHECKING:
    from semafor.boards.model import Board, CardGame, Options


class CardCodec:
    """Translates the moves of one Card Game."""

    def __init__(self, board: Board, facts: Facts) -> None:
        self.facts = facts
        self.names: Names = names_of(board)

    def moves(self, states: Array, seat: int) -> list[Move]:
        """Every move of the seat, in ascending order of the engine's actions, rows by fewest wilds first."""
        mask = np.zeros(MASK_WORDS, np.uint64)
        legal(states[0], self.facts, seat, mask)
        state = Plain(states)
        found: list[Move] = []
        for word, actions in enumerate(mask.tolist()):
            for bit in elements(actions):
                found += self._moves_of(states, state, seat, 64 * word + bit)
        return found

    def _moves_of(self, states: Array, state: Plain, seat: int, action: int) -> list[Move]:
        """The moves that begin with a legal action: a row may be laid with several numbers of wilds."""
        if not act.PLACE <= action < act.THREE:
            return [self.move_of(state, seat, (action,))]
        colour, plain = divmod(action - act.PLACE, LONGEST_ROW)
        fewest = max(0, cards_needed(states[0], seat, colour) - plain - 1)
        wilds = range(fewest, state.hand[seat][WILD] + 1)
        return [PlaceRow(CARD_NAMES[colour], plain + 1, wild) for wild in wilds]

    def move_of(self, state: Plain, seat: int, chain: tuple[int, ...]) -> Move:
        """Return the move of a chain; a row without a number of wilds takes all that are in hand."""
        action = chain[0]
        if act.PLACE <= action < act.THREE:
            colour, plain = divmod(action - act.PLACE, LONGEST_ROW)
            wilds = chain[1] - act.WILDS if len(chain) > 1 else state.hand[seat][WILD]
            return PlaceRow(CARD_NAMES[colour], plain + 1, wilds)
        if act.THREE <= action < act.COMPLETE:
            return PlaceThree(tuple(CARD_NAMES[colour] for colour in act.TRIPLES[action - act.THREE]))
        if act.COMPLETE <= action < act.KEEP:
            return Complete(self.names.tickets[action - act.COMPLETE])
        if act.KEEP <= action < act.WILDS:
            kept = elements(action - act.KEEP)
            return Keep(tuple(self.names.tickets[state.offer[seat][place]] for place in kept))
        if act.DRAW_MARKET <= action < act.DRAW_TICKETS:
            return Draw(action - act.DRAW_MARKET + 1)
        return _BARE_MOVES[action]

    def chain_of(self, state: Plain, seat: int, move: Move) -> tuple[int, ...]:
        """Return the actions of a well-formed move, legal or not: two for a row, otherwise one."""
        first = self.action_of(state, seat, move)
        return (first, act.WILDS + move.wild) if isinstance(move, PlaceRow) else (first,)

    def action_of(self, state: Plain, seat: int, move: Move) -> int:
        """The action that makes a well-formed move, or begins it; legal or not."""
        match move:
            case Keep(tickets):
                return act.KEEP + sum(1 << self._offer_place(state, seat, ticket) for ticket in set(tickets))
            case Complete(ticket):
                return act.COMPLETE + self.names.ticket_number[ticket]
            case PlaceRow(colour, plain, _):
                return act.PLACE + LONGEST_ROW * CARD_NUMBERS[colour] + plain - 1
            case PlaceThree(colours):
                a, b, c = sorted(CARD_NUMBERS[colour] for colour in colours)
                return act.THREE + act.TRIPLES.index((a, b, c))
            case Draw(int(market)):
                return act.DRAW_MARKET + market - 1
            case _:
                return _BARE_ACTIONS[move]

    def _offer_place(self, state: Plain, seat: int, ticket: str) -> int:
        offer = state.offer[seat][: state.offered[seat]]
        number = self.names.ticket_number[ticket]
        if number not in offer:
            raise IllegalMove("not-offered", rule="CRD-11", ticket=ticket)
        return int(offer.index(number))


_BARE_ACTIONS: dict[Move, int] = {
    Draw(): act.DRAW_DECK,
    Stop(): act.STOP,
    DrawTickets(): act.DRAW_TICKETS,
    Done(): act.DONE,
    Pass(): act.PASS,
}
_BARE_MOVES = {action: move for move, action in _BARE_ACTIONS.items()}


def card_action_names(board: Board) -> dict[int, str]:
    """The name of every action that the game has."""
    rows = [f"place {number} {colour}" for colour in COLOURS for number in range(1, LONGEST_ROW + 1)]
    return named_ranges(
        present_ranges(board, RANGES),
        {
            "PLACE": rows,
            "THREE": ["place " + ", ".join(CARD_NAMES[colour] for colour in triple) for triple in TRIPLES],
            "COMPLETE": [f"complete {ticket}" for ticket in names_of(board).tickets],
            "WILDS": [f"add {count_wilds(number)}" for number in range(MOST_WILDS + 1)],
            "STOP": ["take no second card"],
            "DONE": ["complete no more tickets"],
            **shared_words(),
        },
    )


_REJECTED = {"bottom": Rejected.BOTTOM, "out": Rejected.OUT, "shuffle": Rejected.SHUFFLE}
_TIES = {"tickets": TieBreak.TICKETS, "bonuses": TieBreak.BONUSES}


@lru_cache(maxsize=64)
def card_facts_of(board: Board) -> Facts:
    """The record of a board with `card_game` options, made once and read-only."""
    assert board.options.card_game, "a game without a board has card_game options"
    table = np.zeros(1, CARD_FACTS)
    facts: Facts = table[0]
    facts.team_size = 1
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
