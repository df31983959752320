"""Where names stand: labels of places, markers of festivals, and names of seas, for one language."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from semafor.picture.choose import Item, choose
from semafor.picture.discs import all_discs
from semafor.picture.free import find_near
from semafor.picture.labels import label_boxes, marker_boxes
from semafor.picture.lettering import label_width, text_width
from semafor.picture.measure import LABEL_SIZE, LINE_HEIGHT
from semafor.picture.shapes import Label, SeaName

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.boards.model import Board, Language
    from semafor.picture.bundle import Bundle
    from semafor.picture.curve import Curve
    from semafor.picture.labels import Box
    from semafor.picture.measure import Floats
    from semafor.picture.page import Page

PASSES = 8
BASE_LINE = 0.36
"""From the middle of a line of capitals down to its base line, as a share of the size."""
SEA_TRACKING = 0.12
VISIBLE = (18.0, 260.0)
"""A name belongs to a map on which its span is this many units long."""


def festival_places(board: Board) -> list[tuple[str, int]]:
    """Every festival with the index of each of its places."""
    index = {place.id: number for number, place in enumerate(board.places)}
    return [(festival.id, index[place]) for festival in board.festivals for place in festival.places]


def place_names(
    board: Board, bundles: Sequence[Bundle], curves: Sequence[Curve], places: Floats, language: Language
) -> tuple[list[tuple[int, Box]], list[tuple[int, Box]]]:
    """The boxes chosen for festival markers and for labels, each with its place."""
    markers = [Item(place, tuple(marker_boxes())) for _, place in festival_places(board)]
    labels = [
        Item(number, tuple(label_boxes(place.name.in_language(language))))
        for number, place in enumerate(board.places)
        if not place.junction
    ]
    items = markers + labels
    chosen = [0] * len(items)
    bends = np.array([[curve.u, curve.v] for curve in curves]).reshape(-1, 2, 2)
    for _ in range(PASSES):
        boxes = [(item.place, item.boxes[index]) for item, index in zip(items, chosen, strict=True)]
        before = chosen
        chosen = choose(items, chosen, all_discs(bundles, curves, len(places), boxes), places, bends)
        if chosen == before:
            break
    boxes = [(item.place, item.boxes[index]) for item, index in zip(items, chosen, strict=True)]
    return boxes[: len(markers)], boxes[len(markers) :]


def label_at(place: str, x: float, y: float, box: Box) -> Label:
    """The label in a box beside a place at (x, y)."""
    widths = tuple(round(label_width(line, LABEL_SIZE), 1) for line in box.lines)
    middle_y = y + box.y - (len(box.lines) - 1) * LINE_HEIGHT / 2
    base = round(middle_y + BASE_LINE * LABEL_SIZE, 1)
    # A label clearly to one side starts or ends at the place, so that a narrower font keeps it near.
    if box.x - box.width / 2 > 0:
        return Label(place, round(x + box.x - box.width / 2, 1), base, "start", box.lines, widths)
    if box.x + box.width / 2 < 0:
        return Label(place, round(x + box.x + box.width / 2, 1), base, "end", box.lines, widths)
    return Label(place, round(x + box.x, 1), base, "middle", box.lines, widths)


@cache
def load_names() -> tuple[dict[str, Any], ...]:
    """The names of seas and regions."""
    return tuple(tomllib.loads((files("semafor.picture") / "drawn" / "names.toml").read_text("utf-8"))["name"])


def sea_names(page: Page, taken: Floats, language: Language) -> tuple[SeaName, ...]:
    """The names that find room on this page."""
    found: list[SeaName] = []
    for name in load_names():
        reach = name["span"] * page.degree
        if not VISIBLE[0] <= reach <= VISIBLE[1] or name[language] in [other.text for other in found]:
            continue
        at = page.bent(np.array([[name["lon"], name["lat"]]]))[0]
        width = text_width(name[language], name["size"], SEA_TRACKING)
        box = find_near(page.frame, at, (width, name["size"]), reach, taken, 5.0)
        if box is not None:
            x, y = box.x + width / 2, box.y + 0.78 * name["size"]
            kind = name.get("kind", "sea")
            found.append(SeaName(round(x, 1), round(y, 1), name[language], name["size"], round(width, 1), kind))
            taken = np.vstack([taken, [box.x, box.y, box.x + box.width, box.y + box.height]])
    return tuple(found)
