"""Boards that users send: parsed by workers with limits; results and faults are cached."""

import asyncio
import hashlib
from collections import OrderedDict

from semafor.boards.faults import Fault, fault
from semafor.boards.model import Board
from semafor.errors import BadSetup
from semafor.server.workers.board_jobs import read_board
from semafor.server.workers.worker_pool import MEMORY, Charge, Limits, WorkerError, WorkerPool
from semafor.table_options import listed

CACHED_FILES = 256
READ_LIMITS = Limits(seconds=10, timeout=60.0, memory=MEMORY)
"""Enough for a file of 256 kB with every fault that it can have."""
TOO_HARD = (fault((), "too-hard"),)


class OwnBoards:
    """Parses board files."""

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self._known: OrderedDict[bytes, Board | tuple[Fault, ...]] = OrderedDict()
        self._reading: dict[bytes, asyncio.Task[Board | tuple[Fault, ...]]] = {}

    def knows(self, text: str) -> bool:
        """Whether a file has been parsed before."""
        return _name(text) in self._known

    async def read(self, text: str, owner: str = "", charge: Charge | None = None) -> Board:
        """Return the board of a file; raise BadSetup with the faults of the file if it has some."""
        name = _name(text)
        found = self._known.pop(name, None)
        if found is None:
            found = await self._read_once(name, text, owner, charge)
        self._known[name] = found  # the most recently used is the last
        while len(self._known) > CACHED_FILES:
            self._known.popitem(last=False)
        if isinstance(found, Board):
            return found
        raise BadSetup("bad-board", **listed(list(found)))

    async def _read_once(
        self, name: bytes, text: str, owner: str, charge: Charge | None
    ) -> Board | tuple[Fault, ...]:
        """Parse a file; requests for the same file meanwhile wait for the same result."""
        task = self._reading.get(name)
        if task is None:
            task = self._reading[name] = asyncio.create_task(self._read(text, owner, charge))
            task.add_done_callback(lambda _: self._reading.pop(name, None))
        return await asyncio.shield(task)

    async def _read(self, text: str, owner: str, charge: Charge | None) -> Board | tuple[Fault, ...]:
        try:
            found = await self._pool.run(read_board, text, READ_LIMITS, owner, charge)
        except WorkerError:
            return TOO_HARD
        return found.board or found.faults


def _name(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
