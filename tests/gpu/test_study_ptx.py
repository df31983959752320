"""The kernel of a study compiles to PTX on a machine without a GPU, and once for all numbers of players."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numba.cuda.dispatcher
import numpy as np
import pytest

from semafor.boards import load_board
from semafor.gym.device.driver import load_cuda
from semafor.workshop.study.device_games import lend, new_room, study_kernel
from tests.gpu.ptx import CAPABILITY, Device


def test_the_kernel_of_a_study_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.cuda.dispatcher, "get_current_device", lambda: Device)
    typeof: Any = import_module("numba").typeof
    board = load_board("berlin")
    types = {
        typeof(new_room(lend(board, players, "1", mixed, np.asarray), np.array([0, 1, players]), np.asarray))
        for players, mixed in ((2, False), (4, False), (4, True))
    }
    assert len(types) == 1, "one kernel serves all tables of a board"
    ptx, _returned = load_cuda().compile_ptx(study_kernel().py_func, tuple(types), cc=CAPABILITY, opt=False)
    assert ".visible .entry" in ptx


def test_the_kernel_is_made_once() -> None:
    assert study_kernel() is study_kernel()
