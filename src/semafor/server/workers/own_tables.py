"""Tables on users' boards: workers compute their games; a table that takes too much work is suspended.

A table is sent as a `TableState`, without its board: both sides have it.
"""

import asyncio
import math
from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import TypeVar

import msgspec
import structlog

from semafor.append_only_list import AppendOnlyList
from semafor.boards.model import Board
from semafor.game import Game
from semafor.games.lookup import kind_of
from semafor.server.live.table_loader import rebuild
from semafor.server.rate_limits import Buckets
from semafor.server.server_errors import Busy, SetAside
from semafor.server.socket_messages import ChatLine
from semafor.server.storage.store import StoredTable
from semafor.server.table.decision_ids import DecisionIds
from semafor.server.table.journal import Written
from semafor.server.table.setup import Setup
from semafor.server.table.table import Computed, LastStep, Seat, Table
from semafor.server.warming import prepare_rules
from semafor.server.workers.worker_pool import MEMORY, CallFailed, Limits, WorkerError, WorkerPool


class StepState(msgspec.Struct, frozen=True):
    """A step that can be undone (`LastStep`)."""

    seat: int
    game: bytes
    events: int
    left: float | None


class PlainState(msgspec.Struct, frozen=True):
    """The attributes of a table that are sent as they are."""

    updated: float
    version: int
    seed: str
    seed_hash: str | None
    dealing: float | None
    removed: frozenset[str]
    locked: bool
    events: int
    undone: int
    chat: list[ChatLine]
    said: int
    rematch: str | None
    pending: tuple[int, ...]


class TableState(msgspec.Struct, frozen=True):
    """All of a table except its board."""

    id: str
    setup: Setup
    created: float
    plain: PlainState
    seats: list[Seat]
    game: bytes | None
    ids: bytes
    event_counts: list[int]
    last_step: StepState | None
    computed: Computed


class LoadOrder(msgspec.Struct, frozen=True):
    """A journal to carry out up to a time."""

    stored: StoredTable
    until: float = math.inf


class AdvanceOrder(msgspec.Struct, frozen=True):
    """Entries to add to a table."""

    table: TableState
    entries: tuple[Written, ...]


def table_to_state(table: Table) -> TableState:
    """Return a table without its board."""
    step = table.last_step
    return TableState(
        id=table.id,
        setup=table.setup,
        created=table.created,
        plain=PlainState(*(getattr(table, name) for name in PlainState.__struct_fields__)),
        seats=table.seats,
        game=None if table.game is None else table.game.to_bytes(),
        ids=table.ids.to_bytes(),
        event_counts=list(table.event_counts),
        last_step=None
        if step is None
        else StepState(step.seat, step.game.to_bytes(), step.events, step.left),
        computed=table.computed,
    )


def table_from_state(state: TableState, board: Board) -> Table:
    """Return the table of a state on its board."""
    table, step = Table(state.id, state.setup, board, state.created), state.last_step
    for name in PlainState.__struct_fields__:
        setattr(table, name, getattr(state.plain, name))
    table.seats = state.seats
    table.game = None if state.game is None else Game.from_bytes(state.game, board)
    table.ids = DecisionIds.from_bytes(state.ids)
    table.event_counts = AppendOnlyList(array("I", state.event_counts))
    if step is not None:
        table.last_step = LastStep(step.seat, Game.from_bytes(step.game, board), step.events, step.left)
    table.computed = state.computed
    return table


def load_own_board(setup: Setup) -> Board:
    """Return the board of a setup."""
    return setup.load_board()


def load_table(order: LoadOrder) -> TableState:
    """Return the table of a journal, with what everybody sees of it."""
    return _looked_at(rebuild(order.stored, order.until))


def advance_table(order: AdvanceOrder) -> TableState:
    """Return a table with more entries, with what everybody sees of it."""
    table = table_from_state(order.table, order.table.setup.load_board())
    for written in order.entries:
        table.apply(written)
    return _looked_at(table)


def look_at_table(state: TableState) -> Computed:
    """Return what everybody sees of a table."""
    return _looked_at(table_from_state(state, state.setup.load_board())).computed


def _looked_at(table: Table) -> TableState:
    """Make what all seats and spectators see, including the progress of tickets."""
    if table.game is not None:
        everyone = range(len(table.seats))
        table.compute_views((*everyone, None))
        for seat in everyone:
            table.moves(seat)
        if table.result is None:
            table.compute_progress(everyone)
    return table_to_state(table)


PROCESSES = 2
CHANGE_LIMITS = Limits(seconds=20, timeout=60.0, memory=MEMORY)
"""For one change of a table."""
SECONDS_PER_MINUTE = 30.0
"""Work that one table may make in the long run; more has to wait."""
CACHED_BOARDS = 64
REFUSALS = ("OverflowError", "MemoryError")
"""Exceptions that refuse one change and leave the table as it was."""

log = structlog.get_logger("semafor.tables")
Argument = TypeVar("Argument")
Result = TypeVar("Result")


class OwnTables:
    """Loads and changes tables on users' boards."""

    def __init__(self, processes: int = PROCESSES) -> None:
        self.suspended: set[str] = set()
        """Tables whose board took too much work."""
        self._pool = WorkerPool(processes, prepare=prepare_rules, keep=True, refuses=False)
        self._boards: OrderedDict[str, Board] = OrderedDict()
        self.shares = Buckets(SECONDS_PER_MINUTE)
        """Processor time left to each table."""

    async def close(self) -> None:
        """End all processes."""
        await self._pool.close()

    async def board_of(self, table_id: str, setup: Setup) -> Board:
        """Return the board of a setup; raise BadRecord if it is not valid any more."""
        name = setup.board.fingerprint
        board = self._boards.pop(name, None)
        if board is None:
            board = await self._run(table_id, load_own_board, setup)
            await asyncio.to_thread(kind_of, board)  # computes the arrays of the board once
        self._boards[name] = board  # the most recently used is the last
        while len(self._boards) > CACHED_BOARDS:
            self._boards.popitem(last=False)
        return board

    async def rebuild(self, stored: StoredTable, until: float = math.inf) -> Table:
        """Return the table of a journal as it was at a time."""
        board = await self.board_of(stored.id, stored.setup)
        return table_from_state(await self._run(stored.id, load_table, LoadOrder(stored, until)), board)

    async def advance(self, table: Table, entries: Iterable[Written]) -> Table:
        """Return a table with more entries and what everybody sees of it; the old one is not changed."""
        order = AdvanceOrder(table_to_state(table), tuple(entries))
        after = table_from_state(await self._run(table.id, advance_table, order), table.board)
        after.sent_progress = table.sent_progress  # shared by the tables before and after
        return after

    async def look(self, table: Table) -> None:
        """Add what everybody sees to a table."""
        if table.game is not None and not table.computed.views:
            table.computed = await self._run(table.id, look_at_table, table_to_state(table))

    async def _run(self, table_id: str, function: Callable[[Argument], Result], argument: Argument) -> Result:
        """Run a function for a table; raise SetAside if it takes too much, Busy if the table did before."""
        if table_id in self.suspended:
            raise SetAside
        if not self.shares.take(table_id, 0.0):
            raise Busy

        def charge(seconds: float) -> None:
            self.shares.spend(table_id, seconds)

        try:
            return await self._pool.run(function, argument, CHANGE_LIMITS, table_id, charge)
        except CallFailed as error:
            if error.type not in REFUSALS:
                raise
            log.error("change refused", error=repr(error))
            raise SetAside from error  # only this change
        except WorkerError as error:
            self.suspended.add(table_id)
            log.error("table suspended", error=repr(error))
            raise SetAside from error
