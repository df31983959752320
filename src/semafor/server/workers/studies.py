"""Studies of boards that are being designed: games played by a worker with limits, with progress."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from contextlib import aclosing
from typing import TYPE_CHECKING

import msgspec
import structlog

from semafor.boards.model import Board
from semafor.errors import SemaforError
from semafor.server import workshop_messages as msg
from semafor.server.http.compressed_pages import CompressedPage, compress_page
from semafor.server.table.keys import new_id
from semafor.server.workers.worker_pool import MEMORY, Limits, WorkerError, WorkerPool

if TYPE_CHECKING:
    from semafor.words import Language
    from semafor.workshop.study import Study

MOST_RUNNING = 8
"""Studies that may run or wait; more are refused."""
CACHED_STUDIES = 32
STUDY_LIMITS = Limits(seconds=600, timeout=1200.0, memory=MEMORY)
"""5,000 games on a large board take a third of the time, the first compilation a tenth."""
log = structlog.get_logger("semafor.studies")


class StudyOrder(msgspec.Struct, frozen=True):
    """What to study."""

    board: Board
    games: int


# ---- in the worker -------------------------------------------------------------------------------


def study_board(order: StudyOrder, send: Callable[[msg.StudyState], None]) -> None:
    """Play games on a board; send the number of games so far, and the figures at the end."""
    from semafor.workshop.study import study

    done = 0

    def count(more: int) -> None:
        nonlocal done
        done += more
        send(msg.StudyState("", min(done, order.games), order.games))

    found = study(order.board, order.games, cores=1, progress=count)
    send(msg.StudyState("", order.games, order.games))  # the figures are drawn now
    send(msg.StudyState("", order.games, order.games, describe(order.board, found)))


def describe(board: Board, found: Study) -> msg.StudyFound:
    """Return the figures of a study in all languages."""
    text = msgspec.json.encode(found).decode()
    return msg.StudyFound(text, describe_in(board, found, "en"), describe_in(board, found, "pl"))


def describe_in(board: Board, found: Study, language: Language) -> msg.StudyTold:
    """Return the parts of the page that `semafor study --report` writes, in one language."""
    from semafor.workshop.study.study_page import (
        StudyTables,
        draw_figures,
        figure_names,
        scale_ends,
        study_lead,
    )

    return msg.StudyTold(
        lead=study_lead(found, language),
        figures=figure_names(language),
        scale=scale_ends(language),
        map=draw_figures(board, found, language, "page"),
        tables=tuple(
            msg.StudySection(table.title, table.told, table.headings, tuple(table.rows))
            for table in StudyTables(board, found, language).all()
        ),
    )


# ---- in the server -------------------------------------------------------------------------------


class Studies:
    """Starts, reports and stops studies."""

    def __init__(self) -> None:
        self._pool = WorkerPool(1)
        self._states: OrderedDict[str, msg.StudyState] = OrderedDict()
        self._found: dict[str, CompressedPage] = {}
        """The pages of studies with figures: too large to compress for every request."""
        self._running: dict[str, asyncio.Task[None]] = {}
        self._owners: dict[str, str] = {}
        """The address for which each study runs."""

    def begin(self, owner: str, board: Board, games: int) -> msg.StudyState:
        """Start a study for an address; refused while another of its studies runs, or too many wait."""
        if owner in self._owners.values() or len(self._running) >= MOST_RUNNING:
            raise SemaforError("too-many")
        state = self._note(msg.StudyState(new_id(), 0, games))
        task = asyncio.create_task(self._run(state, StudyOrder(board, games), owner), name="study of a board")
        self._running[state.id], self._owners[state.id] = task, owner
        task.add_done_callback(lambda _: self._forget(state.id))
        return state

    def state(self, study_id: str) -> msg.StudyState:
        """Return the progress of a study; raise SemaforError("not-found") if there is none."""
        if study_id not in self._states:
            raise SemaforError("not-found")
        return self._states[study_id]

    def page(self, study_id: str) -> CompressedPage:
        """Return the same as JSON."""
        state = self.state(study_id)
        return self._found.get(study_id) or compress_page(msgspec.json.encode(state))

    async def stop(self, study_id: str) -> msg.StudyState:
        """Stop a study; one that has ended stays as it is."""
        state = self.state(study_id)
        task = self._running.get(study_id)
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            state = self._note(msgspec.structs.replace(self.state(study_id), failed=True))
        return state

    async def close(self) -> None:
        """Stop all studies."""
        for study_id in list(self._running):
            await self.stop(study_id)
        await self._pool.close()

    def _forget(self, study_id: str) -> None:
        self._running.pop(study_id, None)
        self._owners.pop(study_id, None)

    def _note(self, state: msg.StudyState) -> msg.StudyState:
        self._states[state.id] = state
        self._states.move_to_end(state.id)
        while len(self._states) > CACHED_STUDIES:
            self._found.pop(self._states.popitem(last=False)[0], None)
        return state

    async def _run(self, state: msg.StudyState, order: StudyOrder, owner: str) -> None:
        try:
            async with aclosing(self._pool.stream(study_board, order, STUDY_LIMITS, owner)) as parts:
                async for part in parts:
                    state = msgspec.structs.replace(part, id=state.id)
                    if state.found is not None:
                        self._found[state.id] = await asyncio.to_thread(
                            compress_page, msgspec.json.encode(state)
                        )
                    self._note(state)
        except (WorkerError, SemaforError) as error:
            log.error("study failed", error=repr(error))
        self._forget(state.id)  # whoever sees the end may begin another
        if state.found is None:
            self._note(msgspec.structs.replace(self._states.get(state.id, state), failed=True))
