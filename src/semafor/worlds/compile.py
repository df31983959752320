"""The decorator for this package's compiled functions."""

from __future__ import annotations

from pathlib import Path

from semafor.engine.compile import ENGINE, compiler

WORLDS = Path(__file__).parent
fast = compiler(WORLDS, ENGINE)
"""Compile a function that calls the rules: cached by the source of both."""
