"""The one file of colours, symbols and patterns, as typed values."""

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from semafor.boards.model import Name

ThemeName = Literal["paper", "night"]
Look = Literal["paper", "night", "page"]
"""A theme's own colours, or the variables of the page that shows the picture, whatever its theme."""


class Card(msgspec.Struct, frozen=True):
    """A card colour by day and night, its symbol, and the colour in which the symbol is drawn on it."""

    fill: str
    night: str
    mark: str
    symbol: str

    def shade(self, look: Look) -> str:
        """The colour in a look."""
        if look == "page":
            return f"var(--card-{next(name for name, card in tokens().cards.items() if card == self)})"
        return self.night if look == "night" else self.fill


class Player(msgspec.Struct, frozen=True):
    """A player's colour and pattern; by night the colours are lighter, to stand out on dark land."""

    name: Name
    fill: str
    night: str
    mark: str
    night_mark: str
    pattern: str

    def shade(self, look: Look) -> str:
        """The colour in a look."""
        if look == "page":
            return f"var(--player-{tokens().players.index(self)})"
        return self.night if look == "night" else self.fill

    def marking(self, look: Look) -> str:
        """The colour of pattern and initial in a look."""
        if look == "page":
            return f"var(--player-mark-{tokens().players.index(self)})"
        return self.night_mark if look == "night" else self.mark


class Tokens(msgspec.Struct, frozen=True):
    """Everything in the tokens file."""

    note: str
    fonts: dict[str, str]
    themes: dict[ThemeName, dict[str, str]]
    cards: dict[str, Card]
    wheel: tuple[str, ...]
    """The colours of the wild wheel, in order."""
    symbols: dict[str, str]
    """SVG paths in a box from -6 to 6, filled even-odd."""
    players: tuple[Player, ...]
    patterns: dict[str, str]
    """SVG paths to be stroked on a train, in a box 30 long and 6 high."""
    outline: str


@cache
def tokens() -> Tokens:
    """The tokens."""
    return msgspec.json.decode((files("semafor.picture") / "tokens.json").read_bytes(), type=Tokens)


def colours(look: Look) -> dict[str, str]:
    """The colours of paper, land, water and ink in a look."""
    if look == "page":
        return {name: f"var(--{name.replace('_', '-')})" for name in tokens().themes["paper"]}
    return tokens().themes[look]


def fonts(look: Look) -> dict[str, str]:
    """The fonts in a look."""
    return {name: f"var(--{name})" for name in tokens().fonts} if look == "page" else tokens().fonts
