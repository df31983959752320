"""How fast games on a GPU are stepped, settled and read for a network, part by part.

python benchmarks/learning_on_device.py usa europe --games 32768
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np
import torch

from semafor import load_board
from semafor.learning.device.device_crowd import DeviceCrowd
from semafor.learning.settings import games_by_players

WARM, STEPS = 40, 40


def timed(part: Callable[..., Any], spent: dict[str, float], name: str) -> Callable[..., Any]:
    """The same function, which books its time on the device."""

    def call(*arguments: Any, **named: Any) -> Any:
        torch.cuda.synchronize()
        begun = perf_counter()
        result = part(*arguments, **named)
        torch.cuda.synchronize()
        spent[name] = spent.get(name, 0.0) + perf_counter() - begun
        return result

    return call


def random_choices(crowd: DeviceCrowd) -> torch.Tensor:
    """A legal choice in every game."""
    last = crowd.reading.features
    legal = crowd.arrays.rows[:, last - len(crowd.reading.actions) : last]
    return (torch.rand(legal.shape, device=legal.device) * legal).argmax(1)


def measure(name: str, games: int) -> None:
    """Print the milliseconds of every part of a step, and rows a second."""
    board, begun = load_board(name), perf_counter()
    by_players = games_by_players(board, tuple(sorted(board.options.players)), games)
    crowd = DeviceCrowd(board, list(by_players.items()), "bench", win=15.0)
    crowd.seat(np.zeros((crowd.size, crowd.arrays.holders.shape[1]), np.int8))
    for _ in range(WARM):
        crowd.step(random_choices(crowd))
    torch.cuda.synchronize()
    print(f"{name}: {crowd.size} games, compiled and warm after {perf_counter() - begun:.0f} s", flush=True)
    begun = perf_counter()
    for _ in range(STEPS):
        crowd.step(random_choices(crowd))
    torch.cuda.synchronize()
    taken = (perf_counter() - begun) / STEPS
    spent: dict[str, float] = {}
    for shard in crowd.shards:
        shard.batch.step = timed(shard.batch.step, spent, "step")  # type: ignore[method-assign]  # watched
        shard.look = timed(shard.look, spent, "look")  # type: ignore[method-assign]  # likewise
        launch = timed(shard._launch, spent, "kernels of look and settle")
        shard._launch = launch  # type: ignore[method-assign]  # watched from outside while it is measured
    for _ in range(STEPS):
        crowd.step(random_choices(crowd))
    parts = ", ".join(f"{part} {1000 * seconds / STEPS:.2f} ms" for part, seconds in spent.items())
    print(
        f"{name}: {crowd.size / taken / 1e6:.2f} M rows/s, {1000 * taken:.2f} ms a step: {parts}", flush=True
    )


def main() -> None:
    """Measure some boards."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("boards", nargs="+")
    parser.add_argument("--games", type=int, default=32_768)
    known = parser.parse_args()
    for name in known.boards:
        measure(name, known.games)


if __name__ == "__main__":
    main()
