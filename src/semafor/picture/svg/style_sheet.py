"""The style sheet of a picture, from the tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.picture.sizes import LABEL_SIZE
from semafor.picture.tokens import colours, fonts

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
