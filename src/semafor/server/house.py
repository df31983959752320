"""Everything that request handlers share."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from litestar.di import NamedDependency

from semafor.server.caretaker import Caretaker
from semafor.server.config import Config
from semafor.server.hall import Hall
from semafor.server.limits import Buckets
from semafor.server.storage.engine import make_engine, sqlite_url
from semafor.server.storage.store import Store


class House:
    """A server's database, hall, caretaker and limits."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.store = Store(make_engine(config.database or _file(config.data)))
        self.caretaker = Caretaker(self.store, config)
        self.posts = Buckets(config.posts_per_minute)
        self.connections: Counter[str] = Counter()
        """Open WebSockets by address."""

    @property
    def hall(self) -> Hall:
        """The tables in memory."""
        return self.caretaker.hall

    async def open(self) -> None:
        """Make everything ready."""
        await self.store.open()
        self.caretaker.start()

    async def close(self) -> None:
        """Put everything away; what was answered is stored."""
        await self.caretaker.stop()
        await self.store.close()


def _file(folder: Path) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    return sqlite_url(folder)


TheHouse = NamedDependency[House]
"""What a handler asks for."""
