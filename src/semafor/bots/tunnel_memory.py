"""A memory of tunnels that asked for too much, so that nobody tries the same again for ever."""

from __future__ import annotations

from collections.abc import Sequence

from semafor.moves import Claim, Move
from semafor.view import Own, View

PATIENCE = 2
"""Attempts at one tunnel before it must wait for more cards."""


class TunnelMemory:
    """Where the deck is small and always asks for the same cards, two stubborn players would never end."""

    def __init__(self) -> None:
        self._tries: dict[str, int] = {}
        self._cards: dict[str, int] = {}
        """Cards at hand at the last attempt, by route."""

    def sensible(self, view: View, own: Own, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves without tunnels that failed often, unless the hand has grown; to be asked every time."""
        cards = sum(own.hand.values()) + sum(own.rack.values())
        attempt = view.attempt
        if attempt is not None and attempt.seat == own.seat:
            self._tries[attempt.route] = self._tries.get(attempt.route, 0) + 1
            self._cards[attempt.route] = cards + attempt.payment.total
            return moves
        stuck = {r for r, had in self._cards.items() if had >= cards and self._tries[r] >= PATIENCE}
        if not stuck:
            return moves
        return [move for move in moves if not (isinstance(move, Claim) and move.route in stuck)] or moves
