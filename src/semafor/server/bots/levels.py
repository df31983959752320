"""Levels of bots, with what they are called."""

from __future__ import annotations

from semafor.boards.model import Name
from semafor.bots import LEVELS
from semafor.server.messages import BotLevel

ABOUT: dict[str, Name] = {
    "easy": Name("Takes what brings points now.", "Bierze to, co od razu daje punkty."),
    "medium": Name("Plans, but is easily distracted.", "Planuje, ale łatwo się rozprasza."),
    "hard": Name("Plans its tickets and its lines.", "Planuje bilety i linie."),
    "expert": Name(
        "Plays every promising move on in its head, a second for each decision.",
        "Rozgrywa w głowie każdy obiecujący ruch, sekundę na decyzję.",
    ),
}


def bot_levels() -> tuple[BotLevel, ...]:
    """The levels, with what they are called."""
    return tuple(BotLevel(level.id, level.name, ABOUT[level.id]) for level in LEVELS)  # type: ignore[arg-type]  # levels have the ids that the protocol names
