"""Shorten names in signatures, and list the names that no page documents."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

NITPICK_IGNORE = [
    ("py:.*", r"(numpy|np|msgspec|collections|typing|pathlib|random|numba|gymnasium|pettingzoo|torch)\..*"),
    (
        "py:class",
        r"Detail|semafor\.(fair_deal\.FairDeal|bots\.protocol\.Bot|words\.say\.Phrase)",
    ),  # in words elsewhere
]
UNIONS = {"moves": "~semafor.Move", "events": "~semafor.Event"}
"""Modules whose classes form a union with a name of its own."""


def shortened(annotation: str) -> str:
    """Replace the union of all moves, or of all events, by its name."""
    for module, name in UNIONS.items():
        member = rf"~?semafor\.{module}\.\w+"
        annotation = re.sub(rf"{member}(?: \| {member})+", name, annotation)
    return annotation


def shorten_signature(
    app: Sphinx, what: str, name: str, obj: Any, options: Any, arguments: str | None, answer: str | None
) -> tuple[str | None, str | None]:
    """Shorten a signature; called by Sphinx for each of them."""
    del app, what, name, obj, options
    return arguments and shortened(arguments), answer and shortened(answer)
