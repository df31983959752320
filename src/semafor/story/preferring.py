"""The moves that a network prefers: small decision by small decision, with the runner-up."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from semafor.engine.state import Array
from semafor.kinds.base import Kind
from semafor.kinds.plain import Plain, copy_states
from semafor.moves import Move
from semafor.story.tables import Tables


class Preferred(msgspec.Struct, frozen=True):
    """The best move, with the small decisions that make it, and the next best of another sort."""

    best: Move
    chain: tuple[int, ...]
    second: Move | None


class Chooser:
    """Finds what the network prefers among moves."""

    def __init__(self, tables: Tables, kind: Kind) -> None:
        self._tables, self._kind = tables, kind
        self._place = {int(action): place for place, action in enumerate(tables.reading.actions)}

    def prefer(self, world: Array, seat: int, moves: Sequence[Move], wanted: Array) -> Preferred:
        """The best of the moves, given how much the first small decisions are wanted."""
        state = Plain(world)
        chains = [tuple(self._kind.chain_of(state, seat, move)) for move in moves]
        firsts = sorted({chain[0] for chain in chains}, key=lambda action: -wanted[self._place[action]])
        best = self._follow(world, seat, chains, firsts[0])
        second = self._follow(world, seat, chains, firsts[1]) if len(firsts) > 1 else None
        return Preferred(moves[best], chains[best], None if second is None else moves[second])

    def _follow(self, world: Array, seat: int, chains: list[tuple[int, ...]], first: int) -> int:
        """The chain that begins so and whose rest is preferred."""
        left, link, action = [n for n, chain in enumerate(chains) if chain[0] == first], 1, first
        table = copy_states(world)
        while len(left) > 1:
            self._tables.apply(table, seat, action)
            wanted = self._tables.look([self._tables.row(table, seat)])[0][0]
            among = sorted({chains[n][link] for n in left})
            action = among[int(np.argmax([wanted[self._place[one]] for one in among]))]
            left = [n for n in left if chains[n][link] == action]
            link += 1
        return left[0]
