"""Whole games of random decisions, many in one compiled call."""

from __future__ import annotations

import numpy as np

from semafor.engine.asking import next_to_decide
from semafor.engine.bits import count
from semafor.engine.cardgame.deal import deal
from semafor.engine.cardgame.scoring import score_game
from semafor.engine.cardgame.turn import apply, legal
from semafor.engine.compile import compiled
from semafor.engine.play import random_action, set_key
from semafor.engine.state import NOBODY, Array, Facts, Result, State


@compiled
def play_out(state: State, facts: Facts, work: np.record) -> int:
    """Random decisions to the end of the game; how many there were."""
    decisions = 0
    while not state.over:
        seat = next_to_decide(state)
        legal(state, facts, seat, work.mask)
        work.log.count = 0
        apply(state, facts, seat, random_action(work.mask, work.dice), work.log)
        decisions += 1
    return decisions


@compiled
def play_random(work: np.record, facts: Facts, key: Array, numbers: Array, played: Array) -> None:
    """Games `numbers[0]` to `numbers[1]` of a series, with `numbers[2]` players, from deal to score.

    `played` are rows of `semafor.engine.play.PLAYED`.
    """
    state = work.state
    for game in range(numbers[0], numbers[1]):
        set_key(state, key, game)
        work.dice[0] = (np.uint64(state.key[0]) << np.uint64(32)) | np.uint64(state.key[1]) | np.uint64(1)
        work.log.count = 0
        deal(state, facts, numbers[2], NOBODY, work.log)
        row = played[game - numbers[0]]
        row.decisions = play_out(state, facts, work)
        score_game(state, facts, work.result, work)
        write_row(state, work.result, row)


@compiled
def write_row(state: State, result: Result, row: np.record) -> None:
    """The statistician's row of a finished game; what only boards have stays 0."""
    for seat in range(state.players):
        row.total[seat] = result.total[seat]
        row.rank[seat] = result.rank[seat]
        row.completed[seat] = result.completed_count[seat]
        row.ticket_points[seat] = result.tickets[seat]
        row.tickets[seat] = count(state.tickets[seat] | state.completed[seat])
    row.turns = state.turns
    row.first = state.first
    for i in range(4):
        row.key[i] = state.key[i]
