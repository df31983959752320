"""How much is tried: a little in every run of the tests, much in `make attack`."""

from __future__ import annotations

import os
from typing import TypeVar

T = TypeVar("T")
LONG = os.environ.get("SEMAFOR_ATTACK") == "long"


def short_or_long(short: T, long: T) -> T:
    """Return the first value in normal tests and the second in `make attack`."""
    return long if LONG else short
