"""Reading a geometry back as outlines, from its published numbers alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from semafor.boards.load import load_board
from semafor.boards.model import Board, Name, Place, Route
from semafor.picture.layout.overlaps import Shape, box, circle

if TYPE_CHECKING:
    from semafor.boards.model import Language
    from semafor.picture.shapes import Label, MapGeometry, RouteShape, Space
    from semafor.picture.tokens import Floats

MAPS = ("europe", "usa", "berlin", "iberia", "asia")
CAP_HEIGHT, DESCENT, LINE = 12.0, 0.5, 17.0


def space_outline(route: RouteShape, space: Space) -> Floats:
    """A space as a box with its corners cut, as its rounding allows."""
    half_long, half_wide, cut = route.length / 2, route.width / 2, 3.2
    corners = [
        (half_long - cut, -half_wide),
        (half_long, cut - half_wide),
        (half_long, half_wide - cut),
        (half_long - cut, half_wide),
    ]
    turn = np.radians(space.angle)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    around = np.array(corners + [(-x, -y) for x, y in corners])
    return np.asarray(around @ spin + np.array([space.x, space.y]))


def label_boxes(label: Label) -> list[Floats]:
    """The lines of a label as boxes."""
    found = []
    for number, width in enumerate(label.widths):
        shift = {"start": width / 2, "middle": 0.0, "end": -width / 2}[label.anchor]
        base = label.y + number * LINE
        middle = base + (DESCENT - CAP_HEIGHT) / 2
        found.append(box(label.x + shift, middle, width, CAP_HEIGHT + DESCENT))
    return found


def shapes(geometry: MapGeometry, language: Language) -> list[Shape]:
    """Everything in a geometry that must not overlap."""
    found = []
    for number, route in enumerate(geometry.routes):
        found += [Shape(f"route {number}", space_outline(route, space)) for space in route.spaces]
    for place in geometry.places:
        own = frozenset([place.id])
        found.append(Shape(place.id, circle(place.x, place.y, geometry.place_radius), own))
    for marker in geometry.markers:
        found.append(Shape("marker", circle(marker.x, marker.y, 8.0), frozenset([marker.place])))
    for label in geometry.lettering[language].labels:
        own = frozenset([f"label {label.place}"])
        found += [Shape(f"label {label.place}", one, own) for one in label_boxes(label)]
    return found


def line_points(line: str) -> Floats:
    """Points along a cubic SVG path."""
    numbers = [float(word) for word in re.findall(r"-?\d+(?:\.\d+)?", line)]
    a, c, d, b = np.array(numbers).reshape(4, 2)
    t = np.linspace(0, 1, 80)[:, None]
    return np.asarray((1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * c + 3 * t**2 * (1 - t) * d + t**3 * b)


def own_board(places: dict[str, tuple[float, float]], routes: list[tuple[str, str, int]]) -> Board:
    """A designer's board on the rules of the USA game: names with (latitude, longitude)."""
    made = tuple(
        Place(id=name.lower(), name=Name(en=name, pl=name + "owo"), lat=lat, lon=lon)
        for name, (lat, lon) in places.items()
    )
    strands = tuple(Route(a=a.lower(), b=b.lower(), length=length, colour="grey") for a, b, length in routes)
    title = Name(en="Own & <new>", pl="Własna")
    base = load_board("usa")
    return msgspec.structs.replace(
        base, board="own", title=title, places=made, routes=strands, tickets=(), festivals=()
    )
