"""One bounded run on loopback: an echo to compare with, then tables under load."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from semafor.server.bench.delays import Delays, summarise
from semafor.server.bench.echo import EchoLoad
from semafor.server.bench.load import PLAYERS, Load
from semafor.server.run import allow_many_files

START_SECONDS = 300
SETTLE_SECONDS = 12.0
"""So long after everybody has gone the server may take to let go of the tables."""


class Plan(msgspec.Struct, frozen=True):
    """What to measure."""

    tables: int = 1000
    rate: float = 500.0
    seconds: float = 10.0
    board: str = "europe"
    whole: float = 0.0
    """Seconds that games may be played on to their ends afterwards; 0 does not."""


class Carried(msgspec.Struct, frozen=True):
    """What came of it."""

    board: str
    tables: int
    sockets: int
    decisions_per_second: float
    wanted_per_second: float
    delays: Delays
    """From a decision to the last player's update, in milliseconds."""
    processor_milliseconds: float
    """Of the server, for each decision; 0 where the system does not tell."""
    kilobytes_per_table: float | None
    """Of memory, four sockets included; after whole games where those were played."""
    games_over: int
    """Games that were played to their end."""
    kilobytes_kept: float | None
    """Of memory a table that the server still has when everybody has gone."""
    errors: int
    echoes_per_second: float
    echo_delays: Delays
    """A bare Litestar application answers as many messages of the same size on as many sockets."""


async def measure(plan: Plan, say: Callable[[str], None] = lambda _: None) -> Carried:
    """Carry out the plan."""
    allow_many_files()
    say("echo …")
    echoes, echo_delays = await _measure_echo(plan)
    with tempfile.TemporaryDirectory() as folder:
        async with _served("tables", folder) as (process, address):
            empty = resident_kilobytes(process.pid)
            load = Load(address)
            say(f"opening {plan.tables} tables …")
            await load.open_tables(plan.tables, plan.board)
            await load.play(plan.rate, 1.0)  # everything is warm
            say(f"{plan.rate:.0f} decisions a second …")
            busy = processor_seconds(process.pid)
            rate = await load.play(plan.rate, plan.seconds)
            busy = processor_seconds(process.pid) - busy
            delays = list(load.delays)
            over = await load.play_out(plan.rate, plan.whole) if plan.whole else 0
            full = resident_kilobytes(process.pid)
            load.close()
            await asyncio.sleep(SETTLE_SECONDS if plan.whole else 0.0)
            left = resident_kilobytes(process.pid)
    return Carried(
        board=plan.board,
        tables=plan.tables,
        sockets=plan.tables * PLAYERS,
        decisions_per_second=round(rate, 1),
        wanted_per_second=plan.rate,
        delays=summarise(delays),
        processor_milliseconds=round(1000 * busy / max(1, len(delays)), 3),
        kilobytes_per_table=None if empty is None or full is None else round((full - empty) / plan.tables, 1),
        games_over=over,
        kilobytes_kept=None if left is None or empty is None else round((left - empty) / plan.tables, 1),
        errors=len(load.errors),
        echoes_per_second=round(echoes, 1),
        echo_delays=echo_delays,
    )


async def _measure_echo(plan: Plan) -> tuple[float, Delays]:
    with tempfile.TemporaryDirectory() as folder:
        async with _served("echo", folder) as (_, address):
            load = EchoLoad(int(address.rpartition(":")[2]))
            await load.open_sockets(plan.tables * PLAYERS)
            rate = await load.run(plan.rate * PLAYERS, min(plan.seconds, 5.0))
            load.close()
            return rate, summarise(load.delays)


@asynccontextmanager
async def _served(what: str, folder: str) -> AsyncIterator[tuple[subprocess.Popen[str], str]]:
    command = [sys.executable, "-m", "semafor.server.bench.serving", what, str(Path(folder))]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = await asyncio.wait_for(asyncio.to_thread(process.stdout.readline), START_SECONDS)
        await _wait_for(line.strip())
        yield process, line.strip()
    finally:
        process.terminate()
        try:
            await asyncio.to_thread(process.wait, 20)
        except subprocess.TimeoutExpired:
            process.kill()
        if process.stdout:
            process.stdout.close()


async def _wait_for(address: str) -> None:
    host, _, port = address.removeprefix("http://").partition(":")
    for _ in range(1000):
        try:
            _, writer = await asyncio.open_connection(host, int(port))
        except OSError:
            await asyncio.sleep(0.02)
        else:
            writer.close()
            return


def processor_seconds(pid: int) -> float:
    """How long a process has kept processors busy, where the system tells."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_kilobytes(pid: int) -> float | None:
    """Memory of a process, where the system tells."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return None
    line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return float(line.split()[1])
