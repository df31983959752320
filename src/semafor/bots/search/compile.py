"""The decorator for this package's compiled functions."""

from __future__ import annotations

from pathlib import Path

from semafor.engine.compile import ENGINE, compiler
from semafor.worlds.compile import WORLDS

SEARCH = Path(__file__).parent
fast = compiler(SEARCH, WORLDS, ENGINE)
"""Compile a function that calls the rules and deals worlds: cached by the source of all."""
