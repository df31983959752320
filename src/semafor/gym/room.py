"""Where the games of a batch are: their arrays, and who steps them."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from semafor.arrays.points import SEEN_WORDS
from semafor.engine.actions import ACTIONS, MASK_WORDS
from semafor.engine.state import NOBODY
from semafor.gym.compiled.tables import Tables
from semafor.kinds.base import Kind

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

    def first_illegal(self, tables: Tables, actions: Any) -> int:
        """The first game whose action is not legal there, or -1."""

    def step(self, tables: Tables, actions: Any) -> None:
        """One decision in each game."""

    def reset(self, tables: Tables, chosen: Any) -> None:
        """Begin the chosen games anew."""

    def observe(self, tables: Tables, seats: Any, out: Any) -> None:
        """What a seat of each game sees."""

    def roll(self, tables: Tables, actions: Any) -> None:
        """A random legal action in each game."""


def new_tables(
    room: Room,
    kind: Kind,
    pilots: NDArray[np.int8],
    key: NDArray[np.uint32],
    options: NDArray[Any],
    mind: np.dtype[Any],
) -> Tables:
    """The arrays of a batch in a room, no game dealt yet; without rows for final observations."""
    games, players = pilots.shape
    return Tables(
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
