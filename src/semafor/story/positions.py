"""The positions of a finished game, each with what the seat that decided saw and did."""

import msgspec

from semafor.boards.model import Board
from semafor.engine.state import Array
from semafor.errors import BadRecord, SemaforError
from semafor.events import Event
from semafor.game import Game
from semafor.games.kind import Kind
from semafor.games.lookup import kind_of
from semafor.moves import Move
from semafor.notation import parse_move
from semafor.record import Record, board_from_record, check_record
from semafor.results import Result
from semafor.seeds import key_of
from semafor.view import View

OPENING = ("start-keep", "start-rack", "pick", "draft-keep")
"""What seats are asked before the first turn, and between two halves: which tickets they play with."""


class PlayedPosition(msgspec.Struct, frozen=True):
    """One decision: before it, and what happened by it."""

    step: int
    seat: int
    states: Array
    """The table as it really was; for the story after the end only."""
    view: View
    moves: list[Move]
    move: Move
    events: list[Event]
    after: View
    """What the seat saw when its decision had been carried out."""

    @property
    def opening(self) -> bool:
        """Whether its seat still chooses the tickets that it plays with, now or in the half to come."""
        return self.view.own is not None and self.view.own.ask in OPENING

    @property
    def counting(self) -> bool:
        """Whether all turns are played, and its seat lays down what it has completed."""
        return self.view.own is not None and self.view.own.ask == "complete"


class Walked(msgspec.Struct, frozen=True):
    """A whole game."""

    board: Board
    kind: Kind
    players: int
    positions: list[PlayedPosition]
    result: Result

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        return tuple(side.seats for side in self.result.sides)

    def side_of(self, seat: int) -> int:
        """The side of a seat."""
        return next(n for n, seats in enumerate(self.sides) if seat in seats)


def walk(record: Record | bytes | str) -> Walked:
    """Play a record again; BadRecord where that is not possible, or the game is not over."""
    record = check_record(record)
    Game.replay(record, steps=0)  # says what is wrong with the setup
    board = board_from_record(record.board)
    kind = kind_of(board)
    states, found = _begin(kind, record), []
    for step, (seat, text) in enumerate(record.decisions(), 1):
        try:
            position, states = _decide(kind, states, step, seat, text)
        except SemaforError as error:
            decision = f"{seat} {text}"
            raise BadRecord(
                "bad-decision", rule=error.rule, n=step, decision=decision, refusal=error.phrase
            ) from None
        found.append(position)
    if not kind.over(states):
        raise BadRecord("not-over")
    return Walked(board, kind, kind.players(states), found, kind.result(states))


def _begin(kind: Kind, record: Record) -> Array:
    if record.position is not None:
        return kind.position(record.position)
    return kind.deal(record.players, key_of(record.seed), record.first)[0]


def _decide(kind: Kind, states: Array, step: int, seat: int, text: str) -> tuple[PlayedPosition, Array]:
    view, moves, move = kind.view(states, seat), kind.moves(states, seat), parse_move(text, kind.board)
    then, events = kind.play(states, seat, move)
    return PlayedPosition(step, seat, states, view, moves, move, events, kind.view(then, seat)), then
