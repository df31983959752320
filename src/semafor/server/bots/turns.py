"""Whose bot thinks next: everybody who made tables gets a turn, however many tables others have made."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class FairTurns(Generic[T]):
    """Hands things out to those who wait: one to each owner in turn, in the order in which they came."""

    def __init__(self) -> None:
        self._free: list[T] = []
        self._waiting: OrderedDict[Hashable, deque[asyncio.Future[T]]] = OrderedDict()

    def put(self, thing: T) -> None:
        """Give a thing back, or to whoever is next."""
        while self._waiting:
            owner, queue = self._waiting.popitem(last=False)
            waiter = queue.popleft()
            if queue:
                self._waiting[owner] = queue  # the others of this owner wait until everyone had a turn
            if not waiter.done():
                waiter.set_result(thing)
                return
        self._free.append(thing)

    async def get(self, owner: Hashable) -> T:
        """A thing, at once or when it is this owner's turn."""
        if self._free:
            return self._free.pop()
        waiter: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, deque()).append(waiter)
        try:
            return await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():
                self.put(waiter.result())
            raise
