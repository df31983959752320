"""`Kind`: all that differs between a game on a board and the Card Game, behind one interface.

Whoever needs to know how a board is played asks `kind_of(board)` (`semafor.games.lookup`) and then its
kind; nobody else looks at a board's options to find out which of the two it is.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from mmap import mmap
from typing import Any, ClassVar, Literal, NamedTuple, Protocol

import numpy as np

from semafor.boards.model import Board
from semafor.engine.actions import Range
from semafor.engine.state import LOG, NOBODY, Array, Ask, Facts, Log, State
from semafor.errors import IllegalMove
from semafor.events import Event
from semafor.games.board_actions import present_ranges
from semafor.games.observation import Layout, Names
from semafor.moves import Move
from semafor.results import Result
from semafor.view import View

NOTHING = int(Ask.NOTHING)  # a member of an enum is looked up more slowly than a number


class Plain:
    """The first record of an array, its fields as numbers and nested lists, each made when first asked for.

    What was asked for does not change with the record any more. Fields that are known to be needed are made
    at once: to notice that one is missing takes longer than to make it.
    """

    def __init__(self, records: Array, needed: Iterable[str] = ()) -> None:
        self._records = records
        if needed:
            self.__dict__.update({name: records[name][0].tolist() for name in needed})

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # asked by copy and pickle before there are records
            raise AttributeError(name)
        value = self._records[name][0].tolist()
        self.__dict__[name] = value
        return value


def pending_seats(asks: list[int]) -> tuple[int, ...]:
    """The seats that must decide now; seats beyond the players are asked nothing."""
    return tuple([seat for seat, ask in enumerate(asks) if ask != NOTHING])


def blank(dtype: np.dtype[np.void], number: int = 1) -> Array:
    """So many records of zeros; far faster than NumPy makes them."""
    return np.frombuffer(bytearray(number * dtype.itemsize), dtype)


def vast(dtype: np.dtype[np.void]) -> Array:
    """A record of zeros in memory of its own, which goes back to the system with it.

    Once megabytes have come and gone in the heap, the C library keeps as many free for ever.
    """
    return np.frombuffer(mmap(-1, dtype.itemsize), dtype)


def copy_states(states: Array, times: int = 1) -> Array:
    """The games once more, or several times in a row; far faster than NumPy copies records."""
    return np.frombuffer(bytearray(states.tobytes() * times), states.dtype)


KindName = Literal["board", "cards"]
"""For tables that hold something for each kind: bots, drawings, layouts."""


class MoveLister(Protocol):
    """Knows the legal moves of a seat."""

    def moves(self, states: Array, seat: int) -> list[Move]:
        """The legal moves of a seat."""


class LogReader(Protocol):
    """Knows what the rows of a log mean."""

    def read(self, log: Log) -> list[Event]:
        """What happened."""


class Kind(ABC):
    """How one board is played, over arrays of one state."""

    name: ClassVar[KindName]
    state: ClassVar[np.dtype[np.void]]
    """The record of a state."""
    work: ClassVar[np.dtype[np.void]]
    """The record that compiled code works in."""
    layout: ClassVar[str]
    """Changes with the fields of the state."""
    play_random: ClassVar[Callable[..., Any]]
    """Compiled random games, from deal to score: `(work, facts, key, numbers, played)`."""
    deal_out: ClassVar[Callable[..., Any]]
    """Compiled dealing: `(state, facts, players, first, log)`."""
    build_position: ClassVar[Callable[..., Array]]
    """A game as it is described: `(board, facts, described)`."""
    result_of: ClassVar[Callable[..., Result]]
    """The score of a state: `(state, board, facts)`."""
    known_state: ClassVar[Callable[..., Array]]
    """What a view tells: `(board, view)`."""
    name_actions: ClassVar[Callable[..., dict[int, str]]]
    """The board's actions in words: `(board)`."""
    name_slots: ClassVar[Callable[..., dict[str, Names]]]
    """The names of its slots: `(board)`."""
    ranges: ClassVar[tuple[Range, ...]]
    """The named ranges of its actions on any board."""
    observation: ClassVar[Layout]
    """The slots of what a seat sees, as bytes."""
    board: Board
    table: Array
    """The board's facts, one read-only record."""
    facts: Facts
    """That record."""
    codec: MoveLister
    reader: LogReader
    called: ClassVar[tuple[object, ...]]
    """The compiled functions by which a game is played."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.layout = hashlib.sha256(str(cls.state.fields).encode()).hexdigest()[:16]

    def __reduce__(self) -> tuple[Callable[[Board], Kind], tuple[Board]]:
        """A copy is the kind of the same board, here and in other processes: it never changes."""
        from semafor.games.lookup import kind_of  # which knows the kinds

        return kind_of, (self.board,)

    # ---- the rules ---------------------------------------------------------------------------

    def set_up(self, state: State, players: int, first: int, log: Log) -> None:
        """Deal into a state that has its key and is else empty."""
        self.deal_out(state, self.facts, players, first, log)

    def position(self, described: Mapping[str, Any]) -> Array:
        """A game in the described position."""
        return self.build_position(self.board, self.facts, described)

    @abstractmethod
    def play(self, states: Array, seat: int, move: Move) -> tuple[Array, list[Event]]:
        """The game after a move and what happened; IllegalMove where the rules forbid it."""

    def result(self, states: Array) -> Result:
        """The score as it would be if the game ended now, and is once it has ended."""
        return self.result_of(states[0], self.board, self.facts)

    @abstractmethod
    def team(self, seat: int) -> frozenset[int]:
        """The seats that share racks with a seat, itself included."""

    @abstractmethod
    def chain_of(self, state: Plain, seat: int, move: Move) -> tuple[int, ...]:
        """The small decisions that make a move of the seat, legal or not; IllegalMove for unknown names."""

    # ---- who may know what -------------------------------------------------------------------

    @abstractmethod
    def views(self, states: Array, viewers: Iterable[int | None]) -> list[View]:
        """What each of these viewers may know; what everyone sees is made once."""

    def view(self, states: Array, viewer: int | None) -> View:
        """What a viewer may know."""
        return self.views(states, (viewer,))[0]

    def known(self, view: View) -> Array:
        """The way back: a state with everything that the viewer knows, hidden parts left empty."""
        return self.known_state(self.board, view)

    # ---- actions and observations --------------------------------------------------------------

    def action_ranges(self) -> list[Range]:
        """The named ranges with actions that can become legal on the board, cut to its size."""
        return present_ranges(self.board, self.ranges)

    def action_names(self) -> dict[int, str]:
        """What each action that the board has does, in words."""
        return self.name_actions(self.board)

    def slot_names(self) -> dict[str, Names]:
        """For each range of the observation the names of its slots; empty where there is no use for one."""
        return self.name_slots(self.board)

    # ---- the same in every game --------------------------------------------------------------

    def deal(self, players: int, key: Array, first: int | None) -> tuple[Array, list[Event]]:
        """A new game and what happened while it was set up."""
        states, log = np.zeros(1, self.state), np.zeros(1, LOG)[0]
        states[0].key[:] = key
        self.set_up(states[0], players, NOBODY if first is None else first, log)
        return states, self.reader.read(log)

    def new_work(self) -> np.record:
        """Working space for one thread."""
        return np.zeros(1, self.work)[0]

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


def words_of_asks(asks: type[IntEnum]) -> dict[int, str]:
    """The questions in the words of the API: `second-card`."""
    return {int(ask): ask.name.lower().replace("_", "-") for ask in asks}


class Answers(NamedTuple):
    """What may be answered to each question of a kind of game."""

    moves: Mapping[int, tuple[type, ...]]
    words: Mapping[int, str]
    """The questions in words,"""
    end: str
    """and the rule by which the game ends."""

    def refuse_untimely(self, state: Plain, seat: int, move: Move) -> None:
        """Refuse a move of a seat that has nothing, or something else, to decide."""
        if not 0 <= seat < state.players:
            raise IllegalMove("no-such-seat", seat_number=seat)
        if state.over:
            raise IllegalMove("game-over", rule=self.end)
        ask = int(state.ask[seat])
        if ask == NOTHING:
            raise IllegalMove("not-your-turn")
        if not isinstance(move, self.moves[ask]):
            raise IllegalMove("not-now", ask=self.words[ask])
