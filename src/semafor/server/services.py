"""Everything that request handlers share."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

from litestar.di import NamedDependency

from semafor.server.config import Config
from semafor.server.http.board_pages import Pages
from semafor.server.http.limits import Buckets
from semafor.server.live.news import CHANNEL, News, encode_news, follow, make_channels
from semafor.server.live.scheduler import Scheduler
from semafor.server.live.tables import LiveTables
from semafor.server.storage.engine import make_engines, sqlite_url
from semafor.server.storage.store import Store


class Services:
    """A server's database, tables, scheduler and limits."""

    def __init__(self, config: Config) -> None:
        self.config = config
        database = config.database or _file(config.data)
        self.store = Store(make_engines(database))
        self.channels = make_channels(database)
        self.scheduler = Scheduler(self.store, config, self._publish)
        self._following: asyncio.Task[None] | None = None
        self._preparing: asyncio.Task[None] | None = None
        self.pages = Pages(config.cache / "boards")
        self.posts = Buckets(config.posts_per_minute)
        self.gets = Buckets(config.gets_per_minute)
        self.connections: Counter[str] = Counter()
        """Open WebSockets by address."""

    @property
    def tables(self) -> LiveTables:
        """The tables in memory."""
        return self.scheduler.tables

    async def open(self) -> None:
        """Make everything ready."""
        await self.store.open()
        await self.channels.__aenter__()
        self._following = asyncio.create_task(follow(self.channels, self.tables.hear), name="news")
        self.scheduler.start()
        if self.config.prepare:
            self._preparing = asyncio.create_task(self._prepare(), name="prepare")

    async def _prepare(self) -> None:
        await self.scheduler.bots.prepare("hard", decisions=24)
        await self.pages.prepare()
        await self.scheduler.bots.prepare("expert", decisions=4)  # a second each

    async def retire(self) -> None:
        """Stop whatever takes long, so that everyone who waits is answered before the end."""
        await _cancel(self._preparing)
        await self.pages.close()
        await self.scheduler.stop()

    async def close(self) -> None:
        """Put everything away; what was answered is stored."""
        await self.retire()
        await _cancel(self._following)
        await self.channels.__aexit__(None, None, None)
        await self.store.close()

    def _publish(self, news: News) -> None:
        self.channels.publish(encode_news(news), CHANNEL)


async def _cancel(task: asyncio.Task[None] | None) -> None:
    if task is not None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def _file(folder: Path) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    return sqlite_url(folder)


TheServices = NamedDependency[Services]
"""What a handler asks for."""
