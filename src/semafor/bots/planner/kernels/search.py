"""The engine's search for ways, which takes a tuple of arrays as well as a record of the same fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from semafor.bots.planner.kernels.records import Net, Paths
from semafor.engine import ways

find_way = cast("Callable[[Net, Paths, int, int], float]", cast("Any", ways.find_way))
other_end = cast("Callable[[Net, int, int], int]", cast("Any", ways.other_end))
