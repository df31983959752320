"""The built-in bots and the levels for players, read from the registry."""

from __future__ import annotations

import inspect

from semafor import load_board
from semafor.bots import LEVELS, bot_names, make_bot
from semafor.words import LANGUAGES, say
from semafor_docs.markdown import table

BOARD, CARDS = "usa", "cardgame"
"""Where to ask who plays by a name: on a board, and without one."""


def bot_table() -> str:
    """Every name with what its players do, in the words of their modules."""
    rows = ((f"`{name}`", _words(name, BOARD), _words(name, CARDS)) for name in bot_names())
    return table("lll", ("name", "on boards", "in the Card Game"), rows)


def _words(name: str, board: str) -> str:
    """The first line of the docstring of the module that plays by this name."""
    module = inspect.getmodule(type(make_bot(name, load_board(board))))
    assert module is not None
    text = inspect.getdoc(module)
    assert text, f"{module.__name__} says nothing of itself"
    return text.splitlines()[0]


def levels() -> str:
    """What players call the bots."""
    rows = (
        (f"`{level.id}`", *(say(f"level.named.{level.id}", {}, one) for one in LANGUAGES), f"`{level.bot}`")
        for level in LEVELS
    )
    return table("llll", ("level", "English", "Polish", "bot"), rows)
