"""Gives memory that nobody uses any more back to the system."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
"""Numbers of glibc's settings."""
MOST_FREE, LARGE = 1 << 20, 1 << 18
"""Bytes that may stay free for later, and of a block that is no part of the heap."""


def give_back() -> bool:
    """Give free memory back, and whether there was any; False where the C library cannot.

    What a thousand tables leave lies between what stays, and glibc keeps it until it is told otherwise.
    """
    library = _glibc()
    return library is not None and bool(library.malloc_trim(0))


def keep_little_free() -> bool:
    """Keep no more than a megabyte for later, and whether that can be set.

    Else glibc keeps twice as much as the largest block that was ever freed.
    """
    library = _glibc()
    if library is None:
        return False
    return bool(library.mallopt(M_TRIM_THRESHOLD, MOST_FREE) and library.mallopt(M_MMAP_THRESHOLD, LARGE))


@cache
def _glibc() -> Any:
    """The C library, where it can be told what to keep; else None."""
    try:
        library = ctypes.CDLL(None)
        return library if library.malloc_trim and library.mallopt else None
    except (AttributeError, OSError, TypeError):
        return None
