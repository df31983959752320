"""Play sets of knobs against each other: every deal on every side, on all cores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from semafor.arena.comparisons import WHOLE, parts_of_wins
from semafor.boards.model import Board
from semafor.bots.search import card_worth as card_records
from semafor.bots.search import chart
from semafor.bots.search.card_worth import CARD_SEARCH_WORK, CardKnob, row_of
from semafor.bots.search.chart import PLAYED, SEARCH_WORK, Knob
from semafor.bots.search.comparing import begin_playout, forget_plans
from semafor.engine.compile import compiled
from semafor.engine.play import set_key
from semafor.engine.state import NOBODY, SEATS, Array, Result
from semafor.games.arrays import deal, score_game
from semafor.games.lookup import kind_of
from semafor.knowledge.rollouts import play_out
from semafor.seeds import series_key


class Room(NamedTuple):
    """Arrays for playing deals; the caller allocates them, compiled code fills them."""

    policy_works: Array
    """Working memory of the policy: one record."""
    works: Array
    """Working memory of scoring: one record."""
    facts: Array
    """The state: one record."""
    charts: Array
    """Charts of a board, or rows of knobs in the Card Game."""
    line_ups: Array
    """[line-up, seat]: index into `charts`."""
    key: Array
    """Key of the series of deals."""
    numbers: Array
    """First deal, one after the last deal, number of players."""
    totals: Array
    """[deal, line-up, side]: final points."""
    ranks: Array


@compiled
def play_deals(room: Room) -> None:
    """Play every deal in every line-up."""
    policy_work, work, facts, state = (
        room.policy_works[0],
        room.works[0],
        room.facts[0],
        room.policy_works[0].states[PLAYED],
    )
    for number in range(room.numbers[0], room.numbers[1]):
        for line_up in range(room.line_ups.shape[0]):
            set_key(state, room.key, number)
            policy_work.log.count = 0
            deal(state, facts, room.numbers[2], NOBODY, policy_work.log)
            forget_plans(state, policy_work)
            begin_playout(state, policy_work)
            play_out(state, facts, room.charts, room.line_ups[line_up], policy_work)
            score_game(state, facts, work.result, work)
            write_end(room, number - room.numbers[0], line_up, work.result)


@compiled
def write_end(room: Room, place: int, line_up: int, result: Result) -> None:
    """Write the results of a game by side."""
    for side in range(room.totals.shape[2]):
        room.totals[place, line_up, side] = result.total[side]
        room.ranks[place, line_up, side] = result.rank[side]


CHUNK = 16
"""Deals per compiled call; few, so that stopping is quick."""


class Ends(msgspec.Struct, frozen=True):
    """Results of a challenger: one row per deal, one column per side."""

    won: Floats
    """Its share of the win."""
    margin: Floats
    """Its points minus those of the best other side."""


class Contest:
    """Matches on one board with one number of players."""

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
        """Play each challenger against a table of its opponent; all pairs play the same deals."""
        charts = self._kind.charts(self.board, [knobs for pair in pairs for knobs in pair])
        line_ups = np.concatenate([self._seated(2 * n, 2 * n + 1) for n in range(len(pairs))])
        spans = [(first, min(first + CHUNK, deals)) for first in range(0, deals, CHUNK)]
        key = series_key(seed)
        with ThreadPoolExecutor(self.cores) as pool:
            parts = list(pool.map(lambda span: self._play_some(charts, line_ups, key, *span), spans))
        totals, ranks = (np.concatenate(column) for column in zip(*parts, strict=True))
        return [self._ends(totals, ranks, n * self.sides) for n in range(len(pairs))]

    def _seated(self, challenger: int, other: int) -> Array:
        """Return one line-up for each side of the challenger."""
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
        """Return the results of one challenger, from line-up `first` on."""
        won, margin = [], []
        for side in range(self.sides):
            line_up = first + side
            others = np.delete(totals[:, line_up], side, axis=1).max(axis=1)
            margin.append(totals[:, line_up, side] - others)
            won.append(parts_of_wins(ranks[:, line_up])[:, side] / WHOLE)
        return Ends(np.stack(won, 1), np.stack(margin, 1).astype(float))


Floats = NDArray[np.float64]

REACH = 0.35
"""Initial step of a knob, relative to its shared value."""
SMALLEST = 0.2
"""Initial step of a knob whose shared value is zero."""


class KnobKind(msgspec.Struct, frozen=True):
    """The knobs of one kind of game."""

    names: tuple[IntEnum, ...]
    shared: Floats
    lowest: Floats
    policy_work: np.dtype[np.void]
    charts: Callable[[Board, Sequence[dict[IntEnum, float]]], Array]
    """Return the arrays of compiled code, one row per set of knobs."""

    @property
    def scales(self) -> Floats:
        """The initial step of each knob."""
        return np.maximum(SMALLEST, REACH * np.abs(self.shared))

    def named(self, values: Floats) -> dict[IntEnum, float]:
        """Return knobs by name."""
        return dict(zip(self.names, values.tolist(), strict=True))

    def room(self, board: Board, charts: Array, line_ups: Array, key: Array, numbers: Array) -> Room:
        """Allocate arrays for the deals `numbers[0]` to `numbers[1]`."""
        kind, players = kind_of(board), int(numbers[2])
        sides = players // board.options.team_size
        ends = np.zeros((2, int(numbers[1] - numbers[0]), len(line_ups), sides), np.int64)
        spaces = np.zeros(1, self.policy_work), np.zeros(1, kind.work), kind.table
        return Room(*spaces, charts, line_ups, key, numbers, *ends)


def knobs_of(board: Board) -> KnobKind:
    """Return the knobs of the board's kind of game."""
    return kind_of(board).pick(board=_BOARD, cards=_CARDS)


def _kind(
    values: Mapping[Any, float],
    lowest: Mapping[Any, float],
    policy_work: np.dtype[np.void],
    charts: Callable[[Board, Sequence[dict[IntEnum, float]]], Array],
) -> KnobKind:
    least = np.array([lowest.get(name, 0.0) for name in values])
    return KnobKind(tuple(values), np.array(list(values.values())), least, policy_work, charts)


def _board_charts(board: Board, choices: Sequence[dict[IntEnum, float]]) -> Array:
    told = [{Knob(name): value for name, value in knobs.items()} for knobs in choices]
    return np.concatenate([chart.chart_with(board, knobs) for knobs in told])


def _card_charts(_board: Board, choices: Sequence[dict[IntEnum, float]]) -> Array:
    told = [{CardKnob(name): value for name, value in knobs.items()} for knobs in choices]
    return np.stack([row_of(knobs) for knobs in told])


_BOARD = _kind(
    chart.KNOBS,
    {Knob.PACE: 0.4, Knob.CARDS_A_TURN: 0.4, Knob.SLACK: -6.0},
    SEARCH_WORK,
    _board_charts,
)
_CARDS = _kind(
    card_records.KNOBS,
    {CardKnob.CARDS_A_TURN: 0.2, CardKnob.DRAWN_A_TURN: 0.4},
    CARD_SEARCH_WORK,
    _card_charts,
)
