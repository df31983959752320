"""What tables and connections weigh, and what is left when they are gone."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import subprocess
import sys
import tracemalloc
from array import array
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lab.load.bare_socket import BareSocket, open_socket
from lab.load.fleet import port_of, resident_kilobytes
from semafor.append_only_list import AppendOnlyList
from semafor.events import Event
from semafor.game import Game
from semafor.server.app import create_app
from semafor.server.client import RemoteServer
from semafor.server.http.connection_guard import GuardedConnection
from semafor.server.http.table_session import TableSession
from semafor.server.live import scheduler
from semafor.server.live.live_table import LiveTable
from semafor.server.live.tables import LiveTables
from semafor.server.messages import CreateTable, Seated
from semafor.server.resources import DeclineWatch, trim_memory
from semafor.server.run import tune_collector
from semafor.server.table import journal as en
from semafor.server.table.decision_ids import ROW_BYTES, DecisionIds
from semafor.server.table.journal import Written, decode_entry, encode_entry
from semafor.server.table.setup import Setup, make_setup
from semafor.server.table.table import Seat, Table
from tests.server.serving import quick_config, running_app, seats, table_of

DECISIONS = 120
BYTES_A_DECISION = 100
"""Bytes of a decision: a row of ids, a mark, entries in the lists of moves and events."""
CONNECTIONS = 6


# ---- a table -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def setup() -> Setup:
    return make_setup(CreateTable(seats("me", "me"), board="europe"), "invitation", None)


@pytest.fixture(scope="module")
def journal(setup: Setup) -> list[str]:
    """The entries of a game, as they are stored."""
    dice = random.Random(1)
    table = Table("a", setup, setup.load_board(), 0.0).after(en.Began("seed"), 0.0)
    entries: list[en.Entry] = [en.Began("seed")]
    while len(entries) <= DECISIONS and table.pending:
        seat = table.pending[0]
        moves = list(map(str, table.moves(seat)))
        draws = [move for move in moves if move.startswith("draw") and move != "draw tickets"]
        move = dice.choice(draws or moves)
        entries.append(en.Decided(f"{seat}:{dice.getrandbits(96):024x}", seat, move))
        table = table.after(entries[-1], 0.0)
    assert len(entries) == DECISIONS + 1
    return [encode_entry(entry) for entry in entries]


def played(setup: Setup, journal: list[str]) -> Table:
    """Return the table rebuilt from its journal."""
    table = Table("a", setup, setup.load_board(), 0.0)
    for number, text in enumerate(journal, 1):
        table = table.with_entries((Written(number, 0.0, decode_entry(text)),))
    table.drop_computed()
    return table


def reachable(start: object) -> dict[int, object]:
    """Return all reachable objects by identity, except those held by modules and types."""
    found: dict[int, object] = {}
    waiting = [start]
    while waiting:
        one = waiting.pop()
        if id(one) not in found and not isinstance(one, type(sys) | type):
            found[id(one)] = one
            waiting += gc.get_referents(one)
    return found


def test_a_table_holds_little_for_a_decision(setup: Setup, journal: list[str]) -> None:
    one, other = played(setup, journal), played(setup, journal)
    shared = reachable(one)
    own = [thing for key, thing in reachable(other).items() if key not in shared]
    assert sum(map(sys.getsizeof, own)) < BYTES_A_DECISION * DECISIONS + 8_000
    assert not [thing for thing in own if isinstance(thing, Event)]  # the same for all tables


def around_a_decision(setup: Setup, journal: list[str]) -> tuple[Table, Table]:
    """A table before and after one more decision."""
    before = played(setup, journal)
    seat = before.pending[0]
    after = before.after(en.Decided("an id", seat, str(before.moves(seat)[0])), 0.0)
    before.drop_computed()
    return before, after


def test_the_table_before_a_decision_costs_nothing(setup: Setup, journal: list[str]) -> None:
    before, after = around_a_decision(setup, journal)
    held = reachable(after)
    own = [thing for key, thing in reachable(before).items() if key not in held]
    assert not [thing for thing in own if isinstance(thing, list) and len(thing) > DECISIONS]


def test_a_decision_leaves_no_hole_that_the_next_does_not_fit(setup: Setup, journal: list[str]) -> None:
    before, after = around_a_decision(setup, journal)
    held = reachable(before)
    new = [thing for key, thing in reachable(after).items() if key not in held]
    assert not [thing for thing in new if isinstance(thing, bytes | array) and len(thing) >= DECISIONS]


def test_a_result_takes_nothing_from_the_heap() -> None:
    """Its working memory of some megabytes is not taken from the C library, which would keep it."""
    game = Game.new("europe", players=2, seed="a")
    game.result()
    tracemalloc.start()
    game.result()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000


def test_ids_are_known_again_with_their_versions() -> None:
    ids = DecisionIds()
    for version in range(1, 400):
        ids = ids.with_id(f"0:{version}", version)
    assert [ids.version_of(f"0:{version}") for version in range(1, 400)] == list(range(1, 400))
    assert ids.version_of("1:1") is None
    assert ids.version_of("0:\ud800") is None
    assert ("0:7" in ids, "0:400" in ids, len(ids)) == (True, False, 399)
    assert len(ids._rows) == 399 * ROW_BYTES


def test_an_id_is_not_found_across_two_rows() -> None:
    ids = DecisionIds().with_id("0:a", 1)
    across = bytearray(b"\0" + bytes(ids._rows) + bytes(ROW_BYTES - 1))
    assert DecisionIds(AppendOnlyList(across)).version_of("0:a") is None
    assert DecisionIds(AppendOnlyList(across + bytes(ids._rows))).version_of("0:a") == 1


# ---- connections -------------------------------------------------------------------------------


async def come(server: RemoteServer, made: Seated) -> list[BareSocket]:
    """Open a number of connections of a seat and wait for their states."""
    states: asyncio.Queue[bytes] = asyncio.Queue()
    path = f"/api/tables/{made.table.id}/live"
    hello = msgspec.json.encode({"type": "hello", "keys": [made.keys[0].key]})
    sockets = []
    for _ in range(CONNECTIONS):
        sockets.append(await open_socket("127.0.0.1", port_of(server.address), path, states.put_nowait))
        sockets[-1].send(hello)
        while not (await states.get()).startswith(b'{"type":"state"'):
            pass
    return sockets


# ---- after tables are unloaded -------------------------------------------------------------------


HASH_MANY = """
import os
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from lab.load.fleet import resident_kilobytes
from semafor.server.club.accounts import slow_hash
from semafor.server.resources import return_large_blocks

return_large_blocks()
before, together = resident_kilobytes(os.getpid()), Barrier(8)
with ThreadPoolExecutor(8) as threads:
    for _ in range(2):
        list(threads.map(lambda n: (together.wait(), slow_hash(f"phrase {n}", "salt")), range(8)))
    print(resident_kilobytes(os.getpid()) - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems' libraries give back by themselves")
def test_no_thread_keeps_the_memory_of_a_hash() -> None:
    done = subprocess.run([sys.executable, "-c", HASH_MANY], capture_output=True, text=True, check=True)
    assert float(done.stdout) < 32_000, "eight threads kept 16 MB each"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems' libraries give back by themselves")
def test_free_memory_is_given_back() -> None:
    blocks: list[Any] = [array("b", bytes(60_000)) for _ in range(1_000)]
    kept = blocks[::100]  # between free blocks, so that the C library cannot release them
    full = resident_kilobytes(os.getpid())
    del blocks
    trim_memory()
    left = resident_kilobytes(os.getpid())
    assert full is not None
    assert left is not None
    assert full - left > 40_000
    assert len(kept) == 10


async def test_a_server_gives_back_when_most_have_gone_and_when_their_tables_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(quick_config(tmp_path, check_seconds=0.01, hosts=("*",)))
    lives, forget_idle = app.state["services"].tables.lives, LiveTables.forget_idle
    given: list[int] = []
    """How many tables were in memory each time."""
    monkeypatch.setattr(scheduler, "collect_and_trim", lambda: given.append(len(lives)))
    monkeypatch.setattr(LiveTables, "forget_idle", lambda tables, _: given and forget_idle(tables, 0.0))
    async with running_app(app) as server:
        made = await table_of(server, "me", "me", start=True)
        sockets = await come(server, made)
        await asyncio.sleep(0.1)
        assert not given
        for socket in sockets:
            socket.close()
        while 0 not in given:
            await asyncio.sleep(0.01)
        assert given == [1, 0], "once for the connections, once for the table"


def of_tables() -> Counter[str]:
    """Return the number of table and viewer objects, including those of other tests."""
    gc.collect()
    theirs = (Table, LiveTable, Game, Seat, DecisionIds, AppendOnlyList, TableSession, GuardedConnection)
    return Counter(type(one).__qualname__ for one in gc.get_objects() if type(one) in theirs)


async def test_tables_that_are_forgotten_leave_no_object(tmp_path: Path) -> None:
    app = create_app(quick_config(tmp_path, check_seconds=0.01, idle_seconds=0.05, hosts=("*",)))
    async with running_app(app) as server:
        before = of_tables()
        for _ in range(3):
            for socket in await come(server, await table_of(server, "me", "me", start=True)):
                socket.close()
        while of_tables() - before:  # until the time limit if something is leaked
            await asyncio.sleep(0.05)


def test_half_gone_is_said_once() -> None:
    ebb = DeclineWatch()
    assert [ebb.half_gone(there) for there in (0, 8, 4, 3, 2, 1, 0, 0)] == [
        *(False, False, False, True, False, True, True, False)
    ]


# ---- the collector -----------------------------------------------------------------------------


def test_what_is_told_is_nothing_to_the_collector() -> None:
    """Views, moves and events contain no cycles and are not tracked by the garbage collector."""
    game = Game.new("europe", players=2, seed="a")
    while game.pending and len(game.events()) < 60:
        game.play(game.moves(game.pending[0])[-1], game.pending[0])
    told = [game.view(0), game.view(0).own, *game.view(0).seats, *game.events(), *game.moves(game.pending[0])]
    assert not [one for one in told if gc.is_tracked(one)]


def test_the_collector_looks_at_little_at_a_time() -> None:
    thresholds = gc.get_threshold()
    try:
        tune_collector()
        new, rounds, _ = gc.get_threshold()
        assert new * (rounds + 1) <= 20_000, "some ten milliseconds"
    finally:
        gc.set_threshold(*thresholds)
        gc.unfreeze()
