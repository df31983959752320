"""Own boards: read by processes with little memory and time, and remembered, faults included."""

from __future__ import annotations

import asyncio
import hashlib
import sys
import time
from collections import OrderedDict
from collections.abc import Callable

import msgspec

from semafor.boards.faults import Fault, fault
from semafor.boards.model import Board
from semafor.errors import BadSetup
from semafor.server.fair_queue import FairQueue
from semafor.server.http.board_worker import Answer, Task
from semafor.table_options import listed

REMEMBERED = 256
READ_SECONDS = 10
"""Of processor time, to read a file of 256 kB with every fault that it can have."""
TOO_HARD = (fault((), "too-hard"),)


Spend = Callable[[float], None]
"""Is told how many seconds something took."""


def _nobody_pays(_seconds: float) -> None:
    """For work of our own."""


class BoardWorkers:
    """Runs tasks in processes of their own, a few at a time, for each address in turn."""

    def __init__(self, processes: int) -> None:
        self._queue = FairQueue(processes)

    async def run(
        self, task: Task, patience: float, who: str = "", spend: Spend = _nobody_pays
    ) -> Answer | None:
        """The answer for an address; None if the process used up its time or memory.

        Refused where too many wait.
        """
        self._queue.check(who)
        async with self._queue.turn(who):
            begin = time.monotonic()
            try:
                return await _run(task, patience)
            finally:
                spend(time.monotonic() - begin)


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
        output, _ = await asyncio.wait_for(process.communicate(msgspec.json.encode(task)), patience)
        return msgspec.json.decode(output, type=Answer)
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
        self._reading: dict[bytes, asyncio.Task[Board | tuple[Fault, ...]]] = {}

    async def read(self, text: str, who: str = "", spend: Spend = _nobody_pays) -> Board:
        """The board of a file; BadSetup with its faults, one a line, if it is none."""
        name = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
        found = self._known.pop(name, None)
        if found is None:
            found = await self._read_once(name, text, who, spend)
        self._known[name] = found  # the last in order: the first is the longest unused
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        if isinstance(found, Board):
            return found
        raise BadSetup("bad-board", **listed(list(found)))

    async def _read_once(self, name: bytes, text: str, who: str, spend: Spend) -> Board | tuple[Fault, ...]:
        """Read a file; whoever sends the same one meanwhile gets the same answer."""
        task = self._reading.get(name)
        if task is None:
            task = self._reading[name] = asyncio.create_task(self._read(text, who, spend))
            task.add_done_callback(lambda _: self._reading.pop(name, None))
        return await asyncio.shield(task)

    async def _read(self, text: str, who: str, spend: Spend) -> Board | tuple[Fault, ...]:
        task = Task(text=text, seconds=READ_SECONDS)
        answer = await self._workers.run(task, 6 * READ_SECONDS, who, spend)
        if answer is None:
            return TOO_HARD
        return answer.board or answer.faults
