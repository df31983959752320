"""The decorator for this package's compiled functions."""

from __future__ import annotations

from pathlib import Path

from semafor.engine.compile import ENGINE, compiler

kernel = compiler(Path(__file__).parent, ENGINE)
"""Compile a function that calls the rules: cached by the source of both."""
