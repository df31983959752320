"""The decorator of these functions."""

from pathlib import Path

from semafor.engine.compile import ENGINE, compiler

fast = compiler(Path(__file__).parent, ENGINE, allocates=True)
