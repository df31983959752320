"""Games of all bots on all boards, numbers of players and mixes of options, every decision checked.

python benchmarks/conformance.py [games] [cores] [first game]

Game n is the same on every machine: its board, line-up and seed follow from n. Prints how many
games each bot played, and every failure with the number that plays it again.
"""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections import Counter
from multiprocessing import get_context
from pathlib import Path
from random import Random

TESTS = Path(__file__).parents[1] / "tests"
sys.path[:0] = [str(TESTS), str(TESTS / "bots"), str(TESTS / "engine")]

from checked_play import BOTS, play_checked  # noqa: E402 - the suite's own check, found by the path above
from mixes import random_board  # noqa: E402

from semafor import board_names, load_board  # noqa: E402
from semafor.boards.model import Board  # noqa: E402

GAMES = 10_000
REPORT_EVERY = 250


def table_of(number: int) -> tuple[Board, list[str]]:
    """The board and the line-up of a game; every third is a mix of options."""
    chance = Random(f"conformance {number}")
    names = board_names()
    board = random_board(number) if number % 3 == 0 else load_board(names[number % len(names)])
    players = chance.choice(board.options.players)
    return board, chance.sample(BOTS, players)


def play_number(number: int) -> tuple[int, list[str], str]:
    """Play a game; the text of what went wrong, or nothing."""
    board, line_up = table_of(number)
    try:
        play_checked(board, line_up, number)
    except Exception:  # whatever a bot raises is what is looked for
        return number, line_up, traceback.format_exc()
    return number, line_up, ""


def main(games: int, cores: int, first: int) -> int:
    """Play them all and say what came of it."""
    seats: Counter[str] = Counter()
    failures, start = 0, time.perf_counter()
    with get_context("spawn").Pool(cores) as pool:
        played = pool.imap_unordered(play_number, range(first, first + games), chunksize=8)
        for done, (number, line_up, error) in enumerate(played, 1):
            seats.update(line_up)
            if error:
                failures += 1
                print(f"game {number}, {', '.join(line_up)}:\n{error}", flush=True)
            if done % REPORT_EVERY == 0:
                print(f"{done} games, {failures} failures, {time.perf_counter() - start:.0f} s", flush=True)
    for bot in BOTS:
        print(f"{bot:12} {seats[bot]:6} seats")
    print(f"{games} games from {first}: {failures} failures")
    return failures


if __name__ == "__main__":
    numbers = [int(text) for text in sys.argv[1:4]]
    defaults = [GAMES, os.cpu_count() or 1, 0]
    sys.exit(bool(main(*(numbers + defaults[len(numbers) :]))))
