"""Takes what scores now: the most valuable route it can pay, else cards, else tickets."""

from __future__ import annotations

import random
from collections.abc import Sequence

from semafor.boards.model import Board
from semafor.bots.sense import BoardSense
from semafor.moves import Claim, Draw, Keep, Move, PayExtra, TakeFestival
from semafor.view import View


class GreedyBot:
    """Plays for the points of this turn."""

    def __init__(self, board: Board, seed: int = 0) -> None:
        self._sense = BoardSense(board)
        self._dice = random.Random(seed)

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """The move that scores most now; of equal ones any."""
        values = [self._value(view, move) for move in moves]
        best = max(values)
        return self._dice.choice([move for move, value in zip(moves, values, strict=True) if value == best])

    def _value(self, view: View, move: Move) -> float:
        match move:
            case Claim(route, payment):
                return 10 + self._sense.points[route] - 0.1 * payment.wild
            case PayExtra(payment):
                return 10 - 0.1 * payment.wild
            case TakeFestival(place):
                return 0.0 if place is None else 1.0
            case Keep(tickets):
                return -float(sum(self._sense.ticket_points[ticket] for ticket in tickets))
            case Draw(market):
                return self._card_value(view, market)
            case _:
                return 0.0

    def _card_value(self, view: View, market: int | None) -> float:
        card = None if market is None else view.market[market - 1]
        if card is None:
            return 2.0
        if card == "wild":
            return 2.5
        hand = view.own.hand if view.own else {}
        return 1.9 + 0.1 * hand.get(card, 0)
