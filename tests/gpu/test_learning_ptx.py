"""The kernels of learning compile to PTX on a machine without a GPU."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numba.cuda.dispatcher
import numpy as np
import pytest

from semafor.boards import load_board
from semafor.bots.learned.features import MAP_CACHE, PATHS
from semafor.bots.learned.reading import reading_of
from semafor.games.lookup import kind_of
from semafor.gym.device.driver import load_cuda
from semafor.learning.device.learning_kernels import LearningKernels, Maps, kernels_of
from semafor.learning.game_pool import Outcome, reward_numbers
from tests.gpu.ptx import CAPABILITY, Device


def arguments(name: str) -> dict[str, tuple[Any, ...]]:
    """What each kernel is launched with, in arrays of the processor, which have the same types."""
    board = load_board(name)
    reading, kind = reading_of(board), kind_of(board)
    states, facts, to_play = np.zeros(1, kind.state), kind.table.copy(), np.zeros(1, np.int8)
    flags, floats, rows = np.zeros(1, np.bool_), np.zeros((1, 2), np.float32), np.zeros((1, 9), np.uint8)
    maps = Maps(reading.prices, np.zeros(1, PATHS), np.zeros((1, 2), MAP_CACHE), flags)
    outcome = Outcome(np.zeros((1, 2), np.int16), flags, np.zeros((1, 2), np.int16), floats)
    seen = (states, facts, to_play, maps)
    return {
        "cache": seen,
        "measure": (facts, maps),
        "write": (*seen, 5, rows),
        "settle": (states, facts, outcome, reward_numbers(board, 15.0), floats, floats, floats),
    }


@pytest.mark.parametrize(
    ("board", "names"), [("usa", LearningKernels._fields), ("cardgame", ("write", "settle"))], ids=str
)
def test_the_kernels_of_learning_compile(
    board: str, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numba.cuda.dispatcher, "get_current_device", lambda: Device)
    typeof: Any = import_module("numba").typeof
    kernels, given = kernels_of(reading_of(load_board(board)).on_map), arguments(board)
    for name in names:
        types = tuple(typeof(value) for value in given[name])
        ptx, _returned = load_cuda().compile_ptx(getattr(kernels, name).py_func, types, cc=CAPABILITY)
        assert ".visible .entry" in ptx
