"""The sizes every board shares, in picture units (a board is some 1,300 to 1,900 units wide)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from semafor.boards.model import Kind

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]

SPACE = (42.0, 15.0)
"""A space for a train or a tram, along its line and across it."""
SUBWAY_SPACE = (64.0, 21.0)
"""The one large space of a subway."""
ROUNDING = 5.5
"""The radius of a space's corners."""
GAP = 3.6
"""The least room between two spaces of a strand."""
WIDE_GAP = 10.0
"""The most room between them: what a long line has left over goes to its two ends."""
STRAND_GAP = 3.0
"""Between parallel strands."""
PLACE_RADIUS = 9.5
END = PLACE_RADIUS + 5.0
"""From the middle of a place to its first space, at least."""
LABEL_SIZE = 17.0
LINE_HEIGHT = 17.0
MARKER_RADIUS = 10.0
"""A festival marker."""


def space_size(kind: Kind) -> tuple[float, float]:
    """How long and how wide a space of this kind is."""
    return SUBWAY_SPACE if kind == "subway" else SPACE
