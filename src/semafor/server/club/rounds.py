"""Rounds: something that is looked after again and again, whatever goes wrong in between."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from semafor.server.put_off import put_off


class Rounds:
    """Calls a function again and again until it is stopped; a failure is logged and does not end it."""

    def __init__(self, name: str, seconds: float, make_round: Callable[[], Awaitable[object]]) -> None:
        self._name, self._seconds, self._make_round = name, seconds, make_round
        self.log = structlog.get_logger(f"semafor.{name}")
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the task."""
        self._task = asyncio.create_task(self._walk(), name=self._name)

    async def stop(self) -> None:
        """Stop the task; unfinished work is done after a restart."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _walk(self) -> None:
        while True:
            await asyncio.sleep(self._seconds)
            with put_off(self.log, "round"):
                await self._make_round()
