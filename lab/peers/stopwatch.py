"""Measure as many games as fit into a time on one core, after a warm-up.

Rates are per second of processor time, so that other work on the machine does not matter.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

Played = tuple[int, int]
"""Decisions and finished games."""

LONGEST = 3
"""Limit of wall-clock seconds per second of processor time."""
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0


def take_one_core() -> None:
    """Pin the process to one core; call this before libraries start threads."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def measure(play: Callable[[], Played], warm_up: int = 1, **about: Any) -> dict[str, Any]:
    """Return a row of the comparison, measured after the warm-up."""
    for _ in range(warm_up):
        play()
    decisions = games = 0
    start, busy = perf_counter(), process_time()
    while (taken := process_time() - busy) < SECONDS and perf_counter() - start < LONGEST * SECONDS:
        more_decisions, more_games = play()
        decisions, games = decisions + more_decisions, games + more_games
    core = taken / (perf_counter() - start)
    return {**about, "decisions": decisions, "games": games, "seconds": taken, "core": core}


def tell(rows: list[dict[str, Any]]) -> None:
    """Print the rows for the calling process."""
    json.dump(rows, sys.stdout)
