"""Series of watched games on all cores."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from semafor.arena.comparisons import WHOLE, parts_of_wins
from semafor.arena.series import CannotSimulate, play_series
from semafor.boards.model import Board
from semafor.bots.search.chart import DESK
from semafor.engine.state import Array
from semafor.engine.work import WORK
from semafor.games.board_facts import facts_array
from semafor.seeds import series_key
from semafor.workshop.study.styles import all_even, charts_of, mixed_line_ups
from semafor.workshop.study.watched import WATCHED, StudyRoom, play_watched

if TYPE_CHECKING:
    from collections.abc import Callable

    Progress = Callable[[int], None]

CHUNK = 40
"""Games in one compiled call: a few tenths of a second, so that progress shows and a stop is quick."""


class Watching(msgspec.Struct, frozen=True):
    """Games 0, 1, 2, … of one key, each player in a style: the same whoever plays them, in whatever order."""

    board: Board
    players: int
    key: Array
    charts: Array
    line_ups: Array

    def play(self, first: int, last: int) -> Array:
        """The rows of games `first` to `last` - 1."""
        rows: Array = np.zeros(last - first, WATCHED)
        facts = facts_array(self.board)
        numbers = np.array([first, last, self.players])
        room = (np.zeros(1, DESK), np.zeros(1, WORK), facts, self.charts, self.line_ups)
        play_watched(StudyRoom(*room, self.key, numbers, rows))
        return rows


def check_watchable(board: Board, players: int) -> None:
    """CannotSimulate where a board has no routes, or is not played by so many."""
    if not board.has_map or players not in board.options.players:
        raise CannotSimulate("not-studied", title=board.title, players=players)


def watch(
    board: Board, players: int, games: int, seed: str, cores: int, mixed: bool, progress: Progress
) -> Array:
    """The rows of a series in the order of its games; CannotSimulate where the board is not played so."""
    check_watchable(board, players)
    line_ups = mixed_line_ups(players, board.options.team_size) if mixed else all_even()
    series = Watching(board, players, series_key(seed), charts_of(board), line_ups)
    return ordered(series, games, cores, progress)


def ordered(series: Watching, games: int, cores: int, progress: Progress) -> Array:
    """All rows of a series, as one array; pieces come from all cores in any order."""
    pieces = []
    for rows in play_series(series, games, cores, CHUNK):
        pieces.append(rows)
        progress(len(rows))
    played: Array = np.concatenate(pieces)
    return played[np.argsort(played["number"])]


if TYPE_CHECKING:
    from numpy.typing import NDArray

    from semafor.boards.model import Board
    from semafor.engine.state import Array

    Floats = NDArray[np.float64]


class PlayedGames:
    """The rows of a series."""

    def __init__(self, board: Board, players: int, rows: Array) -> None:
        self.board, self.players, self.rows = board, players, rows
        self.team_size = board.options.team_size
        self.sides = players // self.team_size

    @cached_property
    def parts(self) -> NDArray[np.int64]:
        """[game, side]: the part of the victory, in WHOLE parts."""
        return parts_of_wins(self.rows["rank"][:, : self.sides])

    @cached_property
    def wins(self) -> Floats:
        """[game, side]: the part of the victory."""
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
        """[game, route]: the owner's part of the victory; nothing for routes that nobody claimed."""
        won = np.take_along_axis(self.wins, np.maximum(self.owners, 0), axis=1)
        return np.where(self.owners >= 0, won, 0.0)

    def tickets(self, field: str) -> NDArray[np.bool_]:
        """[game, side, ticket]: whether the side `held` it, or `completed` it."""
        masks = self.rows[field][:, : self.sides, None]
        bits = np.arange(len(self.board.tickets), dtype=np.uint64)
        found: NDArray[np.bool_] = (masks >> bits) & np.uint64(1) == 1
        return found
