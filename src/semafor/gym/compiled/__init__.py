"""The compiled part of the environments: steps of many games in one call."""

from pathlib import Path

from semafor.arrays import ARRAYS
from semafor.engine.compile import ENGINE, compiler

HERE = Path(__file__).parent
POLICY = HERE.parents[1] / "bots" / "search"
kernel = compiler(HERE, *ARRAYS, ENGINE, POLICY)
"""Compile a function of this package: cached by its source and that of all it calls."""
part = compiler(HERE, *ARRAYS, ENGINE, POLICY, inlined=True)
"""The same for what every step calls with all arrays of a batch: to hand them over takes 160 numbers."""
