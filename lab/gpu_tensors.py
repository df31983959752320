"""Check that PyTorch and a batch on a GPU share memory both ways; run by `gpu.py --tensors`."""

from __future__ import annotations

import runpy
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any

from semafor.gym.batch import Batch

EXAMPLE = Path(__file__).parents[1] / "examples" / "gpu_policy.py"
ARRAYS = ("observations", "masks", "words", "to_play", "done", "rewards", "scores", "points")


def address_of(shared: Any) -> int:
    """Return the device address of an array of the batch."""
    return int(shared.__cuda_array_interface__["data"][0])


def check_tensors(torch: Any) -> None:
    """Check that the arrays of a batch share memory with tensors, and that actions are not copied."""
    batch = Batch("usa", games=256, players=2, device="cuda")
    for name in ARRAYS:
        shared = getattr(batch, name)
        for protocol, tensor in (
            ("DLPack", torch.from_dlpack(shared) if name not in ("words", "done") else None),
            ("__cuda_array_interface__", torch.as_tensor(shared, device="cuda") if name != "words" else None),
        ):
            if tensor is not None:
                assert tensor.data_ptr() == address_of(shared), (name, protocol)
                assert tuple(tensor.shape) == shared.shape
    masks = torch.from_dlpack(batch.masks)
    actions = masks.to(torch.int64).argmax(1)
    assert address_of(batch._backend.taken(actions, "int64", 256)) == actions.data_ptr()
    before = torch.from_dlpack(batch.observations).clone()
    batch.step(actions)
    seen = torch.from_dlpack(batch.observations)
    assert not torch.equal(before, seen)
    assert (seen.cpu().numpy() == batch.observations.numpy()).all()
    print(f"{len(ARRAYS)} arrays, both protocols, and actions: the same memory as PyTorch's", flush=True)


def main() -> None:
    """Run the check and the example of the documentation."""
    try:
        torch = import_module("torch")
    except ModuleNotFoundError:
        print("PyTorch is not installed here: nothing was checked")
        return
    check_tensors(torch)
    start = perf_counter()
    runpy.run_path(str(EXAMPLE))
    print(f"examples/{EXAMPLE.name}: {perf_counter() - start:.0f} s with compiling", flush=True)
