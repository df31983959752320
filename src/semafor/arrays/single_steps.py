"""One game, called from Python: in arrays of one record, whose type Numba recognises faster."""

from __future__ import annotations

from semafor.arrays.rewards import reward_of
from semafor.arrays.rules_by_kind import apply, done_of, legal, observe, score_game
from semafor.arrays.works import hush
from semafor.arrays.writing import widen
from semafor.engine.asking import next_to_decide
from semafor.engine.compile import compiled
from semafor.engine.state import Array


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
