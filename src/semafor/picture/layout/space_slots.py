"""Where the spaces of a bundle lie along its centre line."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from semafor.picture.layout.centre_lines import FINE
from semafor.picture.sizes import GAP, PLACE_RADIUS, ROUNDING, WIDE_GAP

if TYPE_CHECKING:
    from semafor.picture.layout.bundles import Bundle
    from semafor.picture.layout.centre_lines import Curve
    from semafor.picture.sizes import Floats


BARE_STEP = 6.0


class Slots(NamedTuple):
    """The slots of one bundle: each holds one space of every strand, side by side."""

    t: Floats
    centres: Floats
    along: Floats
    """Unit vectors along the line."""
    across: Floats
    """Unit vectors to the right of it."""
    lengths: Floats
    """The length of the line up to each t of `FINE`."""


def slots(bundle: Bundle, curve: Curve) -> Slots:
    """Equal spaces in the middle of the line, as far apart as its length allows up to `WIDE_GAP`."""
    lengths = curve.lengths()
    total = lengths[-1]
    free = (total - sum(bundle.ends) - bundle.spaces * bundle.size[0]) / max(bundle.spaces - 1, 1)
    pitch = bundle.size[0] + min(max(free, GAP), WIDE_GAP)
    steps = np.arange(bundle.spaces) - (bundle.spaces - 1) / 2
    middle = (bundle.ends[0] + total - bundle.ends[1]) / 2
    t = np.interp(middle + steps * pitch, lengths, FINE)
    along = curve.tangents(t)
    return Slots(t, curve.points(t), along, np.stack([-along[:, 1], along[:, 0]], axis=1), lengths)


def bare_ends(bundle: Bundle, found: Slots) -> Floats:
    """The t of points along both ends of the line, from a place to the nearest space."""
    total, half = found.lengths[-1], bundle.size[0] / 2
    first, last = np.interp(found.t[[0, -1]], FINE, found.lengths)
    near = np.arange(PLACE_RADIUS, first - half, BARE_STEP)
    far = np.arange(last + half, total - PLACE_RADIUS, BARE_STEP)
    t: Floats = np.interp(np.concatenate([near, far]), found.lengths, FINE)
    return t


def outline(centre: Floats, along: Floats, across: Floats, size: tuple[float, float]) -> Floats:
    """The eight corners around one space with its rounded ends."""
    half_long, half_wide, cut = size[0] / 2, size[1] / 2, ROUNDING * (2 - 2**0.5)
    steps = [(half_long - cut, half_wide), (half_long, half_wide - cut)]
    quarter = [(x, -y) for x, y in steps] + [(x, y) for x, y in reversed(steps)]
    turns = quarter + [(-x, -y) for x, y in quarter]
    return np.array([centre + along * x + across * y for x, y in turns])
