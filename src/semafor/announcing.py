"""Telling people that code is compiled for their machine: whenever it is, only then, and how far it is."""

import sys
import time
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from semafor.engine.compile import INTERPRETED, Compiled, with_numba
from semafor.live_bars import LiveBar, hide_bars
from semafor.words import say
from semafor.words.languages import language_here

OURS = "semafor."
Dispatcher = Any
"""A compiled function of this package."""


def is_ours(value: object) -> bool:
    """Whether something is a function of this package that Numba compiles."""
    return isinstance(value, Compiled) and value.__module__.startswith(OURS)


def callees(function: Dispatcher) -> list[Dispatcher]:
    """The compiled functions that one names, also those of a module that it names."""
    code, names = function.py_func.__code__, function.py_func.__globals__
    named = [names[name] for name in code.co_names if name in names]
    modules = [value for value in named if isinstance(value, ModuleType)]
    inside = [getattr(module, name, None) for module in modules for name in code.co_names]
    return [value for value in (*named, *inside) if is_ours(value)]


@cache
def reach(function: Dispatcher) -> frozenset[Dispatcher]:
    """The function and all that it comes to call."""
    found, waiting = {function}, [function]
    while waiting:
        new = [callee for callee in callees(waiting.pop()) if callee not in found]
        found.update(new)
        waiting += new
    return frozenset(found)


class Expected:
    """The functions that are to be compiled, and those that have been."""

    def __init__(self) -> None:
        self._entries: set[Dispatcher] = set()
        self._done: set[Dispatcher] = set()

    def expect(self, functions: Iterable[Dispatcher]) -> None:
        """These are going to be called."""
        self._entries.update(function for function in functions if is_ours(function))

    def note(self, function: Dispatcher) -> None:
        """This one has been compiled."""
        self._done.add(function)

    @property
    def done(self) -> int:
        """How many have been compiled."""
        return len(self._done)

    @property
    def left(self) -> int:
        """How many are still to be compiled; what comes with a function from the cache is not."""
        wanted, there = set[Dispatcher](), set(self._done)
        for entry in self._entries:
            (there if entry.is_loaded else wanted).update(reach(entry))
        return len(wanted - there)


FEWEST = 10
"""Functions after which their pace says something about the rest: it hardly changes on the way."""


class CompileProgress(NamedTuple):
    """How far the compilation is."""

    done: int
    """Functions compiled,"""
    left: int
    """still to be compiled, as far as is known,"""
    seconds: float
    """and the time it took."""
    compiling: bool = True
    """Whether something is compiled just now; what is left may never be asked for."""

    @property
    def seconds_left(self) -> float | None:
        """How long the rest takes at the pace so far; None while it is too early to say."""
        return None if self.done < FEWEST else self.seconds / self.done * self.left


Tell = Callable[[CompileProgress], None]


class Announcer:
    """Hears of every function that Numba compiles; code that is kept is loaded in silence."""

    def __init__(self, tell: Tell) -> None:
        self.expected = Expected()
        self._tell = tell
        self._depth = 0
        """Functions in the making: one that calls others waits for them."""
        self._began, self._spent = 0.0, 0.0

    def on_start(self, event: Any) -> None:
        """Something is about to be compiled."""
        function = getattr(event.data["dispatcher"], "rule", None)
        if not is_ours(function):
            return
        self._depth += 1
        if self._depth == 1:
            self._began = time.perf_counter()
            self.expected.expect([function])
            self._tell(self.progress)

    def on_end(self, event: Any) -> None:
        """It has been compiled."""
        function = getattr(event.data["dispatcher"], "rule", None)
        if not is_ours(function):
            return
        self._depth -= 1
        self.expected.note(function)
        if self._depth == 0:
            self._spent += time.perf_counter() - self._began
        self._tell(self.progress)

    @property
    def progress(self) -> CompileProgress:
        """How far it is."""
        running = time.perf_counter() - self._began if self._depth else 0.0
        seconds = self._spent + running
        return CompileProgress(self.expected.done, self.expected.left, seconds, compiling=self._depth > 0)


class CompileBar:
    """One line of words, and on a terminal a bar with its end."""

    def __init__(self) -> None:
        self._told = False
        self._bar: Any = None
        self._others: list[LiveBar] = []
        """Bars that have given way."""

    def show(self, progress: CompileProgress) -> None:
        """Draw how far it is; the bar goes when nothing is left, or nothing compiled for now."""
        if not self._told:
            print(say("told.compiling", {}, language_here()), file=sys.stderr, flush=True)
            self._told = True
        under_way = bool(progress.compiling and progress.left)
        if self._bar is None and under_way and sys.stderr.isatty():
            self._others = hide_bars()
            self._bar = progress_bar()
        if self._bar is not None:
            total = progress.done + progress.left
            self._bar.update(0, completed=progress.done, total=total, rest=rest_in_words(progress))
            if not under_way:
                self._bar.stop()
                self._bar = None
                for bar in self._others:
                    bar.start()


def rest_in_words(progress: CompileProgress) -> str:
    """How long the rest takes, in words."""
    left = progress.seconds_left
    return "" if left is None else say("told.seconds-left", {"n": round(left)}, language_here())


def progress_bar() -> Any:
    """A bar of functions, on a terminal and where rich is there; else None."""
    if not sys.stderr.isatty():
        return None
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    except ImportError:
        return None
    words = TextColumn(say("told.functions", {}, language_here()) + "  {task.fields[rest]}")
    bar = Progress(BarColumn(), MofNCompleteColumn(), words, console=Console(stderr=True), transient=True)
    bar.add_task("compiling", total=None, rest="")
    bar.start()
    return bar


_announcers: list[Announcer] = []


def _listen() -> None:
    event: Any = import_module("numba.core.event")

    class Listener(event.Listener):  # type: ignore[misc]  # it has no types
        """Hands what it hears to the announcer."""

        on_start = staticmethod(_announcers[0].on_start)
        on_end = staticmethod(_announcers[0].on_end)

    event.register("numba:compile", Listener())


def announce_first_compile(*called: object, tell: Tell | None = None) -> None:
    """From now on, say so whenever something is about to be compiled; these functions will be called.

    Whoever asks first may tell it in a way of their own.
    """
    if INTERPRETED:
        return
    if not _announcers:
        _announcers.append(Announcer(tell or CompileBar().show))
        with_numba(_listen)
    _announcers[0].expected.expect(called)
