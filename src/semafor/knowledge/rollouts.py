"""The compiled rollout: plays a game of either kind from any position to its end.

The record type of the working space selects who decides. A module that has a policy adds it to `POLICIES`
under the record that the policy works in; with any other record, all seats decide at random.
"""

import numpy as np

from semafor.engine.compile import compiled
from semafor.engine.play import random_action, set_key
from semafor.engine.state import NOBODY, SEATS, Array, Facts, State
from semafor.engine.tickets import next_to_decide
from semafor.games.arrays import apply, by_record, deal, legal, score_game, write_row
from semafor.games.kind import Rule

LONGEST_GAME = 20_000
"""Decisions after which a rollout is given up; random games have at most a few thousand."""
ONE_STYLE = np.zeros(1, np.int64)
"""The settings of players that have none."""
SAME_STYLE = np.zeros(SEATS, np.int64)
"""The line-up in which all seats use the first settings."""


@compiled
def choose_at_random(state: State, facts: Facts, _settings: int, seat: int, work: np.record) -> int:
    """Return a random legal action."""
    legal(state, facts, seat, work.mask)
    return random_action(work.mask, work.dice)


@compiled
def apply_silently(state: State, facts: Facts, seat: int, action: int, work: np.record) -> None:
    """Apply an action without logging its events."""
    apply(state, facts, seat, action, work.log)


POLICIES: dict[np.dtype[np.void], Rule] = {}
"""By record of the working space: `(state, facts, settings, seat, work)`, returns the action of a seat."""
RECORDERS: dict[np.dtype[np.void], Rule] = {}
"""By record of the working space: `(state, facts, seat, action, work)`, applies an action and records it."""
choose = by_record(4, POLICIES, otherwise=choose_at_random)
carry_out = by_record(4, RECORDERS, otherwise=apply_silently)


@compiled
def play_out(state: State, facts: Facts, settings: Array, line_up: Array, work: np.record) -> int:
    """Let every seat decide to the end of the game; return the number of decisions.

    `settings` are those of the policy; seat `n` uses `settings[line_up[n]]`.
    """
    decisions = 0
    while not state.over and decisions < LONGEST_GAME:
        seat = next_to_decide(state)
        action = choose(state, facts, settings[line_up[seat]], seat, work)
        carry_out(state, facts, seat, action, work)
        decisions += 1
    return decisions


@compiled
def play_game(state: State, facts: Facts, key: Array, number: int, players: int, work: np.record) -> int:
    """Deal game `number` of a series and play it at random; return the number of decisions."""
    set_key(state, key, number)
    work.dice[0] = (np.uint64(state.key[0]) << np.uint64(32)) | np.uint64(state.key[1]) | np.uint64(1)
    deal(state, facts, players, NOBODY, work.log)
    return play_out(state, facts, ONE_STYLE, SAME_STYLE, work)


@compiled
def play_random(work: np.record, facts: Facts, key: Array, numbers: Array, played: Array) -> None:
    """Play games `numbers[0]` to `numbers[1]` of a series, with `numbers[2]` players, from deal to score.

    `played` are rows of `semafor.engine.play.PLAYED`.
    """
    for game in range(numbers[0], numbers[1]):
        row = played[game - numbers[0]]
        row.decisions = play_game(work.state, facts, key, game, numbers[2], work)
        score_game(work.state, facts, work.result, work)
        write_row(work.state, work.result, row)
