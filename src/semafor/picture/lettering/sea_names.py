"""Where the names of seas, rivers, parks and districts stand, for one language."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from semafor.picture.lettering.free_room import find_near
from semafor.picture.shapes import SeaName
from semafor.picture.text_widths import text_width

if TYPE_CHECKING:
    from semafor.boards.model import Language
    from semafor.picture.ground.page import Page
    from semafor.picture.shapes import NameKind
    from semafor.picture.sizes import Floats

SEA_TRACKING = 0.12
SHARES = (1.0, 0.82, 0.66)
"""A name that finds no room is set smaller."""
VISIBLE = (18.0, 260.0)
"""A name belongs to a map on which its span is this many units long."""


@cache
def load_names() -> tuple[dict[str, Any], ...]:
    """The names of seas and regions."""
    return tuple(
        tomllib.loads((files("semafor.picture.lettering") / "sea_names.toml").read_text("utf-8"))["name"]
    )


def sea_names(page: Page, taken: Floats, land: Floats, language: Language) -> tuple[SeaName, ...]:
    """The names that find room on this page; seas also keep off the land's boxes."""
    found: list[SeaName] = []
    for name in load_names():
        reach, kind = name["span"] * page.degree, name.get("kind", "sea")
        if VISIBLE[0] <= reach <= VISIBLE[1] and name[language] not in [other.text for other in found]:
            at = page.bent(np.array([[name["lon"], name["lat"]]]))[0]
            obstacles = np.vstack([taken, land]) if kind == "sea" else taken
            fitting = (
                _sea_name(page, name[language], kind, name["size"] * share, (at, reach), obstacles)
                for share in SHARES
            )
            shown = next((each for each in fitting if each is not None), None)
            if shown is not None:
                found.append(shown)
                left, top = shown.x - shown.width / 2, shown.y - shown.size
                taken = np.vstack([taken, [left, top, left + shown.width, top + shown.size]])
    return tuple(found)


def _sea_name(
    page: Page, words: str, kind: NameKind, size: float, where: tuple[Floats, float], taken: Floats
) -> SeaName | None:
    """A name of one size near a point, or None if it finds no room within reach."""
    width = text_width(words, size, SEA_TRACKING)
    box = find_near(page.frame, where[0], (width, size), where[1], taken, 8.0)
    if box is None:
        return None
    x, y = round(box.x + width / 2, 1), round(box.y + 0.78 * size, 1)
    return SeaName(x, y, words, round(size, 1), round(width, 1), kind)
