"""The GPU backend of a batch: its memory holds the arrays, kernels step the games."""

from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from semafor.games.kind import Kind
from semafor.gym.batch_steps import BatchArrays
from semafor.gym.device.arrays_shared import SharedArray
from semafor.gym.device.driver import SIMULATED, device
from semafor.gym.device.kernels import Kernels, kernels_of
from semafor.gym.device.scoring import Scores, sides_of

BLOCK = 2 if SIMULATED else 64
"""Threads per block if a thread is a game."""
CELL_BLOCK = 1 if SIMULATED else 128
"""Threads per block if a thread is a cell of an observation and a block is a game."""
MOST_BLOCKS = 1 if SIMULATED else 2**16
"""Maximum number of blocks; each continues with further games."""
ENDING = 2 if SIMULATED else 4096
"""Sides that are scored, and games that restart, at the same time."""
SPREAD = 1 if SIMULATED else 32
"""One thread of this many works: few games end in a step, and no thread should wait for its neighbours."""


class GpuBackend:
    """The kernels of a kind of game with their buffers."""

    def __init__(
        self, games: int, players: int, kind: Kind, kernels: Kernels | None = None, desk: Any = None
    ) -> None:
        self._cuda = device()
        self._kernels = kernels or kernels_of(kind, thinks=desk is not None)
        self._sets = kind.observation.sets
        packed = kind.observation.sets + kind.observation.size // 8 - 8 * kind.observation.sets
        self._packed = self.zeros((games, packed), np.uint64)
        self._changed = self.zeros((games,), np.int8)
        self._wrong = self.zeros((1,), np.int32)
        self._scores = Scores(self._kernels, games, sides_of(kind, players))
        self._desk = self.put(np.zeros(0, self._kernels.desk) if desk is None else desk)
        self._games = games
        self._main, self._aside = self._cuda.stream(), self._cuda.stream()
        self._stepped, self._finished = self._cuda.event(), self._cuda.event()

    def __reduce__(self) -> NoReturn:
        raise TypeError("A batch on a GPU cannot be pickled or copied: its arrays are there.")

    @property
    def nbytes(self) -> int:
        """The bytes on the device besides the arrays of the batch."""
        own = self._packed, self._changed, self._wrong, self._desk
        return self._scores.nbytes + sum(int(array.nbytes) for array in own)

    def put(self, array: NDArray[Any]) -> Any:
        """Return a copy on the device."""
        return self._cuda.to_device(np.ascontiguousarray(array))

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """Return an array of zeros on the device."""
        return self._cuda.to_device(np.zeros(shape, dtype))

    def shared(self, array: Any) -> Any:
        """Return the array for use by other libraries."""
        return SharedArray(array)

    def taken(self, values: Any, dtype: Any, games: int) -> Any:
        """Return one value per game: an array on the device itself, or a copy on the device."""
        array = values.array if isinstance(values, SharedArray) else values
        if hasattr(array, "__cuda_array_interface__"):
            array = self._cuda.as_cuda_array(array)
        elif not (SIMULATED and hasattr(array, "copy_to_host")):
            array = self._cuda.to_device(np.ascontiguousarray(array, dtype))
        if tuple(array.shape) != (games,):
            raise ValueError(f"{games} games need as many actions, not {tuple(array.shape)}.")
        if array.dtype != np.dtype(dtype):
            raise ValueError(f"On the device these must be {np.dtype(dtype)}, not {array.dtype}.")
        return array

    def first_illegal(self, tables: BatchArrays, actions: Any) -> int:
        """Return the first game whose action is illegal, or -1."""
        self._wrong[0] = self._games
        self._launch(self._kernels.check, self._main, tables.words, actions, self._wrong)
        wrong = int(self._wrong[0])
        return wrong if wrong < self._games else -1

    def step(self, tables: BatchArrays, actions: Any) -> None:
        """Apply one decision in each game."""
        self.enqueue(tables, actions, self._main)

    def enqueue(self, tables: BatchArrays, actions: Any, stream: Any) -> None:
        """Step on a stream; games that ended are scored on another one while the others are observed."""
        lists, counts = self._scores.lists, self._scores.counts
        given = self._packed, actions, lists, counts, self._changed, self._desk
        self._launch(self._kernels.step, stream, tables, *given)
        self._stepped.record(stream)
        self._stepped.wait(self._aside)
        self._scores.launch(tables.states, tables.facts, ENDING, BLOCK, SPREAD, self._aside)
        self._finish(tables, True, SPREAD)
        if not self._kernels.looks:
            self._launch(self._kernels.look, stream, tables, self._packed, self._changed)
        self._widen(tables, stream)

    def reset(self, tables: BatchArrays, chosen: Any) -> None:
        """Restart the chosen games."""
        lists, counts = self._scores.lists, self._scores.counts
        self._launch(self._kernels.choose, self._main, tables, chosen, lists, counts)
        self._stepped.record(self._main)
        self._stepped.wait(self._aside)
        self._finish(tables, False, 1)
        self._widen(tables, self._main)

    def observe(self, tables: BatchArrays, seats: Any, out: Any) -> None:
        """Write the observation of a seat of each game."""
        self._launch(self._kernels.observe, self._main, tables, seats, out)

    def roll(self, tables: BatchArrays, actions: Any) -> None:
        """Write a random legal action for each game."""
        self._launch(self._kernels.roll, self._main, tables, actions)

    def _finish(self, tables: BatchArrays, scores: bool, spread: int) -> None:
        """Reward the games that ended and start the next ones, on the second stream."""
        threads = min(ENDING, self._games) * spread if scores else self._games
        given = self._packed, self._scores.lists, self._scores.counts, self._scores.results, self._desk
        grid = -(-threads // BLOCK), BLOCK, self._aside
        self._kernels.finish[grid](tables, *given, int(scores), spread)
        self._finished.record(self._aside)

    def _widen(self, tables: BatchArrays, stream: Any) -> None:
        """Write all observations once the new games have started."""
        self._finished.wait(stream)
        blocks = min(MOST_BLOCKS, self._games)
        given = tables.observations, tables.masks, tables.words, self._packed, self._sets
        self._kernels.widen[blocks, CELL_BLOCK, stream](*given, self._scores.counts)

    def _launch(self, kernel: Any, stream: Any, *arguments: Any) -> None:
        kernel[-(-self._games // BLOCK), BLOCK, stream](*arguments)
