"""The rules of the board games, as `Game` uses them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from semafor.boardgame.codec import Chain, Codec, pack
from semafor.boardgame.happened import Reader
from semafor.boardgame.outcome import result_of
from semafor.boardgame.plain import Plain, copy_states
from semafor.boardgame.position import build_position
from semafor.boardgame.refusals import refusal, refuse_malformed, refuse_untimely
from semafor.boardgame.seeing import pending_seats, seats_of_side, view_of
from semafor.boards.model import Board
from semafor.engine.chains import apply_chain
from semafor.engine.deal import deal
from semafor.engine.state import FACTS, LOG, NOBODY, STATE, Array
from semafor.errors import IllegalMove
from semafor.events import Event
from semafor.facts import facts_of
from semafor.moves import Move
from semafor.results import Result
from semafor.view import View


class BoardRules:
    """One board's rules over arrays of one state."""

    dtype = STATE
    layout = hashlib.sha256(str(STATE.fields).encode()).hexdigest()[:16]
    """Changes with the fields of the state."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.table = np.frombuffer(facts_of(board).tobytes(), FACTS)  # read-only
        self.facts = self.table[0]
        self.codec = Codec(board, self.table)
        self.reader = Reader(board, self.facts)

    def deal(self, players: int, key: Array, first: int | None) -> tuple[Array, list[Event]]:
        """A new game and what happened while it was set up."""
        states, log = np.zeros(1, STATE), np.zeros(1, LOG)[0]
        states[0].key[:] = key
        deal(states[0], self.facts, players, NOBODY if first is None else first, log)
        return states, self.reader.read(log)

    def position(self, described: Mapping[str, Any]) -> Array:
        """A game in the described position."""
        return build_position(self.board, self.facts, described)

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

    def play(self, states: Array, seat: int, move: Move) -> tuple[Array, list[Event]]:
        """The game after a move and what happened; IllegalMove where the rules forbid it."""
        state = Plain(states)
        refuse_untimely(state, seat, move)
        refuse_malformed(states[0], self.facts, move)
        chain = self.chain(state, seat, move)
        cost, payment = self.codec.cost_of(state, seat, move), getattr(move, "payment", None)
        if cost is not None and payment is not None and payment.total != cost:
            raise refusal(self.codec, states[0], seat, move)
        after, logs = copy_states(states), np.zeros(1, LOG)
        if not apply_chain(after, self.table, seat, pack(chain), logs):
            raise refusal(self.codec, states[0], seat, move)
        return after, self.reader.read(logs[0])

    def chain(self, state: Plain, seat: int, move: Move) -> Chain:
        """The move as engine actions."""
        try:
            return self.codec.chain_of(state, seat, move)
        except KeyError as error:
            raise IllegalMove("unknown-name", f"{error} is not of this board.") from None

    def view(self, states: Array, viewer: int | None) -> View:
        """What a viewer may know."""
        return view_of(Plain(states), self.board, self.codec.names, self.codec.numbers, viewer)

    def result(self, states: Array) -> Result:
        """The score as it would be if the game ended now, and is once it has ended."""
        return result_of(states[0], self.board, self.facts)

    def team(self, seat: int) -> frozenset[int]:
        """The seats that share racks with a seat, itself included."""
        size = self.codec.numbers.team_size
        return frozenset(seats_of_side(size, seat // size))
