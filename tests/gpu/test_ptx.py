"""Every kernel compiles to PTX on a machine without a GPU."""

from __future__ import annotations

import numba.cuda.dispatcher
import pytest

from tests.gpu.ptx import Device, compile_ptx, kernel_names


@pytest.mark.parametrize("kind", ["board", "cards"])
def test_every_kernel_compiles(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.cuda.dispatcher, "get_current_device", lambda: Device)
    for name in kernel_names(kind):
        ptx = compile_ptx(name, kind, opt=False)  # half the time; what compiles so is optimised too
        assert ".visible .entry" in ptx
        assert ".target sm_90" in ptx
