"""Find the noise of each level with a tournament of networks with different noise.

    python -m lab.space_levels [BOARD …] [--deals 40]

Bots play as on a server, without blunders; every deal is played in every line-up with two sides.
Writes the noise of each level for every board, so that levels are equally far apart on the scale
of ratings. Takes about three minutes per board on one core.
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
from semafor.bots.registry import players_of

STEP = 130.0
"""Rating points between levels; `expert` is the network without noise."""
BELOW_EXPERT = {"hard": 1, "medium": 2, "easy": 3}
TRIED = (3.0, 6.0, 9.0, 13.0, 18.0)
SILENT = 0.5
"""A noise that changes no move."""


def leveled(board: Board, seed: int, noise: str) -> LevelBot:
    """Return the bot with a given noise."""
    return LevelBot(players_of(board).sense(board), NoisyBot(board, seed, noise), None)


def ratings(board: Board, deals: int) -> list[float]:
    """Return how far below `expert` the noises of TRIED are rated, from `semafor tournament`."""
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
    """Measure all boards or the given ones."""
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
