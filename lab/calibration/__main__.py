"""Fit the chances of reviews to fresh games.

    python -m lab.calibration [--games 1200] [BOARD …]     the networks' chances
    python -m lab.calibration --playouts [--games 80]      those of boards without a network

Writes `src/semafor/story/calibration.json` and the picture of how reliable the chances are. The first is to
be run again whenever the shipped networks change, the second when the fast player of `search` does.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault(
    "OPENBLAS_NUM_THREADS", "1"
)  # before NumPy: threads that wait for each other help nobody

import msgspec
import numpy as np

from lab.calibration.network_games import Field, fit, reliability
from lab.calibration.playout_games import Asked, ask_playouts, fit_playouts, joined
from lab.calibration.reliability_plot import Row, draw_reliability
from semafor.boards import board_names, load_board
from semafor.boards.model import Board
from semafor.engine.state import Array
from semafor.games.lookup import kind_of
from semafor.story.calibration import FILE, Stored, sides_of

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "images" / "reliability.svg"
TOLD = PICTURE.with_suffix(".json")
"""What the picture shows, so that one game can be fitted anew."""
SEAT, TABLE, PLAYOUTS = "from what the seat knew", "from what all knew", "boards without a network"
FEWEST = 240
"""Games, however many players there are: fewer say too little of seldom chances."""


class Files:
    """What is stored, and what is shown of it."""

    def __init__(self) -> None:
        self.stored = msgspec.json.decode(FILE.read_bytes(), type=Stored)
        told = msgspec.json.decode(TOLD.read_bytes(), type=dict[str, dict[str, list[Row]]])
        self._told = {by: told.get(by, {}) for by in (SEAT, TABLE, PLAYOUTS)}

    def show(self, by: str, what: str, told: Array) -> None:
        """Let the picture show how reliable chances were."""
        self._told[by][what] = reliability(told)

    def write(self) -> None:
        """Write curves and picture."""
        FILE.write_bytes(msgspec.json.format(msgspec.json.encode(self.stored), indent=1) + b"\n")
        TOLD.write_bytes(msgspec.json.encode(self._told) + b"\n")
        PICTURE.write_text(draw_reliability(self._told), encoding="utf-8")


def tell(what: str, games: int, begun: float, loss: float, told: Array) -> None:
    """Say what came of a fit."""
    coin, seconds = float(np.var(told[:, 1])), time.monotonic() - begun
    print(f"{what}: {games} games, {seconds:.0f} s, squared error {loss} (a coin has {coin:.4f})", flush=True)


def calibrate_networks(files: Files, boards: list[Board], given: argparse.Namespace) -> None:
    """Let networks play, board by board."""
    for board in boards:
        sizes = board.options.players
        for players in (size for size in sizes if size in (given.players or sizes)):
            begun, games = time.monotonic(), max(FEWEST, given.games * min(sizes) // players)
            curves, check = fit(Field(board, players, games, given.seed).play(lambda _: None))
            what = f"{board.board} {players}"
            tell(what, games, begun, curves.loss, check.own)
            files.stored.network.setdefault(board.board, {})[str(sides_of(board, players))] = curves
            files.show(SEAT, what, check.own)
            files.show(TABLE, what, check.table)
            files.write()


def calibrate_playouts(files: Files, boards: list[Board], given: argparse.Namespace) -> None:
    """Let bots play on all boards, and ask playouts about their games."""
    begun = time.monotonic()
    asked: dict[tuple[str, int], list[Asked]] = {}
    for kind, sides, part in _ask_all(boards, given):
        asked.setdefault((kind, sides), []).append(part)
    for (kind, sides), parts in sorted(asked.items()):
        curves, told = fit_playouts(joined(parts))
        tell(f"{kind}, {sides} sides", curves.games, begun, curves.loss, told)
        files.stored.playouts.setdefault(kind, {})[str(sides)] = curves
        files.show(PLAYOUTS, f"{kind} {sides}", told)
    files.write()


def _ask_all(boards: list[Board], given: argparse.Namespace) -> Iterator[tuple[str, int, Asked]]:
    """Kind, sides, and what playouts said, for every board and number of players; games have own numbers."""
    first = given.seed * 1_000_000
    for board in boards:
        for players in given.players or board.options.players:
            if players in board.options.players:
                numbers = range(first, first + given.games)
                yield kind_of(board).name, sides_of(board, players), ask_playouts(board, players, numbers)
                first += given.games


def main() -> None:
    """Fit what is asked for, and keep the rest of the files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("boards", nargs="*")
    parser.add_argument("--playouts", action="store_true", help="of boards without a network")
    parser.add_argument("--games", type=int, help="with the fewest players; of playouts, in every fit")
    parser.add_argument("--players", type=int, nargs="*", help="numbers of players; all unless said")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    given.games = given.games or (80 if given.playouts else 1200)
    boards = [load_board(name) for name in given.boards or board_names()]
    (calibrate_playouts if given.playouts else calibrate_networks)(Files(), boards, given)


if __name__ == "__main__":
    main()
