"""The arrays of a batch, as one value that compiled code takes: one row a game."""

from typing import NamedTuple

import numpy as np

from semafor.engine.compile import compiled
from semafor.engine.state import NOBODY, Array, Result
from semafor.games.points import reward_of


class BatchArrays(NamedTuple):
    """What a batch is made of; the caller allocates, compiled code fills."""

    states: Array
    facts: Array
    """One record."""
    key: Array
    """Of the series that the games are taken from."""
    numbers: Array
    """The number in the series of the game that comes next in each row."""
    dice: Array
    """Of random opponents, one word a game: never the game's own chance."""
    words: Array
    """The legal actions as 64-bit words: what `masks` says."""
    pilots: Array
    """Who decides for each seat (see `pilots`)."""
    minds: Array
    """What the player of each seat keeps in mind; no columns where nobody thinks."""
    sets: Array
    """The sets of `observations` as 64-bit words: what is written there now."""
    seen: Array
    """What each seat's points were last counted from (see `points`)."""
    joined: Array
    """The done tickets of each seat's side."""
    points: Array
    """Running points, by seat."""
    options: Array
    """How many players; whether finished games begin anew at once; WIN or SCORE."""
    observations: Array
    masks: Array
    to_play: Array
    done: Array
    rewards: Array
    """By seat."""
    scores: Array
    """Final points of the last finished game in each row, by seat."""
    finals: Array
    """The last observation of each finished game, by the seat that was asked last; no rows: not wanted."""


PLAYERS, AUTO_RESET, REWARD = 0, 1, 2
"""Places in `options`."""


@compiled
def write_rewards(tables: BatchArrays, game: int, result: Result) -> None:
    """Rewards and final points of every seat; partners get those of their side."""
    players = tables.options[PLAYERS]
    size = players // result.sides
    for seat in range(players):
        tables.rewards[game, seat] = reward_of(result, seat // size, tables.options[REWARD])
        tables.scores[game, seat] = result.total[seat // size]


@compiled(inlined=True)
def clear_outcome(tables: BatchArrays, game: int) -> None:
    """Nothing has been won yet by this step."""
    tables.done[game] = False
    for seat in range(tables.options[PLAYERS]):
        tables.rewards[game, seat] = 0.0


@compiled(inlined=True)
def close_row(tables: BatchArrays, game: int) -> None:
    """Nobody has anything to decide in a finished game."""
    tables.to_play[game] = NOBODY
    tables.words[game, :] = np.uint64(0)
    tables.masks[game, :] = 0
    tables.observations[game, :] = 0
    tables.sets[game, :] = np.uint64(0)


@compiled
def first_illegal(words: Array, actions: Array) -> int:
    """The first game whose action is not legal there, or -1; a negative action leaves its game alone."""
    for game in range(actions.size):
        action = actions[game]
        if action >= 64 * words.shape[1]:
            return game
        if action >= 0 and (words[game, action >> 6] >> np.uint64(action & 63)) & np.uint64(1) == 0:
            return game
    return -1
