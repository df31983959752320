"""What a game needs of its rules, and what of that is the same in every game."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Protocol

import numpy as np

from semafor.boards.model import Board
from semafor.engine.state import LOG, NOBODY, Array, Facts, Log, State
from semafor.events import Event
from semafor.kinds.board_view import pending_seats
from semafor.moves import Move
from semafor.results import Result
from semafor.view import View


class MoveLister(Protocol):
    """Knows the legal moves of a seat."""

    def moves(self, states: Array, seat: int) -> list[Move]:
        """The legal moves of a seat."""


class LogReader(Protocol):
    """Knows what the rows of a log mean."""

    def read(self, log: Log) -> list[Event]:
        """What happened."""


class StateRules(ABC):
    """One board's rules over arrays of one state."""

    dtype: ClassVar[np.dtype[np.void]]
    """The record of a state."""
    layout: ClassVar[str]
    """Changes with the fields of the state."""
    board: Board
    facts: Facts
    codec: MoveLister
    reader: LogReader

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.layout = hashlib.sha256(str(cls.dtype.fields).encode()).hexdigest()[:16]

    @abstractmethod
    def set_up(self, state: State, players: int, first: int, log: Log) -> None:
        """Deal into a state that has its key and is else empty."""

    @abstractmethod
    def position(self, described: Mapping[str, Any]) -> Array:
        """A game in the described position."""

    @abstractmethod
    def play(self, states: Array, seat: int, move: Move) -> tuple[Array, list[Event]]:
        """The game after a move and what happened; IllegalMove where the rules forbid it."""

    @abstractmethod
    def view(self, states: Array, viewer: int | None) -> View:
        """What a viewer may know."""

    @abstractmethod
    def result(self, states: Array) -> Result:
        """The score as it would be if the game ended now, and is once it has ended."""

    @abstractmethod
    def team(self, seat: int) -> frozenset[int]:
        """The seats that share racks with a seat, itself included."""

    def deal(self, players: int, key: Array, first: int | None) -> tuple[Array, list[Event]]:
        """A new game and what happened while it was set up."""
        states, log = np.zeros(1, self.dtype), np.zeros(1, LOG)[0]
        states[0].key[:] = key
        self.set_up(states[0], players, NOBODY if first is None else first, log)
        return states, self.reader.read(log)

    def players(self, states: Array) -> int:
        """How many seats play."""
        return int(states["players"][0])

    def pending(self, states: Array) -> tuple[int, ...]:
        """The seats that must decide now."""
        return pending_seats(states["ask"][0].tolist())

    def over(self, states: Array) -> bool:
        """Whether the game has ended."""
        return bool(states["over"][0])

    def moves(self, states: Array, seat: int) -> list[Move]:
        """The legal moves of a seat."""
        return self.codec.moves(states, seat)
