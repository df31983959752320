"""The layout of a board: positions of places, bends of lines, and sides of labels."""

from __future__ import annotations

import hashlib
import json
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from semafor.picture.ground.land_sheets import sheet_for, unwrapped
from semafor.picture.ground.projection import lonlat, projection_of
from semafor.picture.layout import spring_solver as first_bends
from semafor.picture.layout.bundles import Curve, bundles_of
from semafor.picture.layout.clearance_discs import Discs, discs_beside, discs_on_lines
from semafor.picture.layout.label_boxes import Item, choose, marker_boxes, roomy_boxes
from semafor.picture.layout.overlaps import board_shapes, box_shape, clashes, line_points, struck
from semafor.picture.layout.spring_solver import Frame, frame_of, relax, usual_length

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.boards.model import Board
    from semafor.picture.layout.bundles import Bundle
    from semafor.picture.layout.label_boxes import LabelBox
    from semafor.picture.tokens import Floats, Ints

ROUNDS = 28
FINISH = 10
"""In the last rounds only distances count: what still overlaps is pushed apart."""
EXTRA = 8
"""Further rounds while anything still overlaps."""
CLOSEST = 0.02
"""Places closer to each other than this share of the map do not make it larger."""
ROOMS = (1.0, 1.12, 1.25, 1.4)
"""Enlargements of the map that are tried in turn."""
STEPS = 60
GOLDEN_ANGLE = 2.4
DENSITY = 0.27
"""Share of the box around all places that may be covered."""


class BoardLayout(NamedTuple):
    """A solved layout, in picture units from no particular origin."""

    home: Floats
    """Where the projection alone would put the places."""
    places: Floats
    bends: Floats
    sides: Ints
    """The box that each marker and each label has taken."""


def curves_of(bundles: Sequence[Bundle], places: Floats, bends: Floats) -> list[Curve]:
    """Return the centre lines."""
    return [
        Curve(places[bundle.a], places[bundle.b], bend[0], bend[1])
        for bundle, bend in zip(bundles, bends, strict=True)
    ]


def items_of(board: Board) -> list[Item]:
    """Return what needs a box beside its place: a marker per festival, then a label per name."""
    index = {place.id: number for number, place in enumerate(board.places)}
    festive = [index[place] for festival in board.festivals for place in festival.places]
    named = [number for number, place in enumerate(board.places) if not place.junction]
    markers = [Item(number, tuple(marker_boxes())) for number in festive]
    return markers + [Item(number, tuple(roomy_boxes(board.places[number]))) for number in named]


def placed(items: Sequence[Item], sides: Sequence[int]) -> list[tuple[int, LabelBox]]:
    """Return the boxes taken, each with its place."""
    return [(item.place, item.boxes[side]) for item, side in zip(items, sides, strict=True)]


def covered(bundles: Sequence[Bundle], items: Sequence[Item]) -> float:
    """Return the area of spaces, labels and markers, with some margin around each."""
    spaces = sum(
        bundle.spaces * len(bundle.routes) * (bundle.size[0] + 4) * (bundle.size[1] + 4) for bundle in bundles
    )
    boxes = sum((item.boxes[0].width + 6) * (item.boxes[0].height + 6) for item in items)
    return spaces + boxes


def scale(plane: Floats, bundles: Sequence[Bundle], items: Sequence[Item]) -> float:
    """Return picture units per unit of the projection: many lines hold their spaces, and labels fit."""
    least = max(CLOSEST * float(np.ptp(plane, axis=0).max()), 1e-9)
    chords = [max(float(np.linalg.norm(plane[b.a] - plane[b.b])), least) for b in bundles]
    ratios = [bundle.needed / chord for bundle, chord in zip(bundles, chords, strict=True)]
    by_length = float(np.quantile(ratios, 0.4)) if ratios else 0.0
    extent = np.ptp(plane, axis=0)
    area = max(float(extent[0] * extent[1]), 0.05 * float(extent.max()) ** 2, 1e-18)
    return max(by_length, float(np.sqrt(covered(bundles, items) / (DENSITY * area))))


def grown(home: Floats, places: Floats) -> Floats:
    """Return the geography at the scale and the centre of the moved places."""
    flat, spread = home - home.mean(axis=0), places - places.mean(axis=0)
    factor = float((flat * spread).sum() / (flat * flat).sum())
    moved: Floats = factor * flat + places.mean(axis=0)
    return moved


def parted(places: Floats) -> Floats:
    """Return places with equal positions moved apart slightly, so that they can be pushed further."""
    turns = np.arange(len(places)) * GOLDEN_ANGLE
    hair = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    apart = np.linalg.norm(places[:, None] - places[None], axis=2) + 10 * np.eye(len(places))
    return np.where((apart.min(axis=1) < 1.0)[:, None], places + hair, places)


def _coast(board: Board, factor: float) -> list[Floats]:
    """Return the land around a board, which ferries avoid."""
    projection = projection_of(board)
    rings = (unwrapped(ring, projection.meridian) for ring in sheet_for(lonlat(board)).rings)
    east = np.array([projection.meridian, 0.0])
    return [projection.plane(ring + east) * factor for ring in rings if len(ring) > 2]


class Solver:
    """One run: the facts of the board, and the layout as it is now; a quick one sends ferries straight on.

    Places begin where the projection puts them, or on the spots that are given.
    """

    def __init__(self, board: Board, factor: float, quick: bool = False, spots: Floats | None = None) -> None:
        self.bundles, self.items = bundles_of(board), items_of(board)
        self.home = projection_of(board).plane(lonlat(board)) * factor if spots is None else spots
        self.places = parted(self.home)
        rings = [] if quick else _coast(board, factor)
        rounds = 1 if quick else first_bends.ROUNDS
        self.bends = first_bends.untangle(self.places, self.bundles, rings, rounds)
        ferries = np.array([bundle.ferry for bundle in self.bundles], dtype=bool).reshape(-1, 1, 1)
        self.rest = np.where(ferries, self.bends, 0.0)
        self.usual = usual_length(self.home, self.bundles)
        self.sides = [0] * len(self.items)
        self._on_lines: Floats | None = None
        """The discs on the present lines; computed when first used."""

    def curves(self) -> list[Curve]:
        """Return the present lines."""
        return curves_of(self.bundles, self.places, self.bends)

    def frame(self) -> Frame:
        """Return the constants of the next round."""
        return frame_of(self.home, self.bundles, self.curves(), self.usual, self.rest)

    def round(self, soft: float, speed: float, labels: bool) -> None:
        """Move everything for a while."""
        discs = self._discs(placed(self.items, self.sides) if labels else [])
        frame = self.frame()._replace(soft=soft)
        self.places, self.bends = relax(frame, discs, self.places, self.bends, STEPS, speed)
        self._on_lines = None
        self.home = grown(self.home, self.places)

    def choose_sides(self) -> None:
        """Let every label take the side with most room."""
        discs = self._discs(placed(self.items, self.sides))
        self.sides = choose(self.items, self.sides, discs, self.places, self.bends)

    def _discs(self, boxes: Sequence[tuple[int, LabelBox]]) -> Discs:
        """Return everything that needs room, with the labels in these boxes."""
        if self._on_lines is None:
            self._on_lines = discs_on_lines(self.bundles, self.curves())
        return discs_beside(self._on_lines, len(self.bundles), len(self.places), boxes)

    def clear(self) -> bool:
        """Return whether nothing overlaps and no line runs through a label."""
        boxes, curves = placed(self.items, self.sides), self.curves()
        lines = line_points(self.bundles, curves)
        labels = [box_shape(place, self.places[place], box).outline for place, box in boxes if box.lines]
        if any(struck(label, lines) for label in labels):
            return False
        return not clashes(board_shapes(self.bundles, curves, self.places, boxes))


def _usual_factor(board: Board) -> float:
    """Return picture units per unit of the projection, on a map that is not enlarged."""
    return scale(projection_of(board).plane(lonlat(board)), bundles_of(board), items_of(board))


def _run(board: Board, room: float) -> Solver:
    """Solve a board on a map enlarged by this factor."""
    solver = Solver(board, room * _usual_factor(board))
    for number in range(ROUNDS):
        soft = min(1.0, (ROUNDS - number) / FINISH) ** 2
        # The first rounds open the map up without labels, which would block it.
        solver.round(soft, 3.0 * (1 - number / ROUNDS) + 0.2, labels=number > 1)
        if number < ROUNDS - FINISH:
            solver.choose_sides()
    for _ in range(EXTRA):
        if solver.clear():
            break
        solver.choose_sides()
        solver.round(0.01, 0.6, labels=True)
    return solver


def solve(board: Board) -> BoardLayout:
    """Lay out a board from its geography, on a larger map if a smaller one is too crowded."""
    for room in ROOMS:
        solver = _run(board, room)
        if solver.clear():
            break
    return BoardLayout(solver.home, solver.places, solver.bends, np.array(solver.sides, dtype=np.int64))


SPEED = 2.0


def lay_out_fixed(board: Board, factor: float) -> BoardLayout:
    """Return lines that avoid each other and labels on good sides, at a given scale."""
    return _laid(Solver(board, factor, quick=True))


def lay_out_at(board: Board, spots: Floats) -> BoardLayout:
    """Return the same with the places at these positions."""
    return _laid(Solver(board, 1.0, quick=True, spots=spots))


def _laid(solver: Solver) -> BoardLayout:
    home, places = solver.home, solver.places
    solver.choose_sides()
    if solver.bundles:
        solver.round(1.0, SPEED, labels=True)
    # Only the lines have moved.
    return BoardLayout(home, places, solver.bends, np.array(solver.sides, dtype=np.int64))


def layout_key(board: Board) -> str:
    """Return a hash of everything that a layout depends on."""
    places = [(p.id, p.name.en, p.name.pl, p.lat, p.lon, p.junction) for p in board.places]
    routes = [(r.a, r.b, r.length, r.kind) for r in board.routes]
    festivals = [festival.places for festival in board.festivals]
    return hashlib.sha256(json.dumps([places, routes, festivals]).encode()).hexdigest()[:16]


def format_layout(board: Board, layout: BoardLayout) -> str:
    """Return a layout as the text of its file."""
    content: dict[str, object] = {"key": layout_key(board)}
    for name, values in layout._asdict().items():
        content[name] = np.round(values, 2).tolist()
    return json.dumps(content, separators=(",", ":")) + "\n"


def layout_of(board: Board) -> BoardLayout:
    """Return the stored layout of exactly this map, whatever its name; otherwise solve it."""
    key = layout_key(board)
    for file in (files("semafor.picture.layout") / "solved").iterdir():
        text = file.read_text()
        if text.startswith(f'{{"key":"{key}"'):
            content = json.loads(text)
            del content["key"]
            return BoardLayout(**{name: np.array(values) for name, values in content.items()})._replace(
                bends=np.array(content["bends"]).reshape(-1, 2, 2)
            )
    return solve(board)
