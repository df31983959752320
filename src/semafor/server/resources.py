"""Resources of the machine: open files, memory, and the disk space of caches."""

import ctypes
import gc
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

RESERVED_FILES = 100
"""Descriptors reserved for the database, bots and returning players."""


def most_connections() -> int | None:
    """Return how many connections may be open before new requests are refused; None for no limit."""
    try:
        import resource
    except ImportError:  # a system without such limits
        return None
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(RESERVED_FILES, most - RESERVED_FILES) if most != resource.RLIM_INFINITY else None


def allow_many_files() -> None:
    """Raise the limit of open files as far as the system allows; every connection is a file."""
    try:
        import resource
    except ImportError:  # a system without such limits
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


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


LARGE_BLOCK = 4 * 2**20
_MMAP_THRESHOLD = -3
"""The option of `mallopt` that sets from which size on a block is mapped by itself."""


def return_large_blocks() -> None:
    """Let glibc return large blocks to the system as soon as they are freed.

    By default each thread that has hashed a passphrase keeps the 16 MB that this needs.
    """
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, LARGE_BLOCK)


@cache
def _trimmer() -> Callable[[int], int] | None:
    """Return `malloc_trim` of glibc, or None."""
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
    return trim


def mark_used(file: Path) -> None:
    """Set the modification time of a cached file, by which `drop_oldest` chooses."""
    with suppress(OSError):
        file.touch()


def drop_oldest(folder: Path, most: int) -> None:
    """Delete the least recently used files of a folder until `most` are left."""
    with suppress(OSError):  # another process may delete them, too
        by_age = sorted(folder.iterdir(), key=lambda file: file.stat().st_mtime, reverse=True)
        for file in by_age[most:]:
            file.unlink(missing_ok=True)
