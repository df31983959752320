"""Play games of all bots on all boards, numbers of players and mixes of options, and check every decision.

python -m lab.conformance [--games 10000] [--cores 2] [--first 0] [--bots planner,greedy,…]

Game n is the same on every machine: n determines its board, line-up and seed. Prints how many
games each bot played, and every failure with the number of its game.
"""

from __future__ import annotations

import os
import sys
import time
import traceback
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from functools import partial
from multiprocessing import get_context
from random import Random

from semafor import board_names, load_board
from semafor.boards.model import Board
from tests.bots.checked_play import BOTS, play_checked  # the same checks as in the tests
from tests.engine.mixes import random_board

GAMES = 10_000
REPORT_EVERY = 250


def table_of(number: int, bots: Sequence[str]) -> tuple[Board, list[str]]:
    """Return board and line-up of a game; every third board is a mix of options."""
    chance = Random(f"conformance {number}")
    names = board_names()
    board = random_board(number) if number % 3 == 0 else load_board(names[number // 3 % len(names)])
    return board, chance.sample([*bots] * 6, chance.choice(board.options.players))


def play_number(number: int, bots: Sequence[str]) -> tuple[int, list[str], str]:
    """Play a game and return the text of a failure, or an empty text."""
    board, line_up = table_of(number, bots)
    try:
        play_checked(board, line_up, number)
    except Exception:  # any exception of a bot is a failure
        return number, line_up, traceback.format_exc()
    return number, line_up, ""


def play_all(numbers: range, cores: int, bots: Sequence[str]) -> int:
    """Play all games, print the results and return the number of failures."""
    seats: Counter[str] = Counter()
    failures, start = 0, time.perf_counter()
    with get_context("spawn").Pool(cores) as pool:
        played = pool.imap_unordered(partial(play_number, bots=bots), numbers, chunksize=8)
        for done, (number, line_up, error) in enumerate(played, 1):
            seats.update(line_up)
            if error:
                failures += 1
                print(f"game {number}, {', '.join(line_up)}:\n{error}", flush=True)
            if done % REPORT_EVERY == 0:
                print(f"{done} games, {failures} failures, {time.perf_counter() - start:.0f} s", flush=True)
    for bot in bots:
        print(f"{bot:12} {seats[bot]:6} seats")
    print(f"{len(numbers)} games from {numbers.start}: {failures} failures")
    return failures


if __name__ == "__main__":
    parser = ArgumentParser()
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--bots", default=",".join(BOTS))
    wish = parser.parse_args()
    numbers = range(wish.first, wish.first + wish.games)
    sys.exit(bool(play_all(numbers, wish.cores, wish.bots.split(","))))
