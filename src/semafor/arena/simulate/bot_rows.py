"""Games between bots as the rows that the statistics of random games count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from semafor.engine.play import PLAYED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from semafor.arena.tournament.played_game import PlayedGame

SIDE_COLUMNS = {
    "total": "score",
    "rank": "rank",
    "completed": "completed",
    "longest": "longest",
    "routes": "route_points",
    "ticket_points": "ticket_points",
}
"""Columns of a row and what a side of a game calls them."""


def rows_of(games: Sequence[PlayedGame]) -> NDArray[Any]:
    """One row a game; `key` stays empty, since the cards come from a seed that is a text."""
    rows = np.zeros(len(games), PLAYED)
    for row, game in zip(rows, games, strict=True):
        row["decisions"], row["turns"] = game.decisions, game.turns
        row["first"], row["stuck"] = game.first, game.stuck
        row["tickets"][: len(game.held)] = game.held
        row["racked"][: len(game.racked)] = game.racked
        for column, name in SIDE_COLUMNS.items():
            row[column][: len(game.sides)] = [getattr(side, name) for side in game.sides]
    return rows
