"""Games in slots, stepped and looked at together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from semafor.bots.learned.compiled.records import blank_glances
from semafor.bots.learned.network_bot import eyes_of
from semafor.bots.learned.reading import Reading
from semafor.bots.lookahead.compiled.game_steps import Sight, go_on, look, tell_margins
from semafor.engine.state import NOBODY, SEATS, Array
from semafor.kinds.lookup import kind_of

Numbers = NDArray[np.int64]


class Games:
    """So many slots for games of one board, a copy of some world in each; a win counts `win` points."""

    def __init__(self, reading: Reading, slots: int, win: float) -> None:
        self.reading, self.slots, self._win = reading, slots, win
        kind = kind_of(reading.board)
        self._none = np.zeros(1, kind.state)
        self.sight = Sight(
            states=np.zeros(slots, kind.state),
            eyes=eyes_of(reading),
            glances=blank_glances(reading.board, slots, SEATS),
            seats=np.full(slots, NOBODY, np.int64),
            rows=np.zeros((slots, reading.size), np.uint8),
        )

    def begin(self, slots: Numbers, worlds: Array, numbers: Numbers, seat: int, actions: Numbers) -> None:
        """Copy worlds into slots; the seat decides there, at once where its action is not negative."""
        self.sight.seats[slots] = seat
        go_on(self.sight, slots, actions, worlds, numbers)

    def step(self, slots: Numbers, actions: Numbers) -> None:
        """Carry out the next decision of each slot, and those after it that leave no choice."""
        go_on(self.sight, slots, actions, self._none, np.full(len(slots), -1))

    def seats(self, slots: Numbers) -> Numbers:
        """Who decides next; NOBODY where the game is over."""
        seats: Numbers = self.sight.seats[slots]
        return seats

    def rows(self, slots: Numbers) -> NDArray[np.uint8]:
        """What those who decide see; holds until the next call."""
        rows: NDArray[np.uint8] = self.sight.rows[: len(slots)]
        look(self.sight, slots, rows)
        return rows

    def margins(self, slots: Numbers, seat: int, knower: int) -> NDArray[np.float64]:
        """By how much the seat's side leads, as `knower` knows; at the end with what a win counts."""
        margins = np.zeros(len(slots))
        tell_margins(self.sight, slots, seat, knower, self._win, margins)
        return margins
