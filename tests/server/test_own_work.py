"""Games on own boards are played in processes with limits: who asks for too much is set aside, alone."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from semafor.boards import load_board
from semafor.boards.write import format_board
from semafor.server.app import create_app
from semafor.server.messages import CreateTable, Replay
from semafor.server.socket_messages import Refresh, Refusal, State
from semafor.server.table.journal import Began, Entry, Said, Sat, Written
from semafor.server.table.setup import make_setup
from semafor.server.table.table import Table
from semafor.server.workers import own_tables
from semafor.server.workers.own_tables import (
    PlainState,
    TableState,
    advance_table,
    table_from_state,
    table_to_state,
)
from semafor.server.workers.worker_pool import CallFailed, Limits, WorkerPool
from semafor.server.workers.worker_process import Failure
from tests.server.serving import play_to_end, quick_config, refused, running, running_app, seats, table_of

PROCESSES_OF_THEIR_OWN = True
PREAMBLE = "from semafor.server.workers.worker_main import limit_memory, limit_time\n"


def own(name: str, like: str = "berlin") -> str:
    """A user's board: a copy of a built-in one with another name."""
    return format_board(msgspec.structs.replace(load_board(like), board=name))


def ended(script: str) -> int:
    """How a process with limits ends."""
    return subprocess.run([sys.executable, "-c", PREAMBLE + script], check=False, timeout=120).returncode


def test_work_is_limited_in_time_and_memory() -> None:
    assert ended("limit_time(1)\nwhile True: pass") == -signal.SIGXCPU
    assert ended("limit_memory(3 * 2**30)\ntry: bytearray(4 * 2**30)\nexcept MemoryError: exit(7)") == 7


async def test_a_game_on_an_own_board_is_played_elsewhere_and_lasts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """User boards are never computed in the server process, even after a restart or for a replay."""

    def never(*_: Any, **__: Any) -> Any:
        raise AssertionError("this is for another process")

    config = quick_config(tmp_path)
    async with running(config) as server:
        made = await table_of(server, "me", "me", board_file=own("mine"), start=True)
        keys = [key.key for key in made.keys]
        for part in ("play", "views", "moves", "result"):
            monkeypatch.setattr(f"semafor.game.Game.{part}", never)
        async with server.sit(made.table.id, keys) as place:
            await play_to_end(place, random.Random(1), version=20)
    async with running(config) as server:
        async with server.sit(made.table.id, keys) as place:
            await play_to_end(place, random.Random(2))
            assert place.ending is not None
        replay = await server.ask(f"/api/tables/{made.table.id}/replay?first=3&count=2", Replay)
        assert [step.step for step in replay.shown] == [3, 4]


async def test_a_table_that_asks_for_too_much_is_set_aside_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(quick_config(tmp_path)) as server:
        fine = await table_of(server, "me", "me", start=True)
        other = await table_of(server, "me", "me", board_file=own("other"), start=True)
        bad = await table_of(server, "me", "me", board_file=own("poison"), start=True)
        with monkeypatch.context() as patched:
            patched.setattr(own_tables, "CHANGE_LIMITS", Limits(seconds=20, timeout=0.0))
            async with server.sit(bad.table.id, [key.key for key in bad.keys]) as place:
                await place.send(Refresh())
                assert (await place.receive_until(Refusal)).code == "set-aside"
        async with server.sit(bad.table.id, [key.key for key in bad.keys]) as place:
            assert (await place.receive_until(Refusal)).code == "set-aside"
        for made in (fine, other):
            async with server.sit(made.table.id, [key.key for key in made.keys]) as place:
                assert (await place.receive_until(State, 120)).sights


async def test_a_decision_that_overflows_is_refused_and_the_table_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = WorkerPool.run

    async def overflowing(self: WorkerPool, function: Any, *others: Any) -> Any:
        if function is advance_table:
            raise CallFailed(Failure("OverflowError", "more places in mind than there are slots"))
        return await honest(self, function, *others)

    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "me", board_file=own("mine"), start=True)
        async with server.sit(made.table.id, [key.key for key in made.keys]) as place:
            await place.receive_until(State, 120)
            version, move = place.version, place.moves(0)[0]
            with monkeypatch.context() as patched:
                patched.setattr(WorkerPool, "run", overflowing)
                with pytest.raises(Exception, match="has been stopped"):
                    await place.decide(0, move)
            assert place.version == version
            await place.decide(0, move)


async def test_a_table_has_a_share_of_work(tmp_path: Path) -> None:
    app = create_app(quick_config(tmp_path))
    async with running_app(app) as server:
        greedy = await table_of(server, "me", "me", board_file=own("greedy"), start=True)
        other = await table_of(server, "me", "me", board_file=own("greedy"), start=True)
        app.state.services.tables.work.shares.spend(greedy.table.id, 1000.0)
        async with server.sit(greedy.table.id, [key.key for key in greedy.keys]) as place:
            await place.send(Refresh())
            assert (await place.receive_until(Refusal)).code == "too-many"
        async with server.sit(other.table.id, [key.key for key in other.keys]) as place:
            assert (await place.receive_until(State, 120)).sights


async def test_a_table_that_has_had_its_share_is_not_taken_for_damaged(tmp_path: Path) -> None:
    app = create_app(quick_config(tmp_path))
    async with running_app(app) as server:
        greedy = (await table_of(server, "me", "me", board_file=own("greedy"), start=True)).table.id
        tables = app.state.services.tables
        tables.work.shares.spend(greedy, 1000.0)
        tables.lives.clear()
        assert await refused(server.table(greedy)) == "too-many"
        assert not tables.loader.damaged
        tables.work.shares.spend(greedy, -1000.0)
        assert (await server.table(greedy)).status == "playing"


def test_the_page_of_an_own_board_is_made_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any) -> Any:
        raise AssertionError("this is for another process")

    monkeypatch.setattr("semafor.server.messages.BoardPage.__init__", never)
    with TestClient(create_app(quick_config(tmp_path, cache=tmp_path / "cache"))) as web:
        answer = web.post("/api/drawings", json={"board_file": own("mine", "cardgame")})  # has no map to draw
        assert answer.status_code == 200
        assert answer.json()["board"]["board"] == "mine"


def test_a_table_is_sent_to_a_worker_and_back_with_everything_it_has() -> None:
    """An attribute that is added to tables must be added to their state."""
    board = load_board("berlin")
    setup = make_setup(CreateTable(seats("me", "me"), board="berlin"), "invitation", None)
    table = Table("id", setup, board, 1.0)
    entries: tuple[Entry, ...] = (Sat(0, "Ada", "p", "k"), Began("seed"), Said("0:1", 0, "hello"))
    for number, entry in enumerate(entries, 1):
        table.apply(Written(number, 1.0 + number, entry))
    again = table_from_state(table_to_state(table), board)
    sent = {*TableState.__struct_fields__, *PlainState.__struct_fields__}
    made_again = {"board", "sent_progress", "cached_card"}
    assert vars(table).keys() - sent == made_again
    assert table_to_state(again) == table_to_state(table)
