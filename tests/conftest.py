"""What all tests have in common: the order of the files, and how async tests run.

The slowest files run first, so that all workers finish at about the same time. Durations are
measured in every run and stored in pytest's cache; files that were never measured come first.
"""

from __future__ import annotations

import asyncio
import functools
import inspect
from collections import defaultdict
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.server.how_long import short_or_long

DURATIONS = "semafor/durations"
UNMEASURED = 60.0
"""Seconds assumed for a test that has not been measured."""
LONGEST = short_or_long(600, 3600)
"""Seconds after which an async test fails instead of waiting any longer."""


def pytest_configure(config: pytest.Config) -> None:
    """Measure durations in the process that sees every report."""
    if config.cache is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Stopwatch(config.cache))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sort the test files by their total duration, longest first, and limit async tests."""
    durations = config.cache.get(DURATIONS, {}) if config.cache is not None else {}
    totals: defaultdict[Path, float] = defaultdict(float)
    for item in items:
        totals[item.path] += durations.get(item.nodeid, UNMEASURED)
        if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj):
            item.obj = limited(item.obj)
    items.sort(key=lambda item: (-totals[item.path], item.path))


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Async tests run on asyncio, as the server does."""
    return "asyncio"


def limited(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """An async test that fails when it takes too long."""

    @functools.wraps(test)
    async def run(*args: object, **kwargs: object) -> None:
        async with asyncio.timeout(LONGEST):
            await test(*args, **kwargs)

    return run


class Stopwatch:
    """Stores the duration of each test in pytest's cache."""

    def __init__(self, cache: pytest.Cache) -> None:
        self._cache = cache
        self._durations: defaultdict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add the duration of set-up, call or teardown of a test."""
        self._durations[report.nodeid] += report.duration

    def pytest_sessionfinish(self) -> None:
        """Store what was measured; tests that did not run keep their durations."""
        durations = self._cache.get(DURATIONS, {})
        measured = {test: round(seconds, 2) for test, seconds in self._durations.items()}
        self._cache.set(DURATIONS, durations | measured)
