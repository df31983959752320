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
LANES = 1
"""Concurrent launches; more are not faster (lab/GPU.md)."""


def play_on_device(board: Board, players: int, key: NDArray[np.uint32], games: int) -> Iterator[NDArray[Any]]:
    """Yield the rows of all games of a series in chunks."""
    series = DeviceSeries(board, players, key, chunk=min(CHUNK, games))
    yield from series.pieces(0, games)


def measure_device(board: Board, players: int, rounds: int = 3) -> dict[str, Any]:
    """Return games and decisions per second of random games with exact scores, the best of some rounds."""
    series = DeviceSeries(board, players, series_key("bench"))
    series.play(0, LANES * series.chunk)
    taken = []
    for _ in range(rounds):
        start = perf_counter()
        for _ in range(2 * LANES):
            series.launch(0)
        decisions = series.decisions()
        taken.append((perf_counter() - start) / (2 * LANES))
    best = min(taken)
    return {
        "board": board.board,
        "players": players,
        "device": "cuda",
        "games_per_second": series.chunk / best,
        "decisions_per_second": decisions / best,
    }


class Lane:
    """Memory for a chunk of games, and the stream of launches that play and score them."""

    def __init__(
        self, kernels: Kernels, board: Board, players: int, chunk: int, tiers: tuple[int, ...]
    ) -> None:
        put = device().to_device
        self._kernels, self._players = kernels, players
        self.stream = device().stream()
        self.states = put(np.zeros(chunk, kind_of(board).state))
        self.played, self.decisions = put(np.zeros(chunk, PLAYED)), put(np.zeros(chunk, np.int32))
        self._scores = Scores(kernels, chunk, sides_of(kind_of(board), players), tiers)

    def play(self, facts: Any, key: Any, first: int, block: int) -> None:
        """Play the games to the end."""
        grid = -(-self.states.size // block), block, self.stream
        self._kernels.play[grid](self.states, facts, key, first, self._players, self.decisions)

    def score(self, facts: Any, block: int) -> None:
        """Score them."""
        scores = self._scores
        self._kernels.count_down[1, scores.counts.size, self.stream](scores.counts, scores.items)
        scores.launch(self.states, facts, scores.items, block, 1, self.stream)
        grid = -(-self.states.size // block), block, self.stream
        self._kernels.rank[grid](self.states, facts, scores.results, self.decisions, self.played)


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
        lanes: int = LANES,
        tiers: tuple[int, ...] = TIERS,
    ) -> None:
        kind = kind_of(board)
        self.chunk, self._block = chunk, block
        self._facts, self._key = device().to_device(kind.table.copy()), device().to_device(key)
        kernels = kernels or kernels_of(kind)
        self._lanes = [Lane(kernels, board, players, chunk, tiers) for _ in range(lanes)]
        self._next = 0

    def play(self, first: int, last: int) -> NDArray[Any]:
        """Return the rows of games `first` to `last` - 1."""
        return np.concatenate(list(self.pieces(first, last)))

    def pieces(self, first: int, last: int) -> Iterator[NDArray[Any]]:
        """Yield the same rows in chunks; while one is read, the next are played."""
        under_way: list[tuple[Lane, int]] = []
        for start in range(first, last, self.chunk):
            if len(under_way) == len(self._lanes):
                yield self._rows(*under_way.pop(0))
            under_way.append((self.launch(start), min(self.chunk, last - start)))
        for lane, games in under_way:
            yield self._rows(lane, games)

    def _rows(self, lane: Lane, games: int) -> NDArray[Any]:
        rows = lane.played.copy_to_host(stream=lane.stream)
        lane.stream.synchronize()
        return np.asarray(rows[:games])

    def launch(self, first: int) -> Lane:
        """Play and score a chunk of games without waiting; return the lane."""
        lane = self.launch_games(first)
        lane.score(self._facts, self._block)
        return lane

    def launch_games(self, first: int) -> Lane:
        """Play a chunk of games to the end."""
        lane = self._lanes[self._next]
        self._next = (self._next + 1) % len(self._lanes)
        lane.play(self._facts, self._key, first, self._block)
        return lane

    def launch_scores(self) -> None:
        """Score the games that the next lane played last."""
        self._lanes[self._next].score(self._facts, self._block)

    def decisions(self) -> int:
        """Return the number of decisions of a chunk, once all launches are done."""
        device().synchronize()
        return int(self._lanes[0].decisions.copy_to_host().sum(dtype=np.int64))

    def states(self) -> NDArray[Any]:
        """Return the final states of the first lane."""
        device().synchronize()
        return np.asarray(self._lanes[0].states.copy_to_host())
