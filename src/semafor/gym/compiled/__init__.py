"""The compiled part of the environments: what a seat sees, and steps of many games in one call."""

from pathlib import Path

from semafor.engine.compile import ENGINE, compiler

kernel = compiler(Path(__file__).parent, ENGINE)
"""Compile a function of this package: cached by its source and the engine's."""
