"""Loads tables from the database by replaying their journals."""

from __future__ import annotations

import asyncio
import math
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec
import structlog

from semafor.boards.model import Board
from semafor.boards.write import format_board
from semafor.errors import BadRecord
from semafor.record import REPLAYABLE, with_its_file
from semafor.server.monitoring import DAMAGED
from semafor.server.periodic import SHOWN
from semafor.server.server_errors import (
    Busy,
    Damaged,
    NoDatabase,
    NoSuchTable,
    OtherVersion,
    Restarting,
    SetAside,
)
from semafor.server.storage.store import Store, StoredTable
from semafor.server.table.journal import Began
from semafor.server.table.table import Table

if TYPE_CHECKING:
    from semafor.server.workers.own_tables import OwnTables

log = structlog.get_logger("semafor.tables")


class Loader:
    """Loads tables and remembers those that are damaged."""

    def __init__(self, store: Store, work: OwnTables) -> None:
        self._store = store
        self._work = work
        self.damaged: set[str] = set()
        """Requested tables whose journal cannot be read."""

    async def load(self, table_id: str) -> tuple[StoredTable, Table]:
        """Return a table as stored and as replayed; NoSuchTable, Damaged or OtherVersion if that fails."""
        stored = await self._store.load(table_id)
        if stored is None:
            raise NoSuchTable
        if stored.setup.rules not in REPLAYABLE:
            raise OtherVersion
        try:
            stored = await self.on_its_board(stored)
            return stored, await self.rebuild(stored)
        except (NoDatabase, OtherVersion, SetAside, Busy, Restarting):
            raise
        except BadRecord as error:  # an own board that this version does not take any more
            raise OtherVersion from error
        except Exception as error:
            log.error("journal cannot be read", id=table_id[:SHOWN], error=repr(error))
            self.damaged.add(stored.id)
            DAMAGED.set(len(self.damaged))
            raise Damaged from error

    async def rebuild(self, stored: StoredTable, until: float = math.inf) -> Table:
        """Replay a journal, optionally up to a time, outside the event loop."""
        if stored.setup.board.file is None:
            return await asyncio.to_thread(rebuild, stored, until)
        return await self._work.rebuild(stored, until)

    async def on_its_board(self, stored: StoredTable) -> StoredTable:
        """Return the stored table with the board it began on, even if the built-in one has changed."""
        if stored.setup.board.file is not None:
            return stored
        board = stored.setup.board
        try:
            board = await asyncio.to_thread(with_its_file, board)
        except BadRecord as error:
            file = await self._store.board_file(board.fingerprint)
            if file is None:
                raise OtherVersion from error
            board = msgspec.structs.replace(board, file=file)
        setup = msgspec.structs.replace(stored.setup, board=board)
        try:
            await asyncio.to_thread(setup.load_board)
        except BadRecord:
            raise OtherVersion from None
        return msgspec.structs.replace(stored, setup=setup)


def rebuild(stored: StoredTable, until: float = math.inf) -> Table:
    """Replay a journal, or only the part of the game that was played up to a time."""
    table = Table(stored.id, stored.setup, stored.setup.load_board(), stored.created)
    for written in stored.entries:
        if written.at > until and (table.game or isinstance(written.entry, Began)):
            break
        table.apply(written)
    return table


@lru_cache(maxsize=16)
def kept_file(board: Board) -> str:
    """The file of a built-in board, stored for the games that begin on it."""
    return format_board(board)
