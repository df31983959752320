"""`Kind`: everything that differs between a board game and the Card Game, behind one interface.

`kind_of(board)` (`semafor.games.lookup`) returns the kind of a board. No other code looks at a board's
options to find out which of the two it is.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from functools import cached_property
from mmap import mmap
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np

from semafor.boards.model import Board
from semafor.engine.actions import Range
from semafor.engine.state import LOG, NOBODY, Array, Ask, Facts, Log, State
from semafor.errors import IllegalMove
from semafor.events import Event
from semafor.games.board_actions import present_ranges
from semafor.games.observation import Names, ObservationLayout
from semafor.games.visibility import Visibility
from semafor.moves import Move, Payment
from semafor.results import Result
from semafor.view import TicketProgress, View

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
    """Return a number of zeroed records; much faster than `np.zeros`."""
    return np.frombuffer(bytearray(number * dtype.itemsize), dtype)


def vast(dtype: np.dtype[np.void]) -> Array:
    """A record of zeros in memory of its own, which goes back to the system with it.

    Once megabytes have come and gone in the heap, the C library keeps as many free for ever.
    """
    return np.frombuffer(mmap(-1, dtype.itemsize), dtype)


def copy_states(states: Array, times: int = 1) -> Array:
    """Return a copy of the games, repeated `times` times; much faster than `ndarray.copy`."""
    return np.frombuffer(bytearray(states.tobytes() * times), states.dtype)


class MoveCodec(Protocol):
    """Translates between moves and actions of the engine."""

    def moves(self, states: Array, seat: int) -> list[Move]:
        """Return the legal moves of a seat."""

    def chain_of(self, state: Plain, seat: int, move: Move) -> tuple[int, ...]:
        """Return the actions that make up a move, legal or not; raise KeyError for unknown names."""

    def move_of(self, state: Plain, seat: int, chain: tuple[int, ...]) -> Move:
        """Return the move that a chain of legal actions makes."""


class LogReader(Protocol):
    """Turns the rows of a log into events."""

    def read(self, log: Log) -> list[Event]:
        """Return the events of a log."""


Rule = Callable[..., Any]
T = TypeVar("T")


class CompiledRules(NamedTuple):
    """The compiled rules of one kind of game; `semafor.games.arrays` selects between the kinds."""

    deal: Rule
    """`(state, facts, players, first, log)`"""
    legal: Rule
    """`(state, facts, seat, mask)`"""
    apply: Rule
    """`(state, facts, seat, action, log)`"""
    score_game: Rule
    """`(state, facts, result, work)`"""
    count_totals: Rule
    """`(state, facts, result, work)`: the totals of all sides without ranks."""
    compare_sides: Rule
    """`(state, facts, result)`: the rest of the score once every side's line and tickets are counted."""
    write_row: Rule
    """`(state, result, row)`: the statistics of a finished game."""
    observe: Rule
    """`(state, facts, seat, done, sets, out)`"""
    done_of: Rule
    """`(state, facts, seat, work)`: the completed tickets of a seat's side."""
    extras_of: Rule
    """`(state, facts, side)`: points that running points leave out."""
    points_now: Rule
    """`(state, facts, side, knower, work)`: points as if the game ended now, bonuses aside."""
    settle: Rule
    """`(state, facts, seen, done, points, work)`: bring running points up to date."""


class BoardFunctions(NamedTuple):
    """Functions of one kind of game that need nothing but a board and its facts."""

    build_position: Callable[[Board, Facts, Mapping[str, Any]], Array]
    result_of: Callable[[State, Board, Facts], Result]
    known_state: Callable[[Board, View], Array]
    fill_hidden: Callable[[State, View], None]
    action_names: Callable[[Board], dict[int, str]]
    slot_names: Callable[[Board], dict[str, Names]]


class ClaimCheck(NamedTuple):
    """Whether a seat could claim a route, apart from whose turn it is."""

    refusal: IllegalMove | None
    """The first reason against it."""
    payment: Payment
    """The cards of the seat that come nearest to paying for it."""
    short: int
    """How many cards are missing."""


class Kind(ABC):
    """How one board is played, over arrays of one state. Everything that differs between kinds is here.

    The attributes that describe a kind are abstract properties, so that mypy and Python report a subclass
    that lacks one; a subclass assigns them as class attributes.
    """

    board: Board
    table: Array
    """The board's facts, one read-only record."""
    facts: Facts
    """That record."""
    codec: MoveCodec
    reader: LogReader

    def __reduce__(self) -> tuple[Callable[[Board], Kind], tuple[Board]]:
        """A copy is the kind of the same board, here and in other processes: it never changes."""
        from semafor.games.lookup import kind_of  # imports the subclasses

        return kind_of, (self.board,)

    # ---- description -------------------------------------------------------------------------

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the kind in stored files."""

    @property
    @abstractmethod
    def state(self) -> np.dtype[np.void]:
        """The record of a state."""

    @property
    @abstractmethod
    def result_record(self) -> np.dtype[np.void]:
        """The record of a score."""

    @property
    @abstractmethod
    def work(self) -> np.dtype[np.void]:
        """The working space of whole games: state, result, dice, log."""

    @property
    @abstractmethod
    def step_work(self) -> np.dtype[np.void]:
        """The working space of single decisions, observations and scores."""

    @property
    @abstractmethod
    def rules(self) -> CompiledRules:
        """The compiled rules."""

    @property
    @abstractmethod
    def functions(self) -> BoardFunctions:
        """Functions of the board."""

    @property
    @abstractmethod
    def scored_by_side(self) -> bool:
        """Whether every side has a longest line and tickets that are scored before sides are compared."""

    @abstractmethod
    def is_nearly_over(self, view: View) -> bool:
        """Return whether so little of a game is left that drawing tickets makes no sense."""

    @property
    @abstractmethod
    def called(self) -> tuple[object, ...]:
        """The compiled functions that `Game` calls."""

    @property
    @abstractmethod
    def asks(self) -> type[IntEnum]:
        """The questions that a seat can be asked."""

    @property
    @abstractmethod
    def ranges(self) -> tuple[Range, ...]:
        """The named ranges of actions on any board."""

    @property
    @abstractmethod
    def observation(self) -> ObservationLayout:
        """The slots of an observation."""

    @property
    @abstractmethod
    def visibility(self) -> Mapping[str, Visibility]:
        """Who may see each field of a state."""

    @abstractmethod
    def pick(self, *, board: T, cards: T) -> T:
        """Return the argument that is meant for this kind; for packages that games must not import."""

    @cached_property
    def layout(self) -> str:
        """A hash of the fields of the state."""
        return hashlib.sha256(str(self.state.fields).encode()).hexdigest()[:16]

    # ---- the rules ---------------------------------------------------------------------------

    def position(self, described: Mapping[str, Any]) -> Array:
        """Return a game in the described position."""
        return self.functions.build_position(self.board, self.facts, described)

    @abstractmethod
    def play(self, states: Array, seat: int, move: Move) -> tuple[Array, list[Event]]:
        """Return the game after a move and its events; raise IllegalMove where the rules forbid it."""

    def result(self, states: Array) -> Result:
        """Return the score as it would be if the game ended now."""
        return self.functions.result_of(states[0], self.board, self.facts)

    @abstractmethod
    def share_played(self, state: State) -> float:
        """Return roughly how much of a running game has been played, between 0 and 1."""

    @abstractmethod
    def team(self, seat: int) -> frozenset[int]:
        """Return the seats that share racks with a seat, itself included."""

    def chain_of(self, state: Plain, seat: int, move: Move) -> tuple[int, ...]:
        """Return the actions that make up a move, legal or not; raise IllegalMove for unknown names."""
        try:
            return self.codec.chain_of(state, seat, move)
        except KeyError as error:
            raise IllegalMove("unknown-name", name=str(error)) from None

    def move_of(self, state: Plain, seat: int, chain: tuple[int, ...]) -> Move:
        """Return the move that a chain of legal actions makes; the inverse of `chain_of`."""
        return self.codec.move_of(state, seat, chain)

    def check_claim(self, states: Array, seat: int, route: str) -> ClaimCheck:
        """Say what prevents a seat from claiming a route; IllegalMove if there is no such route."""
        del states, seat  # without a map there are no routes
        raise IllegalMove("unknown-route", name=route)

    # ---- what viewers may know ---------------------------------------------------------------

    @abstractmethod
    def views(self, states: Array, viewers: Iterable[int | None]) -> list[View]:
        """Return what each of these viewers may know; the part that everyone sees is made once."""

    def view(self, states: Array, viewer: int | None) -> View:
        """Return what a viewer may know."""
        return self.views(states, (viewer,))[0]

    def hides_piles(self, states: Array) -> bool:
        """Return whether viewers must not be told earlier events of sidings (CRD-5)."""
        del states
        return False

    def known(self, view: View, *, sizes: bool = False) -> Array:
        """Return a state with everything that the viewer knows; hidden piles are empty.

        With `sizes` they have the right number of arbitrary cards and tickets instead.
        """
        states = self.functions.known_state(self.board, view)
        if sizes:
            self.functions.fill_hidden(states[0], view)
        return states

    @abstractmethod
    def ticket_progress(self, states: Array, seats: Sequence[int]) -> list[tuple[TicketProgress, ...]]:
        """Return for each seat what the tickets that it holds or is offered still need, as it may know."""

    @abstractmethod
    def progress_key(self, states: Array, seat: int) -> int:
        """Return a hash of everything that the seat's `ticket_progress` depends on."""

    # ---- actions and observations ------------------------------------------------------------

    def action_ranges(self) -> list[Range]:
        """Return the named ranges with actions that can become legal on the board, cut to its size."""
        return present_ranges(self.board, self.ranges)

    def action_names(self) -> dict[int, str]:
        """Return what each action of the board does, in words."""
        return self.functions.action_names(self.board)

    def slot_names(self) -> dict[str, Names]:
        """Return the names of the slots of each range of the observation; unused slots have empty names."""
        return self.functions.slot_names(self.board)

    # ---- the same in every game --------------------------------------------------------------

    def deal(self, players: int, key: Array, first: int | None) -> tuple[Array, list[Event]]:
        """Return a new game and the events of its setup."""
        states, log = np.zeros(1, self.state), np.zeros(1, LOG)[0]
        states[0].key[:] = key
        self.rules.deal(states[0], self.facts, players, NOBODY if first is None else first, log)
        return states, self.reader.read(log)

    def new_work(self) -> np.record:
        """Return working space for one thread."""
        return np.zeros(1, self.work)[0]

    def players(self, states: Array) -> int:
        """Return the number of seats."""
        return int(states["players"][0])

    def pending(self, states: Array) -> tuple[int, ...]:
        """Return the seats that must decide now."""
        return pending_seats(states["ask"][0].tolist())

    def over(self, states: Array) -> bool:
        """Return whether the game has ended."""
        return bool(states["over"][0])

    def moves(self, states: Array, seat: int) -> list[Move]:
        """Return the legal moves of a seat."""
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
        """Raise IllegalMove if the seat has nothing to decide, or has to decide something else."""
        if not 0 <= seat < state.players:
            raise IllegalMove("no-such-seat", seat_number=seat)
        if state.over:
            raise IllegalMove("game-over", rule=self.end)
        ask = int(state.ask[seat])
        if ask == NOTHING:
            raise IllegalMove("not-your-turn")
        if not isinstance(move, self.moves[ask]):
            raise IllegalMove("not-now", ask=self.words[ask])
