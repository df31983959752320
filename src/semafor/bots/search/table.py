"""The search at a table with a board: a view goes onto the desk, the best chain comes back as a move."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from semafor.boards.model import Board
from semafor.bots.search.chart import chart_of, chart_with
from semafor.bots.search.comparing import think
from semafor.bots.search.records import CHART, DESK, KNOWN, Knob
from semafor.engine.state import Array
from semafor.kinds.board_codec import Codec, unpack
from semafor.kinds.board_facts import facts_array
from semafor.kinds.board_known import known_state
from semafor.kinds.plain import Plain
from semafor.moves import Move
from semafor.view import View
from semafor.worlds.hidden import write_hidden
from semafor.worlds.memory import TicketMemory


class BoardTable:
    """One seat's desk at a board; with knobs of its own, or those of the board and the number of players."""

    def __init__(self, board: Board, knobs: dict[Knob, float] | None = None) -> None:
        self._board, self._knobs = board, knobs
        self._facts = facts_array(board)
        self._charts = np.zeros(1, CHART) if knobs is None else chart_with(board, knobs)
        self._codec = Codec(board, self._facts)
        self._memory = TicketMemory(board)
        self._desks = np.zeros(1, DESK)
        self._known = np.zeros(1, DESK["states"].base)

    @property
    def desk(self) -> np.record:
        """All working space; looked up each time, for a copy of it is elsewhere."""
        return self._desks[0]  # type: ignore[no-any-return]  # an array of records

    def lay_out(self, view: View) -> None:
        """Put what the view and the memory tell onto the desk."""
        if self._knobs is None:
            self._charts = chart_of(self._board, view.players)
        self._known = known_state(self._board, view)
        self.desk.states[KNOWN] = self._known[0]
        write_hidden(self.desk, view, self._memory)

    def think(self, numbers: Array) -> None:
        """List candidates or compare them (see `comparing.think`)."""
        think(self._desks, self._facts, self._charts, numbers)

    def move_of(self, candidate: int, seat: int, moves: Sequence[Move]) -> Move:
        """The move that a candidate makes; one of the moves."""
        chain = unpack(int(self.desk.chain[candidate]))
        move = self._codec.move_of(Plain(self._known), seat, chain)
        assert move in moves, "the search considers legal moves only"
        return move

    def note(self, view: View, move: Move) -> None:
        """Remember the move that was made."""
        self._memory.note(view, move)
