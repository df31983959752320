"""How wide words are, near enough for any serif of ordinary width, and how a name breaks into lines."""

from __future__ import annotations

import unicodedata

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
