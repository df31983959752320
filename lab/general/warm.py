"""Compile all kernels of the games for this machine's GPU at the same time, a process each."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from semafor.gym.device.driver import SIMULATED

KERNELS = (
    "step", "finish", "look", "settle", "lines", "long_lines", "tickets", "rank", "glance_at_map", "measure",
    "write_map", "widen", "choose", "count_down",
)  # fmt: skip


class Stand:
    """In the place of a kernel: it is never launched, and compiled if it is the wanted one."""

    def __init__(self, kernel: Any) -> None:
        self._kernel = kernel

    def __getitem__(self, _grid: Any) -> Callable[..., None]:
        return self._compile

    def _compile(self, *arguments: Any) -> None:
        if self._kernel is not None:
            self._kernel.compile(tuple(map(self._kernel.typeof_pyval, arguments)))


def compile_kernel(name: str) -> str:
    """Compile one kernel; it is kept on disk for other processes."""
    from semafor.gym.device import driver

    keep = driver.kept

    def stand_for(*sources: Path, **options: Any) -> Callable[[Callable[..., None]], Any]:
        jit = keep(*sources, **options)
        return lambda kernel: Stand(jit(kernel) if kernel.__name__ == name else None)

    driver.kept = stand_for  # before the modules with kernels take it from there
    import torch

    from lab.general.slots import BoardData, Slot
    from semafor.boards.load import load_board

    slot = Slot(BoardData(load_board("usa")), 2, 64, "warm", 30.0)
    slot.step(torch.zeros(64, dtype=torch.int64, device="cuda"))
    return name


@contextmanager
def kernels_compiling() -> Iterator[None]:
    """Compile all kernels beside what happens in the block; they are ready at its end."""
    if SIMULATED:
        yield
        return
    # a program of its own: its processes must not import the kernels before `compile_kernel` does
    with subprocess.Popen([sys.executable, "-m", "lab.general.warm"]) as compiling:
        yield
        compiling.wait()


def main() -> None:
    """Compile all kernels, a process each."""
    context = get_context("spawn")
    with ProcessPoolExecutor(len(KERNELS), mp_context=context, max_tasks_per_child=1) as pool:
        for name in pool.map(compile_kernel, KERNELS):
            print("compiled", name, flush=True)


if __name__ == "__main__":
    main()
