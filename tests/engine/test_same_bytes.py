"""One seed, one game: to the byte the same compiled, with bounds checks, and uncompiled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.engine.final_states import digests

ROOT = Path(__file__).parents[2]


def digests_of_another(games: int, mixes: int, **environment: str) -> list[str]:
    """Return the result of the same games in another process, in which warnings are errors."""
    command = [sys.executable, "-W", "error", "-m", "tests.engine.final_states", str(games), str(mixes)]
    process = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, env=os.environ | environment, check=False
    )
    assert process.returncode == 0, process.stderr
    return process.stdout.splitlines()


def test_again() -> None:
    assert digests(2, 10) == digests(2, 10)


def test_with_bounds_checks() -> None:
    assert digests_of_another(3, 40, SEMAFOR_BOUNDSCHECK="1") == digests(3, 40)


def test_uncompiled() -> None:
    """An integer overflow causes a warning here and fails the test."""
    assert digests_of_another(2, 6, NUMBA_DISABLE_JIT="1") == digests(2, 6)
