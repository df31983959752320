"""The layout of a board: where its places lie and how its lines bend."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from semafor.picture.bundle import bundles_of
from semafor.picture.choose import Item, choose
from semafor.picture.curve import Curve
from semafor.picture.discs import all_discs
from semafor.picture.labels import marker_boxes, roomy_boxes
from semafor.picture.project import suitable
from semafor.picture.relax import frame_of, relax, usual_length
from semafor.picture.untangle import untangle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.boards.model import Board
    from semafor.picture.bundle import Bundle
    from semafor.picture.measure import Floats

ROUNDS = 28
STEPS = 60
FINISH = 10
DENSITY = 0.27
"""How much of the box around all places may be covered."""


class Layout(NamedTuple):
    """A solved layout, in picture units from no particular origin."""

    home: Floats
    """Where the projection alone would put the places."""
    places: Floats
    bends: Floats


def lonlat(board: Board) -> Floats:
    """Longitude and latitude of the places."""
    return np.array([[place.lon, place.lat] for place in board.places])


def covered(bundles: Sequence[Bundle], items: Sequence[Item]) -> float:
    """The area that spaces, labels and markers take up, with some room around each."""
    spaces = sum(
        bundle.spaces * len(bundle.routes) * (bundle.size[0] + 4) * (bundle.size[1] + 4) for bundle in bundles
    )
    boxes = sum((item.boxes[0].width + 6) * (item.boxes[0].height + 6) for item in items)
    return spaces + boxes


def scale(plane: Floats, bundles: Sequence[Bundle], items: Sequence[Item]) -> float:
    """Picture units for a unit of the projection: most lines hold their spaces, and labels find room."""
    chords = [float(np.linalg.norm(plane[bundle.a] - plane[bundle.b])) for bundle in bundles]
    ratios = [bundle.needed / chord for bundle, chord in zip(bundles, chords, strict=True)]
    by_length = float(np.quantile(ratios, 0.4)) if ratios else 1.0
    width, height = np.ptp(plane, axis=0)
    by_area = float(np.sqrt(covered(bundles, items) / (DENSITY * width * height)))
    return max(by_length, by_area)


def curves_of(bundles: Sequence[Bundle], places: Floats, bends: Floats) -> list[Curve]:
    """The centre lines."""
    return [
        Curve(places[bundle.a], places[bundle.b], bend[0], bend[1])
        for bundle, bend in zip(bundles, bends, strict=True)
    ]


def items_of(board: Board) -> list[Item]:
    """What needs room beside its place: a label for every place with a name, a marker for a festival."""
    items = [
        Item(number, tuple(roomy_boxes(place)))
        for number, place in enumerate(board.places)
        if not place.junction
    ]
    festive = {place for festival in board.festivals for place in festival.places}
    markers = [
        Item(number, tuple(marker_boxes()))
        for number, place in enumerate(board.places)
        if place.id in festive
    ]
    return markers + items


def grown(home: Floats, places: Floats) -> Floats:
    """The geography at the scale to which the places have spread, and over their middle."""
    flat, spread = home - home.mean(axis=0), places - places.mean(axis=0)
    factor = float((flat * spread).sum() / (flat * flat).sum())
    return places.mean(axis=0) + factor * flat


def solve(board: Board) -> Layout:
    """Lay out a board from its geography."""
    bundles = bundles_of(board)
    plane = suitable([p.lat for p in board.places], [p.lon for p in board.places]).plane(lonlat(board))
    items = items_of(board)
    home = plane * scale(plane, bundles, items)
    places, bends = home.copy(), untangle(home, bundles)
    usual, chosen = usual_length(home, bundles), [0] * len(items)
    for number in range(ROUNDS):
        boxes = [(item.place, item.boxes[index]) for item, index in zip(items, chosen, strict=True)]
        # The first rounds open the map up without labels, which would lock it.
        shown = boxes if number > 1 else []
        curves = curves_of(bundles, places, bends)
        discs = all_discs(bundles, curves, len(places), shown)
        # Towards the end only room counts: what still overlaps is pushed apart.
        soft = min(1.0, (ROUNDS - number) / FINISH) ** 2
        frame = frame_of(home, bundles, curves, usual, soft)
        places, bends = relax(frame, discs, places, bends, STEPS, 3.0 * (1 - number / ROUNDS) + 0.2)
        home = grown(home, places)
        if number < ROUNDS - FINISH:
            discs = all_discs(bundles, curves_of(bundles, places, bends), len(places), boxes)
            chosen = choose(items, chosen, discs, places, bends)
    return Layout(home, places, bends)
