"""Compiling functions with Numba when they are called; where compiled code is kept."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numba
from numba import extending as _extending
from numba import types as _types
from numba.core import config as _config

from semafor.engine.compile import BOUNDS_CHECKED, cache_folder, hash_of_sources, register_waiting

if TYPE_CHECKING:
    from semafor.engine.compile import Compiled, Emit

CONFIG = cast("Any", _config)  # Numba fills its settings in at run time
EXTENDING = cast("Any", _extending)  # its stubs do not know every function
TYPES = cast("Any", _types)  # known to Numba only
BUILD_OPTIONS: dict[str, Any] = {}
"""Options of the build of the libraries, which runs nothing that it compiles."""


@cache
def code_folder() -> Path | None:
    """Return where compiled code is kept, or None on a system where nothing can be written."""
    bounds = "-checked" if BOUNDS_CHECKED else ""
    with suppress(OSError):
        return cache_folder(f"compiled-{hash_of_sources()}-{numba.__version__}{bounds}")
    return None


def dispatcher_of(rule: Compiled) -> Any:
    """Return a function compiled for Python and compiled callers."""
    register_waiting()
    njit = cast("Any", numba.njit)  # its stubs do not know every option
    before = CONFIG.CACHE_DIR
    CONFIG.CACHE_DIR = str(code_folder())
    try:
        dispatcher = njit(
            rule.py_func, **{"cache": code_folder() is not None, **BUILD_OPTIONS}, **rule.options
        )
    finally:
        CONFIG.CACHE_DIR = before
    dispatcher.rule = rule
    return _for_wide_integers(dispatcher)


def _for_wide_integers(dispatcher: Any) -> Any:
    """Let compiled callers hand over 64-bit integers, whatever they have.

    Otherwise a function is compiled again for every width of integer, every known number and every
    enumeration that it is called with: a third of the first compilation.
    """
    template = dispatcher.get_call_template

    def widened(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return template(tuple(map(widen, args)), {name: widen(kind) for name, kind in kws.items()})

    dispatcher.get_call_template = widened
    return dispatcher


def widen(kind: Any) -> Any:
    """Return the type of an integer, known number, truth value or enumeration without its particulars."""
    if isinstance(kind, TYPES.Literal):
        kind = TYPES.unliteral(kind)
    if isinstance(kind, TYPES.IntEnumMember) or (isinstance(kind, TYPES.Integer) and kind.signed):
        return TYPES.int64
    return kind


def register_emitted(
    function: Callable[..., object], emit: Emit, returned: str, arguments: tuple[str, ...]
) -> None:
    """Tell Numba the types of a function and the instructions that stand for it."""
    kinds = [getattr(TYPES, name) for name in arguments]

    def types_of_call(*given: Any) -> Any:
        pairs = zip(kinds, given, strict=True)
        return getattr(TYPES, returned)(*[own if kind is TYPES.Array else kind for kind, own in pairs])

    types_of_call.pysig = inspect.signature(function)  # type: ignore[attr-defined]  # Numba asks for it
    EXTENDING.type_callable(function)(lambda _context: types_of_call)
    EXTENDING.lower_builtin(function, *kinds)(emit)
