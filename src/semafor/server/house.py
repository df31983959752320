"""Everything that request handlers share."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

from litestar.di import NamedDependency

from semafor.server.caretaker import Caretaker
from semafor.server.config import Config
from semafor.server.hall import Hall
from semafor.server.limits import Buckets
from semafor.server.news import CHANNEL, News, encode_news, follow, make_channels
from semafor.server.pages import Pages
from semafor.server.storage.engine import make_engines, sqlite_url
from semafor.server.storage.store import Store


class House:
    """A server's database, hall, caretaker and limits."""

    def __init__(self, config: Config) -> None:
        self.config = config
        database = config.database or _file(config.data)
        self.store = Store(make_engines(database))
        self.channels = make_channels(database)
        self.caretaker = Caretaker(self.store, config, self._publish)
        self._following: asyncio.Task[None] | None = None
        self._preparing: asyncio.Task[None] | None = None
        self.pages = Pages(config.cache / "boards")
        self.posts = Buckets(config.posts_per_minute)
        self.gets = Buckets(config.gets_per_minute)
        self.connections: Counter[str] = Counter()
        """Open WebSockets by address."""

    @property
    def hall(self) -> Hall:
        """The tables in memory."""
        return self.caretaker.hall

    async def open(self) -> None:
        """Make everything ready."""
        await self.store.open()
        await self.channels.__aenter__()
        self._following = asyncio.create_task(follow(self.channels, self.hall.hear), name="news")
        self.caretaker.start()
        if self.config.prepare:
            self._preparing = asyncio.create_task(self._prepare(), name="prepare")

    async def _prepare(self) -> None:
        await self.caretaker.thinkers.prepare("hard", decisions=24)
        await self.pages.prepare()
        await self.caretaker.thinkers.prepare("expert", decisions=4)  # a second each

    async def retire(self) -> None:
        """Stop whatever takes long, so that everyone who waits is answered before the end."""
        await _cancel(self._preparing)
        await self.pages.close()
        await self.caretaker.stop()

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


TheHouse = NamedDependency[House]
"""What a handler asks for."""
