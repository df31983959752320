"""Measure playing and learning on a GPU, with launches from Python and with CUDA graphs and compilation.

python -m lab.learning_on_device usa europe --games 40960 [--rival COPY.npz]
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import msgspec
import torch

from semafor import load_board
from semafor.learning.learner import Samples, advantages
from semafor.learning.rollout import gather
from semafor.learning.settings import Settings
from semafor.learning.training import Training

TIMES = 3


def timed(work: Callable[[], None]) -> tuple[float, float]:
    """Return the seconds of the first call and of the fastest of several more."""
    taken = []
    for _ in range(1 + TIMES):
        torch.cuda.synchronize()
        begun = perf_counter()
        work()
        torch.cuda.synchronize()
        taken.append(perf_counter() - begun)
    return taken[0], min(taken[1:])


def new_run(name: str, settings: Settings, rival: Path | None) -> Training:
    """Return a training run with dealt games."""
    board = load_board(name)
    folder = Path(tempfile.mkdtemp(prefix="semafor-learning-"))
    run = Training(board, board.options.players, settings, folder, "cuda", rival=rival)
    run._make_players(imitating=False)
    run.league.add(run.learner.network)
    return run


def play(run: Training) -> None:
    """Play one rollout."""
    gather(run.players, run.actors, run.tally.note, learn_all=False)


def measure(name: str, settings: Settings, rival: Path | None) -> None:
    """Print decisions per second of playing and learning in both ways."""
    rates: dict[str, list[float]] = {"playing": [], "learning": []}
    for fast in (False, True):
        run = new_run(name, msgspec.structs.replace(settings, graphs=fast, fuse=fast), rival)
        decisions = run.memory.choice.numel()
        first, taken = timed(lambda run=run: play(run))  # type: ignore[misc]  # replaced here
        rates["playing"].append(decisions / taken)
        gain, sure = advantages(run.memory, settings.trace, settings.scale)
        samples = Samples(run.memory, gain, sure)
        begun, learnt = timed(lambda run=run, samples=samples: run.learner.improve(samples, 1e-4, 0.01))  # type: ignore[misc]  # likewise
        rates["learning"].append(decisions / learnt)
        peak = torch.cuda.max_memory_allocated() / 2**30
        print(
            f"{name}, {'recorded' if fast else 'launched'}: {1000 * taken / settings.steps:.2f} ms a step "
            f"(first rollout {first:.1f} s), an update {learnt:.2f} s (first {begun:.1f} s), {peak:.1f} GiB",
            flush=True,
        )
        del run, samples, gain, sure
    for part, (slow, quick) in rates.items():
        print(
            f"{name}: {part} {slow / 1e6:.2f} M decisions/s, now {quick / 1e6:.2f}: {quick / slow:.2f} times"
        )
    (plays, plays_fast), (learns, learns_fast) = rates.values()
    both = [1 / (1 / a + 1 / b) for a, b in ((plays, learns), (plays_fast, learns_fast))]
    print(
        f"{name}: both {both[0] / 1e6:.2f} M, now {both[1] / 1e6:.2f} M: {both[1] / both[0]:.2f} times",
        flush=True,
    )


def main() -> None:
    """Measure some boards."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("boards", nargs="+")
    parser.add_argument("--games", type=int, default=Settings().games)
    parser.add_argument("--steps", type=int, default=Settings().steps)
    parser.add_argument("--rival", type=Path)
    known = parser.parse_args()
    settings = Settings(
        games=known.games, steps=known.steps, policy_share=0.0, older_share=0.1, check_games=16
    )
    for name in known.boards:
        measure(name, settings, known.rival)


if __name__ == "__main__":
    main()
