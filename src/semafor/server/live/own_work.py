"""Games on own boards, played in processes with limits: a table that asks for too much is set aside."""

from __future__ import annotations

import asyncio
import math
import pickle
import time
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

import structlog

from semafor.boards.model import Board
from semafor.games.lookup import kind_of
from semafor.server.asked_process import AskedProcess, framed
from semafor.server.bots.turns import FairTurns
from semafor.server.limits import Buckets
from semafor.server.live.refusals import Busy, SetAside
from semafor.server.restarting import Restarting
from semafor.server.storage.store import Stored
from semafor.server.table.journal import Written
from semafor.server.table.setup import Setup
from semafor.server.table.table import Table

PLAYER = "semafor.server.live.table_worker"
PROCESSES = 2
"""So many tables on own boards are changed at a time."""
SECONDS = 20
"""Of processor time for one change."""
PATIENCE = 60.0
"""Seconds after which a change is given up, whatever the machine is busy with."""
FIRST_PATIENCE = 300.0
"""The same for a new process, which may have to compile the rules first."""
SECONDS_PER_MINUTE = 30.0
"""Work that one table may make in the long run; more has to wait."""
REMEMBERED = 64
"""Boards that stay in memory."""

log = structlog.get_logger("semafor.tables")


class OwnBoardWork:
    """Lets processes play."""

    def __init__(self, processes: int = PROCESSES) -> None:
        self.aside: set[str] = set()
        """Tables whose board asked for too much work."""
        self._all = [AskedProcess(PLAYER) for _ in range(processes)]
        self._free: FairTurns[AskedProcess] = FairTurns()
        for player in self._all:
            self._free.put(player)
        self._boards: OrderedDict[str, Board] = OrderedDict()
        self._shares = Buckets(SECONDS_PER_MINUTE)
        self._closed = False

    async def close(self) -> None:
        """End all processes."""
        self._closed = True
        for player in self._all:
            await player.stop()

    async def board_of(self, table_id: str, setup: Setup) -> Board:
        """The board of a setup; BadRecord where it is none, or another one than it was."""
        name = setup.board.fingerprint
        board = self._boards.pop(name, None)
        if board is None:
            board = await self._run(table_id, "read_board", setup, None)
            await asyncio.to_thread(kind_of, board)  # its numbers are at hand, once and for all
        self._boards[name] = board  # the last in order: the first is the longest unused
        while len(self._boards) > REMEMBERED:
            self._boards.popitem(last=False)
        return board

    async def rebuild(self, stored: Stored, until: float = math.inf) -> Table:
        """The table of a journal, as it is or was at a time."""
        board = await self.board_of(stored.id, stored.setup)
        table: Table = await self._run(stored.id, "load", stored.setup, board, stored, until)
        return table

    async def advance(self, table: Table, entries: Iterable[Written]) -> Table:
        """The table with more entries and what everybody sees of it; the one before stays as it is."""
        after: Table = await self.run(table, "advance", tuple(entries))
        after.told_progress = table.told_progress  # shared by the tables before and after
        return after

    async def look(self, table: Table) -> None:
        """Have at hand what everybody sees."""
        if table.game is not None and not table.sights.views:
            table.put_sights(await self.run(table, "look"))

    async def run(self, table: Table, name: str, *arguments: Any) -> Any:
        """What a process makes of a task with a table."""
        return await self._run(table.id, name, table.setup, table.board, table, *arguments)

    async def _run(self, table_id: str, name: str, setup: Setup, board: Board | None, *arguments: Any) -> Any:
        """What a process makes of a task; SetAside where it was too much."""
        from semafor.server.live import table_worker

        if table_id in self.aside:
            raise SetAside
        if not self._shares.take(table_id, 0.0):
            raise Busy
        task = framed(pickle.dumps(table_worker.Task(name, setup, SECONDS)))
        answer = await self._ask(table_id, task + framed(table_worker.packed(arguments)))
        result, error = table_worker.unpacked(answer, board)
        if isinstance(error, OverflowError | MemoryError):
            log.error("own board refused", error=type(error).__name__)
            raise SetAside from error  # only this decision: what the table was it still is
        if error is not None:
            raise error
        return result

    async def _ask(self, table_id: str, request: bytes) -> bytes:
        player, start = await self._free.get(table_id), time.monotonic()
        try:
            if self._closed:
                raise Restarting
            await player.start()
            if not player.answers:
                await player.hear(FIRST_PATIENCE)  # it says when it is ready
            start = time.monotonic()
            return await player.ask(request, PATIENCE)
        except (EOFError, OSError, TimeoutError) as error:  # it was ended by its limits, or is too slow
            if self._closed:
                raise Restarting from error
            self.aside.add(table_id)
            log.error("table set aside", error=type(error).__name__)
            raise SetAside from error
        finally:
            self._shares.spend(table_id, time.monotonic() - start)
            self._free.put(player)
