"""The decorator for this package's compiled functions."""

from __future__ import annotations

from pathlib import Path

from semafor.arrays import ARRAYS
from semafor.engine.compile import ENGINE, compiler

kernel = compiler(Path(__file__).parent, *ARRAYS, ENGINE)
"""Compile a function that calls the rules and observes: cached by the source of all."""
