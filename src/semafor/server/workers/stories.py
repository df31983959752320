"""Stories of finished games: told by a worker, one at a time, and cached in files."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import structlog

from semafor.errors import SemaforError
from semafor.record import Record
from semafor.server.messages import Story
from semafor.server.resources import drop_oldest, mark_used
from semafor.server.workers.worker_pool import Limits, WorkerError, WorkerPool

if TYPE_CHECKING:
    from semafor.story.review_model import Review

CACHED_STORIES = 32
CACHED_FILES = 10_000
STORY_LIMITS = Limits(seconds=300, timeout=600.0)
"""A game of six takes a tenth of the processor time."""
log = structlog.get_logger("semafor.stories")


def story_file(folder: Path, table: str) -> Path:
    """The file in which the story of a table's game is cached."""
    return folder / f"{table}.review.json"


def tell_story(record: Record, send: Callable[[Story], None]) -> None:
    """Review a game in a worker: send the curve, the number of decisions reviewed so far, and the whole."""
    from semafor.story.reviewing import review

    told = review(
        record,
        progress=lambda done, of: send(Story(None, done, of)),
        show_curve=lambda curve: send(Story(curve, 0, len(curve.decisions))),
    )
    send(Story(told, len(told.decisions), len(told.decisions)))


class Stories:
    """Starts and caches stories."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pool = WorkerPool(1)
        self._told: OrderedDict[str, Story] = OrderedDict()
        self._telling: dict[str, asyncio.Task[None]] = {}

    async def story(self, table: str, record: Record, owner: str = "") -> Story:
        """Return the story of a game as far as it has come; the first request for a game starts it.

        Raises SemaforError("too-many") if too many stories wait, of this owner or in all.
        """
        from semafor.story.reviewing import load_review

        known = self._told.get(table)
        if known is not None:
            return known
        stored = await asyncio.to_thread(load_review, self._file(table), record)
        if stored is not None:
            mark_used(self._file(table))
            return self._note(table, Story(stored, len(stored.decisions), len(stored.decisions)))
        self._pool.check(owner)
        story = self._note(table, Story(None, 0, len(record.moves)))
        task = asyncio.create_task(self._tell(table, record, owner), name=f"story of {table}")
        self._telling[table] = task
        task.add_done_callback(lambda _: self._telling.pop(table, None))
        return story

    async def close(self) -> None:
        """Stop all stories."""
        tasks = list(self._telling.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._pool.close()

    def _file(self, table: str) -> Path:
        return story_file(self._folder, table)

    def _note(self, table: str, story: Story) -> Story:
        self._told[table] = story
        self._told.move_to_end(table)
        while len(self._told) > CACHED_STORIES:
            self._told.popitem(last=False)
        return story

    async def _tell(self, table: str, record: Record, owner: str) -> None:
        try:
            await self._run(table, record, owner)
        except (WorkerError, SemaforError, OSError) as error:
            log.error("story failed", error=repr(error))
        finally:
            story = self._told.get(table)
            if story is not None and (story.review is None or not story.review.whole):
                self._note(table, msgspec.structs.replace(story, failed=True))

    async def _run(self, table: str, record: Record, owner: str) -> None:
        """Let a worker tell the story and note its progress; the whole is stored before it is shown."""
        curve: Review | None = None
        async with aclosing(self._pool.stream(tell_story, record, STORY_LIMITS, owner)) as parts:
            async for story in parts:
                curve = story.review or curve
                if curve is not None and curve.whole:
                    await asyncio.to_thread(self._store, table, curve)
                self._note(table, msgspec.structs.replace(story, review=curve))

    def _store(self, table: str, review: Review) -> None:
        from semafor.story.reviewing import save_review

        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            save_review(self._file(table), review)
            drop_oldest(self._folder, CACHED_FILES)
        except OSError as error:
            log.warning("story not stored", error=type(error).__name__)
