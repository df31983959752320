"""Choices of knobs against each other: every deal on every side, on all cores."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum

import msgspec
import numpy as np

from semafor.arena.comparisons import WHOLE, parts_of_wins
from semafor.boards.model import Board
from semafor.engine.state import SEATS, Array
from semafor.seeds import series_key
from semafor.tuning.compiled.deals import play_deals
from semafor.tuning.knob_kinds import Floats, knobs_of

CHUNK = 16
"""Deals in one compiled call, so that a stop is quick."""


class Ends(msgspec.Struct, frozen=True):
    """How a challenger fared: one row a deal, one column for each side that it sat on."""

    won: Floats
    """Its part of the victory."""
    margin: Floats
    """Its points less those of the best other side."""


class Contest:
    """Deals of one board for one number of players."""

    def __init__(self, board: Board, players: int, cores: int) -> None:
        self.board, self.players, self.cores = board, players, cores
        self._team = board.options.team_size
        self.sides = players // self._team
        self._kind = knobs_of(board)

    def play(
        self,
        pairs: Sequence[tuple[dict[IntEnum, float], dict[IntEnum, float]]],
        seed: str,
        deals: int,
    ) -> list[Ends]:
        """Each challenger against a table of its opponent; all pairs play the same deals."""
        charts = self._kind.charts(self.board, [knobs for pair in pairs for knobs in pair])
        line_ups = np.concatenate([self._seated(2 * n, 2 * n + 1) for n in range(len(pairs))])
        spans = [(first, min(first + CHUNK, deals)) for first in range(0, deals, CHUNK)]
        key = series_key(seed)
        with ThreadPoolExecutor(self.cores) as pool:
            parts = list(pool.map(lambda span: self._play_some(charts, line_ups, key, *span), spans))
        totals, ranks = (np.concatenate(column) for column in zip(*parts, strict=True))
        return [self._ends(totals, ranks, n * self.sides) for n in range(len(pairs))]

    def _seated(self, challenger: int, other: int) -> Array:
        """One line-up for each side that the challenger may have."""
        line_ups: Array = np.full((self.sides, SEATS), other, np.int64)
        for side in range(self.sides):
            line_ups[side, side * self._team : (side + 1) * self._team] = challenger
        return line_ups

    def _play_some(
        self, charts: Array, line_ups: Array, key: Array, first: int, last: int
    ) -> tuple[Array, Array]:
        room = self._kind.room(self.board, charts, line_ups, key, np.array([first, last, self.players]))
        play_deals(room)
        return room.totals, room.ranks

    def _ends(self, totals: Array, ranks: Array, first: int) -> Ends:
        """Of the line-ups from `first` on, those of one challenger."""
        won, margin = [], []
        for side in range(self.sides):
            line_up = first + side
            others = np.delete(totals[:, line_up], side, axis=1).max(axis=1)
            margin.append(totals[:, line_up, side] - others)
            won.append(parts_of_wins(ranks[:, line_up])[:, side] / WHOLE)
        return Ends(np.stack(won, 1), np.stack(margin, 1).astype(float))
