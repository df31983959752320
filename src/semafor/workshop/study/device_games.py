"""Watched games of the fast player on a GPU: one thread a game, the score by the processor."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from semafor.engine.state import LOG, STATE, Array, record_of
from semafor.engine.work import STEPPING, WORK, fields_of
from semafor.games.board_facts import facts_array
from semafor.gym.device.driver import SIMULATED, device, kept, load_cuda
from semafor.gym.device.workspace import keep_apart
from semafor.gym.step_players import THINKING
from semafor.seeds import series_key
from semafor.workshop.study.styles import all_even, charts_of, mixed_line_ups
from semafor.workshop.study.watched import WATCHED, StudyRoom, close_rows, play_one
from semafor.workshop.study.watching import check_watchable

if TYPE_CHECKING:
    from semafor.boards.model import Board
    from semafor.workshop.study.watching import Progress

cuda = load_cuda()  # a name of this module: the simulator puts its own there while a kernel runs

CHUNK = 2 if SIMULATED else 2**14
"""Games of one launch."""
BLOCK = 2 if SIMULATED else 64
DESK: np.dtype[np.void] = record_of(
    *(field for field in STEPPING if field[0] != "log"), ("log", LOG), *fields_of(THINKING)
)
"""What a game needs while it is played; unlike in a batch, what happened is read."""


class Lent(NamedTuple):
    """What all games of a series read, on the device."""

    facts: Any
    charts: Any
    line_ups: Any
    key: Any


def watched_games(room: StudyRoom) -> None:
    """The kernel: a game for each thread, with a desk and a state of its own."""
    game = cuda.grid(1)
    if game < room.numbers[1] - room.numbers[0]:
        play_one(room, room.works[game], room.desks[game], room.numbers[0] + game)


@cache
def study_kernel() -> Any:
    """The kernel to launch: one for all numbers of players, since compiling it takes most of a minute."""
    keep_apart()
    return kept()(watched_games)


def watch_on_device(
    board: Board, players: int, games: int, seed: str, mixed: bool, progress: Progress
) -> Array:
    """The rows of a series as `watch` gives them; NoDevice where no GPU answers."""
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
    """What all games of a series read."""
    line_ups = mixed_line_ups(players, board.options.team_size) if mixed else all_even()
    return Lent(*map(put, (facts_array(board).copy(), charts_of(board), line_ups, series_key(seed))))


def new_room(lent: Lent, numbers: Array, put: Any) -> StudyRoom:
    """Memory of the device for some games."""
    count = int(numbers[1] - numbers[0])
    desks, states, rows = (put(np.zeros(count, record)) for record in (DESK, STATE, WATCHED))
    return StudyRoom(desks, states, lent.facts, lent.charts, lent.line_ups, lent.key, put(numbers), rows)


def _scored(room: StudyRoom, facts: Array) -> Array:
    """The rows of games that have ended, with their scores."""
    played: tuple[Any, Any] = (room.works, room.rows)
    states, rows = (np.asarray(array.copy_to_host()) for array in played)
    close_rows(states, facts, np.zeros(1, WORK), rows)
    return rows
