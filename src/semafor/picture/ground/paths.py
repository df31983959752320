"""Points as SVG paths."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from semafor.picture.sizes import Floats


def path(points: Floats, closed: bool) -> str:
    """Points as an SVG path."""
    steps = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return f"M{steps}{'Z' if closed else ''}"


def smooth_path(points: Floats, closed: bool) -> str:
    """A soft line through points (Catmull and Rom)."""
    ahead = np.roll(points, -1, axis=0) if closed else np.vstack([points[1:], points[-1:]])
    behind = np.roll(points, 1, axis=0) if closed else np.vstack([points[:1], points[:-1]])
    lean = (ahead - behind) / 6
    count = len(points) if closed else len(points) - 1
    text = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for number in range(count):
        after = (number + 1) % len(points)
        one, two, end = points[number] + lean[number], points[after] - lean[after], points[after]
        text += "C" + " ".join(f"{x:.1f} {y:.1f}" for x, y in (one, two, end))
    return text + ("Z" if closed else "")
