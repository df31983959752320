"""The rules of either kind of game under one name: which one is meant, the type of the state says."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from typing import Any

import numpy as np
from numba.extending import overload
from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.engine import deal as board_deal
from semafor.engine import play as board_play
from semafor.engine import score as board_score
from semafor.engine import turn as board_turn
from semafor.engine.actions import ACTIONS, MASK_WORDS
from semafor.engine.cardgame import card_deal, card_scoring, card_turn
from semafor.engine.cardgame import card_turn as card_play
from semafor.engine.cardgame.card_state import CARD_RESULT
from semafor.engine.compile import INTERPRETED, compiled
from semafor.engine.longest import GRAPH
from semafor.engine.state import LOG_ROWS, PLACES, RESULT, WORDS, Array, Log, i2, record_of
from semafor.engine.stations import BORROWING
from semafor.engine.tickets import next_to_decide
from semafor.games import board_observation as board_layout
from semafor.games import board_observer as board_eyes
from semafor.games import card_observation as card_layout
from semafor.games import card_observer as card_eyes
from semafor.games import points
from semafor.games.kind import KindName, copy_states
from semafor.games.lookup import kind_of
from semafor.games.observation_names import illegal_action
from semafor.games.observation_writing import widen
from semafor.games.points import Reward, reward_number, reward_of

Rule = Callable[..., Any]

OF_BOARDS = "owned"
"""A field that only states of board games have."""


_CHOICES: list[tuple[Rule, int, Rule]] = []
_COMPILERS: list[Rule] = [overload]


def by_fields(place: int, choose: Callable[[Collection[str]], Rule]) -> Rule:
    """One name for several functions: the fields of the record given at a place say which one is meant."""

    def interpreted(*arguments: Any) -> Any:
        return choose(arguments[place].dtype.names)(*arguments)

    if not INTERPRETED:
        _CHOICES.append((interpreted, place, choose))
        for overloads in _COMPILERS:
            _teach(overloads, interpreted, place, choose)
    return interpreted


def _either(of_boards: Rule, of_cards: Rule) -> Rule:
    """The first function for a state of a board game, the second for one of the Card Game."""
    return by_fields(0, lambda fields: of_boards if OF_BOARDS in fields else of_cards)


def _teach(overloads: Rule, name: Rule, place: int, choose: Rule) -> None:
    """Tell a compiler which of the functions is meant."""

    @overloads(name)
    def chosen(*arguments):  # type: ignore[no-untyped-def]  # Numba compares the two signatures
        function = choose(arguments[place].fields)
        return lambda *arguments: function(*arguments)


def teach_all(overloads: Rule) -> None:
    """Tell another compiler too, now and of later names, through its own `numba.extending.overload`."""
    _COMPILERS.append(overloads)
    for name, place, choose in _CHOICES:
        _teach(overloads, name, place, choose)


apply = _either(board_turn.apply, card_turn.apply)
deal = _either(board_deal.deal, card_deal.deal)
done_of = _either(points.done_of_seat, points.done_of_cards)
extras_of = _either(points.extras_on_map, points.extras_at_cards)
legal = _either(board_turn.legal, card_turn.legal)
observe = _either(board_eyes.observe, card_eyes.observe)
compare_sides = _either(board_score.compare_sides, card_scoring.compare_seats)
"""What is left of the score once every side's line and tickets are counted."""
score_game = _either(board_score.score_game, card_scoring.score_game)
settle = _either(points.settle, points.settle_cards)
write_row = _either(board_play.write_row, card_play.write_row)


QUIET_LOG = record_of(("count", i2), ("rows", i2, (1, 8)))
"""A log that takes nothing: nobody reads what happened in a batch."""

STEPPING = (
    ("mask", np.uint64, MASK_WORDS),
    ("routes", np.uint64, WORDS),
    ("label", np.int8, PLACES),  # components of a side's network
    ("log", QUIET_LOG),
)
"""What a decision and a look at the table need."""
SCORING = (("result", RESULT), ("graph", GRAPH), ("plan", BORROWING))
CARD_SCORING = (("result", CARD_RESULT),)
"""What a finished game needs."""


def fields_of(record: np.dtype[np.void], *names: str) -> list[tuple[str, np.dtype[Any]]]:
    """The named fields of a record, or all."""
    return [(name, record[name]) for name in names or record.names or () if name != "spare"]


BOARD_WORK = record_of(*STEPPING, *SCORING, ("sets", np.uint64, board_layout.SETS))
CARD_WORK = record_of(*STEPPING, *CARD_SCORING, ("sets", np.uint64, card_layout.SETS))


WORKS: dict[KindName, np.dtype[np.void]] = {"board": BOARD_WORK, "cards": CARD_WORK}
_OF_THIS_THREAD = threading.local()


def work_of_thread(kind: KindName) -> NDArray[Any]:
    """The working space that this thread keeps for one game at a time; what it holds lasts for one call."""
    kept: dict[str, NDArray[Any]] = _OF_THIS_THREAD.__dict__
    if kind not in kept:
        kept[kind] = np.zeros(1, WORKS[kind])
    return kept[kind]


@compiled
def hush(log: Log) -> None:
    """Let the rules take the log for full, whatever its size."""
    log.count = LOG_ROWS + 1


@compiled
def observe_one(states: Array, facts: Array, seat: int, out: Array, works: Array) -> None:
    """Write all that the seat may know."""
    done = done_of(states[0], facts[0], seat, works[0])
    observe(states[0], facts[0], seat, done, works[0].sets, out)
    widen(works[0].sets, out)


@compiled
def mask_one(states: Array, facts: Array, seat: int, out: Array, works: Array) -> None:
    """Write what the seat may decide: nothing where it is not asked."""
    legal(states[0], facts[0], seat, works[0].mask)
    widen(works[0].mask, out)


@compiled
def apply_one(states: Array, facts: Array, seat: int, action: int, works: Array) -> None:
    """Carry out a legal decision."""
    hush(works[0].log)
    apply(states[0], facts[0], seat, action, works[0].log)


@compiled
def asked_one(states: Array) -> int:
    """The seat that must decide next, or NOBODY."""
    return next_to_decide(states[0])


@compiled
def rewards_one(states: Array, facts: Array, kind: int, out: Array, works: Array) -> None:
    """Write the rewards of all seats, as if the game ended now."""
    result = works[0].result
    score_game(states[0], facts[0], result, works[0])
    size = out.size // result.sides
    for seat in range(out.size):
        out[seat] = reward_of(result, seat // size, kind)


class Single:
    """A game that is stepped by the engine's small decisions; `states` is an array of one state."""

    def __init__(self, board: Board, players: int, states: Array) -> None:
        self.board, self.players, self.states = board, players, states
        self._kind = kind_of(board)

    @property
    def _work(self) -> Array:
        return work_of_thread(self._kind.name)

    def copy(self) -> Single:
        """The same game once more."""
        return Single(self.board, self.players, copy_states(self.states))

    def __deepcopy__(self, memo: dict[int, Any]) -> Single:
        return self.copy()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.states["over"][0])

    @property
    def to_play(self) -> int:
        """The seat that must decide next, -1 at the end."""
        return -1 if self.over else int(asked_one(self.states))

    def observation(self, seat: int) -> NDArray[np.uint8]:
        """What the seat may know."""
        out = np.empty(self._kind.observation.size, np.uint8)
        observe_one(self.states, self._kind.table, seat, out, self._work)
        return out

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 for each of the 448 actions that the seat may take; all zero where it is not asked."""
        out = np.empty(ACTIONS, np.int8)
        mask_one(self.states, self._kind.table, seat, out, self._work)
        return out

    def apply(self, seat: int, action: int) -> None:
        """Carry out a decision; ValueError where it is not legal."""
        if not (0 <= action < ACTIONS and self.mask(seat)[action]):
            raise illegal_action(self.board, action, f"of seat {seat} is not legal")
        apply_one(self.states, self._kind.table, seat, action, self._work)

    def rewards(self, reward: Reward) -> NDArray[np.float64]:
        """The rewards of all seats, as if the game ended now (see `Batch`)."""
        out = np.empty(self.players, np.float64)
        rewards_one(self.states, self._kind.table, reward_number(reward), out, self._work)
        return out
