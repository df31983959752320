"""What goes wrong with one thing of many is told, and stops no other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from semafor.errors import SemaforError
from semafor.server.metrics import FAILURES

SHOWN = 6
"""Letters of an id that a log tells: enough to find it in the database, too few for a link."""


@contextmanager
def put_off(log: Any, what: str, of: str | None = None) -> Iterator[None]:
    """Go on after whatever goes wrong inside; our own mistakes are counted, too."""
    whose = {} if of is None else {"id": of[:SHOWN]}
    try:
        yield
    except SemaforError as error:
        log.warning(f"{what} put off", code=error.code, **whose)
    except Exception as error:
        FAILURES.inc()
        log.error(f"{what} failed", error=repr(error), **whose)
