"""Levels of bots, with what they are called."""

from __future__ import annotations

from semafor.boards.model import Name
from semafor.bots import LEVELS
from semafor.server.catalogue_messages import BotLevel
from semafor.words import say


def bot_levels() -> tuple[BotLevel, ...]:
    """The levels, with what they are called."""
    return tuple(
        BotLevel(level.id, _words("named", level.id), _words("about", level.id))  # type: ignore[arg-type]  # levels have the ids that the protocol names
        for level in LEVELS
    )


def _words(form: str, level: str) -> Name:
    """What is said of a level, in both languages."""
    key = f"level.{form}.{level}"
    return Name(say(key, {}, "en"), say(key, {}, "pl"))
