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

import pytest

from semafor.server.asked_process import LENGTH, AskedProcess

Kind = tuple[str, str | None]
"""The module and where it finds others."""


class Resting(NamedTuple):
    """A process that waits for its next server."""

    process: subprocess.Popen[bytes]
    answers: int


_resting: dict[Kind, Resting] = {}
_threads = ThreadPoolExecutor(16)
"""They wait for answers; those of the event loops are the servers'."""


def _kind(asked: AskedProcess) -> Kind:
    return asked._module, os.environ.get("PYTHONPATH")


async def _start(self: AskedProcess) -> None:
    process: Any = self._process
    if process is not None and process.poll() is not None:
        await _stop(self)
    if self._process is None:
        kept = _rested(_kind(self)) or _new(self._module)
        self._process, self.answers = kept.process, kept.answers  # type: ignore[assignment]  # a plain process


def _rested(kind: Kind) -> Resting | None:
    """The one that rests, if it still lives."""
    kept = _resting.pop(kind, None)
    if kept is not None and kept.process.poll() is not None:
        _end(kept.process)
        return None
    return kept


def _new(module: str) -> Resting:
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", module]
    return Resting(subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL), 0)


async def _ask(self: AskedProcess, request: bytes, patience: float) -> bytes:
    await _start(self)
    process: Any = self._process
    process.owes = True
    return await _hear(self, patience, request)


async def _hear(self: AskedProcess, patience: float, request: bytes = b"") -> bytes:
    process: Any = self._process
    try:
        async with asyncio.timeout(patience):
            answer = await asyncio.get_running_loop().run_in_executor(_threads, _talk, process, request)
    except BaseException:
        await _stop(self)
        raise
    process.owes = False
    self.answers += 1
    return answer


def _talk(process: Any, request: bytes) -> bytes:
    process.stdin.write(request)
    process.stdin.flush()
    head = process.stdout.read(LENGTH)
    answer: bytes = process.stdout.read(int.from_bytes(head))
    if len(head) < LENGTH or len(answer) < int.from_bytes(head):
        raise EOFError
    return answer


async def _stop(self: AskedProcess) -> None:
    process: Any = self._process
    self._process = None
    if process is None:
        return
    kind = _kind(self)
    if (
        self.answers
        and not getattr(process, "owes", False)
        and process.poll() is None
        and kind not in _resting
    ):
        _resting[kind] = Resting(process, self.answers)
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
    """Let servers in this test take over processes from earlier ones."""
    for name, method in (("start", _start), ("ask", _ask), ("hear", _hear), ("stop", _stop)):
        monkeypatch.setattr(AskedProcess, name, method)


def end_all() -> None:
    """End those that rest."""
    while _resting:
        _end(_resting.popitem()[1].process)
