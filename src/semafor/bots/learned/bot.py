"""The bot `network`: plays what its network prefers, small decision by small decision, from views alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.bots.learned.network import PlainNetwork
from semafor.bots.learned.reading import Reading, reading_of
from semafor.bots.learned.records import DESK, GLANCE
from semafor.bots.learned.rows import board_row, card_row, copy_runs
from semafor.bots.learned.seeing import Seer
from semafor.bots.learned.weights import load_weights, shipped_weights
from semafor.engine.cardgame.actions import WILDS
from semafor.gym.kinds import kind_of
from semafor.gym.single import Single
from semafor.kinds.board_codec import Chain, Codec
from semafor.kinds.card_codec import CardCodec
from semafor.kinds.plain import Plain
from semafor.moves import Move, PlaceRow
from semafor.view import View


@lru_cache(maxsize=16)
def network_of(path: Path, board: Board) -> PlainNetwork:
    """The network of a file, read once."""
    return PlainNetwork(load_weights(path, board), reading_of(board))


class RowWriter:
    """Writes the rows of one seat's positions."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._facts = kind_of(reading.board).facts
        self._desks, self._glances = np.zeros(1, DESK), np.zeros(1, GLANCE)

    def row(self, table: Single, seat: int) -> NDArray[np.uint8]:
        """What the network reads of the game, as the seat sees it."""
        reading = self._reading
        row = np.empty(reading.size, np.uint8)
        copy_runs(table.observation(seat), table.mask(seat), reading.runs, row)
        features = row[reading.features :]
        if reading.board.options.card_game is not None:
            card_row(table.states, self._facts, seat, features)
        else:
            board_row(table.states, self._facts, reading.prices, seat, self._desks, self._glances, features)
        return row


class NetworkBot:
    """A player that learned; made for a board whose weights are shipped, or with a file of weights."""

    def __init__(self, board: Board, seed: int = 0, weights: Path | None = None) -> None:
        del seed  # it rolls no dice
        self._reading = reading_of(board)
        self._network = network_of(weights or shipped_weights(board), board)
        self._seer, self._writer = Seer(board), RowWriter(self._reading)
        facts, cards = kind_of(board).facts, board.options.card_game is not None
        self._codec = CardCodec(board, facts[0]) if cards else Codec(board, facts)
        self._place = {int(action): place for place, action in enumerate(self._reading.actions)}

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """The move whose small decisions the network prefers, one after the other."""
        assert view.own is not None, "a bot sits at the table"
        table = self._seer.look(view, moves)
        move = moves[0] if len(moves) == 1 else self._prefer(table, view.own.seat, moves)
        self._seer.note(move)
        return move

    def _prefer(self, table: Single, seat: int, moves: Sequence[Move]) -> Move:
        chains = self._chains(Plain(table.states), seat, moves)
        left, link = list(range(len(moves))), 0
        while len(left) > 1:
            action = self._best(table, seat, sorted({chains[n][link] for n in left}))
            left = [n for n in left if chains[n][link] == action]
            link += 1
            if len(left) > 1:
                table.apply(seat, action)
        return moves[left[0]]

    def _best(self, table: Single, seat: int, actions: list[int]) -> int:
        """The action that the network prefers."""
        if len(actions) == 1:
            return actions[0]
        among = np.array([self._place[action] for action in actions])
        return actions[int(self._network.preferences(self._writer.row(table, seat), among).argmax())]

    def _chains(self, state: Plain, seat: int, moves: Sequence[Move]) -> list[Chain]:
        """The small decisions of every move."""
        codec = self._codec
        if isinstance(codec, Codec):
            return [codec.chain_of(state, seat, move) for move in moves]
        firsts = [codec.action_of(state, seat, move) for move in moves]
        return [
            (first, WILDS + move.wild) if isinstance(move, PlaceRow) else (first,)
            for first, move in zip(firsts, moves, strict=True)
        ]
