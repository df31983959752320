"""Calibrate the win probabilities of reviews on new games.

    python -m lab.calibration [--games 1200] [BOARD …]     probabilities from networks
    python -m lab.calibration --playouts [--games 80]      probabilities from playouts

Writes `src/semafor/story/calibration.json` and the chart of reliability. Run the first command
again when the shipped networks change, the second one when the playout policy changes.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is imported: one thread per process

import msgspec
import numpy as np

from lab.calibration.network_games import Field, fit, reliability
from lab.calibration.playout_games import Asked, ask_playouts, fit_playouts, joined
from lab.calibration.reliability_plot import Row, draw_reliability
from semafor.boards import board_names, load_board
from semafor.boards.model import Board
from semafor.engine.state import Array
from semafor.games.lookup import kind_of
from semafor.story.calibration import FILE, StoredCalibration, sides_of

PICTURE = Path(__file__).resolve().parents[2] / "docs" / "images" / "reliability.svg"
TOLD = PICTURE.with_suffix(".json")
"""The data of the chart, so that one game can be fitted again."""
SEAT, TABLE, PLAYOUTS = "from what the seat knew", "from what all knew", "boards without a network"
FEWEST = 240
"""Minimum number of games per fit; fewer say too little about rare probabilities."""


class Files:
    """The stored curves and the data of the chart."""

    def __init__(self) -> None:
        self.stored = msgspec.json.decode(FILE.read_bytes(), type=StoredCalibration)
        told = msgspec.json.decode(TOLD.read_bytes(), type=dict[str, dict[str, list[Row]]])
        self._told = {by: told.get(by, {}) for by in (SEAT, TABLE, PLAYOUTS)}

    def show(self, by: str, what: str, told: Array) -> None:
        """Add the reliability of a fit to the chart."""
        self._told[by][what] = reliability(told)

    def write(self) -> None:
        """Write the curves and the chart."""
        FILE.write_bytes(msgspec.json.format(msgspec.json.encode(self.stored), indent=1) + b"\n")
        TOLD.write_bytes(msgspec.json.encode(self._told) + b"\n")
        PICTURE.write_text(draw_reliability(self._told), encoding="utf-8")


def tell(what: str, games: int, begun: float, loss: float, told: Array) -> None:
    """Print the result of a fit."""
    coin, seconds = float(np.var(told[:, 1])), time.monotonic() - begun
    print(f"{what}: {games} games, {seconds:.0f} s, squared error {loss} (a coin has {coin:.4f})", flush=True)


def calibrate_networks(files: Files, boards: list[Board], given: argparse.Namespace) -> None:
    """Fit the probabilities of networks, board by board."""
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
    """Fit the probabilities of playouts to games of bots on all boards."""
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
    """Yield kind, sides and playout results for all boards, with unique game numbers."""
    first = given.seed * 1_000_000
    for board in boards:
        for players in given.players or board.options.players:
            if players in board.options.players:
                numbers = range(first, first + given.games)
                yield kind_of(board).name, sides_of(board, players), ask_playouts(board, players, numbers)
                first += given.games


def main() -> None:
    """Fit the chosen games, and keep the rest of the files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("boards", nargs="*")
    parser.add_argument("--playouts", action="store_true", help="fit playouts, for boards without a network")
    parser.add_argument("--games", type=int, help="games per fit; more players need fewer")
    parser.add_argument("--players", type=int, nargs="*", help="numbers of players; default all")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    given.games = given.games or (80 if given.playouts else 1200)
    boards = [load_board(name) for name in given.boards or board_names()]
    (calibrate_playouts if given.playouts else calibrate_networks)(Files(), boards, given)


if __name__ == "__main__":
    main()
