"""Where the spaces of a bundle lie along its centre line."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from semafor.picture.measure import END, GAP, WIDE_GAP

if TYPE_CHECKING:
    from semafor.picture.bundle import Bundle
    from semafor.picture.curve import Curve
    from semafor.picture.measure import Floats


class Slots(NamedTuple):
    """The slots of one bundle: each holds one space of every strand, side by side."""

    t: Floats
    centres: Floats
    along: Floats
    """Unit vectors along the line."""
    across: Floats
    """Unit vectors to the right of it."""


def slots(bundle: Bundle, curve: Curve) -> Slots:
    """Equal spaces in the middle of the line, as far apart as its length allows up to `WIDE_GAP`."""
    total = curve.lengths()[-1]
    free = (total - 2 * END - bundle.spaces * bundle.size[0]) / max(bundle.spaces - 1, 1)
    pitch = bundle.size[0] + min(max(free, GAP), WIDE_GAP)
    steps = np.arange(bundle.spaces) - (bundle.spaces - 1) / 2
    t = curve.at_lengths(total / 2 + steps * pitch)
    along = curve.tangents(t)
    return Slots(t, curve.points(t), along, np.stack([-along[:, 1], along[:, 0]], axis=1))


def corners(centre: Floats, along: Floats, across: Floats, size: tuple[float, float]) -> Floats:
    """The four corners of one space."""
    half_long, half_wide = along * size[0] / 2, across * size[1] / 2
    return np.array(
        [
            centre - half_long - half_wide,
            centre + half_long - half_wide,
            centre + half_long + half_wide,
            centre - half_long + half_wide,
        ]
    )
