"""A row of bytes for a network, from a state: what its seat sees and may do, and the features."""

from typing import NamedTuple

import numpy as np

from semafor.bots.learned.features import write_card_features, write_map_features
from semafor.engine.compile import compiled
from semafor.engine.state import Array, Facts, State
from semafor.games.arrays import by_state, done_of, legal, observe
from semafor.games.observation_writing import widen


@compiled
def copy_runs(observation: Array, mask: Array, runs: Array, out: Array) -> int:
    """Copy the slots and the mask that are used; where the features begin."""
    end = 0
    for run in range(runs.shape[0]):
        first, size = runs[run, 1], runs[run, 2]
        if runs[run, 0] == 0:
            for i in range(size):
                out[end + i] = observation[first + i]
        else:
            for i in range(size):
                out[end + i] = mask[first + i]
        end += size
    return end


@compiled
def on_map(
    state: State, facts: Facts, seat: int, prices: Array, desk: np.record, glance: np.record, out: Array
) -> None:
    """Write the features of a game on a board."""
    write_map_features(state, facts, prices, seat, desk, glance, out)


@compiled
def at_cards(
    state: State, facts: Facts, seat: int, _prices: Array, _desk: np.record, _glance: np.record, out: Array
) -> None:
    """Write the features of a Card Game."""
    write_card_features(state, facts, seat, out)


write_features = by_state(board=on_map, cards=at_cards)
"""Write the features of either kind of game."""


class RowSpace(NamedTuple):
    """What rows of one board are written with; the caller allocates."""

    facts: Array
    """One record, as are `works` and `desks`."""
    prices: Array
    runs: Array
    works: Array
    desks: Array
    observation: Array
    """Room for one, as is `mask`."""
    mask: Array


@compiled
def write_row(eyes: RowSpace, state: State, seat: int, glance: np.record, row: Array) -> None:
    """Write all that a network reads of a position, as the seat sees it."""
    facts, work = eyes.facts[0], eyes.works[0]
    done = done_of(state, facts, seat, work)
    observe(state, facts, seat, done, work.sets, eyes.observation)
    widen(work.sets, eyes.observation)
    legal(state, facts, seat, work.mask)
    widen(work.mask, eyes.mask)
    end = copy_runs(eyes.observation, eyes.mask, eyes.runs, row)
    write_features(state, facts, seat, eyes.prices, eyes.desks[0], glance, row[end:])


@compiled
def one_row(eyes: RowSpace, states: Array, seat: int, glances: Array, row: Array) -> None:
    """Write the row of one game, given as arrays of one record; called from Python."""
    write_row(eyes, states[0], seat, glances[0], row)


class RowSource(NamedTuple):
    """All that rows are written from, by game."""

    games: Array
    """The games whose rows are written, one after the other."""
    states: Array
    facts: Array
    prices: Array
    desks: Array
    glances: Array
    """By game and seat."""
    observations: Array
    masks: Array
    to_play: Array
    runs: Array
    rows: Array


@compiled
def copy_seen(sight: RowSource, place: int) -> int:
    """Copy what the observation and the mask of a game tell; where the features begin in its row."""
    game = sight.games[place]
    return copy_runs(sight.observations[game], sight.masks[game], sight.runs, sight.rows[place])


@compiled
def write_rows(sight: RowSource) -> None:
    """Write the rows of these games."""
    glances = sight.glances
    for place in range(sight.games.size):
        game, left = sight.games[place], sight.rows[place, copy_seen(sight, place) :]
        seat = int(sight.to_play[game])
        glance = glances[game % glances.shape[0], seat % glances.shape[1]]
        write_features(sight.states[game], sight.facts[0], seat, sight.prices, sight.desks[0], glance, left)


@compiled
def add_rows(values: Array, table: Array, out: Array) -> None:
    """Add each row of a table times its value to `out`; values of nothing, most of them, cost nothing."""
    for row in range(values.size):
        value = values[row]
        if value != 0:
            for place in range(out.size):
                out[place] += value * np.float32(table[row, place])
