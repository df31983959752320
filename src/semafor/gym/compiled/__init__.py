"""The compiled part of the environments: what a seat sees, and steps of many games in one call."""

from pathlib import Path

from semafor.engine.compile import ENGINE, compiler

HERE = Path(__file__).parent
POLICY = HERE.parents[1] / "bots" / "search"
kernel = compiler(HERE, ENGINE, POLICY)
"""Compile a function of this package: cached by its source, the engine's and that of the fast player."""
