"""What a process that works for strangers may take from the machine."""

from __future__ import annotations

import os
import time

MEMORY = 3 * 2**30
"""Bytes of addresses; NumPy alone reserves a good part of one."""
NICE = 5
"""Players go first where processors are scarce."""


def yield_to_players() -> None:
    """Take only such time as players leave over."""
    if hasattr(os, "nice"):
        os.nice(NICE)


def limit_memory() -> None:
    """Take no more memory than this, and only such time as players leave over."""
    yield_to_players()
    try:
        import resource
    except ImportError:  # a system without such limits
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def limit_time(seconds: int) -> None:
    """End this process if it works for longer than so many seconds from now on."""
    try:
        import resource
    except ImportError:  # a system without such limits
        return
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + seconds, most))
