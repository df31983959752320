"""The rim of a half-decided network: which of its places a line joins, and which of them it ends at.

While routes are taken into a line or left out one by one, the *rim* is the places with decided and
undecided routes both. All that later decisions need to know of the earlier ones is a *shape*: for each
place at the rim the piece of line it belongs to (0 for none) and whether it has an odd number of
taken routes, and how many places behind the rim have one. A shape is one 64-bit number.
"""

from __future__ import annotations

import numpy as np

from semafor.engine.bits import Mask, bit, has
from semafor.engine.compile import compiled

SLOTS = 12
"""Places the rim has room for; boards that could need more are refused (`boards.limits.OPEN_PLACES`)."""
LABEL_BITS = 4
LABEL = np.uint64(2**LABEL_BITS - 1)
FRESH = LABEL
"""The label of a piece of line until shapes are put in order."""
ODD = SLOTS * LABEL_BITS
"""From here on, one bit a slot: an odd number of taken routes."""
ENDS = ODD + SLOTS
"""From here on, the number of ends of the line behind the rim."""
LABELS = np.uint64(2**ODD - 1)
NOTHING = np.uint64(0)
"""No piece of line; and the shape before any route is taken."""

BROKEN, GROWING, WHOLE = 0, 1, 2
"""What a place that leaves the rim makes of the line."""


@compiled
def shift_of(slot: int) -> Mask:
    """Where the label of a slot stands in a shape."""
    return np.uint64(slot * LABEL_BITS)


@compiled
def label_at(shape: Mask, slot: int) -> Mask:
    """The piece of line that the place in a slot belongs to."""
    return (shape >> shift_of(slot)) & LABEL


@compiled
def merge(shape: Mask, a: Mask, b: Mask) -> Mask:
    """Make one piece of two."""
    for slot in range(SLOTS):
        if label_at(shape, slot) == b:
            shape ^= (a ^ b) << shift_of(slot)
    return shape


@compiled
def take(shape: Mask, i: int, j: int) -> Mask:
    """The shape once a route between the places in two slots is taken."""
    a, b = label_at(shape, i), label_at(shape, j)
    shape ^= bit(ODD + i) | bit(ODD + j)
    if a == NOTHING and b == NOTHING:
        return shape | (FRESH << shift_of(i)) | (FRESH << shift_of(j))
    if a == NOTHING:
        return shape | (b << shift_of(i))
    if b == NOTHING:
        return shape | (a << shift_of(j))
    return merge(shape, a, b) if a != b else shape


@compiled
def leave(shape: Mask, slot: int) -> tuple[Mask, int]:
    """The shape once a place has no undecided routes, and whether the line is broken, growing or whole."""
    if has(shape, ODD + slot):
        if has(shape, ENDS + 1):
            return shape, BROKEN  # a third end
        shape = (shape & ~bit(ODD + slot)) + bit(ENDS)
    label = label_at(shape, slot)
    if label == NOTHING:
        return shape, GROWING
    shape &= ~(LABEL << shift_of(slot))
    if shape & LABELS == NOTHING:
        return shape, WHOLE
    for other in range(SLOTS):
        if label_at(shape, other) == label:
            return shape, GROWING
    return shape, BROKEN  # its piece can never be joined to the others


@compiled
def in_order(shape: Mask) -> Mask:
    """The same shape with its pieces numbered in order of their slots, so that equal shapes look equal."""
    ordered = shape & ~LABELS
    numbers, fresh = NOTHING, np.uint64(1)
    labels = shape & LABELS
    slot = 0
    while labels != NOTHING:
        label = labels & LABEL
        labels >>= np.uint64(LABEL_BITS)
        if label != NOTHING:
            where = label * np.uint64(LABEL_BITS)
            if (numbers >> where) & LABEL == NOTHING:
                numbers |= fresh << where
                fresh += np.uint64(1)
            ordered |= ((numbers >> where) & LABEL) << shift_of(slot)
        slot += 1
    return ordered
