"""A server in a thread of the test: its settings and the client's files are the test's to change."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from tests.server.serving import quick_config, running


class ServerInThread:
    """Runs until it is stopped."""

    def __init__(self, folder: Path, **changes: Any) -> None:
        self._told: Future[tuple[str, asyncio.AbstractEventLoop, asyncio.Event]] = Future()
        main = self._serve(folder, changes)
        self._thread = threading.Thread(target=asyncio.run, args=(main,), daemon=True)
        self._thread.start()
        self.address, self._loop, self._end = self._told.result(120)

    async def _serve(self, folder: Path, changes: dict[str, Any]) -> None:
        end = asyncio.Event()
        async with running(quick_config(folder, **changes)) as server:
            self._told.set_result((server.address, asyncio.get_running_loop(), end))
            await end.wait()

    def stop(self) -> None:
        """Stop it if it is still running."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._end.set)
            self._thread.join(60)
