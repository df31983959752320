"""A process that is asked and answers, each message with its length before it."""

from __future__ import annotations

import asyncio
import sys
from typing import BinaryIO

LENGTH = 4
"""Bytes that say how long a message is."""


def framed(message: bytes) -> bytes:
    """A message with its length before it."""
    return len(message).to_bytes(LENGTH) + message


def next_message(source: BinaryIO) -> bytes | None:
    """The next message; None when nobody is there any more who could send one."""
    head = source.read(LENGTH)
    return source.read(int.from_bytes(head)) if len(head) == LENGTH else None


class AskedProcess:
    """One process, started when it is first asked, and again whenever it has died."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._process: asyncio.subprocess.Process | None = None
        self.answers = 0
        """How many messages have come from it since it was started."""

    async def start(self) -> None:
        """Have it run; one that was killed meanwhile is replaced."""
        if self._process is not None and self._process.returncode is not None:
            await self.stop()
        if self._process is None:
            self.answers = 0
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                self._module,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
            )

    async def ask(self, request: bytes, patience: float) -> bytes:
        """Its answer to a framed request; if there is none in time, for whatever reason, it is ended."""
        await self.start()
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(request)
        return await self.hear(patience)

    async def hear(self, patience: float) -> bytes:
        """What it says next; if that does not come in time, for whatever reason, it is ended."""
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(patience):
                head = await self._process.stdout.readexactly(LENGTH)
                answer = await self._process.stdout.readexactly(int.from_bytes(head))
        except BaseException:
            await self.stop()
            raise
        self.answers += 1
        return answer

    async def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            process.kill()
        await process.wait()
