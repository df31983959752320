"""Train networks for several boards at the same time on one machine, and pack what came of it.

    python -m lab.train_boards --warm
    python -m lab.train_boards usa europe --minutes 9 --runs /tmp/runs --out packed [--set games=8192]
    python -m lab.train_boards usa asia --players 2-6 --from 'weights/{board}.npz' --minutes 9
    python -m lab.train_boards usa asia --from 'weights/{board}.npz' --rival 'rivals/{board}.npz'

One `semafor train` a board, with all further options; `{board}` in them is its name. While one waits for
its launches, the others have the GPU. `--warm` compiles everything beforehand, each part in a
process of its own. `--out` gets the weights of every board and one archive with logs and pages.
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
    """Compile one part of what training calls."""
    from semafor.gym import Batch

    begun, board = time.monotonic(), _board_of_kind(cards)
    players = min(board.options.players)
    if part == "step":
        Batch.reset = lambda *_arguments, **_named: None  # type: ignore[method-assign]  # another's part
        Batch(board, games=1, players=players, threads=1).step(np.array([-1]))
    elif part == "crowd":
        _compile_crowd(board, players)
    else:
        _compile_bot(board, players)
    return f"{part} {board.board} {time.monotonic() - begun:.0f} s"


def _compile_crowd(board: Board, players: int) -> None:
    """All that a crowd calls before its first step."""
    from semafor.learning.crowd import Crowd

    with ThreadPoolExecutor(1) as pool:
        crowd = Crowd(board, [(players, 1)], "warm", pool)
        crowd.seat(np.ones_like(crowd.arrays.holders))
        crowd.shards[0].settle()


def _compile_bot(board: Board, players: int) -> None:
    """What the bot `network` and the planner call."""
    from semafor.bots import make_bot
    from semafor.bots.learned.network_bot import RowWriter
    from semafor.bots.learned.reading import reading_of
    from semafor.bots.learned.seat_arrays import Seer

    game = Game.new(board, players=players, seed=1)
    bots = [make_bot("planner", board, seat) for seat in range(players)]
    for _ in range(30):
        seat = game.pending[0]
        view, moves = game.view(seat), game.moves(seat)
        table = Seer(board).look(view)
        RowWriter(reading_of(board)).row(table, seat)
        table.apply(seat, int(np.flatnonzero(table.mask(seat))[0]))
        game.play(bots[seat].choose(view, moves), seat)


class Stand:
    """In the place of a kernel: it is not launched, and compiled if it is the one that is wanted."""

    def __init__(self, kernel: Any) -> None:
        self._kernel = kernel

    def __getitem__(self, _grid: Any) -> Callable[..., None]:
        return self._compile

    def _compile(self, *arguments: Any) -> None:
        if self._kernel is not None:
            self._kernel.compile(tuple(map(self._kernel.typeof_pyval, arguments)))


def compile_kernel(name: str, cards: bool) -> str:
    """Compile one of the kernels that games on the GPU are stepped and read with."""
    from semafor.gym.device import driver as kept_kernels

    keep = kept_kernels.kept

    def stand_for(*sources: Path, **options: Any) -> Callable[[Callable[..., None]], Any]:
        jit = keep(*sources, **options)
        return lambda kernel: Stand(jit(kernel) if kernel.__name__ == name else None)

    kept_kernels.kept = stand_for  # before the modules with kernels take it from there
    from semafor.learning.device.device_crowd import DeviceCrowd

    begun, board = time.monotonic(), _board_of_kind(cards)
    crowd = DeviceCrowd(board, [(min(board.options.players), 2)], "warm")
    crowd.seat(np.zeros(crowd.arrays.holders.shape, np.int8))
    crowd.step(crowd.arrays.seats)
    return f"{name} {board.board} {time.monotonic() - begun:.0f} s"


ALL_KERNELS = ("step", "finish", "look", "settle", "widen", "choose")
KERNELS = {
    False: (*ALL_KERNELS, "lines", "tickets", "long_lines", "glance_at_map", "measure", "write_map"),
    True: (*ALL_KERNELS, "write_cards"),
}
"""The kernels that learning launches, by whether it is the Card Game."""


def warm() -> None:
    """Compile all parts at the same time, the longest first."""
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
    """Train all boards at once, at most so many seconds; outputs go to files beside the folders."""
    runs.mkdir(parents=True, exist_ok=True)
    started = []
    for board in boards:
        options = [option.replace("{board}", board) for option in more]
        command = [sys.executable, "-m", "semafor", "train", board, "--out", str(runs / board), *options]
        told = (runs / f"{board}.txt").open("a")
        started.append(subprocess.Popen([*command, "--minutes", str(minutes)], stdout=told, stderr=told))
    until = time.monotonic() + stop
    for process in started:
        with suppress(subprocess.TimeoutExpired):
            process.wait(max(0.0, until - time.monotonic()))
    for process in started:
        process.terminate()  # it saves what it has learnt
    for process in started:
        process.wait()
    for board, process in zip(boards, started, strict=True):
        print(board, "ended with", process.returncode, flush=True)
        print("".join((runs / f"{board}.txt").read_text().splitlines(keepends=True)[-4:]), flush=True)


def pack(boards: list[str], runs: Path, out: Path) -> None:
    """Weights of every board, and one archive of logs and pages."""
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
    """Warm up, or train and pack."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("boards", nargs="*")
    parser.add_argument("--warm", action="store_true")
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--stop", type=float, default=3e6, help="seconds after which all are stopped")
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
