"""The style sheet of a picture, from the tokens."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from semafor.picture.svg.elements import group, tag
from semafor.picture.svg.train_pieces import pieces
from semafor.picture.tokens import LABEL_SIZE, ROUNDING, SPACE, SUBWAY_SPACE, colours, fonts, tokens

if TYPE_CHECKING:
    from semafor.picture.tokens import Look


def _text_rules(paint: dict[str, str], font: dict[str, str]) -> dict[str, str]:
    """Lettering."""
    ink, serif, sans = paint["ink"], font["serif"], font["sans"]
    italic = f"font-family:{serif};font-style:italic;text-anchor:middle"
    halo = f"stroke:{paint['halo']};stroke-width:3.4px;stroke-linejoin:round;paint-order:stroke"
    return {
        ".label": f"font:600 {LABEL_SIZE:.0f}px {serif};font-variant:small-caps;fill:{ink};{halo}",
        ".sea,.stream": f"{italic};fill:{paint['sea_name']}",
        ".park,.district": f"{italic};fill:{paint['region_name']}",
        ".title": f"font-family:{serif};font-weight:600;fill:{ink};text-anchor:middle",
        ".small": f"{italic};fill:{ink}",
        ".degree": f"font:9.5px {serif};fill:{ink};text-anchor:middle",
        ".name": f"font:15px {sans};fill:{ink}",
        ".player": f"font:600 30px {sans};fill:{ink}",
        ".card-name": f"font-family:{serif};font-weight:600;fill:{ink}",
        ".number": f"font:700 12px {sans};text-anchor:middle",
    }


def _ground_rules(paint: dict[str, str]) -> dict[str, str]:
    """Land and water."""
    soft = "stroke-linecap:round;stroke-linejoin:round"
    coast, hairline = paint["coast"], paint["hairline"]
    return {
        ".land": f"fill:{paint['land']};fill-rule:evenodd;stroke:{coast};stroke-width:1;{soft}",
        ".lake": f"fill:{paint['sea']};stroke:{coast};stroke-width:.9",
        ".parkland": f"fill:{paint['park']};stroke:{hairline};stroke-width:.8",
        ".river": f"fill:none;stroke:{paint['river']};stroke-width:9;{soft}",
        ".bank": f"fill:none;stroke:{coast};stroke-width:10.6;{soft}",
        ".street": f"fill:none;stroke:{paint['street']};stroke-width:5;{soft}",
        ".graticule": f"fill:none;stroke:{hairline};stroke-width:.7;opacity:.8",
    }


def _line_rules(paint: dict[str, str]) -> dict[str, str]:
    """Rails, ink lines and the light on what is pointed out."""
    lamp = paint["lamp"]
    return {
        ".ink": f"fill:none;stroke:{paint['ink']}",
        ".rail": f"fill:none;stroke:{paint['rail']};stroke-width:2.2;stroke-linecap:round",
        ".shine": f"fill:{lamp};opacity:.85",
        ".beam": f"fill:none;stroke:{lamp};stroke-width:9",
        ".glow": f"fill:none;stroke:{lamp};stroke-width:7;opacity:.85",
    }


def style(theme: Look, scope: str) -> str:
    """Rules for every class used in a board's picture, for the picture of this class only."""
    paint = colours(theme)
    rules = _text_rules(paint, fonts(theme)) | _ground_rules(paint) | _line_rules(paint)
    return "".join(
        f"{','.join(f'.{scope} {one}' for one in selector.split(','))}{{{body}}}"
        for selector, body in rules.items()
    )


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
    return rounded(size, fill=fill, stroke=edge, stroke_width="1.1") + shine


def _teeth(size: tuple[float, float], tooth: str) -> str:
    """The dark toothed border of a tunnel."""
    comb = rounded(size, 0.6, fill="none", stroke=tooth, stroke_width="5.4", stroke_dasharray="3.1 2.3")
    return comb + rounded(size, 0.0, fill=tokens().outline, stroke=tooth, stroke_width=".8")


def spaces(theme: Look) -> list[str]:
    """Plain spaces, tunnel spaces and subway spaces of every colour."""
    paint = colours(theme)
    edge, bore, found = paint["edge"], _teeth(SPACE, paint["tooth"]), []
    for colour, card in tokens().cards.items():
        fill = card.shade(theme)
        mark = symbol(card.symbol, card.mark) if card.symbol and colour != "wild" else ""
        small = group([mark], transform="scale(.92)") if mark else ""
        big = group([mark], transform="translate(-14 0) scale(1.15)") if mark else ""
        inner = (SPACE[0] - 5, SPACE[1] - 4)
        found.append(group([_space(SPACE, fill, edge), small], id=f"space-{colour}"))
        found.append(group([bore, _space(inner, fill, edge), small], id=f"tunnel-{colour}"))
        found.append(group([bore, _space(inner, fill, edge)], id=f"bare-{colour}"))
        found.append(group([_space(SUBWAY_SPACE, fill, edge), big], id=f"subway-{colour}"))
        if mark:
            found.append(group([mark], id=f"symbol-{colour}", transform="scale(.92)"))
    return found


def definitions(theme: Look) -> str:
    """Everything that is drawn by reference."""
    return tag("defs", "".join([*spaces(theme), *pieces(theme), group([wheel(6.4)], id="wheel")]))
