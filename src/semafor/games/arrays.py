"""The compiled rules of both kinds of games under one name; the type of the record selects the kind."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.engine.actions import ACTIONS
from semafor.engine.compile import INTERPRETED, compiled, with_numba
from semafor.engine.state import Array
from semafor.engine.tickets import next_to_decide
from semafor.games.board_game import BoardKind
from semafor.games.card_game import CardKind
from semafor.games.kind import CompiledRules, Kind, Rule, copy_states
from semafor.games.lookup import kind_of
from semafor.games.observation_names import illegal_action
from semafor.games.observation_writing import widen
from semafor.games.points import Reward, reward_number, reward_of

Functions = Mapping["np.dtype[np.void]", Rule]
_DISPATCHED: list[tuple[Rule, int, Functions, Rule | None]] = []
_COMPILERS: list[Rule] = []


def by_record(place: int, functions: Functions, otherwise: Rule | None = None) -> Rule:
    """Return one function for several; the record type of the argument at `place` selects which is called.

    Functions that are added to `functions` before the first call count too.
    """

    def interpreted(*arguments: Any) -> Any:
        function = functions.get(arguments[place].dtype, otherwise)
        assert function is not None, arguments[place].dtype
        return function(*arguments)

    if not INTERPRETED:
        _DISPATCHED.append((interpreted, place, functions, otherwise))
        for overloads in _COMPILERS:
            _teach(overloads, interpreted, place, functions, otherwise)
    return interpreted


def by_state(*, board: Rule, cards: Rule) -> Rule:
    """Return one function for both kinds of games; the type of the state, the first argument, selects it."""
    return by_record(0, {BoardKind.state: board, CardKind.state: cards})


def _teach(overloads: Rule, name: Rule, place: int, functions: Functions, otherwise: Rule | None) -> None:
    """Register the functions with a compiler."""
    from numba import from_dtype

    @overloads(name)
    def chosen(*arguments):  # type: ignore[no-untyped-def]  # Numba compares the two signatures
        of_types = {from_dtype(record): function for record, function in functions.items()}
        function: Any = of_types.get(arguments[place], otherwise)
        return lambda *arguments: function(*arguments)


def teach_all(overloads: Rule) -> None:
    """Register everything with another compiler too, through its own `numba.extending.overload`."""
    _COMPILERS.append(overloads)
    for name, place, functions, otherwise in _DISPATCHED:
        _teach(overloads, name, place, functions, otherwise)


def _teach_numba() -> None:
    """Register everything with Numba's compiler for the processor."""
    from numba.extending import overload

    teach_all(overload)


with_numba(_teach_numba)

_PAIRS = zip(BoardKind.rules, CardKind.rules, strict=True)
_RULES = CompiledRules(*[by_state(board=board, cards=cards) for board, cards in _PAIRS])
deal = _RULES.deal
legal = _RULES.legal
apply = _RULES.apply
score_game = _RULES.score_game
count_totals = _RULES.count_totals
compare_sides = _RULES.compare_sides
write_row = _RULES.write_row
observe = _RULES.observe
done_of = _RULES.done_of
extras_of = _RULES.extras_of
points_now = _RULES.points_now
settle = _RULES.settle

_OF_THIS_THREAD = threading.local()


def work_of_thread(kind: Kind) -> NDArray[Any]:
    """Return the working space that this thread keeps for one game; its contents last for one call."""
    kept: dict[str, NDArray[Any]] = _OF_THIS_THREAD.__dict__
    if kind.name not in kept:
        kept[kind.name] = np.zeros(1, kind.step_work)
    return kept[kind.name]


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
        return work_of_thread(self._kind)

    def copy(self) -> Single:
        """Return a copy of the game."""
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
