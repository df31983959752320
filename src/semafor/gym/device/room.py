"""A GPU as the room of a batch: its memory holds the arrays, kernels step the games."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from semafor.engine.actions import ACTIONS
from semafor.gym.compiled.tables import Tables
from semafor.gym.device.driver import SIMULATED, device
from semafor.gym.device.kernels import Kernels, kernels_of
from semafor.gym.device.shared import Shared
from semafor.gym.device.works import hasty
from semafor.kinds.base import Kind

BLOCK = 2 if SIMULATED else 64
"""Threads of a block where a thread is a game."""
CELL_BLOCK = 1 if SIMULATED else 256
"""And where it is a cell of an observation."""
MOST_BLOCKS = 1 if SIMULATED else 2**20
"""Of those: threads go on to further cells."""
POOL = 2 if SIMULATED else 4096
"""Games that are scored at once,"""
LARGE_POOL = 1 if SIMULATED else 16
"""and of those too tangled for the small working space."""


class Device:
    """The kernels of a kind of game with their buffers for so many games."""

    def __init__(self, games: int, kind: Kind, kernels: Kernels | None = None) -> None:
        self._cuda = device()
        self._kernels = kernels or kernels_of(kind.name)
        self._sets = kind.observation.sets
        self._cells = (kind.observation.size + ACTIONS) // 8
        packed = kind.observation.sets + kind.observation.size // 8 - 8 * kind.observation.sets
        self._packed = self.zeros((games, packed), np.uint64)
        self._ended = self.zeros((games,), np.int32)
        self._counter = self.zeros((1,), np.int32)
        self._wrong = self.zeros((1,), np.int32)
        self._small = self.put(hasty(np.zeros(min(POOL, games), self._kernels.small)))
        self._large = self.zeros((LARGE_POOL,), self._kernels.large)
        self._games = games

    def __reduce__(self) -> NoReturn:
        raise TypeError("A batch on a GPU cannot be pickled or copied: its arrays are there.")

    def put(self, array: NDArray[Any]) -> Any:
        """A copy on the device."""
        return self._cuda.to_device(np.ascontiguousarray(array))

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """An array of zeros on the device."""
        return self._cuda.to_device(np.zeros(shape, dtype))

    def shared(self, array: Any) -> Any:
        """The array as other libraries take it."""
        return Shared(array)

    def taken(self, values: Any, dtype: Any, games: int) -> Any:
        """One value for each game, from an array on the device as it is, or copied to it."""
        array = values.array if isinstance(values, Shared) else values
        if hasattr(array, "__cuda_array_interface__"):
            array = self._cuda.as_cuda_array(array)
        elif not (SIMULATED and hasattr(array, "copy_to_host")):
            array = self._cuda.to_device(np.ascontiguousarray(array, dtype))
        if tuple(array.shape) != (games,):
            raise ValueError(f"{games} games need as many actions, not {tuple(array.shape)}.")
        if array.dtype != np.dtype(dtype):
            raise ValueError(f"On the device these must be {np.dtype(dtype)}, not {array.dtype}.")
        return array

    def first_illegal(self, tables: Tables, actions: Any) -> int:
        """The first game whose action is not legal there, or -1."""
        self._wrong[0] = self._games
        self._launch(self._kernels.check, self._games, tables.words, actions, self._wrong)
        wrong = int(self._wrong[0])
        return wrong if wrong < self._games else -1

    def step(self, tables: Tables, actions: Any) -> None:
        """One decision in each game."""
        self._launch(
            self._kernels.step, self._games, tables, self._packed, actions, self._ended, self._counter
        )
        self._finish(tables)
        self._widen(tables)

    def reset(self, tables: Tables, chosen: Any) -> None:
        """Begin the chosen games anew."""
        self._launch(self._kernels.choose, self._games, tables, chosen, self._ended, self._counter)
        self._end(tables, self._small, False)
        self._widen(tables)

    def observe(self, tables: Tables, seats: Any, out: Any) -> None:
        """What a seat of each game sees."""
        self._launch(self._kernels.observe, self._games, tables, seats, out)

    def roll(self, tables: Tables, actions: Any) -> None:
        """A random legal action in each game."""
        self._launch(self._kernels.roll, self._games, tables, actions)

    def _finish(self, tables: Tables) -> None:
        """Score the games that ended; those who need more space than most in the large ones."""
        self._end(tables, self._small, True)
        self._end(tables, self._large, True)

    def _end(self, tables: Tables, pool: Any, score: bool) -> None:
        games = (self._packed, pool, self._ended, self._counter)
        self._launch(self._kernels.finish, pool.size, tables, *games, int(score))

    def _widen(self, tables: Tables) -> None:
        cells = self._games * self._cells
        blocks = min(MOST_BLOCKS, -(-cells // CELL_BLOCK))
        self._kernels.widen[blocks, CELL_BLOCK](tables, self._packed, self._sets, self._counter)

    def _launch(self, kernel: Any, threads: int, *arguments: Any) -> None:
        kernel[-(-threads // BLOCK), BLOCK](*arguments)
