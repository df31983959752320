"""Backends of a batch: where its arrays are, and what steps its games."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from semafor.engine.actions import ACTIONS, MASK_WORDS
from semafor.engine.state import NOBODY
from semafor.games.kind import Kind
from semafor.games.points import SEEN_WORDS
from semafor.gym import batch_steps as steps
from semafor.gym.batch_steps import BatchArrays, first_illegal

Shape = tuple[int, ...]


class Backend(Protocol):
    """The memory and threads of the processor, or of a GPU."""

    def put(self, array: NDArray[Any]) -> Any:
        """Return an array of the backend with the same content."""

    def zeros(self, shape: Shape, dtype: Any) -> Any:
        """Return an array of zeros."""

    def shared(self, array: Any) -> Any:
        """Return an array of the backend for use by other libraries."""

    def taken(self, values: ArrayLike, dtype: Any, games: int) -> Any:
        """Return one value per game as an array of the backend; raise ValueError if their number is wrong."""

    def first_illegal(self, tables: BatchArrays, actions: Any) -> int:
        """Return the first game whose action is illegal, or -1."""

    def step(self, tables: BatchArrays, actions: Any) -> None:
        """Apply one decision in each game."""

    def reset(self, tables: BatchArrays, chosen: Any) -> None:
        """Restart the chosen games."""

    def observe(self, tables: BatchArrays, seats: Any, out: Any) -> None:
        """Write the observation of a seat of each game."""

    def roll(self, tables: BatchArrays, actions: Any) -> None:
        """Write a random legal action for each game."""


def new_arrays(
    backend: Backend,
    kind: Kind,
    controllers: NDArray[np.int8],
    key: NDArray[np.uint32],
    options: NDArray[Any],
    mind: np.dtype[Any],
) -> BatchArrays:
    """Return the arrays of a batch before the first deal, without rows for final observations."""
    games, players = controllers.shape
    return BatchArrays(
        states=backend.zeros((games,), kind.state),
        facts=backend.put(kind.table),
        key=backend.put(key),
        numbers=backend.put(np.arange(games)),
        dice=backend.zeros((games, 1), np.uint64),
        words=backend.zeros((games, MASK_WORDS), np.uint64),
        controllers=backend.put(controllers),
        memories=backend.zeros((games, players if mind.names else 0), mind),
        sets=backend.zeros((games, kind.observation.sets), np.uint64),
        seen=backend.zeros((games, players, SEEN_WORDS), np.uint64),
        joined=backend.zeros((games, players), np.uint64),
        points=backend.zeros((games, players), np.int16),
        options=backend.put(options),
        observations=backend.zeros((games, kind.observation.size), np.uint8),
        masks=backend.zeros((games, ACTIONS), np.int8),
        to_play=backend.put(np.full(games, NOBODY, np.int8)),
        done=backend.zeros((games,), np.bool_),
        rewards=backend.zeros((games, players), np.float32),
        scores=backend.zeros((games, players), np.int16),
        finals=backend.zeros((0, 0), np.uint8),
    )


Array = NDArray[Any]


class CpuBackend:
    """Threads of the processor, one per working space, each with its share of the games.

    Copies, pickles and forked children work: threads are started when they are needed.
    """

    def __init__(self, games: int, works: Array, settings: str | None = None) -> None:
        """Use these working spaces; `settings` is the field that a copy keeps."""
        self._spans = _spans(games, works.size)
        self._works, self._settings = works, settings
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0

    def __getstate__(self) -> dict[str, Any]:
        kept = self._settings and self._works[self._settings]
        return {**self.__dict__, "_pool": None, "_works": (self._works.dtype, kept)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore all but the working spaces, of which only the settings of the policy are kept."""
        dtype, kept = state.pop("_works")
        self.__dict__.update(state)
        self._works = np.zeros(len(self._spans), dtype)
        if self._settings:
            self._works[self._settings] = kept

    def put(self, array: Array) -> Array:
        """Return the array itself."""
        return array

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Array:
        """Return an array of zeros."""
        return np.zeros(shape, dtype)

    def shared(self, array: Array) -> Array:
        """Return the array itself."""
        return array

    def taken(self, values: ArrayLike, dtype: Any, games: int) -> Array:
        """Return one value per game."""
        array = np.ascontiguousarray(values, dtype)
        if array.shape != (games,):
            raise ValueError(f"{games} games need as many actions, not {array.shape}.")
        return array

    def first_illegal(self, tables: BatchArrays, actions: Array) -> int:
        """Return the first game whose action is illegal, or -1."""
        return int(first_illegal(tables.words, actions))

    def step(self, tables: BatchArrays, actions: Array) -> None:
        """Apply one decision in each game."""
        self._run(steps.step_games, tables, actions)

    def reset(self, tables: BatchArrays, chosen: Array) -> None:
        """Restart the chosen games."""
        self._run(steps.reset_games, tables, chosen)

    def observe(self, tables: BatchArrays, seats: Array, out: Array) -> None:
        """Write the observation of a seat of each game."""
        self._run(steps.observe_games, tables, seats, out)

    def roll(self, tables: BatchArrays, actions: Array) -> None:
        """Write a random legal action for each game."""
        self._run(steps.roll_actions, tables, actions)

    def _run(self, step: Callable[..., None], tables: BatchArrays, *arguments: Array) -> None:
        """Call a compiled function for all games, each thread for its share."""
        if len(self._spans) == 1:
            step(tables, self._works, *arguments, self._spans[0])
            return
        pool = self._threads()
        calls = [pool.submit(step, tables, self._works, *arguments, span) for span in self._spans]
        for call in calls:
            call.result()

    def _threads(self) -> ThreadPoolExecutor:
        """Return the threads of this process; a forked child cannot use its parent's."""
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(len(self._spans)), os.getpid()
        return self._pool


def _spans(games: int, threads: int) -> list[Array]:
    """Return the range of rows of each thread."""
    edges = [games * thread // threads for thread in range(threads + 1)]
    return [np.array([thread, edges[thread], edges[thread + 1]]) for thread in range(threads)]
