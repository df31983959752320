"""Compile all kernels of board games for this machine's GPU at the same time, a process each."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context

from lab.train_boards import KERNELS, compile_kernel
from semafor.gym.device.driver import SIMULATED


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
    """Compile all kernels."""
    names, context = KERNELS[False], get_context("spawn")
    with ProcessPoolExecutor(len(names), mp_context=context, max_tasks_per_child=1) as pool:
        for told in pool.map(partial(compile_kernel, cards=False), names):
            print("compiled", told, flush=True)


if __name__ == "__main__":
    main()
