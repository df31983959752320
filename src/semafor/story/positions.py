"""The positions of a finished game, each with what the deciding seat saw and did."""

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
"""Questions about the tickets to play with, before the first turn and between two halves."""


class PlayedPosition(msgspec.Struct, frozen=True):
    """One decision: the position before it, and what it caused."""

    step: int
    seat: int
    states: Array
    """The true state; only for the review after the end."""
    view: View
    moves: list[Move]
    move: Move
    events: list[Event]
    after: View
    """What the seat saw after its decision."""

    @property
    def opening(self) -> bool:
        """Whether the seat still chooses the tickets that it plays with."""
        return self.view.own is not None and self.view.own.ask in OPENING

    @property
    def counting(self) -> bool:
        """Whether this is a scoring round, after all turns."""
        return self.view.own is not None and self.view.own.ask == "complete"


class Walked(msgspec.Struct, frozen=True):
    """All positions of a game."""

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
        """Return the side of a seat."""
        return next(n for n, seats in enumerate(self.sides) if seat in seats)


def walk(record: Record | bytes | str) -> Walked:
    """Replay a record; raise BadRecord if that is impossible, or if the game is not over."""
    record = check_record(record)
    Game.replay(record, steps=0)  # reports an invalid setup
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
