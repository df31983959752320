"""Write files of weights anew as `save_weights` writes them now, every bit of the network the same.

    python tools/repack_weights.py src/semafor/bots/learned/weights/*.npz

For files that were made by an earlier version: they were compressed, and a bot's first move waited for that.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np


def repack(path: Path) -> None:
    """One file, all or nothing."""
    with np.load(path, allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    for name in ("card", "inputs", "actions"):
        if arrays[name].dtype != np.uint8:
            arrays[name] = np.frombuffer(str(arrays[name]).encode(), np.uint8)
    draft = path.with_suffix(".draft.npz")
    np.savez(draft, **arrays)
    draft.replace(path)


def main() -> None:
    """All files named."""
    for name in sys.argv[1:]:
        before = Path(name).stat().st_size
        repack(Path(name))
        print(f"{name}: {before:,} -> {Path(name).stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
