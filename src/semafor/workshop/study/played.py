"""Watched games of one number of players, with what several figures need of them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from semafor.arena.rating.wins import WHOLE, parts_of_wins

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from semafor.boards.model import Board
    from semafor.engine.state import Array

    Floats = NDArray[np.float64]


class Played:
    """The rows of a series."""

    def __init__(self, board: Board, players: int, rows: Array) -> None:
        self.board, self.players, self.rows = board, players, rows
        self.team_size = board.options.team_size
        self.sides = players // self.team_size

    @cached_property
    def parts(self) -> NDArray[np.int64]:
        """[game, side]: the part of the victory, in WHOLE parts."""
        return parts_of_wins(self.rows["rank"][:, : self.sides])

    @cached_property
    def wins(self) -> Floats:
        """[game, side]: the part of the victory."""
        found: Floats = self.parts / WHOLE
        return found

    @cached_property
    def totals(self) -> Floats:
        """[game, side]: final points."""
        found: Floats = self.rows["total"][:, : self.sides].astype(np.float64)
        return found

    @cached_property
    def owners(self) -> NDArray[np.int64]:
        """[game, route]: the side that claimed it, or -1."""
        found: NDArray[np.int64] = self.rows["owner"][:, : len(self.board.routes)].astype(np.int64)
        return found

    def wins_of_owners(self) -> Floats:
        """[game, route]: the owner's part of the victory; nothing for routes that nobody claimed."""
        won = np.take_along_axis(self.wins, np.maximum(self.owners, 0), axis=1)
        return np.where(self.owners >= 0, won, 0.0)

    def tickets(self, field: str) -> NDArray[np.bool_]:
        """[game, side, ticket]: whether the side `held` it, or `completed` it."""
        masks = self.rows[field][:, : self.sides, None]
        bits = np.arange(len(self.board.tickets), dtype=np.uint64)
        found: NDArray[np.bool_] = (masks >> bits) & np.uint64(1) == 1
        return found
