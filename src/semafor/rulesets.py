"""What a game needs of its rules, and which rules a board is played by."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from semafor.boardgame.play import BoardRules
from semafor.boards.model import Board
from semafor.cardgame.play import CardRules
from semafor.engine.state import Array
from semafor.events import Event
from semafor.moves import Move
from semafor.results import Result
from semafor.view import View


class Rules(Protocol):
    """One board's rules over arrays of one state."""

    board: Board

    @property
    def dtype(self) -> np.dtype[np.void]:
        """The record of a state."""

    @property
    def layout(self) -> str:
        """Changes with the fields of the state."""

    def deal(self, players: int, key: Array, first: int | None) -> tuple[Array, list[Event]]:
        """A new game and what happened while it was set up."""

    def position(self, described: Mapping[str, Any]) -> Array:
        """A game in the described position."""

    def players(self, states: Array) -> int:
        """How many seats play."""

    def pending(self, states: Array) -> tuple[int, ...]:
        """The seats that must decide now."""

    def over(self, states: Array) -> bool:
        """Whether the game has ended."""

    def moves(self, states: Array, seat: int) -> list[Move]:
        """The legal moves of a seat."""

    def play(self, states: Array, seat: int, move: Move) -> tuple[Array, list[Event]]:
        """The game after a move and what happened; IllegalMove where the rules forbid it."""

    def view(self, states: Array, viewer: int | None) -> View:
        """What a viewer may know."""

    def result(self, states: Array) -> Result:
        """The score as it would be if the game ended now, and is once it has ended."""

    def team(self, seat: int) -> frozenset[int]:
        """The seats that share racks with a seat, itself included."""


@lru_cache(maxsize=64)
def rules_of(board: Board) -> Rules:
    """The rules of a board, made once."""
    return BoardRules(board) if board.options.card_game is None else CardRules(board)
