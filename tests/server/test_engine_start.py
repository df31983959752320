"""On a new machine the pages open at once and tell how far the rules are compiled; games wait for them."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from semafor.announcing import CompileProgress
from semafor.server import compiling
from semafor.server.app import create_app
from semafor.server.compiling import READY, EngineStart, told, warm_mark
from semafor.server.messages import EngineProgress
from tests.server.serving import quick_config, running_app

HALF = EngineProgress(ready=False, share=0.5, seconds_left=20.0)


class SlowStart(EngineStart):
    """An engine whose compilation waits for the test."""

    def __init__(self, needed: bool) -> None:
        super().__init__(needed)
        self.go_on = asyncio.Event()

    async def _compile(self) -> None:
        self.progress = HALF
        await self.go_on.wait()


async def test_pages_open_while_the_rules_are_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("semafor.server.services.EngineStart", SlowStart)
    monkeypatch.setattr(compiling, "warm_up", lambda: None)
    app = create_app(quick_config(tmp_path, compile=True))
    async with running_app(app) as server:
        assert await server.ask("/api/boards", dict)
        assert await server.ask("/api/engine", EngineProgress) == HALF
        tables = asyncio.create_task(server.ask("/api/tables", dict))
        await asyncio.sleep(0.2)
        assert not tables.done(), "what needs the rules waits for them"
        app.state["services"].engine.go_on.set()
        assert await tables == {"tables": []}
        assert await server.ask("/api/engine", EngineProgress) == READY


class FailedStart(EngineStart):
    """An engine whose compiler cannot even be started."""

    async def _compile(self) -> None:
        raise OSError("no more processes")


async def test_nobody_waits_for_ever_for_a_compiler_that_failed() -> None:
    engine: Any = FailedStart(needed=True)
    await engine.run()
    await engine.ready()
    assert engine.progress == READY


def test_what_is_told_of_the_compilation() -> None:
    assert told(CompileProgress(30, 90, 15.0)) == EngineProgress(ready=False, share=0.25, seconds_left=45.0)
    assert told(CompileProgress(0, 0, 0.0)) == EngineProgress(ready=False, share=0.0, seconds_left=None)


async def test_an_engine_that_is_there_is_ready() -> None:
    engine = EngineStart(needed=False)
    await engine.ready()
    await engine.run()
    assert engine.progress.ready


def test_another_installation_of_the_same_rules_is_not_compiled_yet(tmp_path: Path) -> None:
    marks = set()
    for place in ("one", "two"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "rules.py").write_text("same = True")
        marks.add(warm_mark(tmp_path / place))
    assert warm_mark(tmp_path / "two") in marks
    os.utime(tmp_path / "two" / "rules.py", (1, 1))
    marks.add(warm_mark(tmp_path / "two"))
    assert len(marks) == 3
