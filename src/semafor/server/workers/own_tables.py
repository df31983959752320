"""Tables on users' boards, whose games are computed in workers: a table that takes too much is suspended."""

import asyncio
import math
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import TypeVar

import structlog

from semafor.boards.model import Board
from semafor.games.lookup import kind_of
from semafor.server.rate_limits import Buckets
from semafor.server.storage.store import StoredTable
from semafor.server.table.journal import Written
from semafor.server.table.setup import Setup
from semafor.server.table.table import Table
from semafor.server.table_errors import Busy, SetAside
from semafor.server.warming import prepare_rules
from semafor.server.workers.table_jobs import (
    AdvanceOrder,
    LoadOrder,
    advance_table,
    load_own_board,
    load_table,
    look_at_table,
    table_from_state,
    table_to_state,
)
from semafor.server.workers.worker_pool import MEMORY, CallFailed, Limits, WorkerError, WorkerPool

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
        self._shares = Buckets(SECONDS_PER_MINUTE)

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
        after.told_progress = table.told_progress  # shared by the tables before and after
        return after

    async def look(self, table: Table) -> None:
        """Add what everybody sees to a table."""
        if table.game is not None and not table.sights.views:
            table.put_sights(await self._run(table.id, look_at_table, table_to_state(table)))

    async def _run(self, table_id: str, function: Callable[[Argument], Result], argument: Argument) -> Result:
        """Run a function for a table; raise SetAside if it takes too much, Busy if the table did before."""
        if table_id in self.suspended:
            raise SetAside
        if not self._shares.take(table_id, 0.0):
            raise Busy

        def charge(seconds: float) -> None:
            self._shares.spend(table_id, seconds)

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
