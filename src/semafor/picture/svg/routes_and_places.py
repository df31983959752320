"""Routes, trains, places, stations, markers and labels."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from semafor.picture.svg.elements import group, number, put, tag, text
from semafor.picture.tokens import LINE_HEIGHT, MARKER_RADIUS, colours, tokens

if TYPE_CHECKING:
    from semafor.boards.model import Board, Language, Route
    from semafor.picture.shapes import Label, MapGeometry, PlacePoint, RouteShape, Space
    from semafor.picture.shown import ShownPosition
    from semafor.picture.tokens import Look

BADGE = 10.0
"""Distance of the symbol and the number from the middle of a space."""
FESTIVAL_FLAG = "M-2.5 5.5V-5.5L5 -3L-2.5 -.4"
"""The path of a festival's flag."""


def _turned(space: Space) -> str:
    """Return the transform that puts something on a space."""
    return f"translate({number(space.x)} {number(space.y)})rotate({number(space.angle)})"


def _aside(space: Space, distance: float) -> str:
    """Return a point along a space, not rotated with it."""
    return f"{_turned(space)}translate({number(distance)} 0)rotate({number(-space.angle)})"


def _number(value: int, space: Space, distance: float) -> str:
    """Return a number on a pale disc."""
    disc = tag("circle", r="6.6", fill="#F7F1E3", stroke=tokens().outline, stroke_width="1")
    words = text(str(value), 0, 4.2, "number", fill=tokens().outline)
    return group([disc, words], transform=_aside(space, distance))


def _empty_space(route: Route, shape: RouteShape, index: int) -> str:
    """Return one free space with everything printed on it."""
    space = shape.spaces[index]
    if shape.cards:
        return put(f"subway-{route.colour}", space.x, space.y, space.angle) + _number(shape.cards, space, 14)
    if index == shape.badge:
        mark = (
            f'<use href="#symbol-{route.colour}" transform="{_aside(space, -BADGE)}scale(.92)"/>'
            if route.colour != "grey"
            else ""
        )
        base = put(f"bare-{route.colour}", space.x, space.y, space.angle)
        return base + mark + _number(shape.tunnel, space, BADGE if mark else 0)
    kind = "tunnel" if shape.tunnel else "space"
    drawn = put(f"{kind}-{route.colour}", space.x, space.y, space.angle)
    return drawn + (put("wheel", space.x, space.y) if space.wild else "")


def _title(board: Board, route: Route, language: Language, owner: str) -> str:
    """Return the tooltip and screen reader text of a route."""
    names = {place.id: place.name.in_language(language) for place in board.places}
    words = f"{names[route.a]} – {names[route.b]}{': ' + owner if owner else ''}"
    return tag("title", escape(words))


def free_route(route: Route, shape: RouteShape) -> str:
    """Return the empty spaces of a strand."""
    return "".join(_empty_space(route, shape, slot) for slot in range(len(shape.spaces)))


def _route(board: Board, shape: RouteShape, index: int, position: ShownPosition, language: Language) -> str:
    """Return one strand, free or with its trains."""
    route, seat = board.routes[index], position.owner(index)
    drawn = free_route(route, shape) if seat is None else _train(shape, position.hue(seat))
    owner = position.names[seat] if seat is not None and seat < len(position.names) else ""
    return group([_title(board, route, language, owner), drawn])


def _train(shape: RouteShape, hue: int) -> str:
    """Return the pieces on a claimed strand: an engine first, facing left, and wagons behind it."""
    found = []
    for slot, space in enumerate(shape.spaces):
        kind = shape.kind if shape.kind != "train" else "engine" if slot == shape.head else "wagon"
        found.append(put(f"{kind}-{hue}", space.x, space.y, space.angle))
    return "".join(found)


def _light(shape: RouteShape, space: Space) -> str:
    """Return the glow around a highlighted space."""
    length, width = shape.length + 12, shape.width + 12
    where = {"x": -length / 2, "y": -width / 2, "width": length, "height": width, "rx": 11.0}
    return tag("rect", transform=_turned(space), **where)


def rails(geometry: MapGeometry) -> str:
    """Return the lines under the spaces."""
    return group([tag("path", d=shape.line) for shape in geometry.routes], class_="rail")


def routes(board: Board, geometry: MapGeometry, position: ShownPosition, language: Language) -> str:
    """Return all lines, then the highlights, then the spaces and trains."""
    shining = [geometry.routes[index] for index in sorted(position.routes)]
    glow = [tag("path", class_="beam", d=shape.line) for shape in shining]
    glow += [_light(shape, space) for shape in shining for space in shape.spaces]
    drawn = [_route(board, shape, index, position, language) for index, shape in enumerate(geometry.routes)]
    return rails(geometry) + group(glow, class_="shine") + group(drawn)


def place_dot(place: PlacePoint, radius: float, theme: Look) -> str:
    """Return a place as a ringed dot, a junction as a small diamond."""
    ring = {"fill": colours(theme)["place"], "stroke": tokens().outline}
    if place.junction:
        diamond = f"M{number(place.x)} {number(place.y - 8)}l8 8l-8 8l-8 -8Z"
        return tag("path", d=diamond, stroke_width="1.6", **ring)
    red = tokens().cards["red"].shade(theme)
    dot = tag("circle", cx=place.x, cy=place.y, r=radius * 0.42, fill=red)
    return tag("circle", cx=place.x, cy=place.y, r=radius - 1, stroke_width="2", **ring) + dot


def places(geometry: MapGeometry, position: ShownPosition, theme: Look) -> str:
    """Return places, highlighted ones with a glowing ring, and stations as houses."""
    found = []
    for place in geometry.places:
        if place.id in position.places:
            found.append(tag("circle", class_="glow", cx=place.x, cy=place.y, r=geometry.place_radius + 5))
        if place.id in position.stations:
            seat = position.hue(position.stations[place.id])
            found.append(put(f"station-{seat}", place.x, place.y))
        else:
            found.append(place_dot(place, geometry.place_radius, theme))
    return group(found)


def markers(geometry: MapGeometry, position: ShownPosition, theme: Look) -> str:
    """Return festival markers: a lantern with the number of open cards, dim if there are none."""
    lamp, outline = colours(theme)["lamp"], tokens().outline
    found = []
    for marker in geometry.markers:
        count = position.festivals.get(marker.festival, 0)
        flag = [
            tag(
                "circle",
                r=MARKER_RADIUS - 1.5,
                fill=lamp if count else "#F7F1E3",
                stroke=outline,
                stroke_width=1.4,
            ),
            text(str(count), 0, 4.4, "number", fill=outline)
            if count
            else tag("path", d=FESTIVAL_FLAG, fill=lamp, stroke=outline, stroke_width="1.2"),
        ]
        found.append(group(flag, transform=f"translate({number(marker.x)} {number(marker.y)})"))
    return group(found)


def label_lines(label: Label) -> str:
    """Return the name of a place, line by line."""
    return "".join(
        text(line, label.x, label.y + index * LINE_HEIGHT, "label", width, text_anchor=label.anchor)
        for index, (line, width) in enumerate(zip(label.lines, label.widths, strict=True))
    )


def labels(geometry: MapGeometry, language: Language) -> str:
    """Return the names of places."""
    return group([label_lines(label) for label in geometry.lettering[language].labels])
