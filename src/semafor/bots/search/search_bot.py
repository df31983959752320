"""The bot `search`: information-set Monte Carlo at the root, over worlds that its seat cannot rule out."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from semafor.boards.model import Board
from semafor.bots.search.card_worth import CARD_SEARCH_WORK, CardKnob, card_knobs, row_of
from semafor.bots.search.chart import KNOWN, SEARCH_WORK, Knob, chart_of, chart_with
from semafor.bots.search.comparing import DEFAULT, Halving, deal_worlds, parse_budget, think
from semafor.engine.state import Array
from semafor.games.board_codec import unpack
from semafor.games.kind import Plain
from semafor.games.lookup import kind_of
from semafor.knowledge.memory import SeatMemory
from semafor.knowledge.sampler import write_sizes
from semafor.moves import Move
from semafor.view import View

SEED_ROOM = 1 << 16
"""Decisions of one bot that all have seeds of their own."""


class Policy(NamedTuple):
    """The policy of the playouts for one kind of game."""

    record: np.dtype[np.void]
    """Its working space."""
    settings: Callable[[Board, int], Array]
    """The settings tuned for a board and a number of players."""
    settings_with: Callable[[Board, dict[Any, float]], Array]
    """The settings with other knobs."""


def _knobs_of_cards(board: Board, players: int) -> Array:
    return card_knobs(board, players)[None]


def _cards_with(_board: Board, knobs: dict[CardKnob, float]) -> Array:
    return row_of(knobs)[None]


_BOARD_POLICY = Policy(SEARCH_WORK, chart_of, chart_with)
_CARD_POLICY = Policy(CARD_SEARCH_WORK, _knobs_of_cards, _cards_with)


class SeatSearch:
    """The search of one seat, with the given knobs or those tuned for the board."""

    def __init__(self, board: Board, knobs: dict[Knob, float] | dict[CardKnob, float] | None = None) -> None:
        self._board, self._kind = board, kind_of(board)
        self._policy = self._kind.pick(board=_BOARD_POLICY, cards=_CARD_POLICY)
        self._settings = None if knobs is None else self._policy.settings_with(board, dict(knobs))
        self._memory = SeatMemory(board)
        self._works = np.zeros(1, self._policy.record)
        self._now: Array = np.zeros(0)

    @property
    def work(self) -> np.record:
        """The working space; looked up each time, because a copy of the search has its own."""
        return self._works[0]  # type: ignore[no-any-return]  # an array of records

    def set_position(self, view: View) -> None:
        """Write everything that the seat sees and remembers into the working space."""
        tuned = self._settings
        self._now = self._policy.settings(self._board, view.players) if tuned is None else tuned
        self.work.states[KNOWN] = self._memory.known(view, guess_piles=True)[0]
        write_sizes(self.work, self._kind, self.work.states[KNOWN], view, self._memory)

    def deal(self, view: View, seed: int, number: int) -> Array:
        """Return worlds that the seat cannot rule out; the same ones for the same seed."""
        self.set_position(view)
        worlds = np.zeros(number, self._kind.state)
        deal_worlds(self._works, self._kind.table, self._now, seed, worlds)
        return worlds

    def totals(self) -> Array:
        """Return everyone's points at the end of the last playout."""
        return self.work.result.total  # type: ignore[no-any-return]  # a field of a record

    def think(self, numbers: Array) -> None:
        """List candidates or compare them in worlds: seat, seed, first world, last world + 1."""
        think(self._works, self._kind.table, self._now, numbers)

    def move_of(self, candidate: int, seat: int) -> Move:
        """Return the move of a candidate."""
        known = Plain(self._works["states"][0][KNOWN : KNOWN + 1])
        return self._kind.move_of(known, seat, unpack(int(self.work.chain[candidate])))

    def note(self, view: View, move: Move) -> None:
        """Remember the move that was made."""
        self._memory.note(view, move)


class SearchBot:
    """Plays every promising move out in worlds that it cannot rule out, and takes the best.

    Its playouts use the knobs tuned for the board and the number of players, or the given ones.
    """

    def __init__(
        self, board: Board, seed: int = 0, budget: str = DEFAULT, knobs: dict[Any, float] | None = None
    ) -> None:
        self._budget = parse_budget(budget)
        self._seed, self._decisions = seed, 0
        self._table = SeatSearch(board, knobs)

    @property
    def playouts(self) -> int:
        """The number of playouts of the last decision."""
        return int(self._table.work.visits[: int(self._table.work.candidates)].sum())

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Return the move that did best in the sampled worlds; a single move at once."""
        if view.own is None:
            return moves[0]
        self._decisions += 1
        self._table.set_position(view)
        move = moves[0] if len(moves) == 1 else self._search(view.own.seat)
        assert move in moves, "the search considers legal moves only"
        self._table.note(view, move)
        return move

    def _search(self, seat: int) -> Move:
        numbers, work = np.array([seat, self._seed * SEED_ROOM + self._decisions, 0, 0]), self._table.work
        self._table.think(numbers)  # lists the policy's candidates, and what others are likely to hold

        def compare(first: int, last: int) -> None:
            numbers[2:] = first, last
            self._table.think(numbers)

        best = Halving(work, compare, self._budget).run() if work.candidates > 1 else 0
        return self._table.move_of(best, seat)
