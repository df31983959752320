"""Records as plain Python values: to read a field of a NumPy record again and again costs microseconds."""

from __future__ import annotations

from collections.abc import Iterable
from mmap import mmap
from typing import Any

import numpy as np

from semafor.engine.state import Array, Ask

NOTHING = int(Ask.NOTHING)  # a member of an enum is looked up more slowly than a number


class Plain:
    """The first record of an array, its fields as numbers and nested lists, each made when first asked for.

    What was asked for does not change with the record any more. Fields that are known to be needed are made
    at once: to notice that one is missing takes longer than to make it.
    """

    def __init__(self, records: Array, needed: Iterable[str] = ()) -> None:
        self._records = records
        if needed:
            self.__dict__.update({name: records[name][0].tolist() for name in needed})

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # asked by copy and pickle before there are records
            raise AttributeError(name)
        value = self._records[name][0].tolist()
        self.__dict__[name] = value
        return value


def pending_seats(asks: list[int]) -> tuple[int, ...]:
    """The seats that must decide now; seats beyond the players are asked nothing."""
    return tuple([seat for seat, ask in enumerate(asks) if ask != NOTHING])


def blank(dtype: np.dtype[np.void], number: int = 1) -> Array:
    """So many records of zeros; far faster than NumPy makes them."""
    return np.frombuffer(bytearray(number * dtype.itemsize), dtype)


def vast(dtype: np.dtype[np.void]) -> Array:
    """A record of zeros in memory of its own, which goes back to the system with it.

    Once megabytes have come and gone in the heap, the C library keeps as many free for ever.
    """
    return np.frombuffer(mmap(-1, dtype.itemsize), dtype)


def copy_states(states: Array, times: int = 1) -> Array:
    """The games once more, or several times in a row; far faster than NumPy copies records."""
    return np.frombuffer(bytearray(states.tobytes() * times), states.dtype)
