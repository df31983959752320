"""Own boards: read by processes with little memory and time, and remembered, faults included."""

from __future__ import annotations

import asyncio
import hashlib
import sys
from collections import OrderedDict

import msgspec

from semafor.boards.faults import Fault, fault
from semafor.boards.model import Board
from semafor.errors import BadSetup, SemaforError
from semafor.server.http.board_worker import Answer, Task
from semafor.table_options import listed

REMEMBERED = 256
READ_SECONDS = 10
"""Of processor time, to read a file of 256 kB with every fault that it can have."""
WAITING = 20
"""Files that may wait to be read; more are refused."""
TOO_HARD = (fault((), "too-hard"),)


class BoardWorkers:
    """Runs tasks in processes of their own, a few at a time."""

    def __init__(self, processes: int) -> None:
        self._few = asyncio.Semaphore(processes)
        self._waiting = 0

    async def run(self, task: Task, patience: float) -> Answer | None:
        """The answer; None if the process used up its time or memory. Refused where too many wait."""
        if self._waiting >= WAITING:
            raise SemaforError("too-many")
        self._waiting += 1
        try:
            async with self._few:
                return await _run(task, patience)
        finally:
            self._waiting -= 1


async def _run(task: Task, patience: float) -> Answer | None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "semafor.server.http.board_worker",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        output, _ = await asyncio.wait_for(process.communicate(msgspec.msgpack.encode(task)), patience)
        return msgspec.msgpack.decode(output, type=Answer)
    except (TimeoutError, msgspec.MsgspecError):
        return None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


class OwnBoards:
    """Board files that people send."""

    def __init__(self, workers: BoardWorkers) -> None:
        self._workers = workers
        self._known: OrderedDict[bytes, Board | tuple[Fault, ...]] = OrderedDict()

    async def read(self, text: str) -> Board:
        """The board of a file; BadSetup with its faults, one a line, if it is none."""
        name = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
        found = self._known.pop(name, None)
        if found is None:
            found = await self._read(text)
        self._known[name] = found  # the last in order: the first is the longest unused
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        if isinstance(found, Board):
            return found
        raise BadSetup("bad-board", **listed(list(found)))

    async def _read(self, text: str) -> Board | tuple[Fault, ...]:
        answer = await self._workers.run(Task(text=text, seconds=READ_SECONDS), 6 * READ_SECONDS)
        if answer is None:
            return TOO_HARD
        return answer.board or answer.faults
