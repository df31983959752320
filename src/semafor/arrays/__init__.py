"""Games as arrays: what a seat sees, may do and wins, in bytes; for environments and learned players."""

from pathlib import Path

from semafor.engine.compile import ENGINE, compiler
from semafor.kinds import board_layout, card_layout

ARRAYS = (Path(__file__).parent, Path(board_layout.__file__), Path(card_layout.__file__))
"""What compiled code that calls this package depends on, beside the engine."""
kernel = compiler(*ARRAYS, ENGINE)
"""Compile a function of this package: cached by its source, that of the layouts and the engine's."""
part = compiler(*ARRAYS, ENGINE, inlined=True)
"""Compile a small function of this package as a part of those that call it."""
