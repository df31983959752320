"""The compiled rollout: random games of either kind, from any position to the end, many in one call."""

import numpy as np

from semafor.engine.compile import compiled
from semafor.engine.play import random_action, set_key
from semafor.engine.state import NOBODY, Array, Facts, State
from semafor.engine.tickets import next_to_decide
from semafor.engine.work import hush
from semafor.games.arrays import apply, deal, legal, score_game, write_row


@compiled
def play_out(state: State, facts: Facts, dice: Array, work: np.record) -> int:
    """Make random decisions to the end of the game; return how many there were."""
    decisions = 0
    while not state.over:
        seat = next_to_decide(state)
        legal(state, facts, seat, work.mask)
        hush(work.log)
        apply(state, facts, seat, random_action(work.mask, dice), work.log)
        decisions += 1
    return decisions


@compiled
def play_game(
    state: State, facts: Facts, key: Array, number: int, players: int, dice: Array, work: np.record
) -> int:
    """Deal game `number` of a series and play it at random; return the number of decisions."""
    set_key(state, key, number)
    dice[0] = (np.uint64(state.key[0]) << np.uint64(32)) | np.uint64(state.key[1]) | np.uint64(1)
    hush(work.log)
    deal(state, facts, players, NOBODY, work.log)
    return play_out(state, facts, dice, work)


@compiled
def play_random(work: np.record, facts: Facts, key: Array, numbers: Array, played: Array) -> None:
    """Play games `numbers[0]` to `numbers[1]` of a series, with `numbers[2]` players, from deal to score.

    `played` are rows of `semafor.engine.play.PLAYED`.
    """
    for game in range(numbers[0], numbers[1]):
        row = played[game - numbers[0]]
        row.decisions = play_game(work.state, facts, key, game, numbers[2], work.dice, work)
        score_game(work.state, facts, work.result, work)
        write_row(work.state, work.result, row)
