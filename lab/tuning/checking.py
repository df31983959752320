"""Check tuned knobs on fresh deals against the shared knobs, and both against other bots."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from enum import IntEnum

import numpy as np

from lab.tuning.contest import Contest, Floats, knobs_of
from semafor.arena.comparisons import Z, rate_of
from semafor.boards.model import Board
from semafor.bots.protocol import Bot, choose_move
from semafor.bots.registry import make_bot
from semafor.bots.search.chart import Compared
from semafor.bots.search.search_bot import SearchBot
from semafor.game import Game

SHARED = "shared knobs"
OTHERS = ("planner", "lab.baselines:Collector")
"""Other bots to check against."""
Progress = Callable[[int], None]
"""Called with the number of games played since the last call."""
Knobs = dict[IntEnum, float]


class Check:
    """The result of a check for one number of players."""

    def __init__(self, board: Board, players: int, knobs: Knobs, seed: str, cores: int) -> None:
        self._board, self._players, self._knobs = board, players, knobs
        self._seed, self._contest = seed, Contest(board, players, cores)
        kind = knobs_of(board)
        self._shared = kind.named(kind.shared)

    def against_shared(self, deals: int) -> Compared:
        """Play the tuned knobs at a table of the shared ones, on fresh deals."""
        (ends,) = self._contest.play([(self._knobs, self._shared)], f"{self._seed} fresh", deals)
        found = rate_of(ends.won)
        even = 1.0 / self._contest.sides
        return Compared(
            against=SHARED, wins=found.rate, low=found.low, high=found.high, shared_wins=even, deals=deals
        )

    def against(
        self, other: str, games: int, progress: Progress, stop: threading.Event
    ) -> tuple[Compared, Floats]:
        """Play both sets of knobs against a table of another bot; return the gain of the tuned ones."""
        deals = max(2, games // self._contest.sides)
        tuned, shared = [], []
        for deal in range(deals):
            tuned.append(self._play_deal(other, deal, self._knobs))
            shared.append(self._play_deal(other, deal, self._shared))
            progress(2 * self._contest.sides)
            if stop.is_set() and deal > 0:
                break
        found, usual = rate_of(np.array(tuned)), float(np.mean(shared))
        told = Compared(
            against=other,
            wins=found.rate,
            low=found.low,
            high=found.high,
            shared_wins=usual,
            deals=len(tuned),
        )
        return told, np.mean(tuned, axis=1) - np.mean(shared, axis=1)

    def _play_deal(self, other: str, deal: int, knobs: Knobs) -> list[float]:
        """Return the wins of the policy with these knobs in one deal, on each side."""
        return [self._play(other, deal, side, knobs) for side in range(self._contest.sides)]

    def _play(self, other: str, deal: int, side: int, knobs: Knobs) -> float:
        board, team = self._board, self._board.options.team_size
        game = Game.new(board, players=self._players, seed=f"{self._seed} check {deal}")
        bots: list[Bot] = [
            SearchBot(board, seat, "1", knobs) if seat // team == side else make_bot(other, board, seat)
            for seat in range(self._players)
        ]
        while not game.over:
            for seat in game.pending:
                moves = game.moves(seat)
                game.play(
                    choose_move(bots[seat], game.view(seat), moves) if len(moves) > 1 else moves[0], seat
                )
        sides = game.result().sides
        return float(sides[side].rank == 1) / sum(one.rank == 1 for one in sides)


def is_better(fresh: Compared, gains: Sequence[Floats]) -> bool:
    """Whether the tuned knobs clearly beat the shared ones and are not worse against other bots.

    `gains` contains, for each other bot and deal, their wins minus those of the shared knobs.
    """
    if fresh.low <= fresh.shared_wins:
        return False
    worse = [gain for gain in gains if len(gain) > 1 and gain.mean() + Z * _error(gain) < 0]
    return not worse and (not gains or float(np.concatenate(gains).mean()) >= 0)


def _error(gain: Floats) -> float:
    return float(gain.std(ddof=1) / np.sqrt(len(gain)))
