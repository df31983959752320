"""Kernels that are kept on disk: compiled once on a machine, then loaded in every process.

Numba-cuda keeps kernels as Numba keeps functions, and likewise looks only at the file of the kernel itself
to tell whether they are fresh (decision 0003). Here a folder belongs to one state of all sources that a
kernel is made of, so whatever lies in it is fresh; it may be carried to another machine with such a card.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from semafor.engine.compile import SOURCE_HASH, cache_folder
from semafor.gym.device.driver import SIMULATED, load_cuda


def kept(*, registers: int | None = None) -> Callable[[Callable[..., None]], Any]:
    """Return the decorator of a kernel; `registers` limits those of a thread."""
    jit: Any = load_cuda().jit
    if SIMULATED:
        return jit  # type: ignore[no-any-return]  # there is nothing to keep
    folder = cache_folder(f"kernels-{registers or 'any'}-{SOURCE_HASH}")

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
