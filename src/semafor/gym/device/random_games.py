"""Random games on the device, from deal to exact score, as a series like that of `arena.series`."""

from collections.abc import Iterator
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.engine.play import PLAYED
from semafor.games.lookup import kind_of
from semafor.gym.device.driver import SIMULATED, device
from semafor.gym.device.kernels import Kernels, kernels_of
from semafor.gym.device.scoring import TIERS, Scores, sides_of
from semafor.seeds import series_key

CHUNK = 4 if SIMULATED else 2**18
"""Games per launch."""
BLOCK = 2 if SIMULATED else 64


def play_on_device(board: Board, players: int, key: NDArray[np.uint32], games: int) -> Iterator[NDArray[Any]]:
    """Yield the rows of all games of a series in chunks."""
    series = DeviceSeries(board, players, key, chunk=min(CHUNK, games))
    yield from series.pieces(0, games)


def measure_device(board: Board, players: int, rounds: int = 3) -> dict[str, Any]:
    """Return games and decisions per second of random games with exact scores, the best of some rounds."""
    series = DeviceSeries(board, players, series_key("bench"))
    series.play(0, series.chunk)
    taken = []
    for _ in range(rounds):
        start = perf_counter()
        for _ in range(2):
            series.launch(0)
        decisions = series.decisions()
        taken.append((perf_counter() - start) / 2)
    best = min(taken)
    return {
        "board": board.board,
        "players": players,
        "device": "cuda",
        "games_per_second": series.chunk / best,
        "decisions_per_second": decisions / best,
    }


class DeviceSeries:
    """Games 0, 1, 2, … of one key, with the same rows as `Series`."""

    def __init__(
        self,
        board: Board,
        players: int,
        key: NDArray[np.uint32],
        chunk: int = CHUNK,
        kernels: Kernels | None = None,
        block: int = BLOCK,
        tiers: tuple[int, ...] = TIERS,
    ) -> None:
        kind, put = kind_of(board), device().to_device
        self.chunk, self._players, self._kernels = chunk, players, kernels or kernels_of(kind)
        self._stream = device().stream()
        self._grid = -(-chunk // block), block, self._stream
        self._facts, self._key = put(kind.table.copy()), put(key)
        self._states = put(np.zeros(chunk, kind.state))
        self._played, self._decisions = put(np.zeros(chunk, PLAYED)), put(np.zeros(chunk, np.int32))
        self._scores = Scores(self._kernels, chunk, sides_of(kind, players), tiers)

    def play(self, first: int, last: int) -> NDArray[Any]:
        """Return the rows of games `first` to `last` - 1."""
        return np.concatenate(list(self.pieces(first, last)))

    def pieces(self, first: int, last: int) -> Iterator[NDArray[Any]]:
        """Yield the same rows in chunks."""
        for start in range(first, last, self.chunk):
            self.launch(start)
            rows = self._played.copy_to_host(stream=self._stream)
            self._stream.synchronize()
            yield np.asarray(rows[: last - start])

    def launch(self, first: int) -> None:
        """Play and score a chunk of games without waiting."""
        self.launch_games(first)
        self.launch_scores()

    def launch_games(self, first: int) -> None:
        """Play a chunk of games to the end without waiting."""
        given = self._states, self._facts, self._key, first, self._players, self._decisions
        self._kernels.play[self._grid](*given)

    def launch_scores(self) -> None:
        """Score the last chunk without waiting."""
        scores, (_blocks, block, stream) = self._scores, self._grid
        self._kernels.count_down[1, scores.counts.size, stream](scores.counts, scores.items)
        scores.launch(self._states, self._facts, scores.items, block, 1, stream)
        self._kernels.rank[self._grid](
            self._states, self._facts, scores.results, self._decisions, self._played
        )

    def decisions(self) -> int:
        """Return the number of decisions of a chunk, once all launches are done."""
        device().synchronize()
        return int(self._decisions.copy_to_host().sum(dtype=np.int64))
