"""Things drawn many times, defined once: symbols, spaces of each colour, trains of each player."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from semafor.picture.measure import ROUNDING, SPACE, SUBWAY_SPACE
from semafor.picture.svg.mark import group, tag
from semafor.picture.tokens import tokens

if TYPE_CHECKING:
    from semafor.picture.tokens import ThemeName


def rounded(size: tuple[float, float], grow: float = 0.0, **attributes: str | float) -> str:
    """A box with rounded corners around the origin."""
    width, height = size[0] + 2 * grow, size[1] + 2 * grow
    return tag(
        "rect", x=-width / 2, y=-height / 2, width=width, height=height, rx=ROUNDING + grow / 2, **attributes
    )


def wheel(radius: float) -> str:
    """The wild symbol: a disc of all colours with a spoked wheel in it."""
    colours = tokens().wheel
    step = 2 * math.pi / len(colours)
    wedges = []
    for index, colour in enumerate(colours):
        x1, y1 = radius * math.sin(index * step), -radius * math.cos(index * step)
        x2, y2 = radius * math.sin((index + 1) * step), -radius * math.cos((index + 1) * step)
        arc = f"M0 0L{x1:.2f} {y1:.2f}A{radius} {radius} 0 0 1 {x2:.2f} {y2:.2f}Z"
        wedges.append(tag("path", d=arc, fill=colour))
    hub = tag("circle", r=radius * 0.36, fill="#F7F1E3", stroke=tokens().outline, stroke_width="1")
    rim = tag("circle", r=radius, fill="none", stroke=tokens().outline, stroke_width="1.3")
    return "".join(wedges) + rim + hub


def symbol(name: str, colour: str) -> str:
    """A colour's symbol around the origin."""
    return tag("path", d=tokens().symbols[name], fill=colour, fill_rule="evenodd")


def _space(size: tuple[float, float], fill: str, edge: str) -> str:
    """An empty space with a fine outline and a light inner line, like enamel."""
    shine = rounded(size, -1.8, fill="none", stroke="#fff", stroke_opacity=".28", stroke_width="1")
    return rounded(size, fill=fill, stroke=edge, stroke_width="1.2") + shine


def _teeth(size: tuple[float, float], edge: str) -> str:
    """The dark toothed border of a tunnel."""
    comb = rounded(size, 0.6, fill="none", stroke=edge, stroke_width="5.4", stroke_dasharray="3.1 2.3")
    return comb + rounded(size, 0.0, fill=edge)


def spaces(theme: ThemeName) -> list[str]:
    """Plain spaces, tunnel spaces and subway spaces of every colour."""
    edge, found = tokens().themes[theme]["empty"], []
    for colour, card in tokens().cards.items():
        fill = card.shade(theme)
        mark = symbol(card.symbol, card.mark) if card.symbol and colour != "wild" else ""
        small = group([mark], transform="scale(.92)") if mark else ""
        big = group([mark], transform="translate(-14 0) scale(1.15)") if mark else ""
        inner = (SPACE[0] - 5, SPACE[1] - 4)
        found.append(group([_space(SPACE, fill, edge), small], id=f"space-{colour}"))
        found.append(group([_teeth(SPACE, edge), _space(inner, fill, edge), small], id=f"tunnel-{colour}"))
        found.append(group([_teeth(SPACE, edge), _space(inner, fill, edge)], id=f"bare-{colour}"))
        found.append(group([_space(SUBWAY_SPACE, fill, edge), big], id=f"subway-{colour}"))
        if mark:
            found.append(group([mark], id=f"symbol-{colour}", transform="scale(.92)"))
    return found


def _wagon(player: int, length: float, height: float) -> str:
    """A small train: wheels, a body with dark outline and the player's pattern, a light roof line."""
    look, outline = tokens().players[player], tokens().outline
    size = (length, height)
    wheels = [
        tag("circle", cx=x, cy=y, r="2.4", fill=outline)
        for x in (-length * 0.3, length * 0.3)
        for y in (-height / 2, height / 2)
    ]
    shadow = rounded(size, 1.2, fill="#000", fill_opacity=".3", transform="translate(1.2 1.8)")
    body = rounded(size, fill=look.fill, stroke=outline, stroke_width="2.2")
    marks = tokens().patterns[look.pattern]
    stroke = {"stroke": look.mark, "stroke_width": "3.4" if look.pattern == "dots" else "1.9"}
    pattern = tag("path", d=marks, fill="none", stroke_linecap="round", **stroke) if marks else ""
    return shadow + "".join(wheels) + body + pattern


def trains() -> list[str]:
    """A train, a subway car and a station of every player."""
    found = []
    for player, look in enumerate(tokens().players):
        found.append(group([_wagon(player, SPACE[0] - 6, SPACE[1] - 1.5)], id=f"train-{player}"))
        found.append(group([_wagon(player, SUBWAY_SPACE[0] - 8, SUBWAY_SPACE[1] - 3)], id=f"car-{player}"))
        found.append(group([_house(look.fill, look.mark)], id=f"station-{player}"))
    return found


def _house(fill: str, mark: str) -> str:
    """A station: a small house with a roof and a door."""
    outline = tokens().outline
    walls = "M-10 9V-2L0 -12L10 -2V9Z"
    shadow = tag("path", d=walls, fill="#000", fill_opacity=".3", transform="translate(1.5 2)")
    body = tag("path", d=walls, fill=fill, stroke=outline, stroke_width="2.2", stroke_linejoin="round")
    roof = tag("path", d="M-13 0L0 -13L13 0", fill="none", stroke=outline, stroke_width="3.2")
    door = tag("path", d="M-3 9V3A3 3 0 0 1 3 3V9Z", fill=mark, stroke=outline, stroke_width="1")
    return shadow + body + roof + door


def definitions(theme: ThemeName) -> str:
    """Everything that is drawn by reference."""
    return tag("defs", "".join([*spaces(theme), *trains(), group([wheel(6.2)], id="wheel")]))
