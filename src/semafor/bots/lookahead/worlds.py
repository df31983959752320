"""Where moves are tried: worlds that fit what a seat sees and remembers."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from semafor.boards.model import Board
from semafor.bots.lookahead.compiled.dealt_worlds import deal_boards, deal_card_games
from semafor.bots.search.card_table import CardTable
from semafor.bots.search.table import BoardTable
from semafor.engine.state import Array
from semafor.kinds.base import KindName
from semafor.kinds.lookup import kind_of
from semafor.moves import Move
from semafor.view import View


class Worlds(Protocol):
    """One seat's worlds."""

    def deal(self, view: View, seed: int, number: int) -> Array:
        """So many worlds that the seat cannot rule out; the same for the same seed."""

    def note(self, view: View, move: Move) -> None:
        """Remember the own move."""


class BoardWorlds(BoardTable):
    """Worlds of a game on a board."""

    def deal(self, view: View, seed: int, number: int) -> Array:
        """Worlds in which tickets lie where they fit what was built."""
        self.lay_out(view)
        worlds = np.zeros(number, kind_of(self._board).state)
        deal_boards(self._desks, self._facts, self._charts, seed, worlds)
        return worlds


class CardWorlds(CardTable):
    """Worlds of a Card Game."""

    def deal(self, view: View, seed: int, number: int) -> Array:
        """Worlds with the piles as far as they are remembered."""
        self.lay_out(view)
        worlds = np.zeros(number, kind_of(self._board).state)
        deal_card_games(self._desks, self._facts, seed, worlds)
        return worlds


_WORLDS: dict[KindName, type[BoardWorlds | CardWorlds]] = {"board": BoardWorlds, "cards": CardWorlds}


def worlds_of(board: Board) -> Worlds:
    """Where a seat of the board's game tries things."""
    return _WORLDS[kind_of(board).name](board)
