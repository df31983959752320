"""Stories of finished games: told by processes of their own, one at a time, and kept in files."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from pathlib import Path

import msgspec
import structlog

from semafor.record import Record
from semafor.server.fair_queue import FairQueue
from semafor.server.kept_files import drop_oldest, mark_used
from semafor.server.messages import Story
from semafor.server.telling_process import telling
from semafor.story.review_model import Review
from semafor.story.reviewing import load_review, save_review

PROCESSES = 1
REMEMBERED = 32
MOST_KEPT = 10_000
"""Stories in files; others are told again when somebody asks."""
PATIENCE = 600.0
"""Seconds after which a story is given up, whatever the machine is busy with."""
log = structlog.get_logger("semafor.stories")


def story_file(folder: Path, table: str) -> Path:
    """Where the story of a table's game is kept."""
    return folder / f"{table}.review.json"


class Stories:
    """Tells and keeps them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._queue = FairQueue(PROCESSES)
        self._told: OrderedDict[str, Story] = OrderedDict()
        """As far as they have come."""
        self._telling: dict[str, asyncio.Task[None]] = {}

    async def story(self, table: str, record: Record, who: str = "") -> Story:
        """As much of a game's story as there is by now; asked for the first time, it is begun.

        Refused where too many wait, of all or of the address that asks.
        """
        known = self._told.get(table)
        if known is not None:
            return known
        stored = await asyncio.to_thread(load_review, self._file(table), record)
        if stored is not None:
            mark_used(self._file(table))
            return self._note(table, Story(stored, len(stored.decisions), len(stored.decisions)))
        self._queue.check(who)
        story = self._note(table, Story(None, 0, len(record.moves)))
        task = asyncio.create_task(self._tell(table, record, who), name=f"story of {table}")
        self._telling[table] = task
        task.add_done_callback(lambda _: self._telling.pop(table, None))
        return story

    async def close(self) -> None:
        """Stop telling."""
        tasks = list(self._telling.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _file(self, table: str) -> Path:
        return story_file(self._folder, table)

    def _note(self, table: str, story: Story) -> Story:
        self._told[table] = story
        self._told.move_to_end(table)
        while len(self._told) > REMEMBERED:
            self._told.popitem(last=False)
        return story

    async def _tell(self, table: str, record: Record, who: str) -> None:
        try:
            async with self._queue.turn(who), asyncio.timeout(PATIENCE):
                await self._run(table, record)
        except (TimeoutError, OSError, ValueError) as error:
            log.error("story not told", error=type(error).__name__)
        finally:
            story = self._told.get(table)
            if story is not None and (story.review is None or not story.review.whole):
                self._note(table, msgspec.structs.replace(story, failed=True))

    async def _run(self, table: str, record: Record) -> None:
        """Let a process tell it, and note how far it has come; the whole is kept first."""
        async with telling("semafor.server.story_worker", record.to_json().encode()) as lines:
            curve: Review | None = None
            async for line in lines:
                story = msgspec.json.decode(line, type=Story)
                curve = story.review or curve
                if curve is not None and curve.whole:
                    await asyncio.to_thread(self._keep, table, curve)
                self._note(table, msgspec.structs.replace(story, review=curve))

    def _keep(self, table: str, review: Review) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        save_review(self._file(table), review)
        drop_oldest(self._folder, MOST_KEPT)
