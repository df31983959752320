"""The bot `network`: plays what its network prefers, small decision by small decision, from views alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from semafor.arrays.single import Single
from semafor.arrays.works import WORKS
from semafor.boards.model import Board
from semafor.bots.learned.compiled.records import DESK, GLANCE
from semafor.bots.learned.compiled.rows import Eyes, one_row
from semafor.bots.learned.network import PlainNetwork
from semafor.bots.learned.reading import Reading, reading_of
from semafor.bots.learned.seeing import Seer
from semafor.bots.learned.weights import load_weights, shipped_weights
from semafor.engine.actions import ACTIONS
from semafor.kinds.lookup import kind_of
from semafor.kinds.plain import Plain
from semafor.moves import Move
from semafor.view import View


@lru_cache(maxsize=16)
def network_of(path: Path, board: Board) -> PlainNetwork:
    """The network of a file, read once."""
    return PlainNetwork(load_weights(path, board), reading_of(board))


def is_open_question(view: View) -> bool:
    """Whether luck or others matter; scoring a round of the Card Game is settled, the network knows it."""
    return view.own is not None and view.own.ask != "complete"


class RowWriter:
    """Writes the rows of one seat's positions."""

    def __init__(self, reading: Reading) -> None:
        self._size = reading.size
        self._eyes, self._glances = eyes_of(reading), np.zeros(1, GLANCE)

    def row(self, table: Single, seat: int) -> NDArray[np.uint8]:
        """What the network reads of the game, as the seat sees it."""
        row = np.empty(self._size, np.uint8)
        one_row(self._eyes, table.states, seat, self._glances, row)
        return row


def eyes_of(reading: Reading) -> Eyes:
    """What rows of a board are written with."""
    kind = kind_of(reading.board)
    return Eyes(
        facts=kind.table,
        prices=reading.prices,
        runs=reading.runs,
        works=np.zeros(1, WORKS[kind.name]),
        desks=np.zeros(1, DESK),
        observation=np.zeros(kind.observation.size, np.uint8),
        mask=np.zeros(ACTIONS, np.int8),
    )


class NetworkBot:
    """A player that learned; made for a board whose weights are shipped, or with a file of weights."""

    def __init__(self, board: Board, seed: int = 0, weights: Path | None = None) -> None:
        del seed  # it rolls no dice
        self._reading = reading_of(board)
        self._network = network_of(weights or shipped_weights(board), board)
        self._seer, self._writer = Seer(board), RowWriter(self._reading)
        self._kind = kind_of(board)
        self._place = {int(action): place for place, action in enumerate(self._reading.actions)}

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """The move whose small decisions the network prefers, one after the other."""
        assert view.own is not None, "a bot sits at the table"
        table = self._seer.look(view)
        move = moves[0] if len(moves) == 1 else self._prefer(table, view.own.seat, moves)
        self._seer.note(move)
        return move

    def _prefer(self, table: Single, seat: int, moves: Sequence[Move]) -> Move:
        """The move that is left when every small decision is the preferred one."""
        state, link = Plain(table.states), 0
        left = {move: self._kind.chain_of(state, seat, move) for move in moves}
        while len(left) > 1:
            action = self._best(table, seat, sorted({chain[link] for chain in left.values()}))
            left = {move: chain for move, chain in left.items() if chain[link] == action}
            link += 1
            if len(left) > 1:
                table.apply(seat, action)
        return next(iter(left))

    def _best(self, table: Single, seat: int, actions: list[int]) -> int:
        """The action that the network prefers."""
        if len(actions) == 1:
            return actions[0]
        among = np.array([self._place[action] for action in actions])
        return actions[int(self._network.preferences(self._writer.row(table, seat), among).argmax())]
