"""The compiled part of looking ahead: many games at once, what their seats see, worlds to try things in."""

from pathlib import Path

import semafor.bots.learned.compiled as learned
import semafor.bots.search as search
import semafor.gym.compiled as environments
import semafor.worlds as worlds
from semafor.engine.compile import ENGINE, compiler

_CALLED = (learned, search, environments, worlds)
kernel = compiler(Path(__file__).parent, ENGINE, *(Path(package.__path__[0]) for package in _CALLED))
"""Compile a function of this package: cached by its source and that of all it calls."""
