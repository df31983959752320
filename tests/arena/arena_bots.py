"""Bots that do what a bot should not, or only a little; named as `tests.arena.arena_bots:Class`."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence

from semafor.boards.model import Board
from semafor.moves import Claim, Move, Payment
from semafor.view import View


class First:
    """Always plays the first move, without computing anything."""

    def __init__(self, board: Board, seed: int) -> None:
        del board, seed

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        del view
        return moves[0]


class Raises(First):
    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        if view.turns > 3:
            raise LookupError("I have lost my timetable")
        return moves[0]


class Cheats(First):
    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        if view.turns > 3 and view.own:
            return Claim(route="Nowhere-Elsewhere", payment=Payment("red", 1, 0))
        return moves[0]


class Mumbles(First):
    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        del view, moves
        return 17  # type: ignore[return-value]  # a bot that is wrong


class Dies(First):
    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        del view, moves
        os._exit(3)


class Leaves(First):
    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        del view, moves
        sys.exit(2)


class Hangs(First):
    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        if view.turns > 3:
            time.sleep(600)
        return moves[0]


class Unmakable(First):
    def __init__(self, board: Board, seed: int) -> None:
        super().__init__(board, seed)
        raise SystemExit("no table left")


class NeverMade(First):
    def __init__(self, board: Board, seed: int) -> None:
        super().__init__(board, seed)
        if seed:
            raise ValueError("no paper left")
