"""Sizes of spaces and text, and the colours, symbols and patterns of the tokens file."""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal

import msgspec

from semafor.boards.model import Name

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from semafor.boards.model import Kind

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]

SPACE = (42.0, 15.0)
"""Length and width of a space for a train or a tram."""
SUBWAY_SPACE = (64.0, 21.0)
"""Length and width of the space of a subway."""
ROUNDING = 5.5
"""The radius of a space's corners."""
GAP = 3.6
"""Minimum distance between two spaces of a strand."""
WIDE_GAP = 10.0
"""Maximum distance between them; the rest of a long line goes to its two ends."""
STRAND_GAP = 3.0
"""Distance between parallel strands."""
PLACE_RADIUS = 9.5
END = PLACE_RADIUS + 5.0
"""Minimum distance from the middle of a place to its first space."""
LABEL_SIZE = 17.0
LINE_HEIGHT = 17.0
MARKER_RADIUS = 10.0
"""Size of a festival marker."""


def space_size(kind: Kind) -> tuple[float, float]:
    """Return the length and width of a space of this kind."""
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
    """Return the text without accents."""
    plain = "".join(_BARE.get(letter, letter) for letter in text)
    return "".join(
        letter for letter in unicodedata.normalize("NFD", plain) if not unicodedata.combining(letter)
    )


def _small_capital(letter: str) -> float:
    return _WIDTH.get(letter.upper(), 0.6) * (SMALL_CAPITAL if letter.islower() else 1.0)


def label_width(text: str, size: float) -> float:
    """Return the width of a name in small capitals."""
    bare = _bare(text)
    return size * (sum(map(_small_capital, bare)) + TRACKING * len(bare))


def text_width(text: str, size: float, tracking: float = 0.0) -> float:
    """Return the width of ordinary text."""
    bare = _bare(text)
    return size * (sum(_WIDTH.get(letter, 0.55) for letter in bare) + tracking * len(bare))


def line_breaks(name: str) -> list[tuple[str, ...]]:
    """Return the name on one line and, if it has several words, on two, the most even break first."""
    words = name.split(" ")
    two = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    two.sort(key=lambda lines: max(map(len, lines)))
    return [(name,), *two[:1]]


ThemeName = Literal["paper", "night"]
Look = Literal["paper", "night", "page"]
"""The colours of a theme, or the CSS variables of the page that shows the picture."""


class Card(msgspec.Struct, frozen=True):
    """A card colour by day and night, its symbol, and the colour of the symbol."""

    fill: str
    night: str
    mark: str
    symbol: str

    def shade(self, look: Look) -> str:
        """Return the colour for a look."""
        if look == "page":
            return f"var(--card-{next(name for name, card in tokens().cards.items() if card == self)})"
        return self.night if look == "night" else self.fill


class Player(msgspec.Struct, frozen=True):
    """A player's colour and pattern; at night the colours are lighter, to stand out on dark land."""

    name: Name
    fill: str
    night: str
    mark: str
    night_mark: str
    pattern: str

    def shade(self, look: Look) -> str:
        """Return the colour for a look."""
        if look == "page":
            return f"var(--player-{tokens().players.index(self)})"
        return self.night if look == "night" else self.fill

    def marking(self, look: Look) -> str:
        """Return the colour of pattern and initial for a look."""
        if look == "page":
            return f"var(--player-mark-{tokens().players.index(self)})"
        return self.night_mark if look == "night" else self.mark


class Tokens(msgspec.Struct, frozen=True):
    """The contents of the tokens file."""

    note: str
    fonts: dict[str, str]
    themes: dict[ThemeName, dict[str, str]]
    cards: dict[str, Card]
    wheel: tuple[str, ...]
    """The colours of the wild symbol, in order."""
    symbols: dict[str, str]
    """SVG paths in a box from -6 to 6, filled even-odd."""
    players: tuple[Player, ...]
    patterns: dict[str, str]
    """SVG paths to be stroked on a train, in a box 30 long and 6 high."""
    outline: str


@cache
def tokens() -> Tokens:
    """Return the tokens; cached."""
    return msgspec.json.decode((files("semafor.picture") / "tokens.json").read_bytes(), type=Tokens)


def colours(look: Look) -> dict[str, str]:
    """Return the colours of paper, land, water and ink for a look."""
    if look == "page":
        return {name: f"var(--{name.replace('_', '-')})" for name in tokens().themes["paper"]}
    return tokens().themes[look]


def fonts(look: Look) -> dict[str, str]:
    """Return the fonts for a look."""
    return {name: f"var(--{name})" for name in tokens().fonts} if look == "page" else tokens().fonts
