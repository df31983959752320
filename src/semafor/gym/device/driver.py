"""The door to numba-cuda: loaded when a device is first asked for, with one sentence where there is none."""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from semafor.arrays.rules_by_kind import teach_all
from semafor.errors import NoDevice

SIMULATED = os.environ.get("NUMBA_ENABLE_CUDASIM", "0") not in ("", "0")
"""Kernels run as plain Python, a thread of Python for each of theirs: for tests without a GPU."""


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
        teach_all(import_module("numba.cuda.extending").overload)
    return module


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
