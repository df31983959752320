"""Work that waits: a few at a time, each address in turn, and nobody has too much of it waiting."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from semafor.errors import SemaforError
from semafor.server.bots.turns import FairTurns

MOST = 60
"""Tasks that may wait or be worked on; more are refused."""
MOST_OF_ONE = 16
"""The same of one address; the page of the shelf asks for many pictures at once."""


class FairQueue:
    """Who works next."""

    def __init__(self, places: int) -> None:
        self._free: FairTurns[int] = FairTurns()
        for place in range(places):
            self._free.put(place)
        self._tasks: Counter[str] = Counter()

    def check(self, owner: str) -> None:
        """Refused where too many wait, of this owner or in all."""
        if self._tasks[owner] >= MOST_OF_ONE or self._tasks.total() >= MOST:
            raise SemaforError("too-many")

    @asynccontextmanager
    async def turn(self, owner: str) -> AsyncIterator[None]:
        """Wait for a place to work, and keep it until the block ends."""
        self._tasks[owner] += 1
        try:
            place = await self._free.get(owner)
            try:
                yield
            finally:
                self._free.put(place)
        finally:
            self._tasks[owner] -= 1
            if not self._tasks[owner]:
                del self._tasks[owner]
