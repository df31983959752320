"""Train networks for several boards at the same time on one machine, and collect the results.

    python -m lab.train_boards --warm
    python -m lab.train_boards usa europe --minutes 9 --runs /tmp/runs --out packed [--set games=8192]
    python -m lab.train_boards usa asia --players 2-6 --from 'weights/{board}.npz' --minutes 9
    python -m lab.train_boards usa asia --from 'weights/{board}.npz' --rival 'rivals/{board}.npz'

Runs one `semafor train` per board with all further options, in which `{board}` is the name of the board.
`--warm` compiles everything beforehand, each part in its own
process. `--out` receives the weights of every board and an archive of logs and pages.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from semafor import Game, board_names, load_board
from semafor.boards.model import Board


def _board_of_kind(cards: bool) -> Board:
    boards = [load_board(name) for name in board_names()]
    return next(board for board in boards if (board.options.card_game is not None) == cards)


def compile_part(part: str, cards: bool) -> str:
    """Compile one part of the training code."""
    from semafor.gym import Batch

    begun, board = time.monotonic(), _board_of_kind(cards)
    players = min(board.options.players)
    if part == "step":
        Batch.reset = lambda *_arguments, **_named: None  # type: ignore[method-assign]  # compiled by another process
        Batch(board, games=1, players=players, threads=1).step(np.array([-1]))
    elif part == "crowd":
        _compile_crowd(board, players)
    else:
        _compile_bot(board, players)
    return f"{part} {board.board} {time.monotonic() - begun:.0f} s"


def _compile_crowd(board: Board, players: int) -> None:
    """Compile everything that a crowd calls before its first step."""
    from semafor.learning.game_pool import GamePool

    with ThreadPoolExecutor(1) as pool:
        game_pool = GamePool(board, [(players, 1)], "warm", pool)
        game_pool.seat(np.ones_like(game_pool.arrays.holders))
        game_pool.shards[0].settle()


def _compile_bot(board: Board, players: int) -> None:
    """Compile the code of the bots `network` and `planner`."""
    from semafor.bots import make_bot
    from semafor.bots.learned.network_bot import RowWriter
    from semafor.bots.learned.reading import reading_of
    from semafor.knowledge.memory import SeatMemory

    game = Game.new(board, players=players, seed=1)
    bots = [make_bot("planner", board, seat) for seat in range(players)]
    for _ in range(30):
        seat = game.pending[0]
        view, moves = game.view(seat), game.moves(seat)
        table = SeatMemory(board).game(view)
        RowWriter(reading_of(board)).row(table, seat)
        table.apply(seat, int(np.flatnonzero(table.mask(seat))[0]))
        game.play(bots[seat].choose(view, moves), seat)


class Stand:
    """A stand-in for a kernel that compiles the wanted kernel and launches nothing."""

    def __init__(self, kernel: Any) -> None:
        self._kernel = kernel

    def __getitem__(self, _grid: Any) -> Callable[..., None]:
        return self._compile

    def _compile(self, *arguments: Any) -> None:
        if self._kernel is not None:
            self._kernel.compile(tuple(map(self._kernel.typeof_pyval, arguments)))


def compile_kernel(name: str, cards: bool) -> str:
    """Compile one of the kernels that step and read games on the GPU."""
    from semafor.gym.device import driver as kept_kernels

    keep = kept_kernels.kept

    def stand_for(*sources: Path, **options: Any) -> Callable[[Callable[..., None]], Any]:
        jit = keep(*sources, **options)
        return lambda kernel: Stand(jit(kernel) if kernel.__name__ == name else None)

    kept_kernels.kept = stand_for  # before the modules with kernels import it
    from semafor.learning.device.device_game_pool import DeviceGamePool

    begun, board = time.monotonic(), _board_of_kind(cards)
    game_pool = DeviceGamePool(board, [(min(board.options.players), 2)], "warm")
    game_pool.seat(np.zeros(game_pool.arrays.holders.shape, np.int8))
    game_pool.step(game_pool.arrays.seats)
    return f"{name} {board.board} {time.monotonic() - begun:.0f} s"


ALL_KERNELS = ("step", "finish", "look", "settle", "widen", "choose")
KERNELS = {
    False: (*ALL_KERNELS, "lines", "tickets", "long_lines", "glance_at_map", "measure", "write_map"),
    True: (*ALL_KERNELS, "write_cards"),
}
"""Kernels used in training, for board games and for the Card Game."""


def warm() -> None:
    """Compile all parts in parallel, the longest first."""
    import torch

    kernels = [(name, cards) for cards, names in KERNELS.items() for name in names]
    parts = [(part, cards) for part in ("crowd", "step", "bot") for cards in (False, True)]
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        calls = [pool.submit(compile_part, *part) for part in parts]
        if torch.cuda.is_available():
            calls += [pool.submit(compile_kernel, *kernel) for kernel in kernels]
        for call in as_completed(calls):
            print(call.result(), flush=True)


def run(boards: list[str], minutes: float, stop: float, runs: Path, more: list[str]) -> None:
    """Train all boards in parallel with a time limit; output goes to files next to the folders."""
    runs.mkdir(parents=True, exist_ok=True)
    started = []
    for board in boards:
        options = [option.replace("{board}", board) for option in more]
        command = [sys.executable, "-m", "semafor", "train", board, "--out", str(runs / board), *options]
        with (runs / f"{board}.txt").open("a") as told:
            started.append(subprocess.Popen([*command, "--minutes", str(minutes)], stdout=told, stderr=told))
    until = time.monotonic() + stop
    for process in started:
        with suppress(subprocess.TimeoutExpired):
            process.wait(max(0.0, until - time.monotonic()))
    for process in started:
        process.terminate()  # the process saves its network
    for process in started:
        process.wait()
    for board, process in zip(boards, started, strict=True):
        print(board, "ended with", process.returncode, flush=True)
        print("".join((runs / f"{board}.txt").read_text().splitlines(keepends=True)[-4:]), flush=True)


def pack(boards: list[str], runs: Path, out: Path) -> None:
    """Write the weights of every board, and an archive of logs and pages."""
    out.mkdir(parents=True, exist_ok=True)
    with tarfile.open(out / "logs.tar.gz", "w:gz") as archive:
        for path in (
            sorted(runs.glob("*.txt")) + sorted(runs.glob("*/log.jsonl")) + sorted(runs.glob("*/page.html"))
        ):
            archive.add(path, str(path.relative_to(runs)))
    for board in boards:
        weights = runs / board / f"{board}.npz"
        if weights.exists():
            (out / weights.name).write_bytes(weights.read_bytes())


def main() -> None:
    """Compile, or train and collect."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("boards", nargs="*")
    parser.add_argument("--warm", action="store_true")
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--stop", type=float, default=3e6, help="time limit in seconds")
    parser.add_argument("--runs", type=Path, default=Path("runs"))
    parser.add_argument("--out", type=Path, default=Path(os.environ.get("OUT", "packed")))
    known, more = parser.parse_known_args()
    if known.warm:
        warm()
    if known.boards:
        run(known.boards, known.minutes, known.stop, known.runs, more)
        pack(known.boards, known.runs, known.out)


if __name__ == "__main__":
    main()
