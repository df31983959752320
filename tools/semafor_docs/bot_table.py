"""The built-in bots and the levels for players, read from the registry."""

from __future__ import annotations

import inspect

from semafor import load_board
from semafor.bots import LEVELS, bot_names, make_bot
from semafor.words import LANGUAGES, say
from semafor_docs.markdown import table

BOARD, CARDS = "usa", "cardgame"
"""A board game and the Card Game, for looking up bots."""


def bot_table() -> str:
    """Return a table of all bots with the first lines of their modules."""
    rows = ((f"`{name}`", _words(name, BOARD), _words(name, CARDS)) for name in bot_names())
    return table("lll", ("name", "on boards", "in the Card Game"), rows)


def _words(name: str, board: str) -> str:
    """Return the first docstring line of the module of a bot."""
    module = inspect.getmodule(type(make_bot(name, load_board(board))))
    assert module is not None
    text = inspect.getdoc(module)
    assert text, f"{module.__name__} has no docstring"
    return text.splitlines()[0]


def levels() -> str:
    """Return the table of levels."""
    rows = (
        (f"`{level.id}`", *(say(f"level.named.{level.id}", {}, one) for one in LANGUAGES), f"`{level.bot}`")
        for level in LEVELS
    )
    return table("llll", ("level", "English", "Polish", "bot"), rows)
