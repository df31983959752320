"""What the tests of the server need: a real PostgreSQL, processes to be killed, a clock of their own."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lab.load.fleet import running_postgres
from semafor.server import clock
from tests.server import kept_processes
from tests.server.nursery import Nursery


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A separate PostgreSQL server; `get_uri()` returns its address."""
    with running_postgres() as server:
        yield server


@pytest.fixture
def postgres_url(postgres: Any, tmp_path: Path) -> str:
    """The URL of an empty database."""
    name = "t" + "".join(char for char in tmp_path.name.lower() if char.isalnum())[-50:]
    postgres.psql(f"create database {name};")
    return str(postgres.get_uri(database=name))


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """Starts servers that a test may kill."""
    made = Nursery()
    yield made
    made.close()


@pytest.fixture(autouse=True)
def _clock_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore the clock after a test that sets it forward."""
    monkeypatch.setattr(clock, "ahead", time.time() - time.monotonic())
    monkeypatch.setattr(clock, "skipped", [])


@pytest.fixture(scope="session", autouse=True)
def _no_process_is_left() -> Iterator[None]:
    """End the shared worker processes after the last test."""
    yield
    kept_processes.end_all()


@pytest.fixture(scope="module", autouse=True)
def _kept_processes(request: pytest.FixtureRequest) -> Iterator[None]:
    """Use the worker processes of earlier tests again, unless the module tests these processes.

    The scope is the module because servers that a module shares must stop what they started.
    """
    with pytest.MonkeyPatch.context() as monkeypatch:
        if not getattr(request.module, "PROCESSES_OF_THEIR_OWN", False):
            kept_processes.keep(monkeypatch)
        yield
