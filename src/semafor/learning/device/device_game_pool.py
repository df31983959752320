"""A `GamePool` whose games are on the GPU: its arrays are tensors in the memory of the kernels."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from semafor.boards.model import Board
from semafor.bots.learned.features import MAP_CACHE, PATHS
from semafor.bots.learned.reading import MASK, SLOTS, Reading, reading_of
from semafor.engine.state import PLACES
from semafor.gym.batch import Batch
from semafor.gym.device.arrays_shared import SharedArray
from semafor.gym.device.driver import SIMULATED, device
from semafor.learning.device.learning_kernels import Maps, kernels_of
from semafor.learning.game_pool import Array, Ended, Outcome, reward_numbers
from semafor.learning.rollout import WARM, Actor, Note, RolloutMemory, RolloutPlayer

BLOCK = 2 if SIMULATED else 64
"""Threads per block."""


def tensor_of(array: Any) -> Tensor:
    """Return an array on the device as a tensor that shares its memory."""
    if SIMULATED:
        return torch.from_numpy(np.asarray(array))
    tensor: Tensor = torch.as_tensor(SharedArray(array), device="cuda")
    return tensor


def new_stream() -> torch.cuda.Stream:
    """Return a new stream of PyTorch's."""
    return torch.cuda.Stream()  # type: ignore[no-untyped-call]  # torch leaves it untyped


def stream_here() -> Any:
    """Return PyTorch's present stream for Numba."""
    handle = 0 if SIMULATED else torch.cuda.current_stream().cuda_stream
    return device().external_stream(handle) if handle else 0


def columns_of(reading: Reading, source: int) -> Tensor:
    """Return the columns of the observation, or of the mask, that make up a row."""
    runs = [np.arange(first, first + size) for kind, first, size in reading.runs if kind == source]
    return torch.from_numpy(np.concatenate(runs))


class DeviceArrays:
    """The arrays of a pool for the network and the learner, one row per game; the policy never plays here."""

    def __init__(self, games: int, seats: int, row: int) -> None:
        put = device().to_device
        self.written, self.settled = (
            put(np.zeros((games, row), np.uint8)),
            put(np.zeros((games, seats), "f4")),
        )
        """Rows and rewards as the kernels write them; the tensors share their memory."""
        self.rows, self.gained = tensor_of(self.written), tensor_of(self.settled)
        self.seats = self.rows.new_zeros(games, dtype=torch.int64)
        self.done = self.rows.new_zeros(games, dtype=torch.bool)
        self.scores = self.rows.new_zeros(games, seats, dtype=torch.int16)
        self.won = torch.zeros_like(self.gained)
        self.answers = torch.full_like(self.seats, -1)
        self.holders = torch.zeros_like(self.gained, dtype=torch.int8)


class DeviceShard:
    """Games with one number of players, rows `first` to `last` of a pool's arrays."""

    def __init__(
        self, reading: Reading, players: int, seed: str, arrays: DeviceArrays, part: slice, win: float
    ) -> None:
        games, put, board = part.stop - part.start, device().to_device, reading.board
        self.players, self.part, self._games, self._reading = players, part, games, reading
        self.batch = batch = Batch(board, games=games, players=players, seed=seed, device="cuda")
        self._kernels = kernels_of(reading.on_map)
        self._facts = put(batch.kind.table.copy())
        mapped = games if reading.on_map else 0
        self._maps = Maps(
            put(reading.prices),
            put(np.zeros(max(1, mapped), PATHS)),
            put(np.zeros((max(1, mapped), players), MAP_CACHE)),
            put(np.zeros(mapped, np.bool_)),
        )
        self._arrays, self._rows, self._gained = arrays, arrays.written[part], arrays.settled[part]
        self._numbers = put(reward_numbers(board, win))
        self._points, self._paid = (put(np.zeros((games, players), np.float32)) for _ in range(2))
        tables = (batch.points, batch.done, batch.scores, batch.rewards)
        self._outcome = Outcome(*(table.array for table in tables))
        self._slots = columns_of(reading, SLOTS).to(arrays.rows.device)
        self._actions = columns_of(reading, MASK).to(self._slots.device)
        self._chosen = put(np.zeros(games, np.int64))

    def step(self, choices: Tensor) -> None:
        """Apply choices, given by their index among the network's actions, and write the next rows."""
        tensor_of(self._chosen).copy_(self._actions[choices[self.part]])
        self.batch.enqueue(self._chosen, stream_here())
        self._launch(
            self._kernels.settle,
            self.batch.states.array,
            self._facts,
            self._outcome,
            self._numbers,
            self._points,
            self._paid,
            self._gained,
        )
        arrays, part, seats = self._arrays, self.part, self.players
        arrays.done[part] = tensor_of(self._outcome.done)
        arrays.scores[part, :seats] = tensor_of(self._outcome.scores)
        arrays.won[part, :seats] = tensor_of(self._outcome.won)
        self.look()

    def look(self) -> None:
        """Write the rows of the seats that decide."""
        batch, first, rows = self.batch, self._reading.features, self._arrays.rows[self.part]
        slots = len(self._slots)
        rows[:, :slots] = tensor_of(batch.observations.array)[:, self._slots]
        rows[:, slots:first] = tensor_of(batch.masks.array)[:, self._actions]
        to_play = batch.to_play.array
        self._arrays.seats[self.part] = tensor_of(to_play).long()
        seen = (batch.states.array, self._facts, to_play, self._maps)
        if self._reading.on_map:
            self._launch(self._kernels.cache, *seen)
            self._launch(self._kernels.measure, self._facts, self._maps, threads=self._games * PLACES)
        self._launch(self._kernels.write, *seen, first, self._rows)

    def _launch(self, kernel: Any, *arguments: Any, threads: int | None = None) -> None:
        kernel[-(-(threads or self._games) // BLOCK), BLOCK, stream_here()](*arguments)


class DeviceGamePool:
    """Games with all numbers of players on the GPU; `games` are pairs of both numbers.

    All work is on PyTorch's present stream, so that it can be recorded.
    """

    def __init__(
        self, board: Board, games: Sequence[tuple[int, int]], seed: str, *, win: float = 0.0
    ) -> None:
        self.reading = reading_of(board)
        self.players = np.repeat(*(np.array(column) for column in zip(*games, strict=True)))
        self.size = len(self.players)
        self.arrays = arrays = DeviceArrays(self.size, int(self.players.max()), self.reading.size)
        self.shards: list[DeviceShard] = []
        first = 0
        for players, number in games:
            part = slice(first, first + number)
            self.shards.append(DeviceShard(self.reading, players, f"{seed} {players}", arrays, part, win))
            first += number
        self._streams = [] if SIMULATED else [new_stream() for _ in games]
        device().synchronize()  # makes work of other streams visible to these

    def seat(self, holders: Array) -> None:
        """Set who plays every seat."""
        self.arrays.holders.copy_(torch.from_numpy(holders))
        self._side_by_side(DeviceShard.look)

    def step(self, choices: Tensor) -> None:
        """Apply one choice in every game."""
        self._side_by_side(lambda shard: shard.step(choices))

    def wait(self) -> None:
        """Do nothing: reading an array from the device waits for it."""

    def _side_by_side(self, work: Callable[[DeviceShard], None]) -> None:
        """Let all shards work, each on its own stream if there are any."""
        if not self._streams:
            for shard in self.shards:
                work(shard)
            return
        here = torch.cuda.current_stream()
        for shard, stream in zip(self.shards, self._streams, strict=True):
            stream.wait_stream(here)
            with torch.cuda.stream(stream):
                work(shard)
        for stream in self._streams:
            here.wait_stream(stream)


class RecordedPlayer(RolloutPlayer):
    """A game pool on the GPU; with `records` each step is recorded when it is first played."""

    game_pool: DeviceGamePool

    def __init__(
        self, game_pool: DeviceGamePool, memory: RolloutMemory, first: int, *, records: bool
    ) -> None:
        super().__init__(game_pool, memory, first, memory.rows.device)
        steps, arrays = len(memory.rows), game_pool.arrays
        self._scores = arrays.scores.new_zeros(steps, *arrays.scores.shape)
        self._won = arrays.won.new_zeros(steps, *arrays.won.shape)
        self._records = records
        self._tape: list[torch.cuda.CUDAGraph] = []

    def see(self, step: int, actor: Actor, note: Note, learn_all: bool) -> None:
        """Decide, step the games, and store everything; finished games are reported after the last step."""
        assert not learn_all, "whoever is copied plays on the host"
        if not self._records:
            self._play(step, actor)
        else:
            if not self._tape:
                self._record(actor)
            self._tape[step].replay()
        if step == len(self.memory.rows):
            note(self._ended())

    def _play(self, step: int, actor: Actor) -> None:
        memory, arrays, part = self.memory, self.game_pool.arrays, self.part
        memory.seat[step, part] = arrays.seats
        choice = self._decide(step, arrays.rows, actor)
        if step == len(memory.rows):
            return
        self._remember(step, choice, learn_all=False)
        self.game_pool.step(choice)
        memory.gained[step, part], memory.done[step, part] = arrays.gained, arrays.done
        self._scores[step], self._won[step] = arrays.scores, arrays.won

    def _record(self, actor: Actor) -> None:
        """Record every step on a second stream, once libraries are initialized."""
        aside, pool = new_stream(), torch.cuda.graph_pool_handle()
        torch.cuda.synchronize()
        with torch.no_grad(), torch.cuda.stream(aside):
            for _ in range(WARM):
                self._play(0, actor)
            aside.synchronize()
            for step in range(len(self.memory.rows) + 1):
                graph = torch.cuda.CUDAGraph()
                graph.capture_begin(pool, capture_error_mode="relaxed")
                self._play(step, actor)
                graph.capture_end()
                self._tape.append(graph)
        torch.cuda.synchronize()

    def _ended(self) -> Ended:
        """Return the games that ended in this rollout."""
        done = self.memory.done[:, self.part]
        holders = self.holders.expand(len(done), -1, -1)
        return Ended(*(table[done].cpu().numpy() for table in (self._scores, self._won, holders)))
