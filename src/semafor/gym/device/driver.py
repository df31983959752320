"""The door to numba-cuda: loaded when a device is first asked for, with one sentence where there is none."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from semafor.engine.compile import Compiled, cache_folder, compiled, hash_of_sources, register_waiting
from semafor.errors import NoDevice
from semafor.games.arrays import teach_all

SIMULATED = os.environ.get("NUMBA_ENABLE_CUDASIM", "0") not in ("", "0")
"""Kernels run as plain Python, a thread of Python for each of theirs: for tests without a GPU."""
DEVICE_FUNCTIONS: dict[Compiled, Any] = {}
"""The functions of the rules that were compiled for the device."""


@cache
def load_cuda() -> Any:
    """The module `numba.cuda`, taught the rules' names; NoDevice where numba-cuda is not installed."""
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # numba-cuda looks for a name that NumPy 2.5 took away
    try:
        import_module("_numba_cuda_redirector")  # else numba.cuda is Numba's own, an older one
        module: Any = import_module("numba.cuda")
    except ModuleNotFoundError:
        raise NoDevice("no-numba-cuda") from None
    config: Any = import_module("numba.cuda.core.config")
    config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # a few games are as welcome
    if not SIMULATED:
        register_waiting()
        teach_all(import_module("numba.cuda.extending").overload)
        import_module("numba.cuda.extending").typeof_impl.register(Compiled)(type_on_device)
    return module


def type_on_device(rule: Compiled, _purpose: Any) -> Any:
    """The type of a function of the rules in a kernel: that of its device function."""
    return device_function(rule)._numba_type_


def device_function(rule: Compiled) -> Any:
    """The function compiled for the device."""
    if rule not in DEVICE_FUNCTIONS:
        base: Any = import_module("numba.cuda.dispatcher").CUDADispatcher  # it has no types
        DEVICE_FUNCTIONS[rule] = base(rule.py_func, device_options(rule))
    return DEVICE_FUNCTIONS[rule]


def device_options(rule: Compiled) -> dict[str, Any]:
    """How numba-cuda compiles a function of the rules."""
    return {**rule.options, "device": True, "debug": False, "opt": True}


@cache
def device() -> Any:
    """The same once a GPU answers; NoDevice where none does."""
    module = load_cuda()
    try:
        found = module.is_available()
    except Exception:  # a driver can fail in many ways, and each means the same here
        found = False
    if not found:
        raise NoDevice("no-device")
    return module


@compiled
def take_words(words: Any, shelf: Any, row: int) -> None:
    """Copy a row of an array, seen as words, to a thread's own words."""
    for word in range(words.size):
        words[word] = shelf[row * words.size + word]


@compiled
def put_words(words: Any, shelf: Any, row: int) -> None:
    """Copy them back."""
    for word in range(words.size):
        shelf[row * words.size + word] = words[word]


def kept(*, registers: int | None = None) -> Callable[[Callable[..., None]], Any]:
    """Return the decorator of a kernel; `registers` limits those of a thread."""
    jit: Any = load_cuda().jit
    if SIMULATED:
        return jit  # type: ignore[no-any-return]  # there is nothing to keep
    folder = cache_folder(f"kernels-{registers or 'any'}-{hash_of_sources()}")

    def compiled(kernel: Callable[..., None]) -> Any:
        dispatcher = jit(max_registers=registers)(kernel)
        dispatcher._cache = _shelf(folder)(kernel)
        return dispatcher

    return compiled


def _shelf(folder: Path) -> Any:
    """Numba-cuda's cache of compiled kernels, in this folder."""
    caching: Any = import_module("numba.cuda.core.caching")  # it has no types
    dispatching: Any = import_module("numba.cuda.dispatcher")  # likewise

    class Place(caching._CacheLocator):  # type: ignore[misc]  # likewise
        """The folder, whatever function asks."""

        def get_cache_path(self) -> str:
            return str(folder)

        def get_source_stamp(self) -> str:
            return folder.name

        def get_disambiguator(self) -> str:
            return ""

        @classmethod
        def from_function(cls, _function: Any, _file: str) -> Place:
            return cls()

    class Contents(dispatching.CUDACacheImpl):  # type: ignore[misc]  # likewise
        """How kernels are written and read."""

        _locator_classes = (Place,)

    class Shelf(dispatching.CUDACache):  # type: ignore[misc]  # likewise
        """The cache of one kernel."""

        _impl_class = Contents

    return Shelf
