"""How long a process takes to its first finished game: with nothing compiled yet, and later."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from time import perf_counter

import msgspec

FIRST_GAME = (
    "from semafor.arena.simulate.series import new_series; from semafor.boards import load_board; "
    "from semafor.seeds import series_key; new_series(load_board('usa'), 2, series_key(1)).play(0, 1)"
)
CACHED_STARTS = 3


class Start(msgspec.Struct, frozen=True):
    """Seconds from the start of Python to the end of a first game."""

    first: float
    """With an empty cache: everything is compiled."""
    cached: float
    """With the compiled code at hand; the best of a few."""


def measure_start() -> Start:
    """Time processes with an empty cache of their own."""
    with tempfile.TemporaryDirectory(prefix="semafor-start-") as folder:
        first = _time_process(folder)
        return Start(first, min(_time_process(folder) for _ in range(CACHED_STARTS)))


def _time_process(cache: str) -> float:
    start = perf_counter()
    environment = {**os.environ, "XDG_CACHE_HOME": cache}
    subprocess.run([sys.executable, "-c", FIRST_GAME], env=environment, capture_output=True, check=True)
    return perf_counter() - start
