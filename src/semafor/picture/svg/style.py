"""The style sheet of a picture, from the tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.picture.measure import LABEL_SIZE
from semafor.picture.tokens import tokens

if TYPE_CHECKING:
    from semafor.picture.tokens import ThemeName


def style(theme: ThemeName) -> str:
    """Rules for every class used in a board's picture."""
    c, fonts = tokens().themes[theme], tokens().fonts
    rules = {
        ".label": f"font:600 {LABEL_SIZE:.0f}px {fonts['serif']};font-variant:small-caps;fill:{c['ink']};"
        f"stroke:{c['halo']};stroke-width:3.4px;stroke-linejoin:round;paint-order:stroke",
        ".sea,.stream": f"font-family:{fonts['serif']};font-style:italic;fill:{c['sea_name']};text-anchor:middle",
        ".park,.district": f"font-family:{fonts['serif']};font-style:italic;fill:{c['region_name']};"
        "text-anchor:middle",
        ".title": f"font-family:{fonts['serif']};font-weight:600;fill:{c['ink']};text-anchor:middle",
        ".small": f"font-family:{fonts['serif']};font-style:italic;fill:{c['ink']};text-anchor:middle",
        ".degree": f"font:9.5px {fonts['serif']};fill:{c['ink']};text-anchor:middle",
        ".name": f"font:15px {fonts['sans']};fill:{c['ink']}",
        ".number": f"font:700 12px {fonts['sans']};text-anchor:middle",
        ".land": f"fill:{c['land']};fill-rule:evenodd;stroke:{c['coast']};stroke-width:1;stroke-linejoin:round",
        ".lake": f"fill:{c['sea']};stroke:{c['coast']};stroke-width:.9",
        ".parkland": f"fill:{c['park']};stroke:{c['hairline']};stroke-width:.8",
        ".river": f"fill:none;stroke:{c['river']};stroke-width:9;stroke-linecap:round;stroke-linejoin:round",
        ".bank": f"fill:none;stroke:{c['coast']};stroke-width:10.6;stroke-linecap:round;stroke-linejoin:round",
        ".street": f"fill:none;stroke:{c['street']};stroke-width:5;stroke-linecap:round;stroke-linejoin:round",
        ".graticule": f"fill:none;stroke:{c['hairline']};stroke-width:.7;opacity:.8",
        ".ink": f"fill:none;stroke:{c['ink']}",
        ".rail": f"fill:none;stroke:{c['rail']};stroke-width:2.2;stroke-linecap:round",
        ".glow": f"fill:none;stroke:{c['lamp']};stroke-width:7;opacity:.85",
    }
    return "".join(f"{selector}{{{body}}}" for selector, body in rules.items())
