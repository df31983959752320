"""Studies of boards in the making: played by processes with limits, one at a time, told as they go on."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

import msgspec
import structlog

from semafor.boards.model import Board
from semafor.errors import SemaforError
from semafor.server.study_worker import Task
from semafor.server.table.keys import new_id
from semafor.server.telling_process import telling
from semafor.server.workshop_messages import StudyState

WORKER = "semafor.server.study_worker"
PROCESSES = 1
WAITING = 8
"""Studies that may wait for their turn; more are refused."""
REMEMBERED = 32
PATIENCE = 1200.0
"""Seconds after which a study is given up, whatever the machine is busy with."""
log = structlog.get_logger("semafor.studies")


class Studies:
    """Begins, tells and stops them."""

    def __init__(self) -> None:
        self._few = asyncio.Semaphore(PROCESSES)
        self._states: OrderedDict[str, StudyState] = OrderedDict()
        """As far as they have come."""
        self._running: dict[str, asyncio.Task[None]] = {}
        self._whose: dict[str, str] = {}
        """The address for which each of them runs."""

    def begin(self, who: str, board: Board, games: int) -> StudyState:
        """Begin a study for an address; refused where one of its studies runs, or too many wait."""
        if who in self._whose.values() or len(self._running) >= WAITING:
            raise SemaforError("too-many")
        state = self._note(StudyState(new_id(), 0, games))
        task = asyncio.create_task(self._run(state, Task(board, games)), name="study of a board")
        self._running[state.id], self._whose[state.id] = task, who
        task.add_done_callback(lambda _: self._forget(state.id))
        return state

    def state(self, study_id: str) -> StudyState:
        """How far a study has come; refused where there is none."""
        if study_id not in self._states:
            raise SemaforError("not-found")
        return self._states[study_id]

    async def stop(self, study_id: str) -> StudyState:
        """End a study before its end; one that is found stays as it is."""
        state = self.state(study_id)
        task = self._running.get(study_id)
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            state = self._note(msgspec.structs.replace(self.state(study_id), failed=True))
        return state

    async def close(self) -> None:
        """Stop all of them."""
        for study_id in list(self._running):
            await self.stop(study_id)

    def _forget(self, study_id: str) -> None:
        self._running.pop(study_id, None)
        self._whose.pop(study_id, None)

    def _note(self, state: StudyState) -> StudyState:
        self._states[state.id] = state
        self._states.move_to_end(state.id)
        while len(self._states) > REMEMBERED:
            self._states.popitem(last=False)
        return state

    async def _run(self, state: StudyState, task: Task) -> None:
        try:
            async with self._few, asyncio.timeout(PATIENCE):
                state = await self._listen(state, task)
        except (TimeoutError, OSError, ValueError) as error:
            log.error("study not finished", error=type(error).__name__)
        if state.found is None:  # it was ended by its limits, or is too slow
            self._note(msgspec.structs.replace(self._states.get(state.id, state), failed=True))

    async def _listen(self, state: StudyState, task: Task) -> StudyState:
        """Note how far it has come; the last state is told."""
        async with telling(WORKER, msgspec.msgpack.encode(task)) as lines:
            async for line in lines:
                told = msgspec.json.decode(line, type=StudyState)
                state = self._note(msgspec.structs.replace(told, id=state.id))
        return state
