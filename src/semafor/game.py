"""A game: setup, seed and decisions, and what each viewer may know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from numbers import Integral
from pathlib import Path
from typing import Any, TypeGuard

import numpy as np
from msgspec import Struct

from semafor.announcing import announce_first_compile
from semafor.append_only_list import AppendOnlyList
from semafor.boards.load import load_board
from semafor.boards.model import Board
from semafor.engine.state import Array
from semafor.errors import BadPosition, BadRecord, BadSetup, IllegalMove, SemaforError
from semafor.events import Event, Viewer, forget_sidings
from semafor.games.kind import ClaimCheck, Kind, copy_states
from semafor.games.lookup import kind_of
from semafor.moves import Move
from semafor.notation import parse_move
from semafor.record import RULES_VERSION, Record, Saved, board_from_record, board_to_record, check_record
from semafor.results import Result
from semafor.seeds import Seed, key_of, new_seed, seed_hash, seed_text
from semafor.table_options import with_options
from semafor.view import TicketProgress, View

REMEMBERED = 10_000
"""Number of texts of moves whose parsed moves are cached."""


class Game:
    """One game; it changes only by `play`."""

    def __init__(self, kind: Kind, setup: Record, states: Array, events: list[Event]) -> None:
        self._kind = kind
        self._setup = setup
        self._states = states
        self._players = kind.players(states)
        self._events = AppendOnlyList(events)
        self._moves: AppendOnlyList[tuple[int, Move]] = AppendOnlyList()

    # ---- construction ------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        board: str | Path | Board,
        *,
        players: int,
        seed: Seed | None = None,
        first: int | None = None,
        **options: Any,
    ) -> Game:
        """Deal a new game; without a seed an unguessable one, without a first seat a drawn one.

        Any option of the board file may be changed for this table: `open_track=True`,
        `locomotives_leave="first"`, `open_completed=True` in the Card Game, `hand=5`,
        `longest_bonus=0`, `one_strand_with=(2,)` and so on elsewhere.
        """
        kind = _kind(board, options)
        if not _is_whole(players) or players not in kind.board.options.players:
            allowed = kind.board.options.players
            raise BadSetup("players", title=kind.board.title, allowed=allowed, players=players)
        if first is not None and not _is_seat(first, players):
            raise BadSetup("first", rule="BASE-27", last=players - 1, first=first)
        if first is not None and min(kind.team(first)) != first:
            raise BadSetup("first", rule="ASI-1", case="partner", first=first)
        text = new_seed() if seed is None else seed_text(seed)
        setup = Record(board_to_record(kind.board), int(players), text, RULES_VERSION, first)
        states, events = kind.deal(players, key_of(text), first)
        return cls(kind, setup, states, events)

    @classmethod
    def position(cls, description: Mapping[str, Any]) -> Game:
        """A game as described by plain values; `board` names its board.

        `{"board": "europe", "players": 3, "hands": {0: {"red": 2}}, "routes": {"Athina-Sofia": 1}}`;
        every field with an example is in docs/positions.md. BadPosition says what cannot be.
        """
        if not isinstance(description, Mapping):
            raise BadPosition(
                "bad-description", reason=f"expected a mapping, got {type(description).__name__}"
            )
        described = dict(description)
        kind = _kind(described.pop("board", "europe"))
        states = kind.position(described)
        setup = Record(
            board=board_to_record(kind.board),
            players=kind.players(states),
            seed=seed_text(described.get("seed", 0)),
            rules=RULES_VERSION,
            position=described,
        )
        return cls(kind, setup, states, [])

    @classmethod
    def replay(cls, record: Record | bytes | str, *, steps: int | None = None) -> Game:
        """Replay a record, or its first steps; raise BadRecord if that is impossible here."""
        record = check_record(record)
        game = cls._set_up(record)
        for number, (seat, text) in enumerate(record.decisions()[:steps], 1):
            try:
                game.play(text, seat)
            except SemaforError as error:
                raise BadRecord(
                    "bad-decision", rule=error.rule, n=number, decision=f"{seat} {text}", refusal=error.phrase
                ) from None
        return game

    @classmethod
    def _set_up(cls, record: Record) -> Game:
        """Return the game before the first decision of a record."""
        board = board_from_record(record.board)
        try:
            if record.position is not None:
                game = cls.position({"board": board, **record.position})
            else:
                game = cls.new(board, players=record.players, seed=record.seed, first=record.first)
        except SemaforError as error:
            raise BadRecord("bad-setup", rule=error.rule, refusal=error.phrase) from None
        game._setup = record.with_moves([])
        return game

    def copy(self) -> Game:
        """Return an independent copy."""
        twin = self._shared()
        twin._states = copy_states(self._states)
        return twin

    def after(self, move: Move | str, seat: int | None = None) -> tuple[Game, list[Event]]:
        """Return the game after a move, and what happened; this game stays as it is."""
        later = self._shared()
        return later, later.play(move, seat)

    def _shared(self) -> Game:
        """Return a copy with the same state, which `play` replaces and does not change."""
        twin = Game(self._kind, self._setup, self._states, [])
        twin._events, twin._moves = self._events.copy(), self._moves.copy()
        return twin

    # ---- deciding ----------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The board."""
        return self._kind.board

    @property
    def players(self) -> int:
        """The number of seats."""
        return self._players

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that must decide now: one in normal play, several in simultaneous choices."""
        return self._kind.pending(self._states)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._kind.over(self._states)

    @property
    def version(self) -> int:
        """The number of decisions made so far."""
        return len(self._moves)

    @property
    def states(self) -> Array:
        """The engine's state, as an array of one record. Copy it before you change it."""
        return self._states

    def moves(self, seat: int | None = None) -> list[Move]:
        """Return the legal moves of a seat; by default, of the seat that must decide."""
        self._check_seat(seat)
        if not self.pending:
            return []
        return self._kind.moves(self._states, self._seat(seat))

    def play(self, move: Move | str, seat: int | None = None) -> list[Event]:
        """Apply a move and return its events; on any error nothing changes."""
        told = isinstance(move, str)
        if not isinstance(move, Struct):
            move = _known_move(str(move), self.board)
        self._check_seat(seat)
        if seat is None and not self.pending:
            raise IllegalMove("game-over", rule="BASE-24")
        seat = self._seat(seat)
        self._states, happened = self._kind.play(self._states, seat, move)
        self._events.extend(happened)
        self._moves.extend((_known_decision(seat, move) if told else (seat, move),))
        return happened

    def _seat(self, seat: int | None) -> int:
        if seat is not None:
            return seat
        if len(self.pending) > 1:
            raise IllegalMove("which-seat", rule="BASE-23", seats=list(self.pending))
        return self.pending[0]

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and not _is_seat(seat, self._players):
            raise IllegalMove("no-such-seat", seat_number=repr(seat) if isinstance(seat, str) else str(seat))

    # ---- views -------------------------------------------------------------------------------

    def check_claim(self, route: str, seat: int) -> ClaimCheck:
        """Return what prevents a seat from claiming a route, and how close its cards are to paying for it."""
        return self._kind.check_claim(self._states, self._seat(seat), route)

    def view(self, viewer: int | None = None) -> View:
        """Return what a seat, or a spectator (None), may know."""
        self._check_seat(viewer)
        return self._kind.view(self._states, viewer)

    def views(self, viewers: Iterable[int | None]) -> list[View]:
        """Return what each of these viewers may know; together they cost little more than one."""
        asked = list(viewers)
        for viewer in asked:
            self._check_seat(viewer)
        return self._kind.views(self._states, asked)

    def ticket_progress(self, seats: Sequence[int]) -> list[tuple[TicketProgress, ...]]:
        """Return for each seat what the tickets that it holds or is offered still need, as it may know."""
        for seat in seats:
            self._check_seat(seat)
        return self._kind.ticket_progress(self._states, seats)

    def progress_keys(self, seats: Iterable[int]) -> dict[int, int]:
        """Return for each seat a number that differs whenever its `ticket_progress` may differ."""
        return {seat: self._kind.progress_key(self._states, seat) for seat in seats}

    def events(self, since: int = 0, viewer: Viewer = None) -> list[Event]:
        """Return the events from number `since` on, as this viewer sees them."""
        happened = list(self._events.since(since))
        if viewer == "all":
            return happened
        self._check_seat(viewer)
        team = frozenset[int]() if viewer is None else self._kind.team(viewer)
        if self._kind.hides_piles(self._states):
            happened = forget_sidings(happened)
        return [event.seen_by(viewer, team) for event in happened]  # type: ignore[misc]  # each event returns its own type

    def first_changed(self, known: int) -> int:
        """Return the first event that viewers who know this number of events see differently now (CRD-5)."""
        if not self._kind.hides_piles(self._states):
            return known
        events = list(self._events)
        pairs = zip(forget_sidings(events[:known]), forget_sidings(events), strict=False)
        return next((number for number, (old, new) in enumerate(pairs) if old != new), known)

    def result(self) -> Result:
        """Return the score by category, with ranks and winners; before the end, as if it ended now."""
        return self._kind.result(self._states)

    @property
    def seed_hash(self) -> str:
        """The hash of the seed, to be published before the first move."""
        return seed_hash(self._setup.seed)

    # ---- storage -----------------------------------------------------------------------------

    def record(self) -> Record:
        """Return setup, seed and decisions: enough to replay the game anywhere."""
        return self._setup.with_moves([f"{seat} {move}" for seat, move in self._moves])

    def to_bytes(self) -> bytes:
        """Return the game as bytes, with a version; the inverse of `from_bytes`."""
        state, events = self._states.tobytes(), tuple(self._events)
        return Saved(self.record(), state, events, self._kind.layout).encode()

    @classmethod
    def from_bytes(cls, data: bytes, board: Board | None = None) -> Game:
        """Return a game that `to_bytes` wrote; if `board` is given, it is not parsed."""
        saved = Saved.decode(data)
        board = board or board_from_record(saved.record.board)
        kind = _kind(board)
        if saved.layout != kind.layout or len(saved.state) != kind.state.itemsize:
            return cls.replay(saved.record)
        states = np.frombuffer(saved.state, kind.state).copy()
        game = cls(kind, saved.record.with_moves([]), states, list(saved.events))
        decisions = saved.record.decisions()
        game._moves = AppendOnlyList(
            _known_decision(seat, _known_move(text, board)) for seat, text in decisions
        )
        return game

    def __repr__(self) -> str:
        state = "over" if self.over else f"waiting for {', '.join(f'seat {seat}' for seat in self.pending)}"
        return f"<Game {self.board.board}, {self.players} players, {self.version} decisions, {state}>"

    def _repr_svg_(self) -> str:
        from semafor.show import draw_view  # pictures are not needed to play

        return draw_view(self.board, self.view())


def _is_seat(seat: object, players: int) -> bool:
    """Return whether a value is the number of a seat; True and 1.0 are not, although they equal 1."""
    return _is_whole(seat) and 0 <= int(seat) < players


def _is_whole(number: object) -> TypeGuard[int]:
    """Return whether a value is an integer of any library; booleans are not."""
    return type(number) is int or (isinstance(number, Integral) and not isinstance(number, bool))


@lru_cache(maxsize=REMEMBERED)
def _known_move(text: str, board: Board) -> Move:
    """Return the move of a text; cached, because thousands of games make the same moves."""
    return parse_move(text, board)


@lru_cache(maxsize=REMEMBERED)
def _known_decision(seat: int, move: Move) -> tuple[int, Move]:
    """Return a decision; cached for the same reason."""
    return seat, move


def _kind(board: str | Path | Board, options: Mapping[str, Any] | None = None) -> Kind:
    loaded = board if isinstance(board, Board) else load_board(board)
    kind = kind_of(with_options(loaded, options) if options else loaded)
    announce_first_compile(*kind.called)
    return kind
