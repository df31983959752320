"""One vector through a matrix of whole numbers, on one core.

A library for matrices would share so little work among all cores, and wait for them longer than it takes.
"""

from __future__ import annotations

import numpy as np

from semafor.engine.compile import compiled
from semafor.engine.state import Array


@compiled
def add_rows(values: Array, table: Array, out: Array) -> None:
    """Add each row of a table times its value to `out`; values of nothing, most of them, cost nothing."""
    for row in range(values.size):
        value = values[row]
        if value != 0:
            for place in range(out.size):
                out[place] += value * np.float32(table[row, place])
