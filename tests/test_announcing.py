"""What is compiled is announced, once, with an end; what is kept from before is not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from semafor import announcing
from semafor.announcing import FEWEST, CompileBar, CompileProgress, rest_in_words
from semafor.live_bars import hideable

PROGRAM = """
import json, sys
import numpy as np
from semafor.announcing import announce_first_compile
from semafor.engine.rng import fair, shuffle
told = []
if sys.argv[1:]:
    announce_first_compile(fair, tell=lambda progress: told.append((progress.done, progress.left)))
announce_first_compile(fair, shuffle)
announce_first_compile()
fair(np.uint64(5), 6)
print(json.dumps(told))
"""


def program(cache: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A program that needs two functions and expects some more."""
    settings = {**os.environ, "XDG_CACHE_HOME": str(cache), "NUMBA_DISABLE_JIT": "0"}
    command = [sys.executable, "-c", PROGRAM, *arguments]
    return subprocess.run(command, env=settings, capture_output=True, text=True, check=True)


def test_compiling_is_announced_once_and_loading_is_not(tmp_path: Path) -> None:
    assert program(tmp_path).stderr.count("compilation") == 1
    assert program(tmp_path).stderr == ""


def test_how_much_is_left_is_known_before_it_is_compiled(tmp_path: Path) -> None:
    told = json.loads(program(tmp_path, "tell").stdout)
    first, last = told[0], told[-1]
    assert first[0] == 0
    assert first[1] > last[0] > 0, "more is expected than was called"
    assert all(done + left == first[1] for done, left in told), "and the end does not move"
    assert json.loads(program(tmp_path, "tell").stdout) == []


def test_the_rest_is_estimated_by_the_pace_so_far() -> None:
    assert CompileProgress(FEWEST - 1, 50, 3.0).seconds_left is None
    assert CompileProgress(20, 40, 10.0).seconds_left == 20.0
    assert rest_in_words(CompileProgress(20, 40, 10.0)) == "about 20 s left"
    assert rest_in_words(CompileProgress(0, 40, 0.0)) == ""


def test_it_is_told_in_the_language_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    assert rest_in_words(CompileProgress(20, 40, 10.0)) == "jeszcze około 20 s"


class FakeBar:
    """A bar that only remembers whether it is on the terminal."""

    def __init__(self) -> None:
        self.shown = True

    def start(self) -> None:
        self.shown = True

    def stop(self) -> None:
        self.shown = False

    def update(self, *_: object, **__: object) -> None:
        """Nothing is drawn."""


def test_one_bar_at_a_time_is_on_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two bars write over each other; what is expected may never be compiled, and the others come back."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    compiler, games, bar = FakeBar(), FakeBar(), CompileBar()
    monkeypatch.setattr(announcing, "progress_bar", lambda: compiler)
    with hideable(games):
        bar.show(CompileProgress(0, 3, 0.0))
        assert (compiler.shown, games.shown) == (True, False)
        bar.show(CompileProgress(2, 1, 1.0, compiling=False))
        assert (compiler.shown, games.shown) == (False, True)
    bar.show(CompileProgress(2, 1, 1.0))
    assert games.shown, "it is no longer there to give way"
