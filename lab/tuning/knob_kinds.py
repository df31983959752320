"""What can be turned in each kind of game: names, shared and lowest values; how compiled code gets them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from lab.tuning.contest import Room
from semafor.boards.model import Board
from semafor.bots.search import card_worth as card_records
from semafor.bots.search import chart
from semafor.bots.search.card_worth import CARD_DESK, CardKnob, row_of
from semafor.bots.search.chart import DESK, Knob
from semafor.engine.state import Array
from semafor.games.kind import KindName
from semafor.games.lookup import kind_of

Floats = NDArray[np.float64]

REACH = 0.35
"""A knob's scale: the part of its shared value that it is moved by at first."""
SMALLEST = 0.2
"""The scale of a knob whose shared value is nothing."""


class KnobKind(msgspec.Struct, frozen=True):
    """The knobs of one kind of game."""

    names: tuple[IntEnum, ...]
    shared: Floats
    lowest: Floats
    desk: np.dtype[np.void]
    charts: Callable[[Board, Sequence[dict[IntEnum, float]]], Array]
    """What compiled code reads, one row for each choice of knobs."""

    @property
    def scales(self) -> Floats:
        """How far each knob is moved at first."""
        return np.maximum(SMALLEST, REACH * np.abs(self.shared))

    def named(self, values: Floats) -> dict[IntEnum, float]:
        """Knobs by their names."""
        return dict(zip(self.names, values.tolist(), strict=True))

    def room(self, board: Board, charts: Array, line_ups: Array, key: Array, numbers: Array) -> Room:
        """Room for the deals `numbers[0]` to `numbers[1]`."""
        kind, players = kind_of(board), int(numbers[2])
        sides = players // board.options.team_size
        ends = np.zeros((2, int(numbers[1] - numbers[0]), len(line_ups), sides), np.int64)
        spaces = np.zeros(1, self.desk), np.zeros(1, kind.work), kind.table
        return Room(*spaces, charts, line_ups, key, numbers, *ends)


def knobs_of(board: Board) -> KnobKind:
    """The knobs of the board's game."""
    return _KINDS[kind_of(board).name]


def _kind(
    values: Mapping[Any, float],
    lowest: Mapping[Any, float],
    desk: np.dtype[np.void],
    charts: Callable[[Board, Sequence[dict[IntEnum, float]]], Array],
) -> KnobKind:
    least = np.array([lowest.get(name, 0.0) for name in values])
    return KnobKind(tuple(values), np.array(list(values.values())), least, desk, charts)


def _board_charts(board: Board, choices: Sequence[dict[IntEnum, float]]) -> Array:
    told = [{Knob(name): value for name, value in knobs.items()} for knobs in choices]
    return np.concatenate([chart.chart_with(board, knobs) for knobs in told])


def _card_charts(_board: Board, choices: Sequence[dict[IntEnum, float]]) -> Array:
    told = [{CardKnob(name): value for name, value in knobs.items()} for knobs in choices]
    return np.stack([row_of(knobs) for knobs in told])


_KINDS: dict[KindName, KnobKind] = {
    "board": _kind(
        chart.KNOBS,
        {Knob.PACE: 0.4, Knob.CARDS_A_TURN: 0.4, Knob.SLACK: -6.0},
        DESK,
        _board_charts,
    ),
    "cards": _kind(
        card_records.KNOBS,
        {CardKnob.CARDS_A_TURN: 0.2, CardKnob.DRAWN_A_TURN: 0.4},
        CARD_DESK,
        _card_charts,
    ),
}
