"""The sizes every board shares, in picture units (a board is some 1,300 to 1,900 units wide)."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from semafor.boards.model import Kind

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]

SPACE = (42.0, 15.0)
"""A space for a train or a tram, along its line and across it."""
SUBWAY_SPACE = (64.0, 21.0)
"""The one large space of a subway."""
ROUNDING = 5.5
"""The radius of a space's corners."""
GAP = 3.6
"""The least room between two spaces of a strand."""
WIDE_GAP = 10.0
"""The most room between them: what a long line has left over goes to its two ends."""
STRAND_GAP = 3.0
"""Between parallel strands."""
PLACE_RADIUS = 9.5
END = PLACE_RADIUS + 5.0
"""From the middle of a place to its first space, at least."""
LABEL_SIZE = 17.0
LINE_HEIGHT = 17.0
MARKER_RADIUS = 10.0
"""A festival marker."""


def space_size(kind: Kind) -> tuple[float, float]:
    """How long and how wide a space of this kind is."""
    return SUBWAY_SPACE if kind == "subway" else SPACE


_THOUSANDTHS = {
    "IJ": 360, "EFLPSTZ": 600, "BCR": 667, "ADGHKNOQUVXY": 722, "MW": 920,
    "ijlft": 290, "rs": 370, "acez": 444, "bdghknopquvxy": 500, "mw": 760,
    " .,'’": 250, "-–·": 400, "0123456789": 500,
}  # fmt: skip
_WIDTH = {letter: width / 1000 for letters, width in _THOUSANDTHS.items() for letter in letters}
_BARE = {"ł": "l", "Ł": "L", "ß": "ss", "ø": "o", "Ø": "O", "đ": "d"}

SMALL_CAPITAL = 0.8
TRACKING = 0.05


def _bare(text: str) -> str:
    """The text without accents."""
    plain = "".join(_BARE.get(letter, letter) for letter in text)
    return "".join(
        letter for letter in unicodedata.normalize("NFD", plain) if not unicodedata.combining(letter)
    )


def _small_capital(letter: str) -> float:
    return _WIDTH.get(letter.upper(), 0.6) * (SMALL_CAPITAL if letter.islower() else 1.0)


def label_width(text: str, size: float) -> float:
    """The width of a name set in small capitals."""
    bare = _bare(text)
    return size * (sum(map(_small_capital, bare)) + TRACKING * len(bare))


def text_width(text: str, size: float, tracking: float = 0.0) -> float:
    """The width of ordinary text."""
    bare = _bare(text)
    return size * (sum(_WIDTH.get(letter, 0.55) for letter in bare) + tracking * len(bare))


def line_breaks(name: str) -> list[tuple[str, ...]]:
    """The name on one line and, if it has several words, on two, the evenest break first."""
    words = name.split(" ")
    two = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    two.sort(key=lambda lines: max(map(len, lines)))
    return [(name,), *two[:1]]
