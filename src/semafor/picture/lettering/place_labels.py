"""Where the labels of places and the markers of festivals stand, for one language."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from semafor.picture.layout.box_choice import Item, choose
from semafor.picture.layout.clearance_discs import all_discs
from semafor.picture.layout.label_boxes import label_boxes, same_side
from semafor.picture.layout.outlines import board_shapes, box_shape, line_points, struck
from semafor.picture.layout.overlaps import clashes_with
from semafor.picture.layout.solving import items_of, placed
from semafor.picture.lettering.free_room import bounds
from semafor.picture.shapes import Label
from semafor.picture.sizes import LABEL_SIZE, LINE_HEIGHT
from semafor.picture.text_widths import label_width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.boards.model import Board, Language
    from semafor.picture.layout.bundles import Bundle
    from semafor.picture.layout.centre_lines import Curve
    from semafor.picture.layout.label_boxes import Box
    from semafor.picture.layout.overlaps import Shape
    from semafor.picture.sizes import Floats

PASSES = 6
LINE_ROOM = 1.5
"""Between a bare line and a label."""
BASE_LINE = 0.36
"""From the middle of a line of capitals down to its base line, as a share of the size."""


class Drawn(NamedTuple):
    """What a board has besides names: the labels must keep clear of it."""

    bundles: Sequence[Bundle]
    curves: Sequence[Curve]
    places: Floats


class _Room:
    """Asks of a label whether a box touches anything at all."""

    def __init__(self, drawn: Drawn, items: Sequence[Item], chosen: Sequence[int]) -> None:
        self.items, self.places = items, drawn.places
        self.fixed = board_shapes(drawn.bundles, drawn.curves, drawn.places, [])
        self.bounds = bounds([shape.outline for shape in self.fixed])
        self.lines = line_points(drawn.bundles, drawn.curves)
        self.shapes = [self._shape(number, index) for number, index in enumerate(chosen)]

    def _shape(self, number: int, index: int) -> Shape:
        item = self.items[number]
        return box_shape(item.place, self.places[item.place], item.boxes[index])

    def allows(self, number: int, index: int) -> bool:
        """Is this box free? If so it is taken."""
        shape = self._shape(number, index)
        low, high = shape.outline.min(axis=0), shape.outline.max(axis=0)
        near = (self.bounds[:, :2] <= high).all(axis=1) & (self.bounds[:, 2:] >= low).all(axis=1)
        others = [self.fixed[i] for i in np.nonzero(near)[0]]
        others += [other for i, other in enumerate(self.shapes) if i != number]
        is_label = bool(self.items[number].boxes[index].lines)
        if (is_label and struck(shape.outline, self.lines, LINE_ROOM)) or clashes_with(shape, others):
            return False
        self.shapes[number] = shape
        return True


def choose_boxes(drawn: Drawn, items: Sequence[Item], chosen: Sequence[int]) -> list[tuple[int, Box]]:
    """Better boxes for all items, starting from a choice that fits."""
    bends = np.array([[curve.u, curve.v] for curve in drawn.curves]).reshape(-1, 2, 2)
    room = _Room(drawn, items, chosen)
    for _ in range(PASSES):
        before = chosen
        discs = all_discs(drawn.bundles, drawn.curves, len(drawn.places), placed(items, chosen))
        chosen = choose(items, chosen, discs, drawn.places, bends, room.allows)
        if chosen == before:
            break
    return placed(items, chosen)


def language_items(board: Board, sides: Sequence[int], language: Language) -> tuple[list[Item], list[int]]:
    """The labels of one language, starting on the sides the solver chose; markers do not move."""
    items, chosen = [], []
    for item, side in zip(items_of(board), sides, strict=True):
        name = board.places[item.place].name.in_language(language)
        is_label = bool(item.boxes[side].lines)
        items.append(Item(item.place, tuple(label_boxes(name)) if is_label else (item.boxes[side],)))
        chosen.append(same_side(name, side) if is_label else 0)
    return items, chosen


def label_at(place: str, at: Floats, box: Box) -> Label:
    """The label in a box beside a place."""
    x, y = float(at[0]), float(at[1])
    widths = tuple(round(label_width(line, LABEL_SIZE), 1) for line in box.lines)
    middle_y = y + box.y - (len(box.lines) - 1) * LINE_HEIGHT / 2
    base = round(middle_y + BASE_LINE * LABEL_SIZE, 1)
    # A label clearly to one side starts or ends at the place, so that a narrower font keeps it near.
    if box.x - box.width / 2 > 0:
        return Label(place, round(x + box.x - box.width / 2, 1), base, "start", box.lines, widths)
    if box.x + box.width / 2 < 0:
        return Label(place, round(x + box.x + box.width / 2, 1), base, "end", box.lines, widths)
    return Label(place, round(x + box.x, 1), base, "middle", box.lines, widths)
