"""Levels of bots, with what they are called."""

from __future__ import annotations

from semafor.boards.model import Name
from semafor.bots import LEVELS
from semafor.server.catalogue_messages import BotLevel

ABOUT: dict[str, Name] = {
    "easy": Name("Knows the game, and is easily distracted.", "Zna grę i łatwo się rozprasza."),
    "medium": Name("Sees good moves, and often misses the best.", "Widzi dobre ruchy, często nie najlepsze."),
    "hard": Name("Seldom makes a mistake.", "Rzadko się myli."),
    "expert": Name(
        "Learned from millions of games against itself.", "Uczył się z milionów gier przeciw sobie."
    ),
    "master": Name(
        "The same, and looks ahead: up to two seconds for each decision.",
        "To samo, a do tego patrzy naprzód: do dwóch sekund na decyzję.",
    ),
}


def bot_levels() -> tuple[BotLevel, ...]:
    """The levels, with what they are called."""
    return tuple(BotLevel(level.id, level.name, ABOUT[level.id]) for level in LEVELS)  # type: ignore[arg-type]  # levels have the ids that the protocol names
