"""The processor as the room of a batch: its threads step the games, without the GIL."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from semafor.gym.compiled import steps
from semafor.gym.compiled.tables import Tables, first_illegal

Array = NDArray[Any]


class Host:
    """As many threads as there are working spaces, each with its share of the games.

    A copy, a pickle and a forked child work on: threads are started where and when they are needed.
    """

    def __init__(self, games: int, works: Array) -> None:
        self._spans = _spans(games, works.size)
        self._works = works
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0

    def __getstate__(self) -> dict[str, Any]:
        names = [name for name in ("chart", "knob") if name in (self._works.dtype.names or ())]
        kept = {name: self._works[name] for name in names}
        return {**self.__dict__, "_pool": None, "_works": (self._works.dtype, kept)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """All but what a thinking player knows of the board is made anew in a working space."""
        dtype, kept = state.pop("_works")
        self.__dict__.update(state)
        self._works = np.zeros(len(self._spans), dtype)
        for name, values in kept.items():
            self._works[name] = values

    def put(self, array: Array) -> Array:
        """The array itself."""
        return array

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Array:
        """An array of zeros."""
        return np.zeros(shape, dtype)

    def shared(self, array: Array) -> Array:
        """The array itself."""
        return array

    def taken(self, values: ArrayLike, dtype: Any, games: int) -> Array:
        """One value for each game."""
        array = np.ascontiguousarray(values, dtype)
        if array.shape != (games,):
            raise ValueError(f"{games} games need as many actions, not {array.shape}.")
        return array

    def first_illegal(self, tables: Tables, actions: Array) -> int:
        """The first game whose action is not legal there, or -1."""
        return int(first_illegal(tables.words, actions))

    def step(self, tables: Tables, actions: Array) -> None:
        """One decision in each game."""
        self._run(steps.step_games, tables, actions)

    def reset(self, tables: Tables, chosen: Array) -> None:
        """Begin the chosen games anew."""
        self._run(steps.reset_games, tables, chosen)

    def observe(self, tables: Tables, seats: Array, out: Array) -> None:
        """What a seat of each game sees."""
        self._run(steps.observe_games, tables, seats, out)

    def roll(self, tables: Tables, actions: Array) -> None:
        """A random legal action in each game."""
        self._run(steps.roll_actions, tables, actions)

    def _run(self, step: Callable[..., None], tables: Tables, *arguments: Array) -> None:
        """Call a compiled function for all games, each thread for its share."""
        if len(self._spans) == 1:
            step(tables, self._works, *arguments, self._spans[0])
            return
        pool = self._threads()
        calls = [pool.submit(step, tables, self._works, *arguments, span) for span in self._spans]
        for call in calls:
            call.result()

    def _threads(self) -> ThreadPoolExecutor:
        """The threads of this process: a forked child has none of its parent's."""
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(len(self._spans)), os.getpid()
        return self._pool


def _spans(games: int, threads: int) -> list[Array]:
    """The rows of each thread."""
    edges = [games * thread // threads for thread in range(threads + 1)]
    return [np.array([thread, edges[thread], edges[thread + 1]]) for thread in range(threads)]
