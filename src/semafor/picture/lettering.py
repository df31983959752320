"""Positions of the labels of places and the markers of festivals, for one language."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from semafor.picture.layout.clearance_discs import all_discs
from semafor.picture.layout.label_boxes import Item, choose, label_boxes, same_side
from semafor.picture.layout.overlaps import board_shapes, box_shape, clashes_with, line_points, struck
from semafor.picture.layout.solving import items_of, placed
from semafor.picture.shapes import Box, Label, SeaName
from semafor.picture.tokens import LABEL_SIZE, LINE_HEIGHT, label_width, text_width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.boards.model import Board, Language
    from semafor.picture.ground.projection import MapPage
    from semafor.picture.layout.bundles import Bundle, Curve
    from semafor.picture.layout.label_boxes import LabelBox
    from semafor.picture.layout.overlaps import Shape
    from semafor.picture.shapes import NameKind
    from semafor.picture.tokens import Bools, Floats

GRID = 8.0


def bounds(outlines: Sequence[Floats]) -> Floats:
    """Return the bounding boxes of outlines: left, top, right, bottom."""
    return np.array([[*outline.min(axis=0), *outline.max(axis=0)] for outline in outlines]).reshape(-1, 4)


def _free(left: Floats, top: Floats, size: tuple[float, float], taken: Floats, room: float) -> Bools:
    """Return which boxes at these corners overlap nothing."""
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
    """Return the free box of this size that is nearest to a corner of the frame."""
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
    """Return the free box of this size whose centre is nearest to a point, within reach."""
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


PASSES = 6
LINE_ROOM = 1.5
"""Distance between a line and a label."""
BASE_LINE = 0.36
"""Distance from the middle of a line of capitals to its base line, as a share of the size."""


class Drawn(NamedTuple):
    """The shapes of a board that labels must avoid."""

    bundles: Sequence[Bundle]
    curves: Sequence[Curve]
    places: Floats


class _Room:
    """Tests whether a label's box overlaps anything."""

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
        """Return whether a box is free; if so, occupy it."""
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


def choose_boxes(drawn: Drawn, items: Sequence[Item], chosen: Sequence[int]) -> list[tuple[int, LabelBox]]:
    """Return better boxes for all items, starting from a valid choice."""
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
    """Return the labels of one language, starting on the sides chosen by the solver; markers do not move."""
    items, chosen = [], []
    for item, side in zip(items_of(board), sides, strict=True):
        name = board.places[item.place].name.in_language(language)
        is_label = bool(item.boxes[side].lines)
        items.append(Item(item.place, tuple(label_boxes(name)) if is_label else (item.boxes[side],)))
        chosen.append(same_side(name, side) if is_label else 0)
    return items, chosen


def label_at(place: str, at: Floats, box: LabelBox) -> Label:
    """Return the label in a box next to a place."""
    x, y = float(at[0]), float(at[1])
    widths = tuple(round(label_width(line, LABEL_SIZE), 1) for line in box.lines)
    middle_y = y + box.y - (len(box.lines) - 1) * LINE_HEIGHT / 2
    base = round(middle_y + BASE_LINE * LABEL_SIZE, 1)
    # A label clearly to one side is anchored at the place, so that a narrower font keeps it close.
    if box.x - box.width / 2 > 0:
        return Label(place, round(x + box.x - box.width / 2, 1), base, "start", box.lines, widths)
    if box.x + box.width / 2 < 0:
        return Label(place, round(x + box.x + box.width / 2, 1), base, "end", box.lines, widths)
    return Label(place, round(x + box.x, 1), base, "middle", box.lines, widths)


SEA_TRACKING = 0.12
SHARES = (1.0, 0.82, 0.66)
"""Smaller sizes that are tried if a name does not fit."""
VISIBLE = (18.0, 260.0)
"""Minimum length on the map, in units, of the feature that a name belongs to."""


@cache
def load_names() -> tuple[dict[str, Any], ...]:
    """The names of seas and regions."""
    return tuple(tomllib.loads((files("semafor.picture") / "sea_names.toml").read_text("utf-8"))["name"])


def sea_names(page: MapPage, taken: Floats, land: Floats, language: Language) -> tuple[SeaName, ...]:
    """Return the names that fit on this page; seas also avoid land."""
    found: list[SeaName] = []
    for name in load_names():
        reach, kind = name["span"] * page.degree, name.get("kind", "sea")
        if VISIBLE[0] <= reach <= VISIBLE[1] and name[language] not in [other.text for other in found]:
            at = page.bent(np.array([[name["lon"], name["lat"]]]))[0]
            obstacles = np.vstack([taken, land]) if kind == "sea" else taken
            fitting = (
                _sea_name(page, name[language], kind, name["size"] * share, (at, reach), obstacles)
                for share in SHARES
            )
            shown = next((each for each in fitting if each is not None), None)
            if shown is not None:
                found.append(shown)
                left, top = shown.x - shown.width / 2, shown.y - shown.size
                taken = np.vstack([taken, [left, top, left + shown.width, top + shown.size]])
    return tuple(found)


def _sea_name(
    page: MapPage, words: str, kind: NameKind, size: float, where: tuple[Floats, float], taken: Floats
) -> SeaName | None:
    """Return a name of one size near a point, or None if it does not fit."""
    width = text_width(words, size, SEA_TRACKING)
    box = find_near(page.frame, where[0], (width, size), where[1], taken, 8.0)
    if box is None:
        return None
    x, y = round(box.x + width / 2, 1), round(box.y + 0.78 * size, 1)
    return SeaName(x, y, words, round(size, 1), round(width, 1), kind)
