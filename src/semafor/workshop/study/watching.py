"""Styles of play, and series of recorded games on all cores."""

from __future__ import annotations

from functools import cached_property
from itertools import permutations
from typing import TYPE_CHECKING, Literal, get_args

import msgspec
import numpy as np

from semafor.arena.comparisons import WHOLE, parts_of_wins
from semafor.arena.series import CannotSimulate, play_series
from semafor.boards.model import Board
from semafor.bots.search.chart import CHART, KNOBS, SEARCH_WORK, Knob, make_chart
from semafor.engine.state import SEATS, Array
from semafor.engine.work import WORK
from semafor.games.board_facts import facts_array, facts_of
from semafor.seeds import series_key
from semafor.workshop.study.watched import STUDY_WORK, WATCHED, StudyRoom, play_watched

Style = Literal["even", "tickets", "long", "cheap", "blocking"]
STYLES: tuple[Style, ...] = get_args(Style)
"""The policy as it is, and four exaggerated variants; the index is the number of the chart."""
RIVALS = STYLES[1:]
NEVER = 1000.0

TURNED: dict[Style, dict[Knob, float]] = {
    "even": {},
    "tickets": {Knob.TICKET_TURNS: 7.0, Knob.TICKET_PIECES: 9.0, Knob.TICKET_COST: 0.5},
    "long": {
        Knob.TICKET_TURNS: NEVER,
        Knob.POINTS: 0.8,
        Knob.LENGTH: 2.0,
        Knob.DEMAND: 0.2,
        Knob.CARDS_A_TURN: 2.0,
    },
    "cheap": {
        Knob.TICKET_TURNS: NEVER,
        Knob.POINTS: 0.0,
        Knob.STEP: 0.6,
        Knob.LENGTH: 0.0,
        Knob.CARDS_A_TURN: 1.0,
    },
    "blocking": {Knob.DEMAND: 6.0, Knob.LENGTH: 0.0},
}
"""The changed knobs of each style."""
CONTESTED = 0.6
"""By how much the blocking style lowers the price of the most wanted route, so that it plans there."""


def charts_of(board: Board) -> Array:
    """Return a chart for each style."""
    facts = facts_of(board)
    charts: Array = np.zeros(len(STYLES), CHART)
    for number, style in enumerate(STYLES):
        charts[number] = make_chart(facts, np.zeros(1, SEARCH_WORK)[0], {**KNOBS, **TURNED[style]})[0]
    _seek_contested(charts[STYLES.index("blocking")], len(board.routes))
    return charts


def _seek_contested(chart: np.record, routes: int) -> None:
    wanted = chart.demand[:routes] / max(1.0, float(chart.demand[:routes].max(initial=0.0)))
    lower = chart.weight[:routes] * (1.0 - CONTESTED * wanted)
    chart.weight[:routes] = np.maximum(20, lower.round())


def all_even() -> Array:
    """Return the line-up in which everyone plays the normal style."""
    return np.zeros((1, SEATS), np.int64)


def mixed_line_ups(players: int, team_size: int) -> Array:
    """Return all seatings of different styles; partners share one, a fifth and sixth play the normal one."""
    sides = players // team_size
    rivals = [STYLES.index(style) for style in RIVALS] + [0] * max(0, sides - len(RIVALS))
    orders = sorted(set(permutations(rivals, sides)))
    line_ups: Array = np.zeros((len(orders), SEATS), np.int64)
    line_ups[:, :players] = np.repeat(np.array(orders), team_size, axis=1)
    return line_ups


if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Progress = Callable[[int], None]
    Floats = NDArray[np.float64]

CHUNK = 40
"""Games per compiled call: a few tenths of a second, for progress and quick stops."""


class Watching(msgspec.Struct, frozen=True):
    """Games 0, 1, 2, … of one key, each seat with a style; each game is the same on any machine."""

    board: Board
    players: int
    key: Array
    charts: Array
    line_ups: Array

    def play(self, first: int, last: int) -> Array:
        """Return the rows of games `first` to `last` - 1."""
        rows: Array = np.zeros(last - first, WATCHED)
        facts = facts_array(self.board)
        numbers = np.array([first, last, self.players])
        room = (np.zeros(1, STUDY_WORK), np.zeros(1, WORK), facts, self.charts, self.line_ups)
        play_watched(StudyRoom(*room, self.key, numbers, rows))
        return rows


def check_watchable(board: Board, players: int) -> None:
    """Raise CannotSimulate if a board has no routes or a wrong number of players."""
    if not board.has_map or players not in board.options.players:
        raise CannotSimulate("not-studied", title=board.title, players=players)


def watch(
    board: Board, players: int, games: int, seed: str, cores: int, mixed: bool, progress: Progress
) -> Array:
    """Return the rows of a series in order; raise CannotSimulate if the board does not support it."""
    check_watchable(board, players)
    line_ups = mixed_line_ups(players, board.options.team_size) if mixed else all_even()
    series = Watching(board, players, series_key(seed), charts_of(board), line_ups)
    return ordered(series, games, cores, progress)


def ordered(series: Watching, games: int, cores: int, progress: Progress) -> Array:
    """Return all rows of a series as one array; chunks come from all cores in any order."""
    pieces = []
    for rows in play_series(series, games, cores, CHUNK):
        pieces.append(rows)
        progress(len(rows))
    played: Array = np.concatenate(pieces)
    return played[np.argsort(played["number"])]


class PlayedGames:
    """The rows of a series."""

    def __init__(self, board: Board, players: int, rows: Array) -> None:
        self.board, self.players, self.rows = board, players, rows
        self.team_size = board.options.team_size
        self.sides = players // self.team_size

    @cached_property
    def parts(self) -> NDArray[np.int64]:
        """[game, side]: the part of the win, in WHOLE parts."""
        return parts_of_wins(self.rows["rank"][:, : self.sides])

    @cached_property
    def wins(self) -> Floats:
        """[game, side]: the part of the win."""
        found: Floats = self.parts / WHOLE
        return found

    @cached_property
    def totals(self) -> Floats:
        """[game, side]: final points."""
        found: Floats = self.rows["total"][:, : self.sides].astype(np.float64)
        return found

    @cached_property
    def owners(self) -> NDArray[np.int64]:
        """[game, route]: the side that claimed it, or -1."""
        found: NDArray[np.int64] = self.rows["owner"][:, : len(self.board.routes)].astype(np.int64)
        return found

    def wins_of_owners(self) -> Floats:
        """Return [game, route]: the owner's part of the win; 0 for routes that nobody claimed."""
        won = np.take_along_axis(self.wins, np.maximum(self.owners, 0), axis=1)
        return np.where(self.owners >= 0, won, 0.0)

    def tickets(self, field: str) -> NDArray[np.bool_]:
        """Return [game, side, ticket]: whether the side `held` it, or `completed` it."""
        masks = self.rows[field][:, : self.sides, None]
        bits = np.arange(len(self.board.tickets), dtype=np.uint64)
        found: NDArray[np.bool_] = (masks >> bits) & np.uint64(1) == 1
        return found
