"""Bots: one module per bot, one protocol; they see views only."""

from semafor.bots.levels import LEVELS, Level
from semafor.bots.protocol import Bot, choose_move, named_move
from semafor.bots.registry import BotSource, bot_names, make_bot, name_of_bot

__all__ = [
    "LEVELS",
    "Bot",
    "BotSource",
    "Level",
    "bot_names",
    "choose_move",
    "make_bot",
    "name_of_bot",
    "named_move",
]
