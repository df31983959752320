"""One bounded run on loopback: an echo to compare with, then tables under load."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from time import process_time
from typing import NamedTuple

import msgspec

from lab.load.echo import EchoLoad
from lab.load.fleet import Fleet, fleet, port_of
from lab.load.players import PLAYERS, Load
from semafor.server.resources import allow_many_files

SETTLE_SECONDS = 12.0
"""Time for the server to unload the tables after everybody has left."""

AGAIN_SECONDS = 5.0
"""Seconds that returning players play at most."""
FIRST_RATE, FIRST_SECONDS = 100.0, 60.0
"""Decisions per second, and longest time, of a first game that is played alone."""


class Delays(msgspec.Struct, frozen=True):
    """Milliseconds."""

    p50: float
    p99: float
    worst: float


def summarise(seconds: Sequence[float]) -> Delays:
    """Return the median, the 99th percentile and the maximum of some delays."""
    ordered = sorted(seconds) or [0.0]
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * part))] for part in (0.5, 0.99)]
    return Delays(round(at[0] * 1000, 2), round(at[1] * 1000, 2), round(ordered[-1] * 1000, 2))


class Plan(msgspec.Struct, frozen=True):
    """What to measure."""

    tables: int = 1000
    rate: float = 500.0
    seconds: float = 10.0
    board: str = "europe"
    whole: float = 0.0
    """Seconds allowed for finishing the games afterwards; 0 to leave them unfinished."""
    processes: int = 1
    """Several servers run behind nginx and need a shared database."""
    database: str = ""
    """URL of the database; without one, SQLite in a temporary folder."""


class Carried(msgspec.Struct, frozen=True):
    """The results."""

    board: str
    processes: int
    tables: int
    sockets: int
    decisions_per_second: float
    wanted_per_second: float
    delays: Delays
    """From a decision to the last player's update, in milliseconds."""
    processor_milliseconds: float
    """CPU milliseconds of the servers per decision; 0 if unknown."""
    players_milliseconds: float
    """Of processor time of this run's own players, for each decision: with few cores, the servers lack it."""
    kilobytes_per_table: float | None
    """Of memory, four sockets included; after whole games where those were played.

    What a first game loads once, whoever plays later, belongs to the server and is not counted.
    """
    games_over: int
    """Games that were played to their end."""
    kilobytes_kept: float | None
    """Kilobytes per table that the server keeps after everyone has left."""
    kilobytes_again: float | None
    """Kilobytes per table after as many players have returned; twice as much if nothing is reused."""
    errors: int
    echoes_per_second: float
    echo_delays: Delays
    """A bare Litestar application answers as many messages of the same size on as many sockets."""


def run(plan: Plan, say: Callable[[str], None]) -> Carried:
    """Carry out a plan on the fastest available event loop, so that the players need little CPU time."""
    factory: Callable[[], asyncio.AbstractEventLoop] | None = None
    with suppress(ImportError):  # a system without it
        from uvloop import new_event_loop as factory
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(measure(plan, say))


async def measure(plan: Plan, say: Callable[[str], None] = lambda _: None) -> Carried:
    """Carry out the plan."""
    allow_many_files()
    say("echo …")
    echoes, echo_delays = await _measure_echo(plan)
    with tempfile.TemporaryDirectory() as folder:
        async with fleet("tables", Path(folder), plan.processes, plan.database) as servers:
            seen = await _measure_tables(plan, servers, say)
    return _carried(plan, seen, echoes, echo_delays)


class _Seen(NamedTuple):
    """Measurements of the servers and of the players."""

    rate: float
    delays: list[float]
    processor: float
    """Seconds of the servers while decisions were counted."""
    players: float
    """Seconds of this process meanwhile."""
    memory: tuple[float | None, float | None, float | None, float | None]
    """Kilobytes without tables, with all tables, after everyone has left, and after as many have returned."""
    over: int
    errors: int


async def _measure_tables(plan: Plan, servers: Fleet, say: Callable[[str], None]) -> _Seen:
    """Open the tables, play at them, and leave."""
    await _first_game(plan, servers.address)
    empty = servers.kilobytes
    load = Load(servers.address)
    say(f"opening {plan.tables} tables …")
    await load.open_tables(plan.tables, plan.board)
    await load.play(plan.rate, 1.0)  # everything is warm
    say(f"{plan.rate:.0f} decisions a second …")
    busy, own = servers.processor_seconds, process_time()
    rate = await load.play(plan.rate, plan.seconds)
    busy, own = servers.processor_seconds - busy, process_time() - own
    delays = list(load.delays)
    over = await load.play_out(plan.rate, plan.whole) if plan.whole else 0
    full = servers.kilobytes
    load.close()
    left, again = await _measure_again(plan, servers, say) if plan.whole else (servers.kilobytes, None)
    return _Seen(rate, delays, busy, own, (empty, full, left, again), over, len(load.errors))


async def _measure_again(
    plan: Plan, servers: Fleet, say: Callable[[str], None]
) -> tuple[float | None, float | None]:
    """Return the memory after everyone has left, and with as many players at new tables."""
    await asyncio.sleep(SETTLE_SECONDS)
    left = servers.kilobytes
    say("the same once more …")
    load = Load(servers.address, seed=2)
    await load.open_tables(plan.tables, plan.board)
    await load.play(plan.rate, min(plan.seconds, AGAIN_SECONDS))
    again = servers.kilobytes
    load.close()
    return left, again


def _carried(plan: Plan, seen: _Seen, echoes: float, echo_delays: Delays) -> Carried:
    """Return the measurements per table and decision."""
    decisions = max(1, len(seen.delays))
    empty, full, left, again = seen.memory
    return Carried(
        board=plan.board,
        processes=plan.processes,
        tables=plan.tables,
        sockets=plan.tables * PLAYERS,
        decisions_per_second=round(seen.rate, 1),
        wanted_per_second=plan.rate,
        delays=summarise(seen.delays),
        processor_milliseconds=round(1000 * seen.processor / decisions, 3),
        players_milliseconds=round(1000 * seen.players / decisions, 3),
        kilobytes_per_table=_each(empty, full, plan.tables),
        games_over=seen.over,
        kilobytes_kept=_each(empty, left, plan.tables),
        kilobytes_again=_each(empty, again, plan.tables),
        errors=seen.errors,
        echoes_per_second=round(echoes, 1),
        echo_delays=echo_delays,
    )


async def _first_game(plan: Plan, address: str) -> None:
    """Play one game first, so that one-time costs are not counted."""
    load = Load(address, seed=0)
    await load.open_tables(1, plan.board)
    await load.play_out(FIRST_RATE, min(FIRST_SECONDS, plan.whole))
    load.close()


def _each(empty: float | None, full: float | None, tables: int) -> float | None:
    """Return the growth of memory per table."""
    return None if empty is None or full is None else round((full - empty) / tables, 1)


async def _measure_echo(plan: Plan) -> tuple[float, Delays]:
    with tempfile.TemporaryDirectory() as folder:
        async with fleet("echo", Path(folder)) as servers:
            load = EchoLoad(port_of(servers.address))
            await load.open_sockets(plan.tables * PLAYERS)
            rate = await load.run(plan.rate * PLAYERS, min(plan.seconds, 5.0))
            load.close()
            return rate, summarise(load.delays)
