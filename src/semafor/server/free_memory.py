"""Returns unused memory to the system."""

import ctypes
import gc
from collections.abc import Callable
from functools import cache


class DeclineWatch:
    """Detects when a number has fallen to less than half of its peak."""

    def __init__(self) -> None:
        self._most = 0

    def half_gone(self, there: int) -> bool:
        """Whether the number is less than half of its peak since this was last true."""
        self._most = max(self._most, there)
        if 2 * there >= self._most:
            return False
        self._most = there
        return True


def collect_and_trim() -> bool:
    """Run a full garbage collection and return free memory; for times without clients."""
    gc.collect()
    return trim_memory()


def trim_memory() -> bool:
    """Return free memory to the system; whether there was any. False without glibc.

    Freed memory lies between used blocks, and glibc keeps it until it is trimmed.
    """
    trim = _trimmer()
    return trim is not None and bool(trim(0))


@cache
def _trimmer() -> Callable[[int], int] | None:
    """Return `malloc_trim` of glibc, or None."""
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
    return trim
