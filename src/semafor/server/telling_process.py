"""A process that gets one task and tells of its work line by line."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

LONGEST_LINE = 16 * 2**20


@asynccontextmanager
async def telling(module: str, task: bytes) -> AsyncIterator[asyncio.StreamReader]:
    """The lines of a process that works on a task; it is ended when nobody listens any more."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=LONGEST_LINE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(task)
        process.stdin.close()
        yield process.stdout
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
