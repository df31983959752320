"""Rate the levels: one tournament per board, two sides, and a table of ratings.

    python -m lab.strength.levels --board iberia europe --games 200 [--level easy medium hard expert]

Every deal is played in every line-up; ratings have 95 % intervals. `master` takes 1.5 seconds per decision,
about two minutes per game; the others take a second per game.
"""

from __future__ import annotations

import json
import subprocess
import sys
from argparse import ArgumentParser

from lab.strength.matches import SEED, SIDES_OF_TWO, TABLES
from semafor.bots import LEVELS

IDS = [level.id for level in LEVELS]


def ratings(board: str, levels: list[str], games: int) -> list[dict[str, float | str]]:
    """Return the standings of the levels on a board, from `semafor tournament`."""
    players = str(SIDES_OF_TWO.get(board, 2))
    command = [sys.executable, "-m", "semafor", "tournament", "--board", board, "--players", players]
    command += ["--games", str(games), "--seed", SEED, "--json", *levels]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: list[dict[str, float | str]] = json.loads(done.stdout)["bots"]
    return found


def row(board: str, levels: list[str], games: int) -> str:
    """Return a row of the table."""
    by_name = {str(one["bot"]): one for one in ratings(board, levels, games)}
    cells = [
        f"{by_name[level]['rating']:.0f} ({by_name[level]['low']:.0f}–{by_name[level]['high']:.0f})"
        for level in levels
    ]
    return " | ".join([f"| {board}", *cells, f"{games} |"])


def main() -> None:
    """Print the table, board by board."""
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--board", nargs="*", default=list(TABLES))
    parser.add_argument("--level", nargs="*", default=IDS)
    parser.add_argument("--games", type=int, default=200)
    asked = parser.parse_args()
    print(" | ".join(["| game", *asked.level, "games |"]))
    print("| --- " * (len(asked.level) + 2) + "|")
    for board in asked.board:
        print(row(board, asked.level, asked.games), flush=True)


if __name__ == "__main__":
    main()
