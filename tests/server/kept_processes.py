"""Processes of bots and own boards that outlive the server of one test and serve that of the next.

A new one loads all the rules first, some seconds of a processor, and most tests are about something else. A
process is kept only if it owes no answer, and for servers with the same environment.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
import pytest

from semafor.server.workers.worker_process import LENGTH_BYTES, PROGRAM, Reply, WorkerProcess

MOST = 4
"""Idle processes for one environment."""


class Resting(NamedTuple):
    """An idle process that another server can use."""

    process: subprocess.Popen[bytes]
    answers: int
    prepared: bool


_resting: dict[str | None, list[Resting]] = {}
"""Idle processes by module search path."""
_threads = ThreadPoolExecutor(16)
"""Threads that wait for answers of the processes, independent of the servers' event loops."""


def _same_environment() -> list[Resting]:
    return _resting.setdefault(os.environ.get("PYTHONPATH"), [])


async def _start(self: WorkerProcess) -> None:
    process: Any = self._process
    if process is not None and process.poll() is not None:
        await _stop(self)
    if self._process is None:
        kept = _rested() or _new()
        self._process, self.answers, self.prepared = kept  # type: ignore[assignment]  # a plain process


def _rested() -> Resting | None:
    """Return an idle process that is still alive."""
    resting = _same_environment()
    while resting:
        kept = resting.pop()
        if kept.process.poll() is None:
            return kept
        _end(kept.process)
    return None


def _new() -> Resting:
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", PROGRAM]
    return Resting(subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL), 0, False)


async def _ask(self: WorkerProcess, request: bytes) -> bytes:
    await _start(self)
    process: Any = self._process
    process.owes = True
    return await _hear(self, request)


async def _hear(self: WorkerProcess, request: bytes = b"") -> bytes:
    process: Any = self._process
    try:
        answer = await asyncio.get_running_loop().run_in_executor(_threads, _talk, process, request)
    except BaseException:
        await _stop(self)
        raise
    process.owes = not msgspec.msgpack.decode(answer, type=Reply).last
    self.answers += 1
    return answer


def _talk(process: Any, request: bytes) -> bytes:
    process.stdin.write(request)
    process.stdin.flush()
    head = process.stdout.read(LENGTH_BYTES)
    answer: bytes = process.stdout.read(int.from_bytes(head))
    if len(head) < LENGTH_BYTES or len(answer) < int.from_bytes(head):
        raise EOFError
    return answer


async def _stop(self: WorkerProcess) -> None:
    process: Any = self._process
    self._process = None
    if process is None:
        return
    resting = _same_environment()
    owes = getattr(process, "owes", False)
    if self.answers and not owes and process.poll() is None and len(resting) < MOST:
        resting.append(Resting(process, self.answers, self.prepared))
    else:
        await asyncio.to_thread(_end, process)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdout.close()
    with suppress(BrokenPipeError):
        process.stdin.close()


def keep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let servers in these tests reuse processes of earlier ones."""
    for name, method in (("start", _start), ("ask", _ask), ("hear", _hear), ("stop", _stop)):
        monkeypatch.setattr(WorkerProcess, name, method)


def end_all() -> None:
    """End the idle processes."""
    for resting in _resting.values():
        while resting:
            _end(resting.pop().process)
