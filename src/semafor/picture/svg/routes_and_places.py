"""Routes, trains, places, stations, markers and labels."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from semafor.picture.sizes import LINE_HEIGHT, MARKER_RADIUS
from semafor.picture.svg.elements import group, number, put, tag, text
from semafor.picture.tokens import tokens

if TYPE_CHECKING:
    from semafor.boards.model import Board, Language, Route
    from semafor.picture.board_position import Position
    from semafor.picture.shapes import Geometry, RouteShape, Space
    from semafor.picture.tokens import ThemeName

BADGE = 10.0
"""How far from the middle of a space its symbol and its number stand."""


def _turned(space: Space) -> str:
    """The transform that puts something on a space."""
    return f"translate({number(space.x)} {number(space.y)})rotate({number(space.angle)})"


def _aside(space: Space, distance: float) -> str:
    """A point along a space, not turned with it."""
    return f"{_turned(space)}translate({number(distance)} 0)rotate({number(-space.angle)})"


def _number(value: int, space: Space, distance: float) -> str:
    """A number on a pale disc."""
    disc = tag("circle", r="6.6", fill="#F7F1E3", stroke=tokens().outline, stroke_width="1")
    words = text(str(value), 0, 4.2, "number", fill=tokens().outline)
    return group([disc, words], transform=_aside(space, distance))


def _empty_space(route: Route, shape: RouteShape, index: int) -> str:
    """One free space with all that is printed on it."""
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
    """What a pointer or a screen reader is told about a route."""
    names = {place.id: place.name.in_language(language) for place in board.places}
    words = f"{names[route.a]} – {names[route.b]}{': ' + owner if owner else ''}"
    return tag("title", escape(words))


def _route(board: Board, shape: RouteShape, index: int, position: Position, language: Language) -> str:
    """One strand, free or with its trains."""
    route, seat = board.routes[index], position.owner(index)
    if seat is None:
        drawn = [_empty_space(route, shape, slot) for slot in range(len(shape.spaces))]
    else:
        drawn = _train(shape, position.hue(seat))
    owner = position.names[seat] if seat is not None and seat < len(position.names) else ""
    return group([_title(board, route, language, owner), *drawn])


def _train(shape: RouteShape, hue: int) -> list[str]:
    """The pieces on a claimed strand: an engine ahead, which looks to the left, and wagons behind it."""
    ahead = min(range(len(shape.spaces)), key=lambda slot: (round(shape.spaces[slot].x), slot))
    # An engine in the middle of a curve would pull nothing: it stands at the end further to the left.
    head = 0 if ahead <= (len(shape.spaces) - 1) / 2 else len(shape.spaces) - 1
    found = []
    for slot, space in enumerate(shape.spaces):
        kind = shape.kind if shape.kind != "train" else "engine" if slot == head else "wagon"
        found.append(put(f"{kind}-{hue}", space.x, space.y, space.angle))
    return found


def _light(shape: RouteShape, space: Space) -> str:
    """Light around a space that is pointed out."""
    length, width = shape.length + 12, shape.width + 12
    where = {"x": -length / 2, "y": -width / 2, "width": length, "height": width, "rx": 11.0}
    return tag("rect", transform=_turned(space), **where)


def routes(board: Board, geometry: Geometry, position: Position, language: Language) -> str:
    """All lines first, then the light on what is pointed out, then the spaces and trains."""
    rails = [tag("path", d=shape.line) for shape in geometry.routes]
    shining = [geometry.routes[index] for index in sorted(position.routes)]
    glow = [tag("path", class_="beam", d=shape.line) for shape in shining]
    glow += [_light(shape, space) for shape in shining for space in shape.spaces]
    drawn = [_route(board, shape, index, position, language) for index, shape in enumerate(geometry.routes)]
    return group(rails, class_="rail") + group(glow, class_="shine") + group(drawn)


def places(geometry: Geometry, position: Position, theme: ThemeName) -> str:
    """Places as ringed dots, junctions as small diamonds, stations as houses."""
    colours, radius = tokens().themes[theme], geometry.place_radius
    found = []
    for place in geometry.places:
        if place.id in position.places:
            found.append(tag("circle", class_="glow", cx=place.x, cy=place.y, r=radius + 5))
        if place.id in position.stations:
            seat = position.hue(position.stations[place.id])
            found.append(put(f"station-{seat}", place.x, place.y))
        elif place.junction:
            diamond = f"M{number(place.x)} {number(place.y - 8)}l8 8l-8 8l-8 -8Z"
            found.append(
                tag("path", d=diamond, fill=colours["place"], stroke=tokens().outline, stroke_width=1.6)
            )
        else:
            ring = {"fill": colours["place"], "stroke": tokens().outline, "stroke_width": "2"}
            found.append(tag("circle", cx=place.x, cy=place.y, r=radius - 1, **ring))
            found.append(
                tag("circle", cx=place.x, cy=place.y, r=radius * 0.42, fill=tokens().cards["red"].fill)
            )
    return group(found)


def markers(geometry: Geometry, position: Position, theme: ThemeName) -> str:
    """Festival markers: a lantern with the number of open cards, dim while there are none."""
    lamp, outline = tokens().themes[theme]["lamp"], tokens().outline
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
            else tag("path", d="M-2.5 5.5V-5.5L5 -3L-2.5 -.4", fill=lamp, stroke=outline, stroke_width="1.2"),
        ]
        found.append(group(flag, transform=f"translate({number(marker.x)} {number(marker.y)})"))
    return group(found)


def labels(geometry: Geometry, language: Language) -> str:
    """The names of places."""
    found = []
    for label in geometry.lettering[language].labels:
        for index, (line, width) in enumerate(zip(label.lines, label.widths, strict=True)):
            y = label.y + index * LINE_HEIGHT
            found.append(text(line, label.x, y, "label", width, text_anchor=label.anchor))
    return group(found)
