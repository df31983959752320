"""Moves of the Card Game as engine actions, and the other way round."""

from __future__ import annotations

import numpy as np

from semafor.boards.model import Board
from semafor.engine.actions import MASK_WORDS
from semafor.engine.cardgame import actions as act
from semafor.engine.cardgame.siding import cards_needed
from semafor.engine.cardgame.state import LONGEST_ROW
from semafor.engine.cardgame.turn import legal
from semafor.engine.state import WILD, Array, Facts
from semafor.errors import IllegalMove
from semafor.kinds.names import CARD_NAMES, CARD_NUMBERS, Names, elements, names_of
from semafor.kinds.plain import Plain
from semafor.moves import (
    Complete,
    Done,
    Draw,
    DrawTickets,
    Keep,
    Move,
    Pass,
    PlaceRow,
    PlaceThree,
    Stop,
)


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
            return [self._move_of(state, seat, action)]
        colour, plain = divmod(action - act.PLACE, LONGEST_ROW)
        fewest = max(0, cards_needed(states[0], seat, colour) - plain - 1)
        wilds = range(fewest, state.hand[seat][WILD] + 1)
        return [PlaceRow(CARD_NAMES[colour], plain + 1, wild) for wild in wilds]

    def _move_of(self, state: Plain, seat: int, action: int) -> Move:
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
