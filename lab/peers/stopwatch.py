"""One core, a warm-up that does not count, and then as many games as fit into the time.

Seconds are those of the processor, so that other work on the machine costs nobody a rank.
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
"""Seconds of the clock for a second of the processor, where others use it too."""
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0


def take_one_core() -> None:
    """Stay on one core from here on; call this before libraries start their threads."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def measure(play: Callable[[], Played], warm_up: int = 1, **about: Any) -> dict[str, Any]:
    """A row of the comparison: what was played in the time after the warm-up."""
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
    """Hand the rows to whoever started this program."""
    json.dump(rows, sys.stdout)
