"""Access to numba-cuda: it is loaded when first used, with a clear error if there is none."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from semafor.engine import building, deal, drafts, market, rng, routes, tickets, turn
from semafor.engine.cardgame import card_deal, card_turn
from semafor.engine.compile import (
    INTERPRETED,
    Compiled,
    cache_folder,
    compiled,
    hash_of_sources,
    register_waiting,
)
from semafor.engine.linegraph import GRAPH, graph_record
from semafor.engine.state import WORDS, record_of
from semafor.engine.stations import borrowing_record
from semafor.engine.work import STEPPING
from semafor.errors import NoDevice
from semafor.games.arrays import teach_all

SIMULATED = os.environ.get("NUMBA_ENABLE_CUDASIM", "0") not in ("", "0")
"""Kernels run as plain Python, with a Python thread for each CUDA thread: for tests without a GPU."""
DEVICE_FUNCTIONS: dict[Compiled, Any] = {}
"""The functions of the rules that were compiled for the device."""


@cache
def load_cuda() -> Any:
    """Return the module `numba.cuda`, with the rules registered; raise NoDevice if it is not installed."""
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # numba-cuda uses a name that NumPy 2.5 removed
    try:
        import_module("_numba_cuda_redirector")  # otherwise numba.cuda is Numba's own older version
        module: Any = import_module("numba.cuda")
    except ModuleNotFoundError:
        raise NoDevice("no-numba-cuda") from None
    config: Any = import_module("numba.cuda.core.config")
    config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # small grids are intended
    if not SIMULATED:
        register_waiting()
        # Numba registers enumerations as indexes with the types of its CPU target.
        import_module("numba.core.registry").cpu_target.typing_context.refresh()
        teach_all(import_module("numba.cuda.extending").overload)
        import_module("numba.cuda.extending").typeof_impl.register(Compiled)(type_on_device)
    return module


def type_on_device(rule: Compiled, _purpose: Any) -> Any:
    """The type of a rule in a kernel: that of its device function."""
    return device_function(rule)._numba_type_


def device_function(rule: Compiled) -> Any:
    """The function compiled for the device."""
    if rule not in DEVICE_FUNCTIONS:
        base: Any = import_module("numba.cuda.dispatcher").CUDADispatcher  # it has no types
        DEVICE_FUNCTIONS[rule] = base(rule.py_func, device_options(rule))
    return DEVICE_FUNCTIONS[rule]


def device_options(rule: Compiled) -> dict[str, Any]:
    """Return numba-cuda's options for a rule."""
    return {**rule.options, "device": True, "debug": False, "opt": True}


@cache
def device() -> Any:
    """Return the same module if a GPU is available; raise NoDevice otherwise."""
    module = load_cuda()
    try:
        found = module.is_available()
    except Exception:  # a driver can fail in many ways
        found = False
    if not found:
        raise NoDevice("no-device")
    return module


@compiled
def take_words(words: Any, array: Any, row: int) -> None:
    """Copy a row of an array, viewed as words, to local memory."""
    for word in range(words.size):
        words[word] = array[row * words.size + word]


@compiled
def put_words(words: Any, array: Any, row: int) -> None:
    """Copy local memory to a row of an array, viewed as words."""
    for word in range(words.size):
        array[row * words.size + word] = words[word]


def kept(*, registers: int | None = None) -> Callable[[Callable[..., None]], Any]:
    """Return the decorator of kernels; `registers` limits the registers of a thread."""
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
    """Return numba-cuda's kernel cache in this folder."""
    caching: Any = import_module("numba.cuda.core.caching")  # it has no types
    dispatching: Any = import_module("numba.cuda.dispatcher")  # likewise

    class FolderLocator(caching._CacheLocator):  # type: ignore[misc]  # likewise
        """The folder, whatever function asks."""

        def get_cache_path(self) -> str:
            return str(folder)

        def get_source_stamp(self) -> str:
            return folder.name

        def get_disambiguator(self) -> str:
            return ""

        @classmethod
        def from_function(cls, _function: Any, _file: str) -> FolderLocator:
            return cls()

    class Contents(dispatching.CUDACacheImpl):  # type: ignore[misc]  # likewise
        """How kernels are written and read."""

        _locator_classes = (FolderLocator,)

    class Shelf(dispatching.CUDACache):  # type: ignore[misc]  # likewise
        """The cache of one kernel."""

        _impl_class = Contents

    return Shelf


SHAPES, CHAINS = 64, 32
"""Shapes kept at once in the first search for a longest line; very few sides need more."""

PLAYING = record_of(*STEPPING, ("dice", np.uint64, 1))

LINE = record_of(
    ("routes", np.uint64, WORDS),
    ("graph", graph_record(SHAPES, CHAINS, narrow=True)),
)
LONG_LINE = record_of(("routes", np.uint64, WORDS), ("graph", GRAPH))
"""Working space of a longest line: nearly always enough, and always enough."""
TICKETS = record_of(("routes", np.uint64, WORDS), ("plan", borrowing_record(narrow=True)))
"""Working space of a side's tickets."""


def words_of(record: np.dtype[np.void]) -> int:
    """Return the number of 64-bit words of a record."""
    return record.itemsize // 8


APART: tuple[Any, ...] = (
    rng.block,
    rng.shuffle,
    market.settle_market,
    deal.deal,
    turn.apply,
    turn.legal,
    turn.end_turn,
    building.go_on_paid,
    drafts.begin_draft,
    tickets.offer_tickets,
    routes.claimable,
    routes.own_route,
    card_deal.deal,
    card_turn.apply,
    card_turn.legal,
)


def keep_apart() -> None:
    """Register device functions for these rules that numba-cuda must not inline."""
    if INTERPRETED:
        return
    base: Any = import_module("numba.cuda.dispatcher").CUDADispatcher  # it has no types

    class Apart(base):  # type: ignore[misc]  # likewise
        """A device function that is not inlined."""

        def compile_device(self, args: Any, return_type: Any = None) -> Any:
            """Compile for these types, and mark the function."""
            is_new = args not in self.overloads
            result = super().compile_device(args, return_type)
            if is_new:
                for module in result.library.modules:
                    for function in module.functions:
                        if function.name == result.fndesc.llvm_func_name and not function.is_declaration:
                            function.attributes.add("noinline")
            return result

    for rule in APART:
        DEVICE_FUNCTIONS[rule] = Apart(rule.py_func, device_options(rule))
