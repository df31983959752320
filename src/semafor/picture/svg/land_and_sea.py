"""The ground: sea, land, waters, graticule and the names in italics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.picture.svg.elements import group, tag, text
from semafor.picture.tokens import colours

if TYPE_CHECKING:
    from semafor.boards.model import Language
    from semafor.picture.shapes import Box, MapGeometry
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
