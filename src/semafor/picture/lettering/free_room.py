"""Finding free room on the page for what may stand anywhere: cartouche, compass, names of seas."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from semafor.picture.shapes import Box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.picture.sizes import Bools, Floats

GRID = 8.0


def bounds(outlines: Sequence[Floats]) -> Floats:
    """The upright boxes around outlines: left, top, right, low."""
    return np.array([[*outline.min(axis=0), *outline.max(axis=0)] for outline in outlines]).reshape(-1, 4)


def _free(left: Floats, top: Floats, size: tuple[float, float], taken: Floats, room: float) -> Bools:
    """Which boxes at these corners touch nothing."""
    right, low = left + size[0], top + size[1]
    taken = taken[
        (taken[:, 0] <= right.max(initial=-np.inf) + room)
        & (taken[:, 2] >= left.min(initial=np.inf) - room)
        & (taken[:, 1] <= low.max(initial=-np.inf) + room)
        & (taken[:, 3] >= top.min(initial=np.inf) - room)
    ]
    apart = (
        (right[:, None] + room < taken[None, :, 0])
        | (left[:, None] - room > taken[None, :, 2])
        | (low[:, None] + room < taken[None, :, 1])
        | (top[:, None] - room > taken[None, :, 3])
    )
    return np.asarray(apart.all(axis=1))


def find_corner(frame: Box, size: tuple[float, float], taken: Floats, room: float) -> Box | None:
    """The free box of this size that is nearest to a corner of the frame."""
    inset = room
    xs = np.arange(frame.x + inset, frame.x + frame.width - inset - size[0], GRID)
    ys = np.arange(frame.y + inset, frame.y + frame.height - inset - size[1], GRID)
    if not len(xs) or not len(ys):
        return None
    left, top = (axis.ravel() for axis in np.meshgrid(xs, ys))
    across = np.minimum(left - frame.x, frame.x + frame.width - left - size[0])
    down = np.minimum(top - frame.y, frame.y + frame.height - top - size[1])
    cost = np.where(_free(left, top, size, taken, room), np.hypot(across, down), np.inf)
    best = int(np.argmin(cost))
    return Box(float(left[best]), float(top[best]), *size) if np.isfinite(cost[best]) else None


def find_near(
    frame: Box, at: Floats, size: tuple[float, float], reach: float, taken: Floats, room: float
) -> Box | None:
    """The free box of this size whose middle is nearest to a point, within reach."""
    steps = np.arange(-reach, reach + 1, min(GRID, reach / 4))
    left, top = (
        axis.ravel() for axis in np.meshgrid(at[0] - size[0] / 2 + steps, at[1] - size[1] / 2 + steps)
    )
    inside = (left > frame.x + room) & (left + size[0] < frame.x + frame.width - room)
    inside &= (top > frame.y + room) & (top + size[1] < frame.y + frame.height - room)
    away = np.hypot(left + size[0] / 2 - at[0], top + size[1] / 2 - at[1])
    within = np.nonzero(inside & (away <= reach))[0]
    allowed = within[_free(left[within], top[within], size, taken, room)]
    if not len(allowed):
        return None
    best = allowed[np.argmin(away[allowed])]
    return Box(float(left[best]), float(top[best]), *size)
