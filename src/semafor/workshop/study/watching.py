"""Series of watched games on all cores."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from semafor.arena.simulate.series import CannotSimulate, play_series
from semafor.boards.model import Board
from semafor.bots.search.records import DESK
from semafor.engine.state import Array
from semafor.engine.work import WORK
from semafor.kinds.board_facts import facts_array
from semafor.seeds import series_key
from semafor.workshop.compiled.watched import WATCHED, Room, play_watched
from semafor.workshop.study.styles import all_even, charts_of, mixed_line_ups

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
        play_watched(Room(*room, self.key, numbers, rows))
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
