"""A row of bytes for a network, from an observation, a mask and a state."""

from __future__ import annotations

from semafor.bots.learned.compiled.card_features import write_card_features
from semafor.bots.learned.compiled.compile import kernel
from semafor.bots.learned.compiled.map_features import write_map_features
from semafor.engine.state import Array


@kernel
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


@kernel
def board_row(
    states: Array, facts: Array, prices: Array, seat: int, desks: Array, glances: Array, out: Array
) -> None:
    """The features of one board game, called from Python: in arrays of one record."""
    write_map_features(states[0], facts[0], prices, seat, desks[0], glances[0], out)


@kernel
def card_row(states: Array, facts: Array, seat: int, out: Array) -> None:
    """The features of one Card Game, called from Python."""
    write_card_features(states[0], facts[0], seat, out)
