"""A crowd in the CUDA simulator against one on the host, byte by byte; run by `test_simulator`.

NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1 python tests/gpu/simulated_crowd.py BOARD
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch

from semafor.boards import load_board
from semafor.learning.crowd import Crowd
from semafor.learning.device.device_crowd import DeviceCrowd

STEPS, WIN = 30, 15.0


def main() -> None:
    """Step both by the same choices."""
    board = load_board(sys.argv[1])
    games = [(number, 1) for number in sorted(board.options.players)[:2]]
    with ThreadPoolExecutor(1) as pool:
        here = Crowd(board, games, "x", pool, win=WIN)
        there = DeviceCrowd(board, games, "x", win=WIN)
        for shard, other in zip(here.shards, there.shards, strict=True):
            shard.batch.reset(seed="same")
            other.batch.reset(seed="same")
        here.seat(np.zeros_like(here.arrays.holders))
        there.seat(np.zeros_like(here.arrays.holders))
        first, last = here.reading.features - len(here.reading.actions), here.reading.features
        dice = np.random.default_rng(1)
        for step in range(STEPS):
            for name in ("rows", "seats", "gained", "done", "scores", "won"):
                mine, other_rows = getattr(here.arrays, name), getattr(there.arrays, name).numpy()
                assert mine.tobytes() == other_rows.tobytes(), (name, step)
            legal = here.arrays.rows[:, first:last] > 0
            choices = (dice.random(legal.shape) * legal).argmax(1)
            here.step(choices)
            here.wait()
            there.step(torch.from_numpy(choices))
    assert len(there.ended().scores) == int(there.arrays.done.sum())
    print(f"{board.board}: the same bytes")


if __name__ == "__main__":
    main()
