"""Periodic tasks whose failures are logged and do not end them."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import structlog

from semafor.errors import SemaforError
from semafor.server.monitoring import FAILURES

SHOWN = 6
"""Characters of an id shown in logs: enough to find it in the database, too few for a link."""


@contextmanager
def log_failures(log: Any, what: str, of: str | None = None) -> Iterator[None]:
    """Log any exception of the block and go on; unexpected ones are also counted."""
    whose = {} if of is None else {"id": of[:SHOWN]}
    try:
        yield
    except SemaforError as error:
        log.warning(f"{what} postponed", code=error.code, **whose)
    except Exception as error:
        FAILURES.inc()
        log.error(f"{what} failed", error=repr(error), **whose)


class PeriodicTask:
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
            with log_failures(self.log, "round"):
                await self._make_round()
