"""Rows of bytes for the network: what the seat to decide sees in many games of a batch."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from semafor.bots.learned.compiled.card_features import write_card_features
from semafor.bots.learned.compiled.map_features import write_map_features
from semafor.bots.learned.compiled.rows import copy_runs
from semafor.engine.compile import compiled
from semafor.engine.state import Array
from semafor.kinds.base import KindName


class Sight(NamedTuple):
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
def copy_seen(sight: Sight, place: int) -> int:
    """Copy what the observation and the mask of a game tell; where the features begin in its row."""
    game = sight.games[place]
    return copy_runs(sight.observations[game], sight.masks[game], sight.runs, sight.rows[place])


@compiled
def write_board_rows(sight: Sight) -> None:
    """Write the rows of board games."""
    for place in range(sight.games.size):
        game, left = sight.games[place], sight.rows[place, copy_seen(sight, place) :]
        seat = int(sight.to_play[game])
        glance = sight.glances[game, seat]
        write_map_features(
            sight.states[game], sight.facts[0], sight.prices, seat, sight.desks[0], glance, left
        )


@compiled
def write_card_rows(sight: Sight) -> None:
    """Write the rows of Card Games."""
    for place in range(sight.games.size):
        game, left = sight.games[place], sight.rows[place, copy_seen(sight, place) :]
        write_card_features(sight.states[game], sight.facts[0], int(sight.to_play[game]), left)


WRITE_ROWS: dict[KindName, Callable[[Sight], None]] = {"board": write_board_rows, "cards": write_card_rows}
