"""Whole random games on the device, from deal to exact score: a series as `arena.simulate` plays it."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.engine.play import PLAYED
from semafor.gym.device.driver import SIMULATED, device
from semafor.gym.device.kernels import Kernels, kernels_of
from semafor.gym.device.works import hasty
from semafor.kinds.lookup import kind_of
from semafor.seeds import series_key

CHUNK = 4 if SIMULATED else 2**18
"""Games of one launch."""
BLOCK = 2 if SIMULATED else 64
POOL = 2 if SIMULATED else 2**15
"""Games that are scored at once,"""
LARGE_POOL = 1 if SIMULATED else 16
"""and of those too tangled for the small working space."""


def play_on_device(board: Board, players: int, key: NDArray[np.uint32], games: int) -> Iterator[NDArray[Any]]:
    """The rows of all games of a series in pieces."""
    series = DeviceSeries(board, players, key, chunk=min(CHUNK, games))
    for first in range(0, games, series.chunk):
        yield series.play(first, min(first + series.chunk, games))


def measure_device(board: Board, players: int, rounds: int = 3) -> dict[str, Any]:
    """Games and decisions a second of whole random games with exact scores, the best of some rounds."""
    series = DeviceSeries(board, players, series_key("bench"))
    series.play(0, series.chunk)
    taken = []
    for _ in range(rounds):
        start = perf_counter()
        series.launch(0)
        decisions = series.decisions()
        taken.append(perf_counter() - start)
    best = min(taken)
    return {
        "board": board.board,
        "players": players,
        "device": "cuda",
        "games_per_second": series.chunk / best,
        "decisions_per_second": decisions / best,
    }


class DeviceSeries:
    """Games 0, 1, 2, … of one key: the same rows as `Series` gives."""

    def __init__(
        self,
        board: Board,
        players: int,
        key: NDArray[np.uint32],
        chunk: int = CHUNK,
        kernels: Kernels | None = None,
        block: int = BLOCK,
    ) -> None:
        self._cuda, kind = device(), kind_of(board)
        self._kernels = kernels or kernels_of(kind.name)
        self._players, self.chunk, self._block = players, chunk, block
        put = self._cuda.to_device
        self._facts, self._key = put(kind.table.copy()), put(key)
        self._states = put(np.zeros(chunk, kind.state))
        self._played, self._decisions = put(np.zeros(chunk, PLAYED)), put(np.zeros(chunk, np.int32))
        self._scored = put(np.zeros(chunk, np.int8))
        self._small = put(hasty(np.zeros(min(POOL, chunk), self._kernels.small)))
        self._large = put(np.zeros(LARGE_POOL, self._kernels.large))

    def play(self, first: int, last: int) -> NDArray[Any]:
        """The rows of games `first` to `last` - 1."""
        parts = [self._part(start, min(start + self.chunk, last)) for start in range(first, last, self.chunk)]
        return np.concatenate(parts)

    def _part(self, first: int, last: int) -> NDArray[Any]:
        self.launch(first)
        return np.asarray(self._played[: last - first].copy_to_host())

    def launch(self, first: int) -> None:
        """Play and score a chunk of games, without waiting for it."""
        self.launch_games(first)
        self.launch_scores()

    def launch_games(self, first: int) -> None:
        """Play a chunk of games to their ends."""
        blocks = -(-self.chunk // self._block)
        self._kernels.play[blocks, self._block](
            self._states, self._facts, self._key, first, self._players, self._decisions
        )
        self._kernels.clear[blocks, self._block](self._scored)

    def launch_scores(self) -> None:
        """Score them: all in small working spaces, then those who did not fit in large ones."""
        for pool in (self._small, self._large):
            self._kernels.score[-(-pool.size // self._block), self._block](
                self._states, self._facts, self._decisions, self._played, pool, self._scored
            )

    def decisions(self) -> int:
        """Decisions of the last chunk."""
        return int(self._decisions.copy_to_host().sum(dtype=np.int64))

    def states(self) -> NDArray[Any]:
        """The last chunk's games as they ended."""
        return np.asarray(self._states.copy_to_host())
