"""The load benchmark does what browsers do and summarises what it measures."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from lab.load import measure as measure_module
from lab.load import players as load
from lab.load.measure import Plan, measure, summarise

CLIENT = Path(__file__).parents[2] / "web" / "src" / "lib"


async def test_a_small_bench_carries_its_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure_module, "SETTLE_SECONDS", 0.5)
    carried = await measure(Plan(tables=2, rate=150, seconds=0.5, board="berlin", whole=20))
    assert carried.games_over > 0
    assert carried.sockets == 8
    assert carried.errors == 0
    assert carried.decisions_per_second > 5
    assert min(carried.processor_milliseconds, carried.players_milliseconds) > 0
    assert 0 < carried.delays.p50 <= carried.delays.p99
    assert carried.echoes_per_second > 0
    memory = carried.kilobytes_per_table, carried.kilobytes_kept, carried.kilobytes_again
    assert sys.platform != "linux" or None not in memory


def test_the_load_does_what_browsers_do() -> None:
    """Load clients ping as browsers do, use ids of the same length, and send nothing after an update."""
    here = CLIENT / "connection.ts"
    text = here.read_text(encoding="utf-8")
    assert re.findall(r"QUIET = (\d+);", text) == [str(round(1000 * load.QUIET))]
    assert re.findall(r"LOOK_EVERY = (\d+);", text) == [str(round(1000 * load.LOOK))]
    assert re.findall(r"new Uint8Array\((\d+)\)", text) == [str(load.ID_BITS // 8)]
    sent = re.findall(r'type: "([a-z-]+)"', text + (CLIENT / "table.svelte.ts").read_text(encoding="utf-8"))
    by_people = {"decide", "undo", "chat", "vote", "take-back", "hint", "route"}
    by_themselves = {"hello", "ping", "promise", "part"}
    assert set(sent) == by_people | by_themselves


def test_delays_are_summarised() -> None:
    delays = summarise([n / 1000 for n in range(1, 101)])
    assert (delays.p50, delays.p99, delays.worst) == (51.0, 100.0, 100.0)
    assert summarise([]).p50 == 0
