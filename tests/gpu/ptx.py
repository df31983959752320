"""Compile a kernel to PTX without a GPU or a driver: print how long it took and how much came of it.

python tests/gpu/ptx.py board|cards KERNEL [FILE [thinks]]
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from semafor.boards import board_names, load_board
from semafor.engine.play import PLAYED
from semafor.games.kind import Kind
from semafor.games.lookup import kind_of
from semafor.gym.backend import CpuBackend, new_arrays
from semafor.gym.device.driver import LONG_LINE, PLAYING, load_cuda
from semafor.gym.device.kernels import Kernels, kernels_of
from semafor.gym.step_players import BOARD_MEMORY

CAPABILITY = (9, 0)


def mind_of(kernels: Kernels) -> np.dtype[Any]:
    """Return the memory of compiled players inside the step."""
    return BOARD_MEMORY if "plans" in (kernels.desk.names or ()) else np.dtype(np.uint8)


def arguments(kind: Kind, players: int, kernels: Kernels) -> dict[str, tuple[Any, ...]]:
    """What each kernel is launched with, in arrays of the processor, which have the same types."""
    games = 1
    controllers = np.zeros((games, players), np.int8)
    key, options, host = (
        np.zeros(4, np.uint32),
        np.zeros(3, np.int64),
        CpuBackend(games, np.zeros(1, PLAYING)),
    )
    tables = new_arrays(host, kind, controllers, key, options, mind_of(kernels))
    tables = tables._replace(facts=kind.table.copy())
    packed = np.zeros((games, 9), np.uint64)
    numbers, actions, flags = np.zeros(games, np.int32), np.zeros(games, np.int64), np.zeros(games, np.int8)
    lists, results = np.zeros((2, games), np.int32), np.zeros(games, kernels.result)
    desk, played, chosen = np.zeros(0, kernels.desk), np.zeros(games, PLAYED), np.zeros(games, np.bool_)
    sides = tables.states, tables.facts, results, lists, numbers
    return {
        "play": (tables.states, tables.facts, tables.key, 0, 2, numbers),
        "lines": (*sides, 0, 24, 1),
        "long_lines": (*sides, 0, np.zeros(0, LONG_LINE)),
        "tickets": (*sides, 1),
        "rank": (tables.states, tables.facts, results, numbers, played),
        "count_down": (numbers, 1),
        "step": (tables, packed, actions, lists, numbers, flags, desk),
        "look": (tables, packed, flags),
        "finish": (tables, packed, lists, numbers, results, desk, 1, 1),
        "widen": (tables.observations, tables.masks, tables.words, packed, 3, numbers),
        "choose": (tables, chosen, lists, numbers),
        "observe": (tables, flags, tables.observations),
        "roll": (tables, actions),
        "check": (tables.words, actions, numbers),
    }


def kernel_names(kind: str) -> list[str]:
    """All kernels of a kind of game."""
    by_side = ("lines", "long_lines", "tickets")
    told = ("desk", "result", "by_side", "looks")
    return [name for name in Kernels._fields if name not in told and (kind == "board" or name not in by_side)]


def compile_ptx(name: str, kind: str, *, opt: bool = True, **options: Any) -> str:
    """The PTX of a kernel, optimised or not; the caller has said what `get_current_device` is."""
    module = load_cuda()
    typeof: Any = import_module("numba").typeof
    boards = [load_board(board) for board in board_names()]
    board = next(board for board in boards if kind_of(board).name == kind)
    kernels = kernels_of(kind_of(board), **options)
    types = tuple(
        typeof(value) for value in arguments(kind_of(board), max(board.options.players), kernels)[name]
    )
    ptx, _returned = module.compile_ptx(getattr(kernels, name).py_func, types, cc=CAPABILITY, opt=opt)
    return str(ptx)


class Device:
    """The properties of a device that the compiler needs."""

    compute_capability = CAPABILITY


def main() -> None:
    """Compile one kernel."""
    dispatcher: Any = import_module("numba.cuda.dispatcher")
    dispatcher.get_current_device = lambda: Device
    start = perf_counter()
    options = {"thinks": True} if "thinks" in sys.argv[3:] else {}
    ptx = compile_ptx(sys.argv[2], "board" if sys.argv[1] == "board" else "cards", **options)
    print(f"{sys.argv[1]} {sys.argv[2]}: {len(ptx):,} characters of PTX in {perf_counter() - start:.0f} s")
    if len(sys.argv) > 3:
        Path(sys.argv[3]).write_text(ptx)


if __name__ == "__main__":
    main()
