"""The input row of a network for a state: observation, legal actions and features of a seat."""

from typing import NamedTuple

import numpy as np

from semafor.bots.learned.features import write_card_features, write_map_features
from semafor.engine.compile import compiled
from semafor.engine.state import Array, State
from semafor.games.arrays import by_state, done_of, legal, observe
from semafor.games.observation_writing import widen


@compiled
def copy_runs(observation: Array, mask: Array, runs: Array, out: Array) -> int:
    """Copy the slots and the mask that are used; return the index of the first feature."""
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


write_features = by_state(board=write_map_features, cards=write_card_features)
"""Write the features of either kind of game; compiled."""


class RowSpace(NamedTuple):
    """The arrays with which rows of one board are written; the caller allocates them."""

    facts: Array
    """One record, as are `works` and `paths`."""
    prices: Array
    runs: Array
    works: Array
    paths: Array
    observation: Array
    """Space for one observation and one mask."""
    mask: Array


@compiled
def write_row(space: RowSpace, state: State, seat: int, cache: np.record, row: Array) -> None:
    """Write the input row of a position, as the seat sees it."""
    facts, work = space.facts[0], space.works[0]
    done = done_of(state, facts, seat, work)
    observe(state, facts, seat, done, work.sets, space.observation)
    widen(work.sets, space.observation)
    legal(state, facts, seat, work.mask)
    widen(work.mask, space.mask)
    end = copy_runs(space.observation, space.mask, space.runs, row)
    write_features(state, facts, seat, space.prices, space.paths[0], cache, row[end:])


@compiled
def one_row(space: RowSpace, states: Array, seat: int, caches: Array, row: Array) -> None:
    """Write the row of one game, given as arrays of one record; called from Python."""
    write_row(space, states[0], seat, caches[0], row)


class RowSource(NamedTuple):
    """The arrays from which rows are written, by game."""

    games: Array
    """The games whose rows are written, one after the other."""
    states: Array
    facts: Array
    prices: Array
    paths: Array
    caches: Array
    """By game and seat."""
    observations: Array
    masks: Array
    to_play: Array
    runs: Array
    rows: Array


@compiled
def copy_seen(sight: RowSource, place: int) -> int:
    """Copy the observation and the mask of a game; return the index of the first feature in its row."""
    game = sight.games[place]
    return copy_runs(sight.observations[game], sight.masks[game], sight.runs, sight.rows[place])


@compiled
def write_rows(sight: RowSource) -> None:
    """Write the rows of these games."""
    caches = sight.caches
    for place in range(sight.games.size):
        game, left = sight.games[place], sight.rows[place, copy_seen(sight, place) :]
        seat = int(sight.to_play[game])
        cache = caches[game % caches.shape[0], seat % caches.shape[1]]
        write_features(sight.states[game], sight.facts[0], seat, sight.prices, sight.paths[0], cache, left)


@compiled
def add_rows(values: Array, table: Array, out: Array) -> None:
    """Add each row of a table, times its value, to `out`; zeros are skipped."""
    for row in range(values.size):
        value = values[row]
        if value != 0:
            for place in range(out.size):
                out[place] += value * np.float32(table[row, place])
