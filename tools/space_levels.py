"""Find out how much noise makes a level: the network with noise against itself without, every deal both ways.

    python tools/space_levels.py [BOARD …] [--deals 64]

Writes for every board the noise with which each level wins its share of games with two sides, so that levels
are equally far apart on the scale of ratings on every board. About two minutes a board on one core.
"""

from __future__ import annotations

import argparse
import math

import msgspec
import numpy as np

from semafor import Game, board_names, load_board
from semafor.boards.model import Board
from semafor.bots.learned.network_bot import network_of
from semafor.bots.learned.noisy import LEVEL_NOISE, noisy_chances
from semafor.bots.learned.reading import reading_of
from semafor.bots.learned.weights import shipped_weights
from semafor.bots.lookahead.games import Games
from semafor.bots.lookahead.thinking import legal_of
from semafor.bots.lookahead.tree import Floats
from semafor.engine.cardgame.state import CardAsk
from semafor.engine.state import Array, Ask
from semafor.kinds.lookup import kind_of

STEP = 130.0
"""Points of rating from one level to the next; the network without noise is `expert`."""
BELOW_EXPERT = {"hard": 1, "medium": 2, "easy": 3}
CAREFUL = (
    *(Ask.KEEP, Ask.START_KEEP, Ask.DRAFT_KEEP, Ask.PICK),
    *(Ask.PAYMENT, Ask.SPLIT_PLAIN, Ask.SPLIT_WILD, CardAsk.WILDS),
)
"""Decisions without noise: tickets, and how a move is paid."""
TRIED = (2.5, 4.0, 6.0, 9.0, 14.0)


def win_share(board: Board, noise: float, deals: int) -> float:
    """What the network wins with noise against itself without, two sides."""
    kind = kind_of(board)
    team = len(kind.team(0))
    games, slots = Games(reading_of(board), 2 * deals), np.arange(2 * deals)
    states = np.concatenate(
        [Game.new(board, players=2 * team, seed=f"levels {n // 2}")._states for n in slots]
    )
    games.begin(slots, states, slots, 0, np.full(len(slots), -1))
    games.sight.seats[:] = [kind.pending(states[n : n + 1])[0] for n in slots]
    _play_to_end(board, games, team, noise)
    won = 0.0
    for n in slots:
        sides = kind.result(games.sight.states[n : n + 1]).sides
        won += float(sides[n % 2].rank == 1) / sum(side.rank == 1 for side in sides)
    return won / len(slots)


def _play_to_end(board: Board, games: Games, team: int, noise: float) -> None:
    network, slots = network_of(shipped_weights(board), board), np.arange(games.slots)
    dice, claims = np.random.default_rng(1), games.reading.actions < len(board.routes)
    while len(live := slots[games.seats(slots) >= 0]):
        rows = games.rows(live)
        wanted: Floats = np.where(legal_of(games, rows), network.judge(rows)[0], -1e9)
        seats = games.seats(live)
        hasty = ~np.isin(games.sight.states["ask"][live, seats], CAREFUL)
        noisy = hasty & (seats // team == live % 2)
        chosen: Array = wanted.argmax(1)
        chances = np.log(np.maximum(noisy_chances(wanted[noisy], noise, claims), 1e-30))
        chosen[noisy] = (chances + dice.gumbel(size=chances.shape)).argmax(1)
        games.step(live, games.reading.actions[chosen])


def rating(share: float, games: int) -> float:
    """Points of rating for a share of wins, kept away from nothing and all."""
    share = min(max(share, 0.5 / games), 1 - 0.5 / games)
    return -400 * math.log10(1 / share - 1)


def main() -> None:
    """Measure all boards, or those named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("boards", nargs="*")
    parser.add_argument("--deals", type=int, default=64)
    known = parser.parse_args()
    found: dict[str, dict[str, float]] = {}
    if LEVEL_NOISE.exists():
        found = msgspec.json.decode(LEVEL_NOISE.read_bytes(), type=dict[str, dict[str, float]])
    for name in known.boards or board_names():
        board = load_board(name)
        shares = [win_share(board, noise, known.deals) for noise in TRIED]
        ratings = np.minimum.accumulate([rating(share, 2 * known.deals) for share in shares])
        print(name, dict(zip(TRIED, np.round(shares, 3).tolist(), strict=True)), flush=True)
        at = {level: -STEP * steps for level, steps in BELOW_EXPERT.items()}
        found[name] = {
            level: round(float(np.interp(-goal, [0.0, *-ratings], [0.5, *TRIED])), 2)
            for level, goal in at.items()
        }
        LEVEL_NOISE.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


if __name__ == "__main__":
    main()
