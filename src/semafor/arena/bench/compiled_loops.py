"""Compiled loops around single steps of the engine, so that the clock sees nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.engine.cardgame.scoring import score_game as score_card_game
from semafor.engine.compile import compiled
from semafor.engine.score import score_game

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from semafor.engine.state import Array, Facts
    from semafor.kinds.base import KindName


@compiled
def copy_states(states: Array, times: int) -> None:
    """Copy one game over another, so many times, all around an array of games."""
    size = len(states)
    for i in range(times):
        states[(i + 1) % size] = states[i % size]


@compiled
def score_again(work: np.record, facts: Facts, times: int) -> None:
    """Score the finished game of the working space, so many times."""
    for _ in range(times):
        score_game(work.state, facts, work.result, work)


@compiled
def score_cards_again(work: np.record, facts: Facts, times: int) -> None:
    """The same for the Card Game."""
    for _ in range(times):
        score_card_game(work.state, facts, work.result, work)


SCORE_AGAIN: dict[KindName, Callable[[np.record, Facts, int], None]] = {
    "board": score_again,
    "cards": score_cards_again,
}
