"""The state of a table, built from its journal. It uses no clock, network or database."""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterable
from functools import cached_property
from typing import NamedTuple

import msgspec

from semafor.boards.model import Board
from semafor.fair_deal import FairDeal, Promise, promise_of
from semafor.game import Game
from semafor.grown_list import GrownList
from semafor.moves import Move
from semafor.results import Result
from semafor.seeds import seed_hash
from semafor.server.messages import Status, TableCard
from semafor.server.socket_messages import ChatLine, Progress
from semafor.server.table import journal as en
from semafor.server.table.decision_ids import DecisionIds
from semafor.server.table.journal import Entry, Written
from semafor.server.table.seat import Seat
from semafor.server.table.setup import Setup
from semafor.server.table.undo import LastStep, shows_nothing
from semafor.view import View

CHAT_KEPT = 200
"""Chat lines that are shown to people who come later."""


class Sights(NamedTuple):
    """Cached values computed from a table: views, moves, ticket progress, and the result."""

    views: dict[int | None, View]
    moves: dict[int, list[Move]]
    progress: dict[int, Progress]
    result: Result | None


class Table:
    """The state of a table after some entries of its journal."""

    def __init__(self, table_id: str, setup: Setup, board: Board, created: float) -> None:
        self.id = table_id
        self.setup = setup
        self.board = board
        self.created = created
        self.updated = created
        self.version = 0
        self.seats = [Seat(n, plan.reserved, bot=plan.bot) for n, plan in enumerate(setup.seats)]
        self.game: Game | None = None
        self.seed = ""
        self.seed_hash: str | None = None
        """Published hash of the seed, once there is one."""
        self.dealing: float | None = None
        """Time since which parts of the deal are being revealed."""
        self.removed: frozenset[str] = frozenset()
        """Browsers that the host has removed."""
        self.locked = False
        """Whether the host has locked the table."""
        self.events = 0
        """Number of events in the game."""
        self.ids = DecisionIds()
        """Ids of client requests and the version that each one made."""
        self.marks: GrownList[int] = GrownList(array("I"))
        """Versions that changed the game, each followed by the number of events after it."""
        self.last_step: LastStep | None = None
        """The newest step, if it can be undone."""
        self.undone = 0
        """Number of undone steps."""
        self.chat: list[ChatLine] = []
        """The newest chat lines."""
        self.said = 0
        """Number of all chat lines."""
        self.rematch: str | None = None
        self.told_progress: dict[int, int] = {}
        """Hash of what each seat's progress was last computed from; shared by earlier and later states."""
        self.progress_at_hand: dict[int, Progress] = {}
        self.card_at_hand: TableCard | None = None
        """Cached public description, without the seats."""
        self.pending: tuple[int, ...] = ()
        """Seats that must decide now."""
        self._moves: dict[int, list[Move]] = {}
        self._views: dict[int | None, View] = {}

    @property
    def status(self) -> Status:
        """Whether the table waits for players, plays, or is over."""
        if self.game is None:
            return "open"
        return "over" if self.game.over else "playing"

    @property
    def counts(self) -> bool:
        """Whether the game is rated: its setup allows it and everyone agreed."""
        return self.setup.counts and all(seat.agreed for seat in self.seats)

    @property
    def bots_only(self) -> bool:
        """Whether no person plays here."""
        return not any(seat.key for seat in self.seats)

    @property
    def hides_game(self) -> bool:
        """Whether spectators see the game with a delay; not before the start, so that they can sit down."""
        return self.game is not None and self.setup.spectator_delay > 0

    @cached_property
    def result(self) -> Result | None:
        """The result, once the game is over."""
        return self.game.result() if self.game and self.game.over else None

    @property
    def due(self) -> float | None:
        """When the server itself must act: deal, let a bot move, or end a person's time."""
        if self.game is None:
            return None if self.dealing is None else self.dealing + TELLING_SECONDS
        times = [self._due_of(self.seats[seat]) for seat in self.pending]
        return min((time for time in times if time is not None), default=None)

    def _due_of(self, seat: Seat) -> float | None:
        return seat.since if seat.bot is not None else seat.runs_out()

    def moves(self, seat: int) -> list[Move]:
        """The legal moves of a seat, cached; empty while the table does not wait for it."""
        if self.game is None or seat not in self.pending:
            return []
        if seat not in self._moves:
            self._moves[seat] = self.game.moves(seat)
        return self._moves[seat]

    def view(self, seat: int | None) -> View:
        """The view of a seat or a spectator, cached."""
        if seat not in self._views:
            self.see((seat,))
        return self._views[seat]

    def see(self, seats: Iterable[int | None]) -> None:
        """Compute and cache the missing views of these viewers together."""
        assert self.game is not None
        new = [seat for seat in seats if seat not in self._views]
        if new:
            self._views.update(zip(new, self.game.views(new), strict=True))

    @property
    def own_board(self) -> bool:
        """Whether the board was made by a user, so that its cost is unknown."""
        return self.setup.board.file is not None

    def look(self) -> None:
        """Compute and cache all views, moves and the result."""
        everyone = range(len(self.seats))
        self.see((*everyone, None))
        for seat in everyone:
            self.moves(seat)
        assert self.result or not (self.game and self.game.over)

    @property
    def sights(self) -> Sights:
        """The cached values."""
        return Sights(self._views, self._moves, self.progress_at_hand, self.__dict__.get("result"))

    def put_sights(self, sights: Sights) -> None:
        """Use cached values that another process computed for the same table."""
        self._views |= sights.views
        self._moves |= sights.moves
        self.progress_at_hand |= sights.progress
        self.__dict__["result"] = sights.result

    def forget_sights(self) -> None:
        """Drop cached views and moves to save memory."""
        self._moves, self._views, self.progress_at_hand = {}, {}, {}
        self.card_at_hand = None

    def events_before(self, version: int) -> int:
        """How many of the events known at a version are still valid: steps may have been undone."""
        numbers = self.marks.since(0)
        marks = list(zip(numbers[::2], numbers[1::2], strict=True))
        known = [count for mark, count in marks if mark <= version][-1:]
        return min([*known, *(count for mark, count in marks if mark > version)]) if known else 0

    def seats_of(self, persons: Container[str], keys: Iterable[str]) -> tuple[int, ...]:
        """The seats of these browsers or keys, all given by their hashes."""
        hashes = frozenset(keys)
        return tuple(
            seat.number for seat in self.seats if seat.key and (seat.key in hashes or seat.person in persons)
        )

    @property
    def untold(self) -> tuple[int, ...]:
        """Seats that have not revealed their promised part of the deal."""
        return tuple(seat.number for seat in self.seats if seat.promise and seat.part is None)

    @cached_property
    def deal_promise(self) -> str | None:
        """Hash of the server's part of the deal; None if the seed was given."""
        return None if self.setup.seed is not None else promise_of(self.setup.part)

    @property
    def fair_deal(self) -> FairDeal | None:
        """All parts of the deal, including the server's; None if the seed was given."""
        if self.setup.seed is not None:
            return None
        mine = tuple(Promise(seat.number, seat.promise, seat.part) for seat in self.seats if seat.promise)
        return FairDeal(self.setup.part, mine)

    # ---- changing ----------------------------------------------------------------------------

    def after(self, entry: Entry, at: float) -> Table:
        """A copy with one more entry applied."""
        return self.with_entries((Written(self.version + 1, at, entry),))

    def with_entries(self, entries: Iterable[Written]) -> Table:
        """A copy with more entries applied."""
        later = self.copy()
        for written in entries:
            later.apply(written)
        return later

    def copy(self) -> Table:
        """A copy that shares the game, which is never changed in place."""
        twin = Table.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin.__dict__.pop("result", None)
        twin.seats = [msgspec.structs.replace(seat) for seat in self.seats]
        twin.marks, twin.chat = self.marks.copy(), list(self.chat)
        return twin

    def apply(self, written: Written) -> None:
        """Apply the next entry of the journal; SemaforError if the game refuses it."""
        assert written.number == self.version + 1, "entries come in order"
        _APPLY[type(written.entry)](self, written)
        self.version, self.updated, self.card_at_hand = written.number, written.at, None
        if written.id is not None:
            self.ids = self.ids.with_id(written.id, written.number)

    def _sit(self, written: Written) -> None:
        entry = written.entry
        assert isinstance(entry, en.Sat)
        seat = self.seats[entry.seat]
        seat.name, seat.person, seat.key, seat.bot = entry.name, entry.person, entry.key, None
        seat.host, seat.invited = entry.host, entry.invited
        seat.promise, seat.part, seat.agreed = entry.promise, None, entry.agreed

    def _sit_bot(self, written: Written) -> None:
        entry = written.entry
        assert isinstance(entry, en.BotSat)
        self.seats[entry.seat].bot = entry.level

    def _leave(self, written: Written) -> None:
        assert isinstance(written.entry, en.Left)
        self._clear(written.entry.seat)

    def _clear(self, number: int) -> None:
        """Make a seat free."""
        plan = self.setup.seats[number]
        self.seats[number] = Seat(number, plan.reserved, bot=plan.bot)

    def _remove(self, written: Written) -> None:
        assert isinstance(written.entry, en.Removed)
        self._clear(written.entry.seat)
        self.removed |= {written.entry.person}

    def _rekey(self, written: Written) -> None:
        assert isinstance(written.entry, en.Rekeyed)
        self.seats[written.entry.seat].key = written.entry.key

    def _forget(self, written: Written) -> None:
        assert isinstance(written.entry, en.Forgotten)
        seat = self.seats[written.entry.seat]
        seat.key = seat.person = written.entry.person

    def _lock(self, written: Written) -> None:
        assert isinstance(written.entry, en.Locked)
        self.locked = written.entry.locked

    def _pass_host(self, written: Written) -> None:
        assert isinstance(written.entry, en.HostPassed)
        for seat in self.seats:
            seat.host = seat.number == written.entry.seat
        self.seats[written.entry.seat].invited = True

    def _promise(self, written: Written) -> None:
        assert isinstance(written.entry, en.Promised)
        self.seats[written.entry.seat].promise = written.entry.promise

    def _agree(self, written: Written) -> None:
        assert isinstance(written.entry, en.Agreed)
        self.seats[written.entry.seat].agreed = True

    def _deal(self, written: Written) -> None:
        self.dealing = written.at

    def _tell_part(self, written: Written) -> None:
        assert isinstance(written.entry, en.Told)
        self.seats[written.entry.seat].part = written.entry.part

    def _begin(self, written: Written) -> None:
        assert isinstance(written.entry, en.Began)
        self.seed, self.dealing = written.entry.seed, None
        self.seed_hash = seed_hash(self.seed)
        self.game = Game.new(self.board, players=len(self.seats), seed=self.seed, first=self.setup.first)
        self.events = len(self.game.events())
        for seat in self.seats:
            seat.left = None if self.setup.time.kind == "none" else float(self.setup.time.seconds)
        self._game_changed(written)

    def _decide(self, written: Written) -> None:
        entry = written.entry
        assert isinstance(entry, en.Decided)
        assert self.game is not None
        seat, before = self.seats[entry.seat], self.game
        self.game = before.copy()
        happened = self.game.play(entry.move, entry.seat)
        seat.bot_decisions += seat.bot is not None
        open_step = seat.bot is None and shows_nothing(happened)
        left = self._left_at(seat, written.at)
        self.last_step = LastStep(entry.seat, before, self.events, left) if open_step else None
        self.events += len(happened)
        self._stop_clock(seat, written.at)
        self._game_changed(written)

    def _undo(self, written: Written) -> None:
        assert isinstance(written.entry, en.Undone)
        step = self.last_step
        assert step is not None
        self.game, self.events, self.last_step = step.game, step.events, None
        self.undone += 1
        seat = self.seats[step.seat]
        seat.left, seat.since = step.left, written.at
        self._game_changed(written)

    def _left_at(self, seat: Seat, at: float) -> float | None:
        """Seconds left on a clock at a time."""
        if self.setup.time.kind != "game" or seat.since is None or seat.left is None:
            return seat.left
        return max(0.0, seat.left - (at - seat.since if seat.bot is None else 0.0))

    def _stop_clock(self, seat: Seat, at: float) -> None:
        """Stop a clock and subtract the time used, unless each decision has its own time."""
        left = self._left_at(seat, at)
        if self.setup.time.kind == "game" and seat.since is not None and left is not None:
            seat.left = left + self.setup.time.increment
        seat.since, seat.votes = None, ()

    def _game_changed(self, written: Written) -> None:
        assert self.game is not None
        self.pending = self.game.pending
        for seat in self.seats:
            if seat.number not in self.pending:
                seat.since, seat.votes = None, ()
            elif seat.since is None:
                seat.since = written.at
        self.forget_sights()
        self.__dict__.pop("result", None)
        self.marks.extend((written.number, self.events))

    def _say(self, written: Written) -> None:
        entry = written.entry
        assert isinstance(entry, en.Said)
        line = ChatLine(written.number, entry.seat, self.seats[entry.seat].name, entry.text, written.at)
        self.chat = [*self.chat, line][-CHAT_KEPT:]
        self.said += 1

    def _vote(self, written: Written) -> None:
        entry = written.entry
        assert isinstance(entry, en.Voted)
        votes = set(self.seats[entry.about].votes) - {entry.seat}
        self.seats[entry.about].votes = tuple(sorted(votes | {entry.seat} if entry.yes else votes))

    def _replace(self, written: Written) -> None:
        entry = written.entry
        assert isinstance(entry, en.Replaced)
        seat = self.seats[entry.seat]
        if seat.since is not None and seat.left is not None and self.setup.time.kind == "game":
            seat.left = max(0.0, seat.left - (written.at - seat.since))
        seat.bot, seat.away, seat.votes = entry.level, entry.why, ()
        seat.since = None if seat.since is None else written.at

    def _come_back(self, written: Written) -> None:
        assert isinstance(written.entry, en.CameBack)
        seat, time = self.seats[written.entry.seat], self.setup.time
        seat.bot, seat.away = None, None
        seat.since = None if seat.since is None else written.at
        if seat.left is not None:
            seat.left = max(seat.left, float(min(time.seconds, GRACE)))

    def _resume(self, written: Written) -> None:
        assert isinstance(written.entry, en.Resumed)
        for seat in self.seats:
            if seat.since is not None:
                seat.since = min(written.at, seat.since + written.entry.seconds)
        if self.dealing is not None:
            self.dealing = min(written.at, self.dealing + written.entry.seconds)

    def _play_again(self, written: Written) -> None:
        assert isinstance(written.entry, en.PlayedAgain)
        self.rematch = written.entry.table


TELLING_SECONDS = 15.0
"""Seconds for which the table waits for promised parts of the deal."""
GRACE = 60
"""Minimum seconds on the clock of a person who comes back."""

_APPLY = {
    en.Sat: Table._sit,
    en.BotSat: Table._sit_bot,
    en.Left: Table._leave,
    en.Removed: Table._remove,
    en.Rekeyed: Table._rekey,
    en.Forgotten: Table._forget,
    en.Locked: Table._lock,
    en.HostPassed: Table._pass_host,
    en.Promised: Table._promise,
    en.Agreed: Table._agree,
    en.Dealing: Table._deal,
    en.Told: Table._tell_part,
    en.Began: Table._begin,
    en.Decided: Table._decide,
    en.Undone: Table._undo,
    en.Said: Table._say,
    en.Voted: Table._vote,
    en.Replaced: Table._replace,
    en.CameBack: Table._come_back,
    en.Resumed: Table._resume,
    en.PlayedAgain: Table._play_again,
}
