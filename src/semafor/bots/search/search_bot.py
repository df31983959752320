"""The searching player: information-set Monte Carlo at the root, over worlds it cannot rule out."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from semafor.boards.model import Board
from semafor.bots.search.card_table import CardSearch
from semafor.bots.search.comparing import DEFAULT, BoardSearch, Halving, parse_budget
from semafor.engine.state import Array
from semafor.games.lookup import kind_of
from semafor.moves import Move
from semafor.view import View

SEED_ROOM = 1 << 16
"""Decisions of one bot that all have seeds of their own."""


class SeatSearch(Protocol):
    """What the search needs of a game."""

    @property
    def desk(self) -> np.record:
        """Where all work is done."""

    def lay_out(self, view: View) -> None:
        """Put what is known onto the desk."""

    def think(self, numbers: Array) -> None:
        """List candidates or compare them in worlds: seat, seed, first world, last world + 1."""

    def move_of(self, candidate: int, seat: int, moves: Sequence[Move]) -> Move:
        """The move that a candidate makes."""

    def note(self, view: View, move: Move) -> None:
        """Remember the move that was made."""

    def deal(self, view: View, seed: int, number: int) -> Array:
        """Return worlds that the seat cannot rule out; the same ones for the same seed."""

    def totals(self) -> Array:
        """Return everyone's points at the end of the last playout."""


_MakeTable = Callable[[Board, dict[Any, float] | None], SeatSearch]
_OF_BOARDS: _MakeTable = BoardSearch
_OF_CARDS: _MakeTable = CardSearch


def search_table(board: Board, knobs: dict[Any, float] | None = None) -> SeatSearch:
    """Return the working space of one seat; its playouts use the board's knobs, or the given ones."""
    return kind_of(board).pick(board=_OF_BOARDS, cards=_OF_CARDS)(board, knobs)


class SearchBot:
    """Plays every promising move on in worlds that it cannot rule out, and takes the best.

    Its playouts have the knobs of the board and the number of players, or some of the caller's.
    """

    def __init__(
        self, board: Board, seed: int = 0, budget: str = DEFAULT, knobs: dict[Any, float] | None = None
    ) -> None:
        self._budget = parse_budget(budget)
        self._seed, self._decisions = seed, 0
        self._table = search_table(board, knobs)

    @property
    def playouts(self) -> int:
        """Playouts of the last decision."""
        return int(self._table.desk.visits[: int(self._table.desk.candidates)].sum())

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """The move that did best in the sampled worlds; the only one at once."""
        if view.own is None:
            return moves[0]
        self._decisions += 1
        self._table.lay_out(view)
        move = moves[0] if len(moves) == 1 else self._search(view.own.seat, moves)
        self._table.note(view, move)
        return move

    def _search(self, seat: int, moves: Sequence[Move]) -> Move:
        numbers, desk = np.array([seat, self._seed * SEED_ROOM + self._decisions, 0, 0]), self._table.desk
        self._table.think(numbers)  # lists the policy's candidates, and what others are likely to hold

        def compare(first: int, last: int) -> None:
            numbers[2:] = first, last
            self._table.think(numbers)

        best = Halving(desk, compare, self._budget).run() if desk.candidates > 1 else 0
        return self._table.move_of(best, seat, moves)
