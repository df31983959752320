"""The same rules on a GPU: CUDA kernels around the compiled functions, one thread a game."""

from pathlib import Path

from semafor.arrays import ARRAYS
from semafor.engine.compile import ENGINE, compiler

HERE = Path(__file__).parent
compiled = compiler(HERE, HERE.parent / "compiled", *ARRAYS, ENGINE)
"""Compile a function of this package."""
