"""What is compiled is announced, once; what is kept from before is not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import numpy as np
from semafor.announcing import announce_first_compile
from semafor.engine.bits import bit, has
announce_first_compile()
announce_first_compile()
assert has(np.uint64(4), 2) and int(bit(3)) == 8
"""


def said(cache: Path) -> str:
    """What a program says that needs two small functions."""
    settings = {**os.environ, "XDG_CACHE_HOME": str(cache), "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=settings, capture_output=True, text=True, check=True
    )
    return done.stderr


def test_compiling_is_announced_once_and_loading_is_not(tmp_path: Path) -> None:
    assert said(tmp_path).count("compiling") == 1
    assert said(tmp_path) == ""
