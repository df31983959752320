"""Players: one module a bot, one protocol, views only."""

from semafor.bots.protocol import Bot
from semafor.bots.registry import LEVELS, Level, bot_names, make_bot

__all__ = ["LEVELS", "Bot", "Level", "bot_names", "make_bot"]
