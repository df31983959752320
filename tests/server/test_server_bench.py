"""The bench measures something, and the targets' shape is right."""

from __future__ import annotations

from serving import run

from semafor.server.bench.delays import summarise
from semafor.server.bench.measure import Plan, measure


def test_a_small_bench_carries_its_load() -> None:
    async def main() -> None:
        carried = await measure(Plan(tables=3, rate=60, seconds=1.5, board="berlin", whole=20))
        assert carried.games_over > 0
        assert carried.sockets == 12
        assert carried.errors == 0
        assert carried.decisions_per_second > 5
        assert 0 < carried.delays.p50 <= carried.delays.p99
        assert carried.echoes_per_second > 0

    run(main())


def test_delays_are_summarised() -> None:
    delays = summarise([n / 1000 for n in range(1, 101)])
    assert (delays.p50, delays.p99, delays.worst) == (51.0, 100.0, 100.0)
    assert summarise([]).p50 == 0
