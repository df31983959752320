"""What a bot is: it sees a view and the legal moves, and names one of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from semafor.moves import Move
from semafor.view import View


class Bot(Protocol):
    """A player of one seat. It is made with `(board, seed)` and asked whenever its seat must decide."""

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """One of the moves; the view is all it may know."""
        ...
