"""How much is going to be compiled: what the functions about to be called need, less what is there."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from types import ModuleType
from typing import Any

OURS = "semafor."
Dispatcher = Any
"""A function as Numba keeps it: `py_func` is the source, `overloads` what was compiled or loaded."""


def is_ours(value: object) -> bool:
    """Whether something is a function of this package that Numba compiles."""
    return hasattr(value, "overloads") and value.py_func.__module__.startswith(OURS)  # type: ignore[attr-defined]  # Numba's


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
            (there if entry.overloads else wanted).update(reach(entry))
        return len(wanted - there)
