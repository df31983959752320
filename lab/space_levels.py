"""Find out how much noise makes a level: players of several noises and the network in one tournament.

    python -m lab.space_levels [BOARD …] [--deals 40]

Everybody plays as people meet them, silly moves left alone, every deal in every line-up with two sides.
Writes for every board the noise that makes each level, so that levels are equally far apart on the scale
of ratings. About three minutes a board on one core.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import numpy as np

from semafor import board_names, load_board
from semafor.boards.model import Board
from semafor.bots.learned.network_bot import LEVEL_NOISE, NoisyBot
from semafor.bots.levels import LevelBot

STEP = 130.0
"""Points of rating from one level to the next; the network without noise is `expert`."""
BELOW_EXPERT = {"hard": 1, "medium": 2, "easy": 3}
TRIED = (3.0, 6.0, 9.0, 13.0, 18.0)
SILENT = 0.5
"""A noise that changes nothing."""


def leveled(board: Board, seed: int, noise: str) -> LevelBot:
    """A player of so much noise, as one of a level is made."""
    return LevelBot(board, NoisyBot(board, seed, noise), None)


def ratings(board: Board, deals: int) -> list[float]:
    """How far below `expert` the noises of TRIED are, by the command that anyone can give."""
    bots = ["expert", *(f"{Path(__file__).stem}:{leveled.__name__}@{noise}" for noise in TRIED)]
    command = [sys.executable, "-m", "semafor", "tournament", "--board", board.board, "--players"]
    games = deals * len(bots) * (len(bots) - 1)
    command += [str(2 * board.options.team_size), "--games", str(games)]
    paths = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [*command, "--seed", "levels", "--json", *bots],
        check=True,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": paths},
    )
    found = {one["bot"]: one["rating"] for one in json.loads(done.stdout)["bots"]}
    return [found["expert"] - found[bot] for bot in bots[1:]]


def main() -> None:
    """Measure all boards, or those named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("boards", nargs="*")
    parser.add_argument("--deals", type=int, default=40)
    known = parser.parse_args()
    found: dict[str, dict[str, float]] = {}
    if LEVEL_NOISE.exists():
        found = msgspec.json.decode(LEVEL_NOISE.read_bytes(), type=dict[str, dict[str, float]])
    for name in known.boards or board_names():
        below = ratings(load_board(name), known.deals)
        print(name, dict(zip(TRIED, np.round(below).tolist(), strict=True)), flush=True)
        rising = [0.0, *np.maximum.accumulate(below)]
        found[name] = {
            level: round(float(np.interp(STEP * steps, rising, [SILENT, *TRIED])), 2)
            for level, steps in BELOW_EXPERT.items()
        }
        LEVEL_NOISE.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


if __name__ == "__main__":
    main()
