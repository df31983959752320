"""The compiled part of learning: running points, and opponents' answers."""

from pathlib import Path

import semafor.bots.search as search
import semafor.gym.compiled as stepping
from semafor.arrays import ARRAYS
from semafor.engine.compile import ENGINE, compiler

_CALLED = (Path(package.__path__[0]) for package in (stepping, search))
kernel = compiler(Path(__file__).parent, *ARRAYS, ENGINE, *_CALLED)
"""Compile a function of this package: cached by its source and that of all it calls."""
