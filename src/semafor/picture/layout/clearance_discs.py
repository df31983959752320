"""What must keep clear of what, as discs: spaces, places, labels and markers.

A disc's centre is linear in the unknowns of the solver (places and bends), so its gradient is plain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from semafor.picture.layout.bundles import Slots, bare_ends, bend_weights, slots
from semafor.picture.tokens import PLACE_RADIUS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.picture.layout.bundles import Bundle, Curve
    from semafor.picture.layout.label_boxes import LabelBox
    from semafor.picture.tokens import Floats, Ints

SPACE_DISC, LINE_DISC, PLACE_DISC, LABEL_DISC = 0, 1, 2, 3
"""Line discs lie on the ends of lines without spaces; only labels avoid them."""

IGNORED = -99.0
CLEARANCE = np.array(
    [
        [6.0, IGNORED, 5.0, 5.0],
        [IGNORED, IGNORED, IGNORED, 2.5],
        [5.0, IGNORED, 14.0, 5.0],
        [5.0, 2.5, 5.0, 7.0],
    ]
)
"""Wanted distance between two kinds of discs."""
LINE_RADIUS = 2.0
COLUMNS = 11
"""Of a row that describes a disc."""


class Discs(NamedTuple):
    """A table of discs, one row each."""

    a: Ints
    b: Ints
    """The places its centre depends on; twice the same for a disc at a place."""
    line: Ints
    """The bundle whose bends move it."""
    t: Floats
    first: Floats
    second: Floats
    """The weight of each bend."""
    shift: Floats
    radius: Floats
    kind: Ints
    owner: Ints
    """Discs of one owner ignore each other."""


def centres(discs: Discs, places: Floats, bends: Floats) -> Floats:
    """Return the present centres of the discs."""
    t, first, second = discs.t[:, None], discs.first[:, None], discs.second[:, None]
    straight = (1 - t) * places[discs.a] + t * places[discs.b]
    if not len(bends):  # places and labels alone
        return straight + discs.shift
    bent = first * bends[discs.line, 0] + second * bends[discs.line, 1]
    found: Floats = straight + bent + discs.shift
    return found


def _table(rows: Floats) -> Discs:
    """Return the discs from rows (a, b, line, t, first, second, shift x, shift y, radius, kind, owner)."""
    columns = np.ascontiguousarray(rows.T)
    a, b, line, kind, owner = (columns[i].astype(np.int64) for i in (0, 1, 2, 9, 10))
    return Discs(a, b, line, columns[3], columns[4], columns[5], columns[6:8].T, columns[8], kind, owner)


def space_discs(bundle: Bundle, line: int, found: Slots) -> Floats:
    """Return three discs on every space of every strand of a bundle."""
    length, width = bundle.size
    across = [found.across * offset for offset in bundle.offsets]
    along = [found.along * step * (length - width) / 2 for step in (-1, 0, 1)]
    shifts = np.stack([ahead + aside for aside in across for ahead in along], axis=1)
    t = np.repeat(found.t, shifts.shape[1])
    return _on_line(bundle, line, t, shifts.reshape(-1, 2), width / 2, SPACE_DISC)


def line_discs(bundle: Bundle, line: int, curve: Curve, found: Slots) -> Floats:
    """Return small discs on the free ends of every strand of a bundle."""
    t = bare_ends(bundle, found)
    middle = curve.points(t)
    shifts = np.concatenate([curve.beside(offset).points(t) - middle for offset in bundle.offsets])
    return _on_line(bundle, line, np.tile(t, len(bundle.offsets)), shifts, LINE_RADIUS, LINE_DISC)


def _on_line(bundle: Bundle, line: int, t: Floats, shifts: Floats, radius: float, kind: int) -> Floats:
    """Return rows of discs beside a line."""
    rows = np.empty((len(t), COLUMNS))
    rows[:, 0], rows[:, 1], rows[:, 2] = bundle.a, bundle.b, line
    rows[:, 3] = t
    rows[:, 4], rows[:, 5] = bend_weights(t)
    rows[:, 6:8] = shifts
    rows[:, 8], rows[:, 9], rows[:, 10] = radius, kind, line
    return rows


def discs_on_lines(bundles: Sequence[Bundle], curves: Sequence[Curve]) -> Floats:
    """Return rows of all discs on spaces, then of those on the free ends of lines."""
    found = [slots(bundle, curve) for bundle, curve in zip(bundles, curves, strict=True)]
    spaces = [space_discs(bundle, line, found[line]) for line, bundle in enumerate(bundles)]
    ends = [line_discs(bundle, line, curves[line], found[line]) for line, bundle in enumerate(bundles)]
    return np.concatenate([np.empty((0, COLUMNS)), *spaces, *ends])


def box_discs(place: int, box: LabelBox, owner: int) -> list[tuple[float, ...]]:
    """Return a row of discs for each line of a label, or one for a marker."""
    lines = max(len(box.lines), 1)
    height = box.height / lines
    count = max(1, round(box.width / height))
    step = (box.width - height) / max(count - 1, 1)
    rows: list[tuple[float, ...]] = []
    for line in range(lines):
        y = box.y + (line - (lines - 1) / 2) * height
        for column in range(count):
            x = box.x + (column - (count - 1) / 2) * step
            rows.append((place, place, 0, 0.0, 0.0, 0.0, x, y, height / 2, LABEL_DISC, owner))
    return rows


def all_discs(
    bundles: Sequence[Bundle], curves: Sequence[Curve], places: int, boxes: Sequence[tuple[int, LabelBox]]
) -> Discs:
    """Return every disc of a layout."""
    return discs_beside(discs_on_lines(bundles, curves), len(bundles), places, boxes)


def discs_beside(on_lines: Floats, bundles: int, places: int, boxes: Sequence[tuple[int, LabelBox]]) -> Discs:
    """Every disc of a layout whose lines are described; owners are bundles first, then places, then boxes."""
    rows: list[tuple[float, ...]] = [
        (place, place, 0, 0, 0, 0, 0, 0, PLACE_RADIUS, PLACE_DISC, bundles + place) for place in range(places)
    ]
    for number, (place, box) in enumerate(boxes):
        rows += box_discs(place, box, bundles + places + number)
    return _table(np.concatenate([on_lines, np.array(rows, dtype=np.float64).reshape(-1, COLUMNS)]))


def _near_in_x(at: Floats, reach: float) -> tuple[Ints, Ints]:
    """Return pairs of points, smaller index first, that are within reach of each other in x."""
    order = np.argsort(at[:, 0], kind="stable")
    x = at[order, 0]
    counts = np.searchsorted(x, x + reach, side="right") - np.arange(1, len(x) + 1)
    first = np.repeat(np.arange(len(x)), counts)
    start = np.repeat(np.cumsum(counts) - counts, counts)
    second = first + 1 + np.arange(len(first)) - start
    one, two = order[first], order[second]
    return np.minimum(one, two), np.maximum(one, two)


def neighbours(discs: Discs, at: Floats, horizon: float) -> tuple[Ints, Ints, Floats]:
    """Return pairs of discs that may soon be too close, and their wanted distances."""
    reach = 2 * float(discs.radius.max()) + CLEARANCE.max() + horizon
    one, two = _near_in_x(at, reach)
    # Most are far from each other in y, or have one owner; these are dropped early.
    worth = (np.abs(at[one, 1] - at[two, 1]) < reach) & (discs.owner[one] != discs.owner[two])
    one, two = one[worth], two[worth]
    wanted = discs.radius[one] + discs.radius[two] + CLEARANCE[discs.kind[one], discs.kind[two]]
    near = np.hypot(*(at[one] - at[two]).T) < wanted + horizon
    at_place = (discs.kind[one] != LABEL_DISC) & (discs.kind[two] == PLACE_DISC)
    own_end = at_place & ((discs.a[one] == discs.a[two]) | (discs.b[one] == discs.a[two]))
    own_label = (discs.kind[one] == PLACE_DISC) & (discs.a[one] == discs.a[two])
    kept = near & ~own_end & ~own_label
    one, two, wanted = one[kept], two[kept], wanted[kept]
    # A fixed order of pairs makes sums, and so layouts, reproducible.
    order = np.lexsort((two, one))
    return one[order], two[order], wanted[order]
