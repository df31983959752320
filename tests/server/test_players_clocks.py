"""Players' clocks count neither outages of the server nor jumps of its machine's clock."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from semafor.server import clock
from semafor.server.client import RemoteServer, TableSocket
from semafor.server.live.outages import time_within
from semafor.server.messages import DAY, TimeControl
from semafor.server.socket_messages import State
from tests.server.serving import quick_config, running, table_of

DAILY = TimeControl("move", DAY)
WEEK = 7 * DAY


class WallClock:
    """The machine's clock, which a test can set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._real, self.ahead = time.time, 0.0
        monkeypatch.setattr(time, "time", lambda: self._real() + self.ahead)


def start_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock as it is in a new process."""
    monkeypatch.setattr(clock, "ahead", time.time() - time.monotonic())
    monkeypatch.setattr(clock, "skipped", [])


async def left(place: TableSocket) -> float:
    """Seconds on the clock of the first seat, once a state has come."""
    seat = (await place.receive_until(State)).table.seats[0]
    assert seat.away is None
    assert seat.clock is not None
    return seat.clock.left


async def decide_all(server: RemoteServer, table: str) -> None:
    """Let both seats make their first decision."""
    async with server.sit(table, server.keys) as place:
        await place.receive_until(State)
        for seat in range(2):
            await place.decide(seat, place.moves(seat)[0])


async def test_a_machines_clock_set_ahead_takes_no_time_from_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = WallClock(monkeypatch)
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "me", board="berlin", start=True, time=DAILY)
        wall.ahead = WEEK
        await decide_all(server, made.table.id)
        async with server.sit(made.table.id, server.keys) as place:
            assert await left(place) > DAY - 600


async def test_an_outage_takes_no_time_from_players_once_and_after_more_restarts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall, config = WallClock(monkeypatch), quick_config(tmp_path)
    async with running(config) as server:
        made = await table_of(server, "me", "me", start=True, time=DAILY, first=0)
        keys = server.keys
    for away in (3 * DAY, WEEK):
        wall.ahead += away
        start_anew(monkeypatch)
        async with running(config):
            pass  # nobody looks at the table
    start_anew(monkeypatch)
    async with running(config) as server:
        for _ in range(2):
            async with server.sit(made.table.id, keys) as place:
                assert DAY - 600 < await left(place) <= DAY


async def test_a_table_from_the_future_goes_on_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots do not wait for a future time stored when the machine's clock was wrong."""
    wall, config = WallClock(monkeypatch), quick_config(tmp_path)
    wall.ahead = WEEK
    start_anew(monkeypatch)
    async with running(config) as server:
        made = await table_of(server, "me", "easy", board="berlin", start=True, first=0)
        keys = server.keys
    wall.ahead = 0.0
    start_anew(monkeypatch)
    async with running(config) as server, server.sit(made.table.id, keys) as place:
        await place.receive_until(State)
        await place.decide(0, place.moves(0)[0])
        await place.decide(0, await first_move(place))  # the bot has decided in between
        assert (await server.table(made.table.id)).updated < time.time() + 60
        assert clock.now() < time.time() + 60


async def first_move(place: TableSocket) -> str:
    """The first move of the first seat, once it has one."""
    while not place.moves(0):
        await place.receive()
    return place.moves(0)[0]


def test_time_within_overlapping_spans_is_counted_once() -> None:
    spans = [(10.0, 20.0), (15.0, 30.0), (50.0, 60.0)]
    assert time_within(spans, 0.0) == 30.0
    assert time_within(spans, 18.0) == 22.0
    assert time_within(spans, 60.0) == 0.0
