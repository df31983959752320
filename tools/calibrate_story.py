"""Fit the chances of reviews to fresh games: `python tools/calibrate_story.py [--games 1500] [BOARD …]`.

Writes `src/semafor/story/calibration.json` and the picture of how reliable the chances are. To be run again
whenever the shipped networks change.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

os.environ.setdefault(
    "OPENBLAS_NUM_THREADS", "1"
)  # before NumPy: threads that wait for each other help nobody

import msgspec
import numpy as np

from semafor.boards import board_names, load_board
from semafor.boards.model import Board
from semafor.story.calibrating import Field, fit, reliability
from semafor.story.calibration import FILE, Curves, curves_name
from semafor.story.reliability_plot import draw_reliability

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "images" / "reliability.svg"
TOLD = PICTURE.with_suffix(".json")
"""What the picture shows, by game, so that one game can be fitted anew."""
Told = dict[str, list[tuple[float, float, int]]]


def calibrate(board: Board, players: int, games: int, seed: int) -> tuple[Curves, Told]:
    """Curves of one game and number of players, and how reliable they are."""
    begun = time.monotonic()
    curves, told = fit(Field(board, players, games, seed).play(lambda _: None))
    coin = float(np.var(told[:, 1]))
    print(
        f"{board.board}, {players} players: {games} games, {time.monotonic() - begun:.0f} s, "
        f"squared error {curves.loss} (a coin has {coin:.4f})",
        flush=True,
    )
    return curves, {f"{board.board} {players}": reliability(told)}


def main() -> None:
    """Fit what is asked for, and keep the rest of the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="*", default=board_names())
    parser.add_argument("--games", type=int, default=1500, help="games with the fewest players")
    parser.add_argument("--players", type=int, nargs="*", help="numbers of players; all unless said")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    stored: dict[str, dict[str, Curves]] = {}
    if FILE.exists():
        stored = msgspec.json.decode(FILE.read_bytes(), type=dict[str, dict[str, Curves]])
    shown: Told = msgspec.json.decode(TOLD.read_bytes(), type=Told) if TOLD.exists() else {}
    for name in given.boards:
        board = load_board(name)
        sizes = board.options.players
        for players in given.players or sizes:
            if players not in sizes:
                continue
            games = max(100, given.games * min(sizes) // players)
            curves, told = calibrate(board, players, games, given.seed)
            sides = players // (2 if board.options.teams else 1)
            stored.setdefault(curves_name(board, "network"), {})[str(sides)] = curves
            shown |= told
            FILE.write_bytes(msgspec.json.format(msgspec.json.encode(stored), indent=1) + b"\n")
            TOLD.write_bytes(msgspec.json.encode(shown) + b"\n")
            PICTURE.write_text(draw_reliability(shown), encoding="utf-8")


if __name__ == "__main__":
    main()
