"""Where the games of a batch are: their arrays, and who steps them."""

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
from semafor.gym.batch_arrays import BatchArrays, first_illegal

Shape = tuple[int, ...]


class Room(Protocol):
    """The processor's memory and threads, or those of a device."""

    def put(self, array: NDArray[Any]) -> Any:
        """An array here with the same content."""

    def zeros(self, shape: Shape, dtype: Any) -> Any:
        """An array of zeros here."""

    def shared(self, array: Any) -> Any:
        """An array of here as the world sees it."""

    def taken(self, values: ArrayLike, dtype: Any, games: int) -> Any:
        """One value for each game from outside; ValueError where their number is another."""

    def first_illegal(self, tables: BatchArrays, actions: Any) -> int:
        """The first game whose action is not legal there, or -1."""

    def step(self, tables: BatchArrays, actions: Any) -> None:
        """One decision in each game."""

    def reset(self, tables: BatchArrays, chosen: Any) -> None:
        """Begin the chosen games anew."""

    def observe(self, tables: BatchArrays, seats: Any, out: Any) -> None:
        """What a seat of each game sees."""

    def roll(self, tables: BatchArrays, actions: Any) -> None:
        """A random legal action in each game."""


def new_tables(
    room: Room,
    kind: Kind,
    pilots: NDArray[np.int8],
    key: NDArray[np.uint32],
    options: NDArray[Any],
    mind: np.dtype[Any],
) -> BatchArrays:
    """The arrays of a batch in a room, no game dealt yet; without rows for final observations."""
    games, players = pilots.shape
    return BatchArrays(
        states=room.zeros((games,), kind.state),
        facts=room.put(kind.table),
        key=room.put(key),
        numbers=room.put(np.arange(games)),
        dice=room.zeros((games, 1), np.uint64),
        words=room.zeros((games, MASK_WORDS), np.uint64),
        pilots=room.put(pilots),
        minds=room.zeros((games, players if mind.names else 0), mind),
        sets=room.zeros((games, kind.observation.sets), np.uint64),
        seen=room.zeros((games, players, SEEN_WORDS), np.uint64),
        joined=room.zeros((games, players), np.uint64),
        points=room.zeros((games, players), np.int16),
        options=room.put(options),
        observations=room.zeros((games, kind.observation.size), np.uint8),
        masks=room.zeros((games, ACTIONS), np.int8),
        to_play=room.put(np.full(games, NOBODY, np.int8)),
        done=room.zeros((games,), np.bool_),
        rewards=room.zeros((games, players), np.float32),
        scores=room.zeros((games, players), np.int16),
        finals=room.zeros((0, 0), np.uint8),
    )


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

    def first_illegal(self, tables: BatchArrays, actions: Array) -> int:
        """The first game whose action is not legal there, or -1."""
        return int(first_illegal(tables.words, actions))

    def step(self, tables: BatchArrays, actions: Array) -> None:
        """One decision in each game."""
        self._run(steps.step_games, tables, actions)

    def reset(self, tables: BatchArrays, chosen: Array) -> None:
        """Begin the chosen games anew."""
        self._run(steps.reset_games, tables, chosen)

    def observe(self, tables: BatchArrays, seats: Array, out: Array) -> None:
        """What a seat of each game sees."""
        self._run(steps.observe_games, tables, seats, out)

    def roll(self, tables: BatchArrays, actions: Array) -> None:
        """A random legal action in each game."""
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
        """The threads of this process: a forked child has none of its parent's."""
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(len(self._spans)), os.getpid()
        return self._pool


def _spans(games: int, threads: int) -> list[Array]:
    """The rows of each thread."""
    edges = [games * thread // threads for thread in range(threads + 1)]
    return [np.array([thread, edges[thread], edges[thread + 1]]) for thread in range(threads)]
