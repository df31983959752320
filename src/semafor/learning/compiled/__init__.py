"""The compiled part of learning: rows for the network, running points, and opponents' answers."""

from pathlib import Path

import semafor.bots.learned.compiled as learned
import semafor.bots.search as search
from semafor.engine.compile import ENGINE, compiler

kernel = compiler(
    Path(__file__).parent, ENGINE, *(Path(package.__path__[0]) for package in (learned, search))
)
"""Compile a function of this package: cached by its source and that of all it calls."""
