"""Gives memory that nobody uses any more back to the system."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable
from functools import cache


class DeclineWatch:
    """Notices when half of those who were there have gone."""

    def __init__(self) -> None:
        self._most = 0

    def half_gone(self, there: int) -> bool:
        """Whether there are less than half as many as there were at most since this was last true."""
        self._most = max(self._most, there)
        if 2 * there >= self._most:
            return False
        self._most = there
        return True


def collect_and_trim() -> bool:
    """Look for garbage and give free memory back: for when nobody has to wait for the collector."""
    gc.collect()
    return trim_memory()


def trim_memory() -> bool:
    """Give free memory back, and whether there was any; False where the C library cannot.

    What a thousand tables leave lies between what stays, and glibc keeps it until it is told otherwise.
    """
    trim = _trimmer()
    return trim is not None and bool(trim(0))


@cache
def _trimmer() -> Callable[[int], int] | None:
    """The `malloc_trim` of glibc; other libraries have none."""
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
    return trim
