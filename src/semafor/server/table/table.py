"""The state of a table, built from its journal. It uses no clock, network or database."""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterable
from functools import cached_property

import msgspec

from semafor import events as ev
from semafor.append_only_list import AppendOnlyList
from semafor.boards.model import Board
from semafor.fair_deal import FairDeal, Promise, promise_of
from semafor.game import Game
from semafor.moves import Move
from semafor.results import Result
from semafor.seeds import seed_hash
from semafor.server.messages import Level, Reason, Status, TableCard
from semafor.server.socket_messages import ChatLine, Progress
from semafor.server.table import journal as en
from semafor.server.table.decision_ids import DecisionIds
from semafor.server.table.journal import Entry, Written
from semafor.server.table.keys import GONE
from semafor.server.table.setup import Setup
from semafor.view import View

CHAT_KEPT = 200
"""Chat lines that are shown to people who come later."""
BOT_DECISIONS = 3
"""Decisions that a bot may make for a person whose result still counts as their own."""
TELLING_SECONDS = 15.0
"""Seconds for which the table waits for promised parts of the deal."""
GRACE = 60
"""Minimum seconds on the clock of a person who comes back."""
OPEN_EVENTS = (
    ev.TurnBegan,
    ev.Claimed,
    ev.TunnelRefused,
    ev.StationBuilt,
    ev.FestivalTaken,
    ev.Passed,
    ev.Kept,
    ev.LastRound,
    ev.RolledOut,
    ev.RowPlaced,
    ev.ThreePlaced,
    ev.Robbed,
    ev.Stopped,
)
"""Events that reveal only what was public, or the decider's own cards.

Other events count as revealing something, so a new mechanic cannot be undone until it is listed here."""


class Seat(msgspec.Struct):
    """A seat and its player."""

    number: int
    reserved: bool
    name: str = ""
    person: str = ""
    key: str = ""
    """Hash of its key; empty while no person sits here."""
    bot: Level | None = None
    """Level of the bot that plays it now."""
    away: Reason | None = None
    since: float | None = None
    """Time since which the table waits for this seat."""
    left: float | None = None
    """Seconds on its clock when it began to run."""
    votes: tuple[int, ...] = ()
    host: bool = False
    """Whether this person made the table."""
    invited: bool = False
    """Whether this person used the invitation."""
    agreed: bool = True
    """Whether this person agreed to a rated game."""
    promise: str = ""
    """Hash of this person's part of the deal."""
    part: str | None = None
    """That part, once it is revealed."""
    bot_decisions: int = 0
    """Decisions that bots have made for the person here."""
    fallbacks: tuple[int, ...] = ()
    """Steps at which the fallback chose, because the bot failed or took too long."""

    @property
    def free(self) -> bool:
        """Whether nobody plays it."""
        return not self.key and self.bot is None

    @property
    def abandoned(self) -> bool:
        """Whether bots made so many decisions that the result is not the person's."""
        return bool(self.key) and self.bot_decisions > BOT_DECISIONS

    @property
    def forgotten(self) -> bool:
        """Whether the person's account was deleted."""
        return self.person.startswith(GONE)

    def runs_out(self) -> float | None:
        """Return when its clock runs out; None if no clock runs."""
        return None if self.since is None or self.left is None else self.since + self.left


class LastStep(msgspec.Struct, frozen=True):
    """The step that can be undone, and the state before it."""

    seat: int
    game: Game
    events: int
    left: float | None
    """Seconds on the seat's clock at the decision, before the increment."""


def can_undo(happened: Iterable[ev.Event]) -> bool:
    """Whether events reveal nothing but public facts and the decider's own cards."""
    # A card that is placed on the rack is seen by the partner.
    return all(
        isinstance(event, OPEN_EVENTS) or (isinstance(event, ev.CardPlaced) and event.to == "hand")
        for event in happened
    )


def can_undo_with_bot(happened: Iterable[ev.Event]) -> bool:
    """Whether a bot's step revealed nothing to people; a blind draw is seen by the bot alone."""
    return can_undo(event for event in happened if not (isinstance(event, ev.Drew) and event.market is None))


class Computed(msgspec.Struct):
    """Values computed from the game of a table, which are cached."""

    views: dict[int | None, View] = {}
    moves: dict[int, list[Move]] = {}
    progress: dict[int, Progress] = {}
    result: Result | None = None


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
        self.event_counts: AppendOnlyList[int] = AppendOnlyList(array("I"))
        """Versions that changed the game, each followed by the number of events after it."""
        self.last_step: LastStep | None = None
        """The newest step of a person, if it can be undone."""
        self.undone = 0
        """Number of undone steps."""
        self.chat: list[ChatLine] = []
        """The newest chat lines."""
        self.said = 0
        """Number of all chat lines."""
        self.rematch: str | None = None
        self.pending: tuple[int, ...] = ()
        """Seats that must decide now."""
        self.sent_progress: dict[int, int] = {}
        """Hash of what each seat's progress was last computed from; shared by earlier and later states."""
        self.computed = Computed()
        self.cached_card: TableCard | None = None
        """The public description, without the seats."""

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
    def own_board(self) -> bool:
        """Whether the board was made by a user, so that its cost is unknown."""
        return self.setup.board.file is not None

    @property
    def hides_game(self) -> bool:
        """Whether spectators see the game with a delay; not before the start, so that they can sit down."""
        return self.game is not None and self.setup.spectator_delay > 0

    @property
    def result(self) -> Result | None:
        """The result, once the game is over."""
        if self.computed.result is None and self.game is not None and self.game.over:
            self.computed.result = self.game.result()
        return self.computed.result

    @property
    def due(self) -> float | None:
        """When the server itself must act: deal, let a bot move, or end a person's time."""
        if self.game is None:
            return None if self.dealing is None else self.dealing + TELLING_SECONDS
        seats = [self.seats[number] for number in self.pending]
        times = [seat.runs_out() if seat.bot is None else seat.since for seat in seats]
        return min((time for time in times if time is not None), default=None)

    def moves(self, seat: int) -> list[Move]:
        """Return the legal moves of a seat, cached; empty while the table does not wait for it."""
        if self.game is None or seat not in self.pending:
            return []
        if seat not in self.computed.moves:
            self.computed.moves[seat] = self.game.moves(seat)
        return self.computed.moves[seat]

    def view(self, seat: int | None) -> View:
        """Return the view of a seat or a spectator, cached."""
        self.compute_views((seat,))
        return self.computed.views[seat]

    def compute_views(self, seats: Iterable[int | None]) -> None:
        """Compute and cache the missing views of these viewers together."""
        assert self.game is not None
        new = [seat for seat in seats if seat not in self.computed.views]
        if new:
            self.computed.views.update(zip(new, self.game.views(new), strict=True))

    def compute_progress(self, seats: Iterable[int]) -> None:
        """Compute and cache the missing ticket progress of these seats together."""
        new = [seat for seat in seats if seat not in self.computed.progress]
        found = self.game.ticket_progress(new) if self.game is not None else []
        for seat, tickets in zip(new, found, strict=True):
            self.computed.progress[seat] = Progress(seat, self.version, tickets)

    def drop_computed(self) -> None:
        """Drop cached values except the result, to save memory."""
        self.computed = Computed(result=self.computed.result)
        self.cached_card = None

    def events_before(self, version: int) -> int:
        """Return how many of the events known at a version are still valid: steps may have been undone."""
        numbers = self.event_counts.since(0)
        counts = list(zip(numbers[::2], numbers[1::2], strict=True))
        known = [events for changed, events in counts if changed <= version][-1:]
        return min([*known, *(events for changed, events in counts if changed > version)]) if known else 0

    def seats_of(self, persons: Container[str], keys: Iterable[str]) -> tuple[int, ...]:
        """Return the seats of these browsers or keys, all given by their hashes."""
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
        """Return a copy with one more entry applied."""
        return self.with_entries((Written(self.version + 1, at, entry),))

    def with_entries(self, entries: Iterable[Written]) -> Table:
        """Return a copy with more entries applied; it shares the game, which is never changed in place."""
        later = Table.__new__(Table)
        later.__dict__.update(self.__dict__)
        later.seats = [msgspec.structs.replace(seat) for seat in self.seats]
        later.event_counts, later.chat = self.event_counts.copy(), list(self.chat)
        for written in entries:
            later.apply(written)
        return later

    def apply(self, written: Written) -> None:
        """Apply the next entry of the journal; SemaforError if the game refuses it."""
        assert written.number == self.version + 1, "entries come in order"
        self.version, self.updated, self.cached_card = written.number, written.at, None
        match written.entry:
            case en.Began(seed):
                self._begin(seed, written.at)
            case en.Decided(_, seat, move, fallback):
                self._decide(seat, move, fallback, written.at)
            case en.Undone():
                self._undo(written.at)
            case en.Said(_, seat, text):
                line = ChatLine(written.number, seat, self.seats[seat].name, text, written.at)
                self.chat = [*self.chat, line][-CHAT_KEPT:]
                self.said += 1
            case en.Dealing():
                self.dealing = written.at
            case en.Locked(locked):
                self.locked = locked
            case en.PlayedAgain(table):
                self.rematch = table
            case en.Resumed(seconds):
                self._resume(seconds, written.at)
            case entry:
                self._change_seat(entry, written.at)
        if written.id is not None:
            self.ids = self.ids.with_id(written.id, written.number)

    def _change_seat(self, entry: Entry, at: float) -> None:
        """Apply an entry about one seat."""
        match entry:
            case en.Sat():
                self._sit(entry)
            case en.BotSat(number, level):
                self.seats[number].bot = level
            case en.Left(number):
                self._clear(number)
            case en.Removed(number, person):
                self._clear(number)
                self.removed |= {person}
            case en.Rekeyed(number, key):
                self.seats[number].key = key
            case en.Forgotten(number, person):
                self.seats[number].key = self.seats[number].person = person
            case en.HostPassed(number):
                for seat in self.seats:
                    seat.host = seat.number == number
                self.seats[number].invited = True
            case en.Promised(number, promise):
                self.seats[number].promise = promise
            case en.Agreed(number):
                self.seats[number].agreed = True
            case en.Told(number, part):
                self.seats[number].part = part
            case en.Voted(number, about, yes):
                votes = set(self.seats[about].votes) - {number}
                self.seats[about].votes = tuple(sorted(votes | {number} if yes else votes))
            case en.Replaced(number, level, why):
                self._replace(self.seats[number], level, why, at)
            case en.CameBack(number):
                self._come_back(self.seats[number], at)
            case _:
                raise AssertionError("every entry is applied")

    def _sit(self, entry: en.Sat) -> None:
        seat = self.seats[entry.seat]
        seat.name, seat.person, seat.key, seat.bot = entry.name, entry.person, entry.key, None
        seat.host, seat.invited = entry.host, entry.invited
        seat.promise, seat.part, seat.agreed = entry.promise, None, entry.agreed

    def _clear(self, number: int) -> None:
        """Make a seat free."""
        plan = self.setup.seats[number]
        self.seats[number] = Seat(number, plan.reserved, bot=plan.bot)

    def _begin(self, seed: str, at: float) -> None:
        self.seed, self.seed_hash, self.dealing = seed, seed_hash(seed), None
        self.game = Game.new(self.board, players=len(self.seats), seed=seed, first=self.setup.first)
        self.events = len(self.game.events())
        for seat in self.seats:
            seat.left = None if self.setup.time.kind == "none" else float(self.setup.time.seconds)
        self._game_changed(at)

    def _decide(self, number: int, move: str, fallback: bool, at: float) -> None:
        assert self.game is not None
        seat, before = self.seats[number], self.game
        self.game, happened = before.after(move, number)
        seat.bot_decisions += seat.bot is not None
        if fallback:
            seat.fallbacks = (*seat.fallbacks, self.game.version)
        left = self._left_at(seat, at)
        if seat.bot is None:
            self.last_step = LastStep(number, before, self.events, left) if can_undo(happened) else None
        elif self.setup.rate or self.game.over or not can_undo_with_bot(happened):
            self.last_step = None
        self.events += len(happened)
        if self.setup.time.kind == "game" and seat.since is not None and left is not None:
            seat.left = left + self.setup.time.increment
        seat.since, seat.votes = None, ()
        self._game_changed(at)

    def _undo(self, at: float) -> None:
        step = self.last_step
        assert step is not None
        self.game, self.events, self.last_step = step.game, step.events, None
        self.undone += 1
        for one in self.seats:
            one.fallbacks = tuple(number for number in one.fallbacks if number <= step.game.version)
        seat = self.seats[step.seat]
        seat.left, seat.since = step.left, at
        self._game_changed(at)

    def _left_at(self, seat: Seat, at: float) -> float | None:
        """Return the seconds left on a clock at a time; they are counted only in `game` time control."""
        if self.setup.time.kind != "game" or seat.since is None or seat.left is None or seat.bot is not None:
            return seat.left
        return max(0.0, seat.left - (at - seat.since))

    def _game_changed(self, at: float) -> None:
        assert self.game is not None
        self.pending = self.game.pending
        for seat in self.seats:
            if seat.number not in self.pending:
                seat.since, seat.votes = None, ()
            elif seat.since is None:
                seat.since = at
        self.computed = Computed()
        self.event_counts.extend((self.version, self.events))

    def _replace(self, seat: Seat, level: Level, why: Reason, at: float) -> None:
        """Let a bot play for a person."""
        seat.left = self._left_at(seat, at)
        seat.bot, seat.away, seat.votes = level, why, ()
        seat.since = None if seat.since is None else at

    def _come_back(self, seat: Seat, at: float) -> None:
        seat.bot, seat.away = None, None
        seat.since = None if seat.since is None else at
        if seat.left is not None:
            seat.left = max(seat.left, float(min(self.setup.time.seconds, GRACE)))

    def _resume(self, seconds: float, at: float) -> None:
        """Move running clocks by the time of an outage."""
        for seat in self.seats:
            if seat.since is not None:
                seat.since = min(at, seat.since + seconds)
        if self.dealing is not None:
            self.dealing = min(at, self.dealing + seconds)
