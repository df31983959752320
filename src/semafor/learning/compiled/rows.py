"""Rows of bytes for the network: what the seat to decide sees in every game of a batch."""

from __future__ import annotations

from typing import NamedTuple

from semafor.bots.learned.compiled.card_features import write_card_features
from semafor.bots.learned.compiled.map_features import write_map_features
from semafor.bots.learned.compiled.rows import copy_runs
from semafor.engine.state import Array
from semafor.learning.compiled import kernel


class Sight(NamedTuple):
    """All that rows are written from, one row a game."""

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


@kernel
def write_board_rows(sight: Sight) -> None:
    """Write the row of every board game."""
    for game in range(sight.states.size):
        seat, row = int(sight.to_play[game]), sight.rows[game]
        end = copy_runs(sight.observations[game], sight.masks[game], sight.runs, row)
        write_map_features(
            sight.states[game],
            sight.facts[0],
            sight.prices,
            seat,
            sight.desks[0],
            sight.glances[game, seat],
            row[end:],
        )


@kernel
def write_card_rows(sight: Sight) -> None:
    """Write the row of every Card Game."""
    for game in range(sight.states.size):
        seat, row = int(sight.to_play[game]), sight.rows[game]
        end = copy_runs(sight.observations[game], sight.masks[game], sight.runs, row)
        write_card_features(sight.states[game], sight.facts[0], seat, row[end:])
