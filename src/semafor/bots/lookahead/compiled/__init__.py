"""The compiled part of looking ahead: many games at once, what their seats see, worlds to try things in."""

from pathlib import Path

import semafor.bots.learned.compiled as learned
import semafor.bots.search as search
import semafor.worlds as worlds
from semafor.arrays import ARRAYS
from semafor.engine.compile import ENGINE, compiler

_CALLED = (Path(package.__path__[0]) for package in (learned, search, worlds))
kernel = compiler(Path(__file__).parent, *ARRAYS, ENGINE, *_CALLED)
"""Compile a function of this package: cached by its source and that of all it calls."""
