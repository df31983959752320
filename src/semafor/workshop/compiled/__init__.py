"""The compiled part of the workshop: whole games of the fast player, watched."""

from pathlib import Path

from semafor.bots.search.compile import SEARCH
from semafor.engine.compile import ENGINE, compiler
from semafor.worlds.compile import WORLDS

kernel = compiler(Path(__file__).parent, SEARCH, WORLDS, ENGINE)
"""Compile a function of this package: cached by its source and that of all it calls."""
