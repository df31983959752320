"""Compile everything that a measurement calls, in a process that then ends.

Code that was compiled in the running process is slower, by a fifth in whole games, than the same
code loaded from the cache by the next one. A measurement must not depend on who compiled.
"""

from __future__ import annotations

import subprocess
import sys


def compile_apart() -> None:
    """Let another process compile what the cache does not hold yet."""
    subprocess.run(
        [sys.executable, "-m", "semafor.arena.bench.warm_up"], stdout=subprocess.DEVNULL, check=True
    )


def call_everything() -> None:
    """Call every compiled function that is measured."""
    from semafor.arena.bench.pace import measure_copy, measure_scoring
    from semafor.boards import load_board

    for board in (load_board("usa"), load_board("cardgame")):
        measure_copy(board)
        measure_scoring(board, 2, games=1)


if __name__ == "__main__":
    call_everything()
