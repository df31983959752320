"""Measure the search for the best tickets to complete: random piles, then hill climbing to the slowest case.

python -m lab.best_completion [seconds to climb]
"""

from __future__ import annotations

import random
import sys
import time
from statistics import median

import numpy as np

from semafor.boards import load_board
from semafor.engine.cardgame.completion import CHOICE, POINT_WORTH, best_completion
from semafor.engine.state import WILD
from semafor.games.card_codec import card_facts_of

SAMPLES = 2000
REPEATS = 5
FACTS = card_facts_of(load_board("cardgame"))

Case = tuple[list[int], list[int]]
"""Tickets in hand, and cards of the pile by type."""


def new_case(chance: random.Random, tickets: int) -> Case:
    """Return random tickets and a random pile."""
    most = chance.randint(1, 10)
    pile = [chance.randint(0, min(most, int(number))) for number in FACTS.cards]
    return chance.sample(range(int(FACTS.tickets)), tickets), pile


def change(chance: random.Random, case: Case) -> Case:
    """Return a case that differs in one ticket or in some cards of one type."""
    hand, pile = list(case[0]), list(case[1])
    others = sorted(set(range(int(FACTS.tickets))) - set(hand))
    if others and chance.random() < 0.4:
        hand[chance.randrange(len(hand))] = chance.choice(others)
    else:
        kind = chance.randrange(WILD + 1)
        pile[kind] = max(0, min(int(FACTS.cards[kind]), pile[kind] + chance.choice((-2, -1, 1, 2))))
    return hand, pile


def seconds(case: Case) -> float:
    """Return the best of several measurements, because the machine may be busy."""
    choice, number = np.zeros(1, CHOICE)[0], len(case[0])
    choice.tickets, choice.have = number, case[1]
    choice.needs[:number] = FACTS.ticket_needs[case[0]]
    choice.worth[:number] = FACTS.ticket_points[case[0]].astype(np.int64) * POINT_WORTH + 1
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        best_completion(choice)
        times.append(time.perf_counter() - start)
    return min(times)


def climb(chance: random.Random, case: Case, limit: float) -> float:
    """Return the slowest case found by hill climbing within a number of seconds."""
    worst, end = seconds(case), time.perf_counter() + limit
    while time.perf_counter() < end:
        other = change(chance, case)
        taken = seconds(other)
        if taken > worst * 0.97:
            case, worst = other, max(worst, taken)
    return worst


def main() -> None:
    """Print median and worst for hands of several sizes."""
    limit = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    chance = random.Random(1)
    seconds(new_case(chance, 5))  # compiles
    for tickets in (10, 20, 30, int(FACTS.tickets)):
        cases = [new_case(chance, tickets) for _ in range(SAMPLES)]
        times = [seconds(case) for case in cases]
        climbed = climb(chance, cases[times.index(max(times))], limit)
        print(
            f"{tickets:2d} tickets: median {median(times) * 1e3:.3f} ms, "
            f"worst {max(times) * 1e3:.3f} ms, worst climbed to {climbed * 1e3:.3f} ms"
        )


if __name__ == "__main__":
    main()
