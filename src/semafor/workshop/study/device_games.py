"""Recorded games of the fast policy on a GPU: one thread per game; the processor computes the scores."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from semafor.engine.state import STATE, Array
from semafor.engine.work import WORK
from semafor.games.board_facts import facts_array
from semafor.gym.device.driver import SIMULATED, device, keep_apart, kept, load_cuda
from semafor.seeds import series_key
from semafor.workshop.study.watched import STUDY_WORK, WATCHED, StudyRoom, close_rows, play_one
from semafor.workshop.study.watching import all_even, charts_of, check_watchable, mixed_line_ups

if TYPE_CHECKING:
    from semafor.boards.model import Board
    from semafor.workshop.study.watching import Progress

cuda = load_cuda()  # a module-level name, because the simulator replaces it while a kernel runs

CHUNK = 2 if SIMULATED else 2**14
"""Games per launch."""
BLOCK = 2 if SIMULATED else 64


class Lent(NamedTuple):
    """The data that all games of a series share, on the device."""

    facts: Any
    charts: Any
    line_ups: Any
    key: Any


def watched_games(room: StudyRoom) -> None:
    """The kernel: one game per thread, with its own working space and state."""
    game = cuda.grid(1)
    if game < room.numbers[1] - room.numbers[0]:
        play_one(room, room.works[game], room.policy_works[game], room.numbers[0] + game)


@cache
def study_kernel() -> Any:
    """Return the kernel; one for all numbers of players, because compiling takes most of a minute."""
    keep_apart()
    return kept()(watched_games)


def watch_on_device(
    board: Board, players: int, games: int, seed: str, mixed: bool, progress: Progress
) -> Array:
    """Return the same rows as `watch`; raise NoDevice if there is no GPU."""
    check_watchable(board, players)
    put = device().to_device
    launch, facts, pieces = study_kernel(), facts_array(board).copy(), []
    lent = lend(board, players, seed, mixed, put)
    for first in range(0, games, CHUNK):
        count = min(CHUNK, games - first)
        room = new_room(lent, np.array([first, first + count, players]), put)
        launch[-(-count // BLOCK), BLOCK](room)
        pieces.append(_scored(room, facts))
        progress(count)
    return np.concatenate(pieces)


def lend(board: Board, players: int, seed: str, mixed: bool, put: Any) -> Lent:
    """Copy the shared data of a series to the device."""
    line_ups = mixed_line_ups(players, board.options.team_size) if mixed else all_even()
    return Lent(*map(put, (facts_array(board).copy(), charts_of(board), line_ups, series_key(seed))))


def new_room(lent: Lent, numbers: Array, put: Any) -> StudyRoom:
    """Allocate device memory for some games."""
    count = int(numbers[1] - numbers[0])
    policy_works, states, rows = (put(np.zeros(count, record)) for record in (STUDY_WORK, STATE, WATCHED))
    return StudyRoom(
        policy_works, states, lent.facts, lent.charts, lent.line_ups, lent.key, put(numbers), rows
    )


def _scored(room: StudyRoom, facts: Array) -> Array:
    """Return the rows of finished games, with their scores."""
    played: tuple[Any, Any] = (room.works, room.rows)
    states, rows = (np.asarray(array.copy_to_host()) for array in played)
    close_rows(states, facts, np.zeros(1, WORK), rows)
    return rows
