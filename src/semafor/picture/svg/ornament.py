"""What makes it an atlas page: neat line with degrees, cartouche, compass rose and scale bar."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

from semafor.picture.svg.elements import group, number, tag, text
from semafor.picture.tokens import colours, text_width
from semafor.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from semafor.boards.model import Board, Language
    from semafor.picture.shapes import Box, MapGeometry, Side
    from semafor.picture.tokens import Look

CLASSES = {"sea": "sea", "river": "stream", "park": "park", "district": "district"}
SHORE = ((15.0, 0.30), (9.5, 0.45), (4.5, 0.75))
"""Water lines along the coast, as engravers drew them: width and strength."""


def box_rect(box: Box, grow: float = 0.0, **attributes: str | float) -> str:
    """A box as a rectangle."""
    return tag(
        "rect", x=box.x - grow, y=box.y - grow, width=box.width + 2 * grow, height=box.height + 2 * grow,
        **attributes,
    )  # fmt: skip


def _shore(theme: Look) -> list[str]:
    """Rows of soft lines in the water around the coast, then the land itself."""
    colour = colours(theme)["sea_line"]
    lines = [
        tag("use", href="#coast", stroke_width=2 * width, stroke_opacity=str(strength))
        for width, strength in SHORE
    ]
    water = group(lines, fill="none", stroke=colour, stroke_linejoin="round")
    return [water, tag("use", href="#coast", class_="land")]


def _layers(geometry: MapGeometry, theme: Look) -> list[str]:
    """Land, parks, streets, lakes and rivers, in the order in which they lie on each other."""
    paths: dict[str, list[str]] = {}
    for layer in geometry.layers:
        paths.setdefault(layer.kind, []).append(layer.path)
    coast = tag("path", id="coast", d="".join(paths.get("land", [])))
    found = [tag("defs", coast), *_shore(theme)]
    found += [tag("path", class_="parkland", d=path) for path in paths.get("park", [])]
    found += [tag("path", class_="street", d=path) for path in paths.get("street", [])]
    found += [tag("path", class_="lake", d=path) for path in paths.get("lake", [])]
    found += [tag("path", class_="bank", d=path) for path in paths.get("river", [])]
    found += [tag("path", class_="river", d=path) for path in paths.get("river", [])]
    return found


def ground(geometry: MapGeometry, theme: Look) -> str:
    """Everything under the routes, cut at the frame."""
    sea = box_rect(geometry.frame, fill=colours(theme)["sea"])
    lines = [tag("path", d=path) for path in geometry.graticule]
    clip = tag("clipPath", box_rect(geometry.frame), id="map")
    parts = [sea, *_layers(geometry, theme), group(lines, class_="graticule")]
    return clip + group(parts, clip_path="url(#map)")


def sea_names(geometry: MapGeometry, language: Language) -> str:
    """Names of seas, parks and districts."""
    found = [
        text(name.text, name.x, name.y, CLASSES[name.kind], name.width, font_size=name.size)
        for name in geometry.lettering[language].seas
    ]
    return group(found)


BAND = 9.0
SCALES = (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)
"""Kilometres a scale bar may show."""


def _edge(frame: Box, side: Side) -> tuple[float, float, bool]:
    """Where along its side a band starts and ends, and whether it is level."""
    level = side in ("top", "bottom")
    start, extent = (frame.x, frame.width) if level else (frame.y, frame.height)
    return start, start + extent, level


def _band(geometry: MapGeometry, side: Side, ink: str) -> str:
    """A side of the neat line: alternately dark and light from degree to degree."""
    frame = geometry.frame
    start, end, level = _edge(frame, side)
    cuts = [start, *(tick.at for tick in geometry.ticks if tick.side == side), end]
    across = {
        "top": frame.y - BAND, "bottom": frame.y + frame.height,
        "left": frame.x - BAND, "right": frame.x + frame.width,
    }[side]  # fmt: skip
    found = []
    for index, (one, two) in enumerate(pairwise(cuts)):
        if index % 2:
            inset = across + 2.5
            where = (one, inset, two - one, BAND - 5) if level else (inset, one, BAND - 5, two - one)
            found.append("M{} {}h{}v{}h-{}Z".format(*map(number, (*where, where[2]))))
    return tag("path", d="".join(found), fill=ink) if found else ""


def _degrees(geometry: MapGeometry) -> list[str]:
    """The degrees outside the neat line."""
    frame, found = geometry.frame, []
    for tick in geometry.ticks:
        start, end, _ = _edge(frame, tick.side)
        if not start + 20 < tick.at < end - 20:
            continue
        if tick.side in ("top", "bottom"):
            y = frame.y - BAND - 6 if tick.side == "top" else frame.y + frame.height + BAND + 12
            found.append(text(tick.text, tick.at, y, "degree"))
        else:
            x = frame.x - BAND - 7 if tick.side == "left" else frame.x + frame.width + BAND + 7
            turn = -90 if tick.side == "left" else 90
            where = f"translate({number(x)} {number(tick.at)}) rotate({turn})"
            found.append(text(tick.text, 0, 0, "degree", transform=where))
    return found


def neat_line(geometry: MapGeometry, theme: Look) -> str:
    """The frame of the map."""
    ink = colours(theme)["ink"]
    sides: tuple[Side, ...] = ("top", "bottom", "left", "right")
    bands = [_band(geometry, side, ink) for side in sides]
    lines = [
        box_rect(geometry.frame, class_="ink", stroke_width="1"),
        box_rect(geometry.frame, BAND, class_="ink", stroke_width="1"),
        box_rect(geometry.frame, BAND + 20, class_="ink", stroke_width="2.6"),
        box_rect(geometry.frame, BAND + 24.5, class_="ink", stroke_width=".7"),
    ]
    return group([*bands, *lines, *_degrees(geometry)])


def _scale_bar(geometry: MapGeometry, middle: float, y: float, widest: float, ink: str) -> str:
    """A bar of a round number of kilometres."""
    fitting = [km for km in SCALES if km / geometry.scale_km * 100 <= widest]
    km = fitting[-1] if fitting else SCALES[0]
    width = km / geometry.scale_km * 100
    left, quarter = middle - width / 2, width / 4
    dark = [
        tag("rect", x=left + step * quarter, y=y, width=quarter, height="3.6", fill=ink) for step in (0, 2)
    ]
    rim = tag("rect", x=left, y=y, width=width, height="3.6", class_="ink", stroke_width=".8")
    words = text(f"{km:g} km", middle, y + 15, "small", font_size=12)
    return group([*dark, rim, words])


def _corner(x: float, y: float, right: int, down: int) -> str:
    """A small flourish in a corner of the cartouche."""
    r, d = right, down
    arc = f"M{number(x)} {number(y + 16 * d)}q{r} {-13 * d} {16 * r} {-16 * d}"
    return f"{arc}m{-10 * r} {6 * d}a2.2 2.2 0 1 1 -.1 0"


def subtitle(board: Board, language: Language) -> str:
    """What kind of map it is."""
    kinds = {route.kind for route in board.routes}
    trains = "train" in kinds or not kinds
    return say("picture.railway-map" if trains else "picture.tram-map", {}, language)


def cartouche(board: Board, geometry: MapGeometry, language: Language, theme: Look) -> str:
    """The title in its frame, with a scale bar."""
    box = geometry.cartouche
    if box is None:
        return ""
    paint = colours(theme)
    title, unit, middle = geometry.lettering[language].title.upper(), box.height / 150, box.x + box.width / 2
    size = min(50 * unit, (box.width - 50) / text_width(title, 1.0, 0.16))
    plate = box_rect(box, fill=paint["paper"], stroke=paint["ink"], stroke_width="2.2")
    inner = box_rect(box, -5, class_="ink", stroke_width=".8")
    left, right, top, low = box.x + 9, box.x + box.width - 9, box.y + 9, box.y + box.height - 9
    corners = "".join(
        _corner(x, y, r, d) for x, r in ((left, 1), (right, -1)) for y, d in ((top, 1), (low, -1))
    )
    wide = text_width(title, size, 0.16)
    rule = f"M{number(middle - 46 * unit)} {number(box.y + 76 * unit)}h{number(92 * unit)}"
    return group(
        [
            plate,
            inner,
            tag("path", d=corners, class_="ink", stroke_width="1"),
            text(title, middle, box.y + 62 * unit, "title", wide, font_size=size),
            tag("path", d=rule, class_="ink", stroke_width="1"),
            text(subtitle(board, language), middle, box.y + 98 * unit, "small", font_size=19 * unit),
            _scale_bar(geometry, middle, box.y + 114 * unit, box.width * 0.55, paint["ink"]),
        ]
    )


def compass(geometry: MapGeometry, theme: Look) -> str:
    """A compass rose."""
    box = geometry.compass
    if box is None:
        return ""
    radius = box.width / 2
    x, y = box.x + radius, box.y + radius
    rings = [
        tag("circle", r=radius * 0.62, class_="ink", stroke_width=".8"),
        tag("circle", r=radius * 0.57, class_="ink", stroke_width=".5"),
    ]
    north = text("N", 0, -radius * 0.88, "title", font_size=radius * 0.24)
    drawn = [*rings, _ring_ticks(radius), *_points(radius, colours(theme)), north]
    return group(drawn, transform=f"translate({number(x)} {number(y)})", opacity=".85")


def _points(radius: float, paint: Mapping[str, str]) -> Iterator[str]:
    """The points of the rose, each half dark, half light; the long ones lie on the short ones."""
    for index in (1, 3, 5, 7, 0, 2, 4, 6):
        long = radius * (0.86 if index % 2 == 0 else 0.5)
        turn = f"rotate({index * 45})"
        dark = f"M0 0L0 {-long:.1f}L{radius * 0.13:.1f} {-radius * 0.16:.1f}Z"
        light = f"M0 0L0 {-long:.1f}L{-radius * 0.13:.1f} {-radius * 0.16:.1f}Z"
        yield tag("path", d=dark, fill=paint["ink"], transform=turn)
        yield tag(
            "path", d=light, fill=paint["paper"], stroke=paint["ink"], stroke_width=".8", transform=turn
        )


def _ring_ticks(radius: float) -> str:
    """A tick between the rings for every ten degrees."""
    ticks = "".join(
        f"M{math.sin(turn) * radius * 0.57:.1f} {-math.cos(turn) * radius * 0.57:.1f}"
        f"L{math.sin(turn) * radius * 0.62:.1f} {-math.cos(turn) * radius * 0.62:.1f}"
        for turn in (math.radians(10 * step) for step in range(36))
    )
    return tag("path", d=ticks, class_="ink", stroke_width=".7")
