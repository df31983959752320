"""Random decisions, and the statistics of finished games."""

import numpy as np

from semafor.engine.actions import ACTIONS, MASK_WORDS
from semafor.engine.bits import count, nth
from semafor.engine.compile import compiled
from semafor.engine.rng import block
from semafor.engine.state import SEATS, Array, Result, State, record_of

PLAYED = record_of(
    ("decisions", np.int32),
    ("turns", np.int32),
    ("first", np.int8),
    ("total", np.int16, SEATS),  # by side
    ("rank", np.uint8, SEATS),
    ("tickets", np.uint8, SEATS),  # held, by seat
    ("completed", np.uint8, SEATS),  # by side
    ("longest", np.uint8, SEATS),
    ("key", np.uint32, 4),
    ("routes", np.int16, SEATS),  # points, by side
    ("ticket_points", np.int16, SEATS),
    ("racked", np.uint8, SEATS),  # tickets on the rack, by side
    ("stuck", np.uint8),  # whether it ended because nobody could move (BASE-9)
)
"""Statistics of one game."""


@compiled
def stir(dice: Array) -> np.uint64:
    """The next word of the players' own dice, which are not the game's (xorshift)."""
    word = dice[0]
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    dice[0] = word
    return word


@compiled
def roll(dice: Array, size: int) -> int:
    """A number below `size`."""
    return int(np.int64(((stir(dice) >> np.uint64(32)) * np.uint64(size)) >> np.uint64(32)))


@compiled
def random_action(mask: Array, dice: Array) -> int:
    """One of the legal actions, each equally likely; ACTIONS where there is none."""
    total = 0
    for word in range(MASK_WORDS):
        total += count(mask[word])
    if total == 0:
        return ACTIONS
    number = roll(dice, total)
    word = 0
    while number >= count(mask[word]):
        number -= count(mask[word])
        word += 1
    return word * 64 + nth(mask[word], number)


@compiled
def set_key(state: State, key: Array, number: int) -> None:
    """The key of the number-th game of a series."""
    a, b, c, d = block(key, np.uint64(number))
    state.key[0] = a
    state.key[1] = b
    state.key[2] = c
    state.key[3] = d


@compiled
def write_row(state: State, result: Result, row: np.record) -> None:
    """Write the statistics of a finished game."""
    for side in range(result.sides):
        row.total[side] = result.total[side]
        row.rank[side] = result.rank[side]
        row.completed[side] = result.completed_count[side]
        row.longest[side] = result.longest[side]
        row.routes[side] = result.routes[side]
        row.ticket_points[side] = result.tickets[side]
        row.racked[side] = count(state.rack_tickets[side])
    for seat in range(state.players):
        row.tickets[seat] = count(state.tickets[seat])
    row.turns = state.turns
    row.stuck = state.passes == state.players and (state.last_round == 0 or state.last_turns > 0)
    row.first = state.first
    for i in range(4):
        row.key[i] = state.key[i]
