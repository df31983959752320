"""Telling people that code is compiled for their machine: whenever it is, and only then."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any, cast

from numba.core import event as numba_event

from semafor.engine.compile import INTERPRETED
from semafor.words import say

OURS = "semafor."


class Announcer(numba_event.Listener):
    """Hears of every function that Numba compiles; code that is kept is loaded in silence."""

    def __init__(self) -> None:
        self.told = False
        self.depth = 0
        """Functions in the making: one that calls others waits for them."""
        self.bar: Any = None

    def on_start(self, event: Any) -> None:
        """Something is about to be compiled."""
        if is_ours(event):
            if not self.told:
                print(say("told.compiling", {}), file=sys.stderr, flush=True)
                self.told = True
            self.depth += 1
            if self.depth == 1:
                self.bar = progress_bar()

    def on_end(self, event: Any) -> None:
        """It has been compiled."""
        if is_ours(event):
            self.depth -= 1
            if self.bar is not None:
                self.bar.advance(0)
            if self.depth == 0:
                self.close_bar()

    def close_bar(self) -> None:
        """Nothing is being compiled any more."""
        if self.bar is not None:
            self.bar.stop()
            self.bar = None


def is_ours(event: Any) -> bool:
    """Whether a function of this package is compiled, not one of somebody else's."""
    function = event.data["dispatcher"].py_func
    return str(function.__module__).startswith(OURS)


def progress_bar() -> Any:
    """A line that counts the functions, on a terminal and where rich is there; else None."""
    if not sys.stderr.isatty():
        return None
    try:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
    except ImportError:
        return None
    columns = (
        SpinnerColumn(),
        TextColumn("{task.completed:.0f} " + say("told.functions", {})),
        TimeElapsedColumn(),
    )
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    bar.add_task("compiling", total=None)
    bar.start()
    return bar


@cache
def announce_first_compile() -> None:
    """From now on, say so whenever something is about to be compiled."""
    if not INTERPRETED:
        cast("Any", numba_event).register("numba:compile", Announcer())
