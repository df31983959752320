"""Kernels are compiled once and then taken from disk, until what they are made of changes."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from semafor.gym.device import driver as kept_kernels
from semafor.gym.device.driver import kept, load_cuda
from tests.gpu.ptx import CAPABILITY, Device

cuda: Any = load_cuda()


def fill(numbers: Any, value: Any) -> None:
    """A kernel."""
    numbers[cuda.grid(1)] = value


def hits(registers: int | None = None) -> int:
    """Compile the kernel as in a new process and return how often it came from disk."""
    dispatcher = kept(registers=registers)(fill)
    types = tuple(map(import_module("numba").typeof, (np.zeros(1, np.int32), 1)))
    kernel = dispatcher.compile(types)
    assert kernel.library.get_asm_str(cc=CAPABILITY).count(".visible .entry") == 1
    return sum(dispatcher._cache_hits.values())


def test_a_kernel_is_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dispatching: Any = import_module("numba.cuda.dispatcher")
    codegen: Any = import_module("numba.cuda.codegen")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(dispatching, "get_current_device", lambda: Device)
    monkeypatch.setattr(dispatching._Kernel, "bind", lambda _kernel: None)  # there is no GPU to load it
    monkeypatch.setattr(codegen.devices, "get_context", lambda: SimpleNamespace(device=Device))
    monkeypatch.setattr(codegen.JITCUDACodegen, "magic_tuple", lambda _codegen: CAPABILITY)
    assert hits() == 0
    assert hits() == 1
    assert hits(registers=64) == 0, "other code"
    monkeypatch.setattr(kept_kernels, "hash_of_sources", lambda: "another")
    assert hits() == 0
