"""Random decisions a second of the Card Game on one core.

python benchmarks/cardgame_decisions.py [games]
"""

from __future__ import annotations

import sys
import time

import numpy as np

from semafor.boards import load_board
from semafor.engine.cardgame.play import play_random
from semafor.engine.cardgame.state import new_card_work
from semafor.engine.play import PLAYED
from semafor.kinds.card_facts import card_facts_of


def decisions_a_second(players: int, games: int) -> float:
    """Whole games, deals and scores included."""
    facts, work = card_facts_of(load_board("cardgame")), new_card_work()
    key, played = np.arange(4, dtype=np.uint32), np.zeros(games, PLAYED)
    play_random(work, facts, key, np.array([0, 1, players]), played)  # compiles
    start = time.perf_counter()
    play_random(work, facts, key, np.array([0, games, players]), played)
    return float(played["decisions"].sum() / (time.perf_counter() - start))


def main() -> None:
    """Print the speed for each number of players."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    for players in (2, 3, 4):
        print(f"{players} players: {decisions_a_second(players, games) / 1e6:.1f} million decisions a second")


if __name__ == "__main__":
    main()
