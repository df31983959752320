"""The compiled part of tuning: whole games of the playout policy, each seat with knobs of its own."""

from pathlib import Path

from semafor.arrays import ARRAYS
from semafor.bots.search.compile import SEARCH
from semafor.engine.compile import ENGINE, compiler
from semafor.worlds.compile import WORLDS

kernel = compiler(Path(__file__).parent, *ARRAYS, SEARCH, WORLDS, ENGINE)
"""Compile a function of this package: cached by its source and that of all it calls."""
